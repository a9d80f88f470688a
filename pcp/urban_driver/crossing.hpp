/// Decides where to stop at the junctions ahead: for lamps, other vehicles, people on foot and a full exit.
#pragma once

#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "pcp/urban_driver/conflicts.hpp"
#include "pcp/urban_driver/following.hpp"
#include "pcp/urban_driver/giving_way.hpp"
#include "pcp/urban_driver/neighbourhood.hpp"
#include "pcp/urban_driver/signal_watch.hpp"
#include "pcp/urban_driver/surroundings.hpp"
#include "pcp/urban_driver/track.hpp"

namespace synchrono::pcp {

/// The demands of the junctions ahead.
struct Demand {
    double stop_at_m = kNobody;  // along the track; the front must not go beyond
    double speed_m_s = kNobody;  // at most: to arrive at green, or to look before a way that is out of sight
    const char* why = "";
};

/// The ego and those around it at one moment.
struct CrossingInput {
    std::int64_t now_ns = 0;
    std::uint64_t id = 0;  // the ego's
    Point at;
    OnTrack ego;
    Manner manner;
    double wanted_m_s = 0;
    double queue_ends_m = kNobody;
    const std::vector<double>& planned;  // m/s, one for each of the track's samples
    std::span<const Body> bodies;
};

/// Keeps the state of the junctions that the track passes.
/// Threading: one thread.  Borrows: the map, the conflicts, the signals, the sight.
class Crossing {
  public:
    Crossing(const Map& map, Conflicts& conflicts, SignalWatch& signals, const Sightline& sight)
        : map_(map), conflicts_(conflicts), signals_(signals), sight_(sight) {}

    /// Finds the junctions on a track that is new or has changed.
    void plan(const Track& track);
    /// Returns the demands at this moment, and remembers how long the ego has waited.
    Demand demand(const Track& track, const CrossingInput& in);
    /// Returns where along the track the next stop line is; kNobody: none on the track.
    double next_line_m(double front_m) const;

  private:
    struct Passage {                       // through one junction, or over a crosswalk of a street
        std::uint32_t approach, movement;  // the way before, and the first one through
        double line_m, enter_m, leave_m;   // along the track
        std::vector<Track::Leg> legs;      // through the junction
        // The state of the passage so far:
        bool inside = false, going_at_yellow = false, has_stopped = false, dark = false;
        double waits_s = 0;
        std::int64_t looked_ns = 0;
    };

    void demand_of(Passage& passage, const Track& track, const CrossingInput& in, Demand& demand);
    bool must_wait_at(const Passage& passage, const Zone& zone, double offset_m, Lamp lamp,
                      const Track& track, const CrossingInput& in) const;
    double blind_speed(const Passage& passage, const Zone& zone, double from_m, double to_m, Lamp lamp,
                       const Track& track, const CrossingInput& in) const;
    bool may_wait_inside(const Passage& passage, const Zone& zone, double at_m,
                         const CrossingInput& in) const;
    static Window window(const CrossingInput& in, const Track& track, double from_m, double to_m);

    Map map_;
    Conflicts& conflicts_;
    SignalWatch& signals_;
    const Sightline& sight_;
    std::vector<Passage> passages_, old_;
};

}  // namespace synchrono::pcp
