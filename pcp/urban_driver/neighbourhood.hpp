/// Who is where beside the track: leaders on it, those who come onto it, and those in the lanes beside.
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

struct Neighbour {
    const Body* body;
    Beside beside;
    double along_m_s, left_m_s;  // its velocity along the track and across it
    bool aligned;                // goes our way, roughly
};

inline constexpr double kNobody = std::numeric_limits<double>::infinity();

/// Threading: one thread.  Borrows: the bodies, until they are looked at anew.
class Neighbourhood {
  public:
    void look(const Track& track, const OnTrack& ego, std::span<const Body> bodies);
    /// By where their rear is along the track.
    std::span<const Neighbour> list() const { return list_; }

    /// The acceleration that whoever is on the track ahead, or comes onto it, permits.
    double following(const Manner& manner, const OnTrack& ego, const Track& track) const;
    /// Whoever stands or crawls on the track ahead, and all who will stop behind them, end here at the rear:
    /// no place for us before that. kNobody: nobody stands.
    double queue_ends_m(const OnTrack& ego) const;
    /// Whether a body reaches into the strip that the ego needs.
    static bool in_the_way(const Neighbour& n, double half_width_m);
    static double half_width(const OnTrack& ego);

  private:
    double crossing(const Manner& manner, const OnTrack& ego, const Track& track, const Body& body,
                    double go) const;

    std::vector<Neighbour> list_;
    std::vector<const Body*> strays_;  // that move and are on no way
};

}  // namespace synchrono::pcp
