/// Decides where to stop at the junctions ahead: because of lamps, other vehicles, people on foot, or a lack
/// of room behind the junction.
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

namespace synchrono::pcp::urban_driver {

/// The demands of the junctions ahead.
struct Demand {
    double stop_at_m = kNobody;  // along the track; the front must not pass it
    double speed_m_s = kNobody;  // at most, to arrive at green or because others may come unseen
    const char* why = "";
};

/// The ego and the bodies around it at one moment.
struct CrossingInput {
    std::int64_t now_ns = 0;
    std::uint64_t id = 0;  // the ego's number
    driving::Point at;
    OnTrack ego;
    Manner manner;
    double wanted_m_s = 0;               // the speed planned for here
    double queue_ends_m = kNobody;       // see Neighbourhood::queue_ends_m()
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
    struct Passage {                       // through one junction, or over a crosswalk outside junctions
        std::uint32_t approach, movement;  // the way before the junction, and the first way through it
        double line_m, enter_m, leave_m;   // along the track
        std::vector<Track::Leg> legs;      // through the junction
        // The state of the passage so far. `dark`: the lamps were dark when the ego came to the line.
        bool inside = false, going_at_yellow = false, has_stopped = false, dark = false;
        double waits_s = 0;
        std::int64_t updated_ns = 0;
    };

    void add_demand_of(Passage& passage, const Track& track, const CrossingInput& in, Demand& demand);
    bool must_wait_at(const Passage& passage, const Zone& zone, double offset_m, Lamp lamp,
                      const Track& track, const CrossingInput& in) const;
    /// Returns the speed at which the ego may approach a zone that others may reach unseen, in m/s; kNobody:
    /// any.
    double blind_speed(const Passage& passage, const Zone& zone, double from_m, double to_m, Lamp lamp,
                       const Track& track, const CrossingInput& in) const;
    /// Returns whether the ego may stop at `at_m`, past the line, to wait before the zone.
    bool may_wait_inside(const Passage& passage, const Zone& zone, double at_m,
                         const CrossingInput& in) const;
    /// Returns when the ego enters and leaves the stretch from `from_m` to `to_m` if it goes now.
    static Window window(const CrossingInput& in, const Track& track, double from_m, double to_m);

    Map map_;
    Conflicts& conflicts_;
    SignalWatch& signals_;
    const Sightline& sight_;
    std::vector<Passage> passages_, old_;
};

}  // namespace synchrono::pcp::urban_driver
