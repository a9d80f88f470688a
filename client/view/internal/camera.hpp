/// The camera of a view, and the projection of places in the world onto a picture. It does not depend on a
/// window. How it follows a body depends only on scenes and on simulated time, so that the same scenes give
/// the same pictures.
#pragma once

#include <cstdint>
#include <optional>

#include "client/view/view.hpp"
#include "common/geo/motion.hpp"

namespace synchrono::client::view {

/// The place from which a picture is seen, the directions of its axis and of its upper edge, and its angle of
/// view.
struct Eye {
    geo::Vec3 position, forward{1, 0, 0}, up{0, 0, 1};
    double fov_rad = 0.9;  // from the picture's lower edge to its upper one
};

struct Pixel {
    double x = 0, y = 0;  // from the upper left corner
    double depth_m = 0;   // distance from the eye along Eye::forward
};
/// Returns the place of a point of the world on a picture; nothing for a point behind or very close to the
/// eye.
std::optional<Pixel> project(const Eye& eye, geo::Vec3 place, PictureSize size);

/// The body that a camera follows.
struct Followed {
    geo::Motion motion;
    geo::Vec3 size;  // length, width, height
};

/// The input for cameras from keys and mouse.
struct CameraInput {
    double ahead = 0, left = 0, up = 0;           // keys that move the free camera, each from -1 to 1
    double turn_rad = 0, tilt_rad = 0, zoom = 0;  // from the mouse; `zoom` in notches of its wheel
};

/// A camera that chases a body, sits in it, hovers above it, or is moved freely.
/// Threading: one thread.
class Camera {
  public:
    explicit Camera(CameraKind kind) : kind_(kind) {}

    CameraKind kind() const { return kind_; }
    /// Changes the kind of the camera. A free camera begins where the camera was before.
    void choose(CameraKind kind) { kind_ = kind; }
    /// Moves the camera for the next picture, `passed_s` of simulated time after the last picture. Without a
    /// body to follow, the camera stays where it is or, for the first picture, is pointed at the middle of
    /// the box from `low` to `high`.
    const Eye& follow(const std::optional<Followed>& followed, double passed_s, geo::Vec3 low,
                      geo::Vec3 high);
    /// Moves a free camera, or zooms a camera of another kind, between pictures. `passed_s` is wall time.
    void move(const CameraInput& hands, double passed_s);
    const Eye& eye() const { return eye_; }

  private:
    CameraKind kind_;
    Eye eye_;
    bool placed_ = false;
    std::optional<double> yaw_rad_;  // of the chase camera, which turns more slowly than the body
    double zoom_ = 1;                // of the cameras chase and top
};

}  // namespace synchrono::client::view
