/// The others near the track: those on it ahead, those who come onto it, and those in the lanes beside.
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "pcp/urban_driver/following.hpp"
#include "pcp/urban_driver/surroundings.hpp"
#include "pcp/urban_driver/track.hpp"

namespace synchrono::pcp {

/// The ego along its track.
struct OnTrack {
    double front_m = 0, rear_m = 0;
    double speed_m_s = 0;
    double length_m = 0, width_m = 0;
};

/// A body near the track, and where it is and moves relative to it.
struct Neighbour {
    const Body* body;
    Beside beside;
    double along_m_s, left_m_s;  // its velocity along the track and to the left of it
    bool aligned;                // heads roughly the same way as the track
};

/// A distance or speed that nobody limits.
inline constexpr double kNobody = std::numeric_limits<double>::infinity();

/// Finds the bodies near the track and says how fast the ego may go because of them.
/// Threading: one thread.  Borrows: the bodies, until the next look().
class Neighbourhood {
  public:
    /// Finds anew who is near the track.
    void look(const Track& track, const OnTrack& ego, std::span<const Body> bodies);
    /// Returns those near the track, ascending by where their rear is along it.
    std::span<const Neighbour> list() const { return list_; }

    /// Returns the greatest acceleration that is safe behind others on the track and those who come onto it.
    double following(const Manner& manner, const OnTrack& ego, const Track& track) const;
    /// Returns how far along the track the ego finds room: up to the rear of the queue that stands or crawls
    /// ahead, less the length of the vehicles that will still stop behind it. kNobody: there is no queue.
    double queue_ends_m(const OnTrack& ego) const;
    /// Returns whether a body reaches into the strip within `half_width_m` of the track.
    static bool in_the_way(const Neighbour& n, double half_width_m);
    /// Returns half the width of the strip that the ego needs.
    static double half_width(const OnTrack& ego);

  private:
    double crossing(const Manner& manner, const OnTrack& ego, const Track& track, const Body& body,
                    double go) const;

    std::vector<Neighbour> list_;
    std::vector<const Body*> strays_;  // bodies that move and are on no way
};

}  // namespace synchrono::pcp
