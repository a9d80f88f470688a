// Checks of an intersection that concern several keys: whether the parts fit each other. Each problem names
// the line of its key, or of the object in which the key is missing.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

#include "common/config/internal/intersection_json.hpp"

namespace synchrono::config {

namespace {

// The limits of J2735 for an offset from the node before and for a difference in width.
constexpr std::int64_t kOffsetMin_cm = -32'768, kOffsetMax_cm = 32'767;
constexpr std::int64_t kWidthLess_cm = -512, kWidthMore_cm = 511;

JsonNode part(const JsonNode& object, const char* key) { return object.child(key, object.value()[key]); }
JsonNode part(const JsonNode& list, std::size_t i) { return list.element(static_cast<Json::ArrayIndex>(i)); }

void wrong(const JsonNode& object, const char* key, std::string_view what) {
    if (object.value().isMember(key)) {
        part(object, key).problem(what);
    } else {
        object.problem_at(key, what);
    }
}

bool has(const std::vector<SignalGroupId>& groups, SignalGroupId group) {
    return std::find(groups.begin(), groups.end(), group) != groups.end();
}

double length_m(const Lane& lane) {
    double length = 0;
    for (std::size_t i = 1; i < lane.points.size(); ++i) {
        length +=
            std::hypot(lane.points[i][0] - lane.points[i - 1][0], lane.points[i][1] - lane.points[i - 1][1]);
    }
    return length;
}

void check_points(const Intersection& intersection, const Lane& lane, const JsonNode& points) {
    std::array<std::int64_t, 2> before{};  // the first offset counts from the intersection's position
    for (std::size_t i = 0; i < lane.points.size(); ++i) {
        const auto at = in_cm(intersection, lane.points[i]);
        const std::int64_t dx = at[0] - before[0], dy = at[1] - before[1];
        const char* from = i == 0 ? "the intersection's position" : "the point before";
        if (i > 0 && dx == 0 && dy == 0) {
            part(points, i).problem("expected a place other than that of the point before");
        } else if (std::min(dx, dy) < kOffsetMin_cm || std::max(dx, dy) > kOffsetMax_cm) {
            part(points, i).problem(
                fmt::format("expected at most {} m along x and along y from {}, the range of J2735",
                            static_cast<double>(kOffsetMax_cm) / 100, from));
        }
        before = at;
    }
}

void check_lanes(const Intersection& intersection, const JsonNode& list) {
    std::map<LaneId, std::size_t> seen;
    for (std::size_t i = 0; i < intersection.lanes.size(); ++i) {
        const Lane& lane = intersection.lanes[i];
        const JsonNode node = part(list, i);
        if (const auto [other, is_new] = seen.emplace(lane.id, i); !is_new) {
            wrong(node, "id", fmt::format("lanes[{}] has the same id", other->second));
        }
        const std::int64_t more_cm = std::llround((lane.width_m - intersection.lane_width_m) * 100);
        if (more_cm < kWidthLess_cm || more_cm > kWidthMore_cm) {
            wrong(node, "width_m", "expected at most 5.11 m more or 5.12 m less than \"lane_width_m\"");
        }
        check_points(intersection, lane, part(node, "points"));
        if (lane.direction == LaneDirection::egress && !lane.connections.empty()) {
            wrong(node, "connections",
                  "a lane that leads away from the intersection cannot have connections");
        }
        for (std::size_t c = 0; c < lane.connections.size(); ++c) {
            const LaneConnection& connection = lane.connections[c];
            const JsonNode at = part(part(node, "connections"), c);
            const Lane* to = intersection.lane(connection.to);
            if (to == nullptr) {
                wrong(at, "to", fmt::format("there is no lane {}", connection.to));
            } else if (to == &lane) {
                wrong(at, "to", "a lane cannot lead to itself");
            } else if (to->direction == LaneDirection::ingress) {
                wrong(at, "to", fmt::format("lane {} leads only to the intersection", connection.to));
            }
            if (connection.signal_group &&
                (!intersection.signals || !has(intersection.signals->groups, *connection.signal_group))) {
                wrong(at, "signal_group", "not among the groups of \"signals\"");
            }
        }
    }
}

/// The signals of a phase of either kind of programme, and the phase's node in the file.
struct PhaseAt {
    const PhaseSignals& signals;
    JsonNode node;
};

void check_phase(const Signals& all, const PhaseAt& phase) {
    std::set<SignalGroupId> seen;
    const auto check = [&](const std::vector<SignalGroupId>& groups, const JsonNode& object,
                           const char* key) {
        for (std::size_t i = 0; i < groups.size(); ++i) {
            if (!has(all.groups, groups[i])) {
                part(part(object, key), i).problem("not among the groups of \"signals\"");
            } else if (!seen.insert(groups[i]).second) {
                part(part(object, key), i).problem("the phase has this group already");
            }
        }
    };
    check(phase.signals.protected_groups, phase.node, "protected");
    check(phase.signals.permissive_groups, phase.node, "permissive");
    if (!phase.signals.pedestrian_groups.empty()) {
        check(phase.signals.pedestrian_groups, part(phase.node, "pedestrian"), "groups");
    }
}

/// Returns a pair of conflicting groups that would be protected at the same time if both phases were green;
/// nothing if there is no such pair. `one` and `other` may be the same phase.
std::optional<std::array<SignalGroupId, 2>> clash(const Signals& all, const PhaseSignals& one,
                                                  const PhaseSignals& other) {
    const auto protects = [](const PhaseSignals& phase, SignalGroupId group) {
        return has(phase.protected_groups, group) || has(phase.pedestrian_groups, group);
    };
    for (const auto& pair : all.conflicts) {
        if ((protects(one, pair[0]) && protects(other, pair[1])) ||
            (protects(one, pair[1]) && protects(other, pair[0]))) {
            return pair;
        }
    }
    return std::nullopt;
}

void check_programme(const Signals& all, const FixedProgramme& programme, const JsonNode& node) {
    SimDuration sum;
    for (std::size_t i = 0; i < programme.phases.size(); ++i) {
        const FixedPhase& phase = programme.phases[i];
        const JsonNode at = part(part(node, "phases"), i);
        sum = sum + phase.green + phase.signals.yellow + phase.signals.all_red;
        if (phase.signals.walk + phase.signals.pedestrian_clearance > phase.green) {
            wrong(at, "pedestrian", "expected \"walk_s\" and \"clearance_s\" to fit into \"green_s\"");
        }
        if (const auto pair = clash(all, phase.signals, phase.signals)) {
            at.problem(fmt::format("groups {} and {} are in conflict", (*pair)[0], (*pair)[1]));
        }
    }
    if (sum != programme.cycle) {
        wrong(node, "cycle_s",
              fmt::format("the phases last {} s together", static_cast<double>(sum.count_ns()) / 1e9));
    }
}

void check_detectors(const Intersection& intersection, const ActuatedPhase& phase, const JsonNode& list) {
    for (std::size_t i = 0; i < phase.detectors.size(); ++i) {
        const Detector& detector = phase.detectors[i];
        if (!detector.points.empty()) continue;
        const JsonNode at = part(list, i);
        const Lane* lane = intersection.lane(detector.lane);
        if (lane == nullptr) {
            wrong(at, "lane", fmt::format("there is no lane {}", detector.lane));
        } else if (lane->direction == LaneDirection::egress) {
            wrong(at, "lane", "expected a lane that leads to the intersection");
        } else if (detector.to_m > length_m(*lane)) {
            wrong(at, "to_m", fmt::format("lane {} is {:.2f} m long", lane->id, length_m(*lane)));
        }
        if (detector.from_m >= detector.to_m) wrong(at, "from_m", "expected less than \"to_m\"");
    }
}

void check_ring_and_barrier(const Signals& all, const ActuatedProgramme& programme, const JsonNode& list) {
    std::set<std::uint8_t> sides;
    std::map<std::pair<std::uint8_t, SignalGroupId>, std::uint8_t> ring_of;  // by side and group
    for (std::size_t i = 0; i < programme.phases.size(); ++i) {
        const ActuatedPhase& phase = programme.phases[i];
        const JsonNode at = part(list, i);
        sides.insert(phase.side);
        if (const auto pair = clash(all, phase.signals, phase.signals)) {
            at.problem(fmt::format("groups {} and {} are in conflict", (*pair)[0], (*pair)[1]));
        }
        for (std::size_t j = 0; j < i; ++j) {
            const ActuatedPhase& other = programme.phases[j];
            if (other.id == phase.id) wrong(at, "id", fmt::format("phases[{}] has the same id", j));
            if (other.side != phase.side || other.ring == phase.ring) continue;
            if (const auto pair = clash(all, phase.signals, other.signals)) {
                at.problem(fmt::format("can be green with phase {}, but groups {} and {} are in conflict",
                                       other.id, (*pair)[0], (*pair)[1]));
            }
        }
        for (const auto* groups : {&phase.signals.protected_groups, &phase.signals.permissive_groups,
                                   &phase.signals.pedestrian_groups}) {
            for (const SignalGroupId group : *groups) {
                const auto [ring, is_new] = ring_of.emplace(std::pair{phase.side, group}, phase.ring);
                if (is_new || ring->second == phase.ring) continue;
                at.problem(fmt::format("group {} is in a phase of the other ring on this side", group));
            }
        }
    }
    for (std::size_t i = 0; i < programme.phases.size(); ++i) {
        const std::uint8_t side = programme.phases[i].side;
        if (side == 1 || sides.contains(static_cast<std::uint8_t>(side - 1))) continue;
        wrong(part(list, i), "side", fmt::format("there is no phase on side {}", side - 1));
    }
}

void check_programme(const Intersection& intersection, const ActuatedProgramme& programme,
                     const JsonNode& node) {
    const JsonNode list = part(node, "phases");
    check_ring_and_barrier(*intersection.signals, programme, list);
    for (std::size_t i = 0; i < programme.phases.size(); ++i) {
        const ActuatedPhase& phase = programme.phases[i];
        const JsonNode at = part(list, i);
        if (phase.min_green > phase.max_green) wrong(at, "min_green_s", "expected at most \"max_green_s\"");
        if (!phase.detectors.empty()) {
            check_detectors(intersection, phase, part(at, "detectors"));
        } else if (phase.recall == Recall::none && phase.signals.pedestrian_groups.empty() &&
                   !phase.dual_entry) {
            at.problem(
                "nothing requests this phase: expected \"detectors\", \"recall\", \"pedestrian\" or "
                "\"dual_entry\"");
        }
    }
}

void check_groups(const Intersection& intersection, const std::vector<PhaseAt>& phases,
                  const JsonNode& node) {
    const Signals& all = *intersection.signals;
    const JsonNode list = part(node, "groups");
    for (std::size_t i = 0; i < all.groups.size(); ++i) {
        const SignalGroupId group = all.groups[i];
        const bool leads =
            std::any_of(intersection.lanes.begin(), intersection.lanes.end(), [&](const Lane& lane) {
                return std::any_of(lane.connections.begin(), lane.connections.end(),
                                   [&](const LaneConnection& c) { return c.signal_group == group; });
            });
        const bool walks = std::any_of(phases.begin(), phases.end(), [&](const PhaseAt& phase) {
            return has(phase.signals.pedestrian_groups, group);
        });
        const bool drives = std::any_of(phases.begin(), phases.end(), [&](const PhaseAt& phase) {
            return has(phase.signals.protected_groups, group) || has(phase.signals.permissive_groups, group);
        });
        const bool again = std::find(all.groups.begin(), all.groups.begin() + static_cast<std::ptrdiff_t>(i),
                                     group) != all.groups.begin() + static_cast<std::ptrdiff_t>(i);
        if (again) {
            part(list, i).problem("is listed twice");
        } else if (!leads) {
            part(list, i).problem("no lane's connection has this group");
        } else if (walks && drives) {
            part(list, i).problem(
                "a group cannot be for pedestrians in one phase and for vehicles in another");
        } else if (!walks && !drives) {
            part(list, i).problem("never green: it is in no phase");
        }
    }
    for (std::size_t i = 0; i < all.conflicts.size(); ++i) {
        const JsonNode pair = part(part(node, "conflicts"), i);
        for (std::size_t j = 0; j < 2; ++j) {
            if (!has(all.groups, all.conflicts[i][j])) {
                part(pair, j).problem("not among the groups of \"signals\"");
            }
        }
        if (all.conflicts[i][0] == all.conflicts[i][1]) pair.problem("expected two different groups");
    }
}

}  // namespace

void check_intersection(const Intersection& intersection, const JsonNode& node) {
    check_lanes(intersection, part(node, "lanes"));
    if (!intersection.signals) return;
    const Signals& all = *intersection.signals;
    const JsonNode signals = part(node, "signals");
    std::vector<PhaseAt> phases;
    const auto collect = [&](const auto& programme, const JsonNode& at) {
        for (std::size_t i = 0; i < programme.phases.size(); ++i) {
            phases.push_back({programme.phases[i].signals, part(part(at, "phases"), i)});
        }
    };
    if (const auto* fixed = std::get_if<FixedProgramme>(&all.programme)) {
        const JsonNode at = part(signals, "fixed");
        collect(*fixed, at);
        check_programme(all, *fixed, at);
    } else {
        const JsonNode at = part(signals, "actuated");
        const auto& actuated = std::get<ActuatedProgramme>(all.programme);
        collect(actuated, at);
        check_programme(intersection, actuated, at);
    }
    for (const PhaseAt& phase : phases) check_phase(all, phase);
    check_groups(intersection, phases, signals);
}

}  // namespace synchrono::config
