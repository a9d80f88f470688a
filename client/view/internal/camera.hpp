/// From where one looks, and where on a picture a place of the world then is. Knows no window: a camera is
/// moved by what it follows and by simulated time, so that the same frames give the same pictures.
#pragma once

#include <cstdint>
#include <optional>

#include "client/view/view.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::view {

/// Where the eye is, and where it looks.
struct Eye {
    geo::Vec3 position, forward{1, 0, 0}, up{0, 0, 1};
    double fov_rad = 0.9;  // from the picture's lower edge to its upper one
};

struct Pixel {
    double x = 0, y = 0;  // from the upper left corner
    double depth_m = 0;   // along the line of sight
};
/// None: behind the eye.
std::optional<Pixel> project(const Eye& eye, geo::Vec3 place, PictureSize size);

/// What is followed.
struct Followed {
    geo::Motion motion;
    geo::Vec3 size;  // length, width, height
};

/// How the hands move the free camera, each from -1 to 1, and what the mouse did, in radians and notches.
struct Hands {
    double ahead = 0, left = 0, up = 0;
    double turn_rad = 0, tilt_rad = 0, zoom = 0;
};

/// Threading: one thread.
class Camera {
  public:
    explicit Camera(CameraKind kind) : kind_(kind) {}

    CameraKind kind() const { return kind_; }
    /// The free camera begins where the last one was.
    void choose(CameraKind kind) { kind_ = kind; }
    /// The next picture: `passed_s` later than the last one, by the clock of what moves. With nobody to
    /// follow it stays where it is, and at first looks at the middle of `low` and `high`.
    const Eye& follow(const std::optional<Followed>& followed, double passed_s, geo::Vec3 low,
                      geo::Vec3 high);
    /// Between pictures, in wall time.
    void move(const Hands& hands, double passed_s);
    const Eye& eye() const { return eye_; }

  private:
    CameraKind kind_;
    Eye eye_;
    bool placed_ = false;
    std::optional<double> yaw_rad_;  // of the chase camera, which is slower than what it follows
    double zoom_ = 1;                // of chase and top
};

}  // namespace synchrono::view
