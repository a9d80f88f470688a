/// What an intersection file says: an intersection's lanes, and the programme of its signals. Places are in
/// the world frame, in m; what each key means to those who write such files stands in docs/intersections.md.
/// What the loader accepts can be told in J2735 as it is, and the signals' programme contradicts nothing in
/// it.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/result.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::roadmap {
class RoadMap;
}

namespace synchrono::config {

using LaneId = std::uint8_t;         // 1 to 255
using SignalGroupId = std::uint8_t;  // 1 to 254
using GroundPoint = std::array<double, 2>;

enum class LaneUse { vehicle, crosswalk, bike, sidewalk, median, striping, tracked, parking };
enum class LaneDirection { ingress, egress, both };
enum class Manoeuvre { straight, left, right, u_turn };

/// Where one may go from a lane.
struct LaneConnection {
    LaneId to = 0;
    std::optional<Manoeuvre> manoeuvre{};
    std::optional<SignalGroupId> signal_group{};  // none: no signal forbids it

    friend bool operator==(const LaneConnection&, const LaneConnection&) = default;
};

struct Lane {
    LaneId id = 0;
    std::optional<std::uint8_t> approach{};  // 1 to 15: the arm of the intersection
    LaneDirection direction = LaneDirection::ingress;
    LaneUse use = LaneUse::vehicle;
    double width_m = 0;
    std::optional<double> speed_limit_m_s{};  // where it is not the intersection's
    std::vector<GroundPoint> points{};        // its middle, from the stop line outwards; 2 to 63
    std::vector<LaneConnection> connections{};

    friend bool operator==(const Lane&, const Lane&) = default;
};

/// What a phase shows: green to some groups, then yellow, then red to all while the intersection empties.
struct PhaseSignals {
    std::vector<SignalGroupId> protected_groups{};   // nobody in conflict may move
    std::vector<SignalGroupId> permissive_groups{};  // give way to others who may move
    std::vector<SignalGroupId> pedestrian_groups{};
    SimDuration walk{};                  // of the pedestrian groups, from the beginning of green
    SimDuration pedestrian_clearance{};  // after it: nobody begins to cross; ends while the phase is green
    SimDuration yellow{};
    SimDuration all_red{};

    friend bool operator==(const PhaseSignals&, const PhaseSignals&) = default;
};

struct FixedPhase {
    SimDuration green{};
    PhaseSignals signals{};

    friend bool operator==(const FixedPhase&, const FixedPhase&) = default;
};

/// The same over and over. A group that is green in a phase and in the next stays green between them.
struct FixedProgramme {
    SimDuration cycle{};   // the sum of its phases
    SimDuration offset{};  // a cycle begins here
    std::vector<FixedPhase> phases{};

    friend bool operator==(const FixedProgramme&, const FixedProgramme&) = default;
};

/// A zone on the ground that knows whether somebody is in it: of a lane, as wide as it, or a polygon.
struct Detector {
    LaneId lane = 0;              // 0: a polygon
    double from_m = 0, to_m = 0;  // along the lane, from its stop line
    std::vector<GroundPoint> points{};

    friend bool operator==(const Detector&, const Detector&) = default;
};

enum class Recall { none, min, max };

struct ActuatedPhase {
    std::uint8_t id = 0;    // 1 to 16
    std::uint8_t ring = 1;  // 1 or 2: phases of two rings run side by side
    std::uint8_t side = 1;  // of the barriers: both rings go from one side to the next together
    PhaseSignals signals{};
    SimDuration min_green{};
    SimDuration max_green{};  // once somebody waits elsewhere
    SimDuration passage{};    // green goes on for so long after the last one left the detectors
    Recall recall = Recall::none;
    bool dual_entry = false;  // goes along when the other ring is called and this one is not
    bool locks_calls = true;  // who has come once is served, also if gone by then
    std::vector<Detector> detectors{};

    friend bool operator==(const ActuatedPhase&, const ActuatedPhase&) = default;
};

/// Phases last as traffic wants. In a ring they follow each other side by side, in the order of the list.
struct ActuatedProgramme {
    std::vector<ActuatedPhase> phases{};

    friend bool operator==(const ActuatedProgramme&, const ActuatedProgramme&) = default;
};

struct Signals {
    std::vector<SignalGroupId> groups{};
    std::vector<std::array<SignalGroupId, 2>> conflicts{};  // never protected at the same time
    std::variant<FixedProgramme, ActuatedProgramme> programme{};

    friend bool operator==(const Signals&, const Signals&) = default;
};

struct Intersection {
    std::string name;                       // the file's name without ".json"
    std::uint16_t id = 0;                   // J2735
    std::optional<std::uint16_t> region{};  // J2735: whose numbers these are
    std::optional<std::string> junction{};  // of the scenario's map: its id or its name
    geo::Vec3 position{};                   // J2735's reference point
    double lane_width_m = 0;                // where a lane does not say its own
    std::optional<double> speed_limit_m_s{};
    std::vector<Lane> lanes{};
    std::optional<Signals> signals{};

    const Lane* lane(LaneId id_of_lane) const;  // null: there is none
    friend bool operator==(const Intersection&, const Intersection&) = default;
};

/// A point of the lane as J2735 tells it: whole centimetres from the intersection's position.
std::array<std::int64_t, 2> in_cm(const Intersection& intersection, GroundPoint point);

/// Reads an intersection file. Lanes that it leaves to its junction come from the map beside it, where there
/// is one, else from `map` (null: there is none). The error lists every problem, one a line: "file:line: key
/// '...': what is wrong".
Result<Intersection> load_intersection(const std::filesystem::path& file, const roadmap::RoadMap* map);
inline Result<Intersection> load_intersection(const std::filesystem::path& file) {
    return load_intersection(file, nullptr);
}

/// The same from memory; `file` names the text in messages and gives the intersection its name.
Result<Intersection> read_intersection(std::string_view text, const std::filesystem::path& file,
                                       const roadmap::RoadMap* map);
inline Result<Intersection> read_intersection(std::string_view text, const std::filesystem::path& file) {
    return read_intersection(text, file, nullptr);
}

}  // namespace synchrono::config
