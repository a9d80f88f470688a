/// The bodies near the ego's track: those on the track ahead, those that come onto it, and those in the lanes
/// beside it.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "pcp/urban_driver/following.hpp"
#include "pcp/urban_driver/surroundings.hpp"
#include "pcp/urban_driver/track.hpp"

namespace synchrono::pcp::urban_driver {

/// The ego along its track.
struct OnTrack {
    double front_m = 0, rear_m = 0;
    double speed_m_s = 0;
    double length_m = 0, width_m = 0;
};

/// A body near the track, with its place and velocity relative to the track.
struct NearBody {
    const Body* body;
    Beside beside;
    double along_m_s, left_m_s;  // its velocity along the track and to the left of it
    bool aligned;                // heads roughly the same way as the track
};

/// A distance or speed that nobody limits.
inline constexpr double kNobody = std::numeric_limits<double>::infinity();

/// Finds the bodies near the track and computes how the ego may accelerate because of them.
/// Threading: one thread.  Borrows: the bodies, until the next update().
class Neighbourhood {
  public:
    /// Finds which bodies are near the track now.
    void update(const Track& track, const OnTrack& ego, std::span<const Body> bodies);
    /// Returns the bodies near the track, ascending by the place along it where each begins.
    std::span<const NearBody> list() const { return list_; }

    /// Returns the greatest acceleration that is safe behind the bodies on the track and those that come onto
    /// it.
    double acceleration_behind_others(const Manner& manner, const OnTrack& ego, const Track& track) const;
    /// Returns how far along the track the ego finds room: up to the rear of the queue that stands or crawls
    /// ahead, less the length of the vehicles that will still stop behind it. kNobody: there is no queue.
    double queue_ends_m(const OnTrack& ego) const;
    /// Returns whether a body reaches into the strip within `half_width_m` of the track.
    static bool in_the_way(const NearBody& n, double half_width_m);
    /// Returns half the width of the strip that the ego needs.
    static double half_width(const OnTrack& ego);

  private:
    double acceleration_for_stray(const Manner& manner, const OnTrack& ego, const Track& track,
                                  const Body& body, double go) const;

    std::vector<NearBody> list_;
    std::vector<const Body*> strays_;  // bodies that move and are on no way
};

}  // namespace synchrono::pcp::urban_driver
