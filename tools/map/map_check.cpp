#include "tools/map/map_check.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <set>

#include "common/geo/angle.hpp"

namespace synchrono::tools::map {

namespace {

using roadmap::End;
using roadmap::kNone;

// Tolerances where one piece of a road's reference line meets the next. In files that store few digits,
// pieces miss each other by millimetres.
constexpr double kPieceGap_m = 0.02, kPieceTurn_deg = 0.5;
// Tolerances where one lane meets the next.
constexpr double kJointGap_m = 0.1, kJointTurn_deg = 2, kJointWidth_m = 0.3;
constexpr double kGoneWidth_m = 0.5;  // a lane this narrow has ended, or has not begun

double degrees_between(double a_rad, double b_rad) {
    return std::abs(std::remainder(a_rad - b_rad, 2 * M_PI)) * geo::kDeg;
}

/// The kinds of lanes that vehicles drive on.
constexpr roadmap::Kinds kDriven = roadmap::kDrivingWays | kind_bit(roadmap::WayKind::bus);

class Checker {
  public:
    explicit Checker(const roadmap::RoadMap& map) : map_(map), file_(map.open_drive()) {}

    MapReport check() {
        for (const roadmap::Road& road : file_.roads) {
            check_plan(road);
            check_link(road, End::start);
            check_link(road, End::end);
        }
        for (const roadmap::Way& way : map_.ways()) check_joints(way);
        for (std::uint32_t i = 0; i < map_.ways().size(); ++i) check_ends(i);
        check_through();
        check_signals();
        count();
        return std::move(report_);
    }

  private:
    template <typename... Parts>
    void problem(std::uint32_t line, fmt::format_string<Parts...> what, Parts&&... parts) {
        report_.problems.push_back(
            fmt::format("{}:{}: {}", file_.name, line, fmt::format(what, std::forward<Parts>(parts)...)));
    }

    const roadmap::Road& road_of(const roadmap::Way& way) const { return file_.roads[way.road]; }
    static const std::optional<roadmap::RoadLink>& link(const roadmap::Road& road, End end) {
        return end == End::start ? road.predecessor : road.successor;
    }

    void check_plan(const roadmap::Road& road) {
        for (std::size_t i = 1; i < road.plan.size(); ++i) {
            const roadmap::LinePoint end = reference_line(road.plan[i - 1], road.plan[i - 1].length_m);
            const roadmap::Geometry& next = road.plan[i];
            const double gap_m = std::hypot(end.x_m - next.x_m, end.y_m - next.y_m);
            const double turn_deg = degrees_between(end.heading_rad, next.heading_rad);
            if (gap_m > kPieceGap_m || turn_deg > kPieceTurn_deg) {
                problem(road.line, "road '{}': its line has a gap of {:.2f} m and {:.1f} degrees at s {:.2f}",
                        road.id, gap_m, turn_deg, next.s_m);
            }
        }
    }

    /// Checks that the road or junction to which an end of `road` is linked has a link back to `road`.
    void check_link(const roadmap::Road& road, End end) {
        const auto& to = link(road, end);
        if (!to) return;
        const char* where = end == End::start ? "predecessor" : "successor";
        if (to->to_junction) {
            const auto junction = std::find_if(file_.junctions.begin(), file_.junctions.end(),
                                               [&](const roadmap::Junction& j) { return j.id == to->id; });
            if (junction != file_.junctions.end() && !meets(*junction, road, end)) {
                problem(road.line, "road '{}': its {} junction '{}' has no connection for this road", road.id,
                        where, to->id);
            }
            return;
        }
        const roadmap::Road* other = map_.road(to->id);
        if (other == nullptr) return;  // the reader of the file refuses links to unknown roads
        const auto& back = link(*other, to->contact);
        const bool answered = back && (back->to_junction ? back->id == road.junction
                                                         : back->id == road.id && (back->contact == end));
        if (!answered) {
            problem(road.line, "road '{}': its {} road '{}' does not lead back to it", road.id, where,
                    to->id);
        }
    }

    bool meets(const roadmap::Junction& junction, const roadmap::Road& road, End end) const {
        for (const roadmap::Connection& connection : junction.connections) {
            if (connection.incoming == road.id) return true;
            const roadmap::Road* through = map_.road(connection.connecting);
            if (through == nullptr) continue;
            for (const auto& out : {through->predecessor, through->successor}) {
                if (out && !out->to_junction && out->id == road.id && out->contact == end) return true;
            }
        }
        return false;
    }

    void check_joints(const roadmap::Way& way) {
        // Lanes for walking need not meet exactly.
        if (way.points.size() < 2 || (kind_bit(way.kind) & kDriven) == 0) return;
        for (const std::uint32_t n : way.next) {
            const roadmap::Way& next = map_.ways()[n];
            const roadmap::WayPoint &a = way.points.back(), &b = next.points.front();
            const double gap_m = std::hypot(a.position.x - b.position.x, a.position.y - b.position.y);
            const double step_m = std::abs(a.position.z - b.position.z);
            const double turn_deg = degrees_between(a.yaw_rad, b.yaw_rad);
            // A lane that opens or closes has no meaningful direction where it is very narrow.
            if (std::min(a.width_m, b.width_m) < kGoneWidth_m && gap_m < 2) continue;
            if (gap_m > kJointGap_m || step_m > kJointGap_m || turn_deg > kJointTurn_deg) {
                problem(road_of(way).line,
                        "lane {}: misses the next, {}, by {:.2f} m, {:.2f} m in height and {:.1f} degrees",
                        way.name, next.name, gap_m, step_m, turn_deg);
            } else if (std::abs(a.width_m - b.width_m) > kJointWidth_m) {
                problem(road_of(way).line, "lane {}: is {:.2f} m wide where the next, {}, is {:.2f} m",
                        way.name, a.width_m, next.name, b.width_m);
            }
        }
    }

    /// Returns whether the way ends (or, with `begins`, begins) at the edge of the map.
    bool at_edge(const roadmap::Way& way, bool begins) const {
        const roadmap::Road& road = road_of(way);
        // Whether this end of the way is at the end of the road, not at its start.
        const bool far = way.is_along_s != begins;
        const bool last = far ? way.section + 1 == road.sections.size() : way.section == 0;
        return last && !link(road, far ? End::end : End::start);
    }

    void check_ends(std::uint32_t index) {
        const roadmap::Way& way = map_.ways()[index];
        if ((kind_bit(way.kind) & kDriven) == 0 || way.points.empty()) return;
        if (way.next.empty()) {
            if (at_edge(way, false)) {
                exits_.insert(index);
            } else if (way.points.back().width_m > kGoneWidth_m) {
                problem(road_of(way).line, "lane {}: leads nowhere", way.name);
            } else if (way.left == kNone && way.right == kNone) {
                problem(road_of(way).line, "lane {}: closes without a lane beside it", way.name);
            }
        }
        if (way.previous.empty()) {
            if (at_edge(way, true)) {
                entries_.insert(index);
            } else if (way.points.front().width_m > kGoneWidth_m) {
                problem(road_of(way).line, "lane {}: no other lane leads to it", way.name);
            } else if (way.left == kNone && way.right == kNone) {
                problem(road_of(way).line, "lane {}: opens without a lane beside it", way.name);
            }
        }
    }

    /// Checks that a vehicle that enters the map on any lane can leave the map by driving lanes and
    /// lanes of the same kind as that first one.
    void check_through() {
        if (exits_.empty()) return;  // the map is a closed circuit
        for (const std::uint32_t entry : entries_) {
            const roadmap::Kinds kinds = roadmap::kDrivingWays | kind_bit(map_.ways()[entry].kind);
            std::vector<bool> seen(map_.ways().size());
            std::vector<std::uint32_t> open{entry};
            seen[entry] = true;
            bool out = false;
            while (!open.empty() && !out) {
                const roadmap::Way& way = map_.ways()[open.back()];
                out = exits_.contains(open.back());
                open.pop_back();
                std::vector<std::uint32_t> reached = way.next;
                reached.insert(reached.end(), {way.left, way.right});
                for (const std::uint32_t n : reached) {
                    if (n == kNone || seen[n] || (kind_bit(map_.ways()[n].kind) & kinds) == 0) continue;
                    seen[n] = true;
                    open.push_back(n);
                }
            }
            if (!out) {
                problem(road_of(map_.ways()[entry]).line,
                        "lane {}: vehicles that enter here cannot leave the map", map_.ways()[entry].name);
            }
        }
    }

    void check_signals() {
        // The id of each signal's controller, by the signal's id.
        std::map<std::string, std::string> run;
        for (const roadmap::Controller& controller : file_.controllers) {
            for (const std::string& signal : controller.signals) run.emplace(signal, controller.id);
            const bool listed =
                std::any_of(file_.junctions.begin(), file_.junctions.end(), [&](const roadmap::Junction& j) {
                    return std::find(j.controllers.begin(), j.controllers.end(), controller.id) !=
                           j.controllers.end();
                });
            if (!listed) problem(1, "controller '{}': no junction lists it", controller.id);
        }
        for (const roadmap::Road& road : file_.roads) {
            for (const roadmap::Signal& signal : road.signals) {
                if (!signal.dynamic || signal.reference) continue;
                ++lamps_;
                if (!run.contains(signal.id)) {
                    problem(signal.line, "signal '{}': no controller runs it", signal.id);
                }
            }
        }
        for (std::uint32_t j = 0; j < file_.junctions.size(); ++j) check_groups(j);
    }

    /// Checks that each signal group of a junction governs a lane or a crosswalk and that, if the junction
    /// has groups, each of its movements and crosswalks has one.
    void check_groups(std::uint32_t index) {
        const roadmap::Junction& junction = file_.junctions[index];
        if (junction.controllers.empty()) return;
        std::set<std::uint32_t> governing;
        for (const roadmap::Way& way : map_.ways()) {
            if (way.junction != index || (kind_bit(way.kind) & kDriven) == 0) continue;
            if (way.signal_group != kNone) {
                governing.insert(way.signal_group);
            } else {
                problem(road_of(way).line, "lane {}: has no signal, although junction '{}' has signals",
                        way.name, junction.id);
            }
        }
        for (const roadmap::Crosswalk& crosswalk : map_.crosswalks()) {
            if (crosswalk.junction != index) continue;
            if (crosswalk.signal_group != kNone) {
                governing.insert(crosswalk.signal_group);
            } else {
                problem(file_.roads[crosswalk.road].line,
                        "crosswalk '{}': has no signal, although junction '{}' has signals", crosswalk.id,
                        junction.id);
            }
        }
        for (std::size_t i = 0; i < junction.controllers.size(); ++i) {
            if (governing.contains(static_cast<std::uint32_t>(i + 1))) continue;
            problem(junction.line,
                    "junction '{}': its signal group {}, controller '{}', governs no lane or crosswalk",
                    junction.id, i + 1, junction.controllers[i]);
        }
    }

    void count() {
        std::size_t through = 0, groups = 0;
        double length_m = 0;
        std::map<roadmap::WayKind, std::size_t> ways;
        for (const roadmap::Road& road : file_.roads) {
            through += !road.junction.empty();
            if (road.junction.empty()) length_m += road.length_m;
        }
        std::size_t movements = 0;
        for (const roadmap::Way& way : map_.ways()) {
            const bool driven = (kind_bit(way.kind) & kDriven) != 0;
            if (way.junction != kNone) movements += driven;
            if (way.junction == kNone) ++ways[way.kind];
        }
        for (const roadmap::Junction& junction : file_.junctions) groups += junction.controllers.size();
        const auto line = [&](const char* what, std::string value) {
            report_.counts.push_back(fmt::format("  {:<12} {}", what, value));
        };
        report_.counts.push_back(fmt::format("{}: OpenDRIVE {}", file_.name, file_.version));
        if (file_.origin) {
            line("origin",
                 fmt::format("{:.6f} N, {:.6f} E", file_.origin->latitude_deg, file_.origin->longitude_deg));
        }
        line("roads", fmt::format("{} of {:.2f} km", file_.roads.size() - through, length_m / 1000));
        line("lanes", fmt::format("{} for driving, {} for buses, {} for bicycles, {} for walking",
                                  ways[roadmap::WayKind::driving], ways[roadmap::WayKind::bus],
                                  ways[roadmap::WayKind::bike], ways[roadmap::WayKind::walk]));
        line("junctions", fmt::format("{} with {} movements", file_.junctions.size(), movements));
        line("signals", fmt::format("{} in {} groups", lamps_, groups));
        line("crosswalks", std::to_string(map_.crosswalks().size()));
        line("buildings", std::to_string(map_.buildings().size()));
        line("edge", fmt::format("{} lanes enter, {} leave", entries_.size(), exits_.size()));
    }

    const roadmap::RoadMap& map_;
    const roadmap::OpenDrive& file_;
    MapReport report_;
    std::set<std::uint32_t> entries_, exits_;
    std::size_t lamps_ = 0;
};

}  // namespace

MapReport check_map(const roadmap::RoadMap& map) { return Checker(map).check(); }

}  // namespace synchrono::tools::map
