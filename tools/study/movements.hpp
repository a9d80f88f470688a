/// Finds how vehicles passed junctions: from which road to which, how long that took, and whether they
/// obeyed the signals. docs/report.md defines every value.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "common/time/sim_time.hpp"
#include "tools/study/drives.hpp"

namespace synchrono::tools::study {

/// The parts of a map that are needed here, with ways as pilots see them (pcp/synchrono_map.h).
struct Streets {
    struct Way {
        std::string road = {};
        double length_m = 0;
        std::optional<double> speed_limit_m_s = {};
        std::optional<std::size_t> junction = {};        // the junction that the way leads through
        std::optional<std::uint32_t> signal_group = {};  // the group that must be green to enter
        double stop_m = 0;  // from the stop line to the end of the way that leads here
        int turn = 0;       // SYN_TURN_...
        std::vector<std::size_t> previous = {}, next = {};  // indices into `ways`
    };
    struct Junction {
        std::string name = {};
        std::optional<std::int32_t> intersection = {};  // the intersection's number in states of signals
        std::int32_t region = 0;
    };
    /// A place on a way, at distance s_m from the way's start.
    struct OnWay {
        std::size_t way = 0;
        double s_m = 0;
    };

    std::vector<Way> ways = {};
    std::vector<Junction> junctions = {};
    std::map<std::string, std::string> road_names = {};  // by id; only of roads that have a name
    /// Returns the nearest way that leads in about the direction `yaw_rad`, or nothing when none is near.
    std::function<std::optional<OnWay>(geo::Vec2 place, double z_m, double yaw_rad)> nearest = {};

    /// Returns "Park Street (12)", or the id alone if the road has no name.
    std::string road_text(const std::string& road) const;
};

/// One vehicle's drive through a junction.
struct Passage {
    std::size_t drive = 0;
    std::size_t junction = 0;
    std::string from_road = {}, to_road = {};  // to_road is empty if it is unknown
    int turn = 0;                              // SYN_TURN_...
    SimTime entered = {};                      // when the vehicle's front passed the stop line
    std::optional<SimTime> left_at = {};       // when the front left the junction; none: it did not
    double waited_s = 0;                       // how long the vehicle stood on the road before the junction
    geo::Vec2 place = {};                      // of the vehicle's front at `entered`
    double speed_m_s = 0;                      // at `entered`
    std::optional<int> signal = {};            // what the vehicle's signal showed at `entered`
    bool ran_red = false;
};

/// Returns all passages, ordered by drive and by time. There is no passage if the drive began inside the
/// junction, or if the vehicle left the junction onto the way on which it had come.
std::vector<Passage> find_passages(const Drives& drives, const Streets& streets);

/// All passages of one movement.
struct Movement {
    std::string junction = {}, from_road = {}, to_road = {};
    int turn = 0;
    std::size_t count = 0;          // vehicles that entered
    std::size_t left_junction = 0;  // how many of them have left the junction
    std::size_t red_lights_run = 0;
    double through_s = 0;  // mean time from the stop line until a vehicle left the junction
    double waited_s = 0;   // mean time that a vehicle stood on the road before the junction
};
/// Returns the movements, ordered by junction, road of origin, road of destination and turn.
std::vector<Movement> movements_of(const std::vector<Passage>& passages, const Streets& streets);

/// Returns "left", "right", "straight" or "U-turn".
std::string turn_name(int turn);

}  // namespace synchrono::tools::study
