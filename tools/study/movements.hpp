/// How vehicles passed junctions: from which road to which, how long that took, and whether they heeded the
/// signals. docs/report.md defines each figure for users.
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

namespace synchrono::tools {

/// As much of a map as is needed here: ways as pilots see them (pcp/synchrono_map.h).
struct Streets {
    struct Way {
        std::string road = {};
        double length_m = 0;
        std::optional<double> speed_limit_m_s = {};
        std::optional<std::size_t> junction = {};        // that it leads through
        std::optional<std::uint32_t> signal_group = {};  // who must be green to enter
        double stop_m = 0;                               // before the end of the way that leads here
        int turn = 0;                                    // SYN_TURN_...
        std::vector<std::size_t> previous = {}, next = {};
    };
    struct Junction {
        std::string name = {};
        std::optional<std::int32_t> intersection = {};  // its number in the signals' states
        std::int32_t region = 0;
    };
    struct OnWay {
        std::size_t way = 0;
        double s_m = 0;
    };

    std::vector<Way> ways = {};
    std::vector<Junction> junctions = {};
    std::map<std::string, std::string> road_names = {};  // by id; those that have one
    /// The way nearest to a place that leads about there; nothing when none is near.
    std::function<std::optional<OnWay>(geo::Vec2 place, double z_m, double yaw_rad)> nearest = {};

    /// "Park Street (12)", or the id alone.
    std::string road_text(const std::string& road) const;
};

/// A vehicle's way through a junction.
struct Passage {
    std::size_t drive = 0;
    std::size_t junction = 0;
    std::string from_road = {}, to_road = {};  // empty: not known, it began or ended inside
    int turn = 0;
    SimTime entered = {};              // its front passed the stop line
    std::optional<SimTime> left = {};  // its front was on the road beyond
    double waited_s = 0;               // standing on the way that leads there
    geo::Vec2 place = {};              // of its front as it entered
    double speed_m_s = 0;              // then
    std::optional<int> signal = {};    // what governs it showed then
    bool ran_red = false;
};

/// In the order of drives, and of time. A passage is told when the vehicle came from a way that leads to the
/// junction; who only touches it and goes on where it was does not count.
std::vector<Passage> find_passages(const Drives& drives, const Streets& streets);

/// All passages of one movement.
struct Movement {
    std::string junction = {}, from_road = {}, to_road = {};
    int turn = 0;
    std::size_t count = 0;  // that entered
    std::size_t left = 0;   // of them
    std::size_t red_lights_run = 0;
    double through_s = 0;  // mean, from the stop line until left
    double waited_s = 0;   // mean, before the stop line
};
/// By junction, from, to.
std::vector<Movement> movements_of(const std::vector<Passage>& passages, const Streets& streets);

/// "left", "right", "straight" or "U-turn".
std::string turn_name(int turn);

}  // namespace synchrono::tools
