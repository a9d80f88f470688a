/// The content of an intersection file: an intersection's lanes and the programme of its signals. Places are
/// in the world frame, in m; docs/intersections.md explains each key to those who write such files. Every
/// intersection that the loader accepts can be expressed in J2735, and its signals' programme agrees with
/// its lanes.
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

/// A connection from a lane across the intersection to another lane.
struct LaneConnection {
    LaneId to = 0;
    std::optional<Manoeuvre> manoeuvre{};
    std::optional<SignalGroupId> signal_group{};  // none: not controlled by signals

    friend bool operator==(const LaneConnection&, const LaneConnection&) = default;
};

struct Lane {
    LaneId id = 0;
    std::optional<std::uint8_t> approach{};  // 1 to 15: the arm of the intersection
    LaneDirection direction = LaneDirection::ingress;
    LaneUse use = LaneUse::vehicle;
    double width_m = 0;
    std::optional<double> speed_limit_m_s{};  // if it differs from the intersection's
    std::vector<GroundPoint> points{};        // of the middle, from the stop line outwards; 2 to 63
    std::vector<LaneConnection> connections{};

    friend bool operator==(const Lane&, const Lane&) = default;
};

/// The signals of a phase. Some groups have green, then yellow; then all groups have red while the
/// intersection empties.
struct PhaseSignals {
    std::vector<SignalGroupId> protected_groups{};   // conflicting groups stop or give way
    std::vector<SignalGroupId> permissive_groups{};  // must give way to conflicting groups that may move
    std::vector<SignalGroupId> pedestrian_groups{};
    SimDuration walk{};                  // of the pedestrian groups, from the beginning of green
    SimDuration pedestrian_clearance{};  // after walk: nobody starts any more; ends while the phase is green
    SimDuration yellow{};
    SimDuration all_red{};

    friend bool operator==(const PhaseSignals&, const PhaseSignals&) = default;
};

struct FixedPhase {
    SimDuration green{};
    PhaseSignals signals{};

    friend bool operator==(const FixedPhase&, const FixedPhase&) = default;
};

/// A programme that repeats one cycle. Green is protected or permissive. If a group of vehicles has the same
/// green in two successive phases, it stays green between them.
struct FixedProgramme {
    SimDuration cycle{};   // sum of its phases
    SimDuration offset{};  // the time at which a cycle begins
    std::vector<FixedPhase> phases{};

    friend bool operator==(const FixedProgramme&, const FixedProgramme&) = default;
};

/// A zone on the ground in which road users are detected: part of a lane, in its full width, or a polygon.
struct Detector {
    LaneId lane = 0;              // 0: the zone is the polygon `points`
    double from_m = 0, to_m = 0;  // along the lane, from its stop line
    std::vector<GroundPoint> points{};

    friend bool operator==(const Detector&, const Detector&) = default;
};

/// The green that a phase gets without a call: none, at least its minimum, or its maximum.
enum class Recall { none, min, max };

struct ActuatedPhase {
    std::uint8_t id = 0;    // 1 to 16
    std::uint8_t ring = 1;  // 1 or 2; phases of the two rings run side by side
    std::uint8_t side = 1;  // the part between two barriers; both rings go on to the next side together
    PhaseSignals signals{};
    SimDuration min_green{};
    SimDuration max_green{};  // counted from when another phase waits
    SimDuration passage{};    // how long green goes on after the detectors have become empty
    Recall recall = Recall::none;
    bool dual_entry = false;  // turns green with the other ring's phase even if nobody calls it
    bool locks_calls = true;  // a call lasts until green, even if the road user has left
    std::vector<Detector> detectors{};

    friend bool operator==(const ActuatedPhase&, const ActuatedPhase&) = default;
};

/// A programme whose phases last as long as traffic needs. Each ring goes through the sides one after the
/// other. On a side it goes through its own phases of that side, in the order of the list.
struct ActuatedProgramme {
    std::vector<ActuatedPhase> phases{};

    friend bool operator==(const ActuatedProgramme&, const ActuatedProgramme&) = default;
};

struct Signals {
    std::vector<SignalGroupId> groups{};
    std::vector<std::array<SignalGroupId, 2>> conflicts{};  // pairs that are never protected at the same time
    std::variant<FixedProgramme, ActuatedProgramme> programme{};

    friend bool operator==(const Signals&, const Signals&) = default;
};

struct Intersection {
    std::string name;                       // the file's name without ".json"
    std::uint16_t id = 0;                   // J2735
    std::optional<std::uint16_t> region{};  // J2735: the region that assigned the id
    std::optional<std::string> junction{};  // the junction's id or name in the scenario's map
    geo::Vec3 position{};                   // J2735's reference point
    double lane_width_m = 0;                // for lanes without a width of their own
    std::optional<double> speed_limit_m_s{};
    std::vector<Lane> lanes{};
    std::optional<Signals> signals{};

    const Lane* lane(LaneId id_of_lane) const;  // null: no such lane
    friend bool operator==(const Intersection&, const Intersection&) = default;
};

/// Returns a point of a lane as J2735 gives it: whole centimetres from the intersection's position.
std::array<std::int64_t, 2> in_cm(const Intersection& intersection, GroundPoint point);

/// Reads an intersection file. If the file names a junction instead of lanes, the lanes come from the map
/// file beside it or, if there is none, from `map`, which may be null. The error lists the problems, at most
/// twenty, one per line: "file:line: key '...': what is wrong".
Result<Intersection> load_intersection(const std::filesystem::path& file, const roadmap::RoadMap* map);
inline Result<Intersection> load_intersection(const std::filesystem::path& file) {
    return load_intersection(file, nullptr);
}

/// Reads the same from memory; `file` names the text in errors and gives the intersection its name.
Result<Intersection> read_intersection(std::string_view text, const std::filesystem::path& file,
                                       const roadmap::RoadMap* map);
inline Result<Intersection> read_intersection(std::string_view text, const std::filesystem::path& file) {
    return read_intersection(text, file, nullptr);
}

}  // namespace synchrono::config
