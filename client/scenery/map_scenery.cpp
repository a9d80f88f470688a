#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "client/scenery/palette.hpp"
#include "client/scenery/scenery.hpp"
#include "common/roadmap/lane_lines.hpp"

namespace synchrono::client::scenery {
namespace {

using geo::Vec3;
using roadmap::kNone;

constexpr double kStep_m = 2, kLine_m = 0.13, kStop_m = 0.45, kDash_m = 3, kGap_m = 6, kKerb_m = 0.12;
constexpr double kPaint_m = 0.012;  // height of paint above the road, so that the road does not show through

Coat coat_of(roadmap::LaneType type) {
    switch (type) {
        case roadmap::LaneType::bus:
            return palette::kBusLane;
        case roadmap::LaneType::bike:
            return palette::kBikeLane;
        case roadmap::LaneType::walk:
            return palette::kPavement;
        case roadmap::LaneType::parking:
            return palette::kParking;
        case roadmap::LaneType::other:
            return palette::kVerge;
        case roadmap::LaneType::driving:
        case roadmap::LaneType::none:
            break;
    }
    return palette::kAsphalt;
}

class Painter {
  public:
    Painter(const Canvas& canvas, const roadmap::RoadMap& map, bool level)
        : canvas_(canvas), map_(map), level_(level) {}

    void draw() {
        const roadmap::OpenDrive& file = map_.open_drive();
        for (const roadmap::Junction& junction : file.junctions) pave(junction);
        for (const roadmap::Road& road : file.roads) {
            for (const roadmap::LaneSection& section : road.sections) surfaces(road, section);
            if (!road.junction.empty()) continue;
            for (const roadmap::LaneSection& section : road.sections) lines(road, section);
        }
        for (const roadmap::Crosswalk& crosswalk : map_.crosswalks()) zebra(crosswalk);
        stop_lines();
        for (const roadmap::Building& building : map_.buildings())
            draw_building(canvas_, building.corners, building.height_m);
    }

  private:
    Vec3 at(const roadmap::Road& road, double s_m, double t_m, double above_m = 0) const {
        const Vec3 place = roadmap::surface(road, s_m, t_m);
        return canvas_.on_ground(place.x, place.y, above_m);
    }

    /// Draws a band along the road, between two lines whose lateral positions are `left(s)` and `right(s)`.
    template <typename Left, typename Right>
    void band(Mesh& mesh, const roadmap::Road& road, double from_m, double to_m, Left left, Right right,
              double above_m, Coat coat) {
        const int pieces = std::max(1, static_cast<int>(std::ceil((to_m - from_m) / kStep_m)));
        std::vector<Vec3> left_line, right_line;
        for (int i = 0; i <= pieces; ++i) {
            const double s_m = from_m + (to_m - from_m) * i / pieces;
            left_line.push_back(at(road, s_m, left(s_m), above_m));
            right_line.push_back(at(road, s_m, right(s_m), above_m));
        }
        for (const Vec3& p : left_line) canvas_.reach(p);
        mesh.strip(left_line, right_line, coat);
    }

    void surfaces(const roadmap::Road& road, const roadmap::LaneSection& section) {
        for (const roadmap::Lane& lane : section.lanes) {
            if (lane.id == 0 || lane.type == roadmap::LaneType::none) continue;
            const auto inner = [&](double s_m) { return edges(road, section, lane.id, s_m).inner.value; };
            const auto outer = [&](double s_m) { return edges(road, section, lane.id, s_m).outer.value; };
            // The ground of a map that is not level has kerbs of its own. On a plane, pavements are raised
            // here.
            const double raised = level_ && lane.type == roadmap::LaneType::walk ? kKerb_m : 0;
            const Coat coat =
                road.junction.empty() || !is_driven(lane) ? coat_of(lane.type) : palette::kAsphalt;
            const double end_m = section.s_m + section.length_m;
            canvas_.begin(Thing::pavement);
            Mesh& mesh = raised > 0 ? canvas_.scenery.solids : canvas_.scenery.roads;
            if (lane.id > 0)
                band(mesh, road, section.s_m, end_m, outer, inner, raised, coat);
            else
                band(mesh, road, section.s_m, end_m, inner, outer, raised, coat);
            if (raised > 0)
                kerb(road, section, inner, raised, lane.id > 0),
                    kerb(road, section, outer, raised, lane.id < 0);
        }
    }

    template <typename Edge>
    void kerb(const roadmap::Road& road, const roadmap::LaneSection& section, Edge edge, double raised,
              bool faces_right) {
        const int pieces = std::max(1, static_cast<int>(std::ceil(section.length_m / kStep_m)));
        for (int i = 0; i < pieces; ++i) {
            double a_m = section.s_m + section.length_m * i / pieces,
                   b_m = section.s_m + section.length_m * (i + 1) / pieces;
            if (!faces_right) std::swap(a_m, b_m);
            canvas_.scenery.solids.quad(at(road, a_m, edge(a_m)), at(road, b_m, edge(b_m)),
                                        at(road, b_m, edge(b_m), raised), at(road, a_m, edge(a_m), raised),
                                        palette::kKerb);
        }
    }

    /// Draws the lines between lanes for driving, and those at the outer edges of the outermost of these
    /// lanes. An edge beside a pavement gets no line.
    void lines(const roadmap::Road& road, const roadmap::LaneSection& section) {
        for (std::size_t i = 0; i + 1 < section.lanes.size(); ++i) {
            const roadmap::Lane &left = section.lanes[i], &right = section.lanes[i + 1];
            if (right.id == 0 || (left.id == 0 && i == 0)) continue;
            const roadmap::Lane& beyond_left = left.id == 0 ? section.lanes[i - 1] : left;
            if (!is_driven(beyond_left) && !is_driven(right)) continue;
            const int of = right.id > 0 ? right.id : right.id + 1;
            const bool both = is_driven(beyond_left) && is_driven(right);
            const roadmap::Lane* line = section.lane(of);
            const bool open = line != nullptr && !line->markings.empty() &&
                              (line->markings.front().inwards || line->markings.front().outwards);
            if (!both) {
                const bool kerb = (is_driven(right) ? beyond_left : right).type == roadmap::LaneType::walk;
                if (!kerb) mark(road, section, of, 0, palette::kYellow, false);
            } else if (road.is_along_s(beyond_left.id) != road.is_along_s(right.id)) {
                for (const double aside_m : {-0.14, 0.14})
                    mark(road, section, of, aside_m, palette::kYellow, false);
            } else {
                mark(road, section, of, 0, palette::kWhite, open);
            }
        }
    }

    void mark(const roadmap::Road& road, const roadmap::LaneSection& section, int lane_id, double aside_m,
              Coat coat, bool dashed) {
        const auto t = [&](double s_m) {
            return aside_m + (lane_id == 0 ? evaluate(road.lane_offset, s_m).value
                                           : edges(road, section, lane_id, s_m).outer.value);
        };
        const auto left = [&](double s_m) { return t(s_m) + kLine_m / 2; };
        const auto right = [&](double s_m) { return t(s_m) - kLine_m / 2; };
        const double end_m = section.s_m + section.length_m;
        if (!dashed)
            return band(canvas_.scenery.paint, road, section.s_m, end_m, left, right, kPaint_m, coat);
        for (double from_m = section.s_m + kGap_m / 2; from_m < end_m; from_m += kDash_m + kGap_m)
            band(canvas_.scenery.paint, road, from_m, std::min(from_m + kDash_m, end_m), left, right,
                 kPaint_m, coat);
    }

    /// Paves the area that the ways through a junction enclose.
    void pave(const roadmap::Junction& junction) {
        std::vector<Vec3> hull = junction_outline(map_.open_drive(), junction);
        for (Vec3& p : hull) p = canvas_.on_ground(p.x, p.y);
        canvas_.scenery.roads.polygon(hull, palette::kAsphalt);
    }

    void paint(std::vector<Vec3> corners, Coat coat = palette::kWhite) {
        for (Vec3& p : corners) p = canvas_.on_ground(p.x, p.y, kPaint_m);
        canvas_.scenery.paint.polygon(corners, coat);
    }

    /// Draws a zebra crossing as a row of bars along its longer sides.
    void zebra(const roadmap::Crosswalk& crosswalk) {
        const auto& c = crosswalk.corners;
        if (c.size() != 4) return;
        const bool turned = geo::length(c[1] - c[0]) < geo::length(c[2] - c[1]);
        const Vec3 a = c[turned ? 1 : 0], b = c[turned ? 2 : 1], d = c[turned ? 0 : 3], e = c[turned ? 3 : 2];
        const int bars = std::max(1, static_cast<int>(geo::length(b - a) / 1.2));
        for (int i = 0; i < bars; ++i) {
            const double from = (i + 0.25) / bars, to = (i + 0.75) / bars;
            paint({a + (b - a) * from, a + (b - a) * to, d + (e - d) * to, d + (e - d) * from});
        }
    }

    /// Draws arrows near the ends of the ways that lead to a junction and are long enough, and a stop line
    /// where vehicles have to stop.
    void stop_lines() {
        std::map<std::uint32_t, std::set<roadmap::Turn>> turns;  // for each way to a junction
        std::map<std::uint32_t, double> stop_m;
        for (const roadmap::Way& way : map_.ways()) {
            if (way.junction == kNone || way.kind == roadmap::WayKind::walk) continue;
            for (const std::uint32_t before : way.previous) {
                turns[before].insert(way.turn);
                const bool stops = way.signal_group != kNone || way.stop_m > 0;
                if (stops) stop_m[before] = std::max(stop_m[before], way.stop_m);
            }
        }
        for (const auto& [before, ways] : turns) {
            const roadmap::Way& way = map_.ways()[before];
            if (way.junction != kNone) continue;
            const auto stop = stop_m.find(before);
            const double back_m = stop == stop_m.end() ? 0 : stop->second;
            const roadmap::WayPoint end = map_.at(before, std::max(0.0, way.length_m - back_m));
            const Vec3 ahead{std::cos(end.yaw_rad), std::sin(end.yaw_rad), 0}, left{-ahead.y, ahead.x, 0};
            const Vec3 side = left * (end.width_m / 2), back = ahead * kStop_m;
            if (stop != stop_m.end())
                paint({end.position + side, end.position + side - back, end.position - side - back,
                       end.position - side});
            for (const double at_m : {7.0, 32.0}) {
                if (way.length_m < at_m + 8) continue;
                const roadmap::WayPoint point = map_.at(before, way.length_m - at_m);
                for (const roadmap::Turn turn : ways) arrow(point, turn);
            }
        }
    }

    void arrow(const roadmap::WayPoint& at, roadmap::Turn turn) {
        const Vec3 ahead{std::cos(at.yaw_rad), std::sin(at.yaw_rad), 0}, left{-ahead.y, ahead.x, 0};
        const auto place = [&](double x, double y) { return at.position + ahead * x + left * y; };
        paint({place(-2.2, 0.08), place(-2.2, -0.08), place(0.3, -0.08), place(0.3, 0.08)});
        if (turn == roadmap::Turn::straight) {
            paint({place(0.3, 0.08), place(0.3, -0.08), place(1, -0.08), place(1, 0.08)});
            paint({place(1, -0.35), place(2.2, 0), place(1, 0.35)});
            return;
        }
        const double side = turn == roadmap::Turn::right ? -1 : 1;
        paint({place(0.14, 0), place(0.3, 0), place(0.3, 0.55 * side), place(0.14, 0.55 * side)});
        paint({place(-0.15, 0.5 * side), place(0.22, 1.25 * side), place(0.6, 0.5 * side)});
    }

    const Canvas& canvas_;
    const roadmap::RoadMap& map_;
    const bool level_;
};

}  // namespace

void draw_map(const Canvas& canvas, const roadmap::RoadMap& map, bool level) {
    Painter(canvas, map, level).draw();
}

}  // namespace synchrono::client::scenery
