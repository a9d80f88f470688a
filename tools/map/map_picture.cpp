#include "tools/map/map_picture.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <set>
#include <vector>

#include "common/geo/angle.hpp"
#include "common/roadmap/lane_lines.hpp"
#include "tools/page/svg_plot.hpp"

namespace synchrono::tools::map {

namespace {

using roadmap::kNone;
using roadmap::middle_of;
using roadmap::thinned;

constexpr double kMargin_m = 10, kPixels_m = 2.5, kLampsApart_m = 1.1;

// Lines are drawn wider than they are on the road, so that they can be seen at this scale.
constexpr const char* kStyle = R"(
.map .land{fill:#f7f6f2} .map .building{fill:#e3ddd3;stroke:#c8c0b2;stroke-width:.5}
.map .road{fill:#c9ccd1} .map .junction{fill:#c9ccd1} .map .bus{fill:#d9b8b0} .map .bike{fill:#b7d3b6}
.map .walk{fill:#e6e6e3} .map .parking{fill:#bfc6d6} .map .other{fill:#cfdcc2}
.map .line{fill:none;stroke:#fff;stroke-width:.3} .map .dashed{stroke-dasharray:3 6}
.map .middle{stroke:#d39b1b;stroke-width:.45} .map .edge{stroke:#a9adb3}
.map .stop{stroke:#fff;stroke-width:.7} .map .zebra{fill:#fff}
.map .guide{fill:none;stroke:#8f949c;stroke-width:.15;stroke-dasharray:1 1} .map .arrow{fill:none;stroke:#fff;stroke-width:.3}
.map .lamp{fill:#5b6068;stroke:#fff;stroke-width:.15}
.map text{font-family:sans-serif;fill:#333;text-anchor:middle}
.map .name{font-size:4px;paint-order:stroke;stroke:#f7f6f2;stroke-width:.8px;stroke-linejoin:round}
.map .number{font-size:3px;fill:#777} .map .house{font-size:3.6px;fill:#7a7061} .map .small{font-size:1.7px;fill:#555} .map .lane{font-size:1.5px;fill:#666}
.map .bar{fill:none;stroke:#333;stroke-width:.5}
@media (prefers-color-scheme:dark){
.map .land{fill:#17191c} .map .building{fill:#2b2925;stroke:#423e37}
.map .road,.map .junction{fill:#3a3e45} .map .bus{fill:#5a3f3a} .map .bike{fill:#35503a} .map .walk{fill:#2b2e33}
.map .parking{fill:#3c4356} .map .other{fill:#2f3a2b}
.map .line{stroke:#b9bdc4} .map .middle{stroke:#c9962a} .map .edge{stroke:#585d66} .map .stop{stroke:#d8dbe0}
.map .zebra{fill:#c5c9cf} .map .guide{stroke:#7d838d} .map .arrow{stroke:#b9bdc4} .map .lamp{fill:#868c95;stroke:#17191c}
.map text{fill:#d5d8dd} .map .name{stroke:#17191c} .map .house{fill:#9a917f} .map .number,.map .small{fill:#aeb3bb}
.map .lane{fill:#a0a5ad} .map .bar{stroke:#d5d8dd}}
)";

/// Collects the drawing and its extent. Takes places in the world and writes SVG.
class Pen {
  public:
    void polygon(const char* kind, const std::vector<geo::Vec3>& corners) {
        shape("polygon", kind, corners, ground_);
    }
    void line(const std::string& kind, const std::vector<geo::Vec3>& points) {
        shape("polyline", kind, points, ground_);
    }
    /// Draws the lamp of a signal group. Pages that show its states find it by `data-lamp`.
    void lamp(const std::string& junction, std::uint32_t group, geo::Vec3 at, double radius_m) {
        fmt::format_to(std::back_inserter(ground_),
                       "<circle class=\"lamp\" data-lamp=\"{}\" cx=\"{:.2f}\" cy=\"{:.2f}\" r=\"{}\"/>\n",
                       lamp_name(page::escape_html(junction), group), at.x, -at.y, radius_m);
    }
    /// Writes text centred at a place, along the direction `yaw_rad` or the opposite one, whichever is
    /// readable.
    void text(const char* kind, geo::Vec3 at, std::string_view text, double yaw_rad = 0) {
        double turn_deg = std::remainder(-yaw_rad * geo::kDeg, 180.0);
        if (turn_deg >= 89.9) turn_deg -= 180;
        fmt::format_to(std::back_inserter(names_), "<text class=\"{}\" transform=\"translate({:.2f},{:.2f})",
                       kind, at.x, -at.y);
        if (std::abs(turn_deg) > 0.05)
            fmt::format_to(std::back_inserter(names_), " rotate({:.1f})", turn_deg);
        names_ += "\" dy=\".35em\">" + page::escape_html(text) + "</text>\n";
    }

    MapPicture finish(const std::string& title) {
        MapPicture picture;
        if (points_ == 0) low_x_ = low_y_ = high_x_ = high_y_ = 0;
        picture.left = std::floor(low_x_ - kMargin_m);
        picture.top = std::floor(-high_y_ - kMargin_m);
        picture.width = std::ceil(high_x_ + kMargin_m) - picture.left;
        picture.height = std::ceil(-low_y_ + kMargin_m) - picture.top;
        picture.style = kStyle;
        picture.ground = fmt::format("<rect class=\"land\" x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/>\n",
                                     picture.left, picture.top, picture.width, picture.height) +
                         ground_;
        picture.names = names_ + title_scale_and_north(picture, title);
        return picture;
    }

  private:
    void shape(const char* element, std::string_view kind, const std::vector<geo::Vec3>& points,
               std::string& out) {
        if (points.size() < 2) return;
        fmt::format_to(std::back_inserter(out), "<{} class=\"{}\" points=\"", element, kind);
        for (const geo::Vec3& p : points) {
            fmt::format_to(std::back_inserter(out), "{:.2f},{:.2f} ", p.x, -p.y);
            low_x_ = std::min(low_x_, p.x), high_x_ = std::max(high_x_, p.x);
            low_y_ = std::min(low_y_, p.y), high_y_ = std::max(high_y_, p.y);
            ++points_;
        }
        out.back() = '"';
        out += "/>\n";
    }

    /// Returns the title, the scale bar and the north arrow, which are drawn inside the margin.
    static std::string title_scale_and_north(const MapPicture& picture, const std::string& title) {
        const double scale_m = picture.width > 250 ? 50 : picture.width > 60 ? 20 : 5;
        const double left = picture.left + 4, low = picture.top + picture.height - 4;
        const double north_x = picture.left + picture.width - 7, north_y = picture.top + 5;
        return fmt::format(
            "<path class=\"bar\" d=\"M{0} {1}v2h{2}v-2\"/>\n"
            "<text class=\"name\" x=\"{3}\" y=\"{4}\">{2} m</text>\n"
            "<path class=\"bar\" d=\"M{5} {6}v10m-2.5 -6.5l2.5 -3.5l2.5 3.5\"/>\n"
            "<text class=\"name\" x=\"{5}\" y=\"{7}\">N</text>\n"
            "<text class=\"name\" style=\"text-anchor:start\" x=\"{0}\" y=\"{8}\">{9}</text>\n",
            left, low - 2, scale_m, left + scale_m / 2, low - 2.5, north_x, north_y, north_y + 14,
            picture.top + 7, page::escape_html(title));
    }

    std::string ground_, names_;
    double low_x_ = 1e9, low_y_ = 1e9, high_x_ = -1e9, high_y_ = -1e9;
    std::size_t points_ = 0;
};

/// Returns the style sheet's class for a lane's surface, or nullptr if the lane is not drawn.
const char* kind_of(roadmap::LaneType type) {
    switch (type) {
        case roadmap::LaneType::driving:
            return "road";
        case roadmap::LaneType::bus:
            return "bus";
        case roadmap::LaneType::bike:
            return "bike";
        case roadmap::LaneType::walk:
            return "walk";
        case roadmap::LaneType::parking:
            return "parking";
        case roadmap::LaneType::other:
            return "other";
        case roadmap::LaneType::none:
            break;
    }
    return nullptr;
}

/// Draws the parts of a map in the order in which they cover each other.
class Artist {
  public:
    explicit Artist(const roadmap::RoadMap& map) : map_(map), file_(map.open_drive()) {}

    MapPicture draw(const std::string& title) {
        buildings();
        for (std::size_t j = 0; j < file_.junctions.size(); ++j) pave(file_.junctions[j]);
        // Driven lanes are drawn after the other lanes, because lanes overlap in junctions.
        for (const bool driven : {false, true}) {
            for (const roadmap::Road& road : file_.roads) surfaces(road, driven);
        }
        for (const roadmap::Crosswalk& crosswalk : map_.crosswalks()) zebra(crosswalk);
        // The line in the middle of the road is drawn over the lines that begin at it.
        for (const bool middle : {false, true}) {
            for (const roadmap::Road& road : file_.roads) markings(road, middle);
        }
        for (const roadmap::Way& way : map_.ways()) {
            if (way.junction != kNone && way.kind != roadmap::WayKind::walk) guide(way);
        }
        stop_lines();
        for (const roadmap::Road& road : file_.roads) signs(road);
        return pen_.finish(title);
    }

  private:
    void buildings() {
        std::map<std::string, std::string> names;
        for (const roadmap::Road& road : file_.roads) {
            for (const roadmap::Object& object : road.objects) names[object.id] = object.name;
        }
        for (const roadmap::Building& building : map_.buildings()) {
            pen_.polygon("building", building.corners);
            write_within(names[building.id], building.corners);
        }
    }

    /// Writes the name into the outline, on as many lines as the outline's width requires.
    void write_within(const std::string& name, const std::vector<geo::Vec3>& corners) {
        const auto [low, high] = std::minmax_element(
            corners.begin(), corners.end(), [](const geo::Vec3& a, const geo::Vec3& b) { return a.x < b.x; });
        constexpr double kLine_m = 4.2, kLetter_m = 2.0;
        std::vector<std::string> lines;
        std::string word;
        for (const char c : name + " ") {
            if (c != ' ') {
                word += c;
                continue;
            }
            const bool fits =
                !lines.empty() &&
                static_cast<double>(lines.back().size() + 1 + word.size()) * kLetter_m < high->x - low->x;
            fits ? void(lines.back() += ' ' + word) : lines.push_back(word);
            word.clear();
        }
        geo::Vec3 at = middle_of(corners);
        at.y += kLine_m * (static_cast<double>(lines.size()) - 1) / 2;
        for (const std::string& line : lines) {
            pen_.text("house", at, line);
            at.y -= kLine_m;
        }
    }

    /// Draws the area that the ways through a junction enclose.
    void pave(const roadmap::Junction& junction) {
        const std::vector<geo::Vec3> hull = junction_outline(file_, junction);
        if (hull.size() < 3) return;
        pen_.polygon("junction", hull);
        pen_.text("number", middle_of(hull), junction.id);
    }

    void surfaces(const roadmap::Road& road, bool driven) {
        for (const roadmap::LaneSection& section : road.sections) {
            for (const roadmap::Lane& lane : section.lanes) {
                const char* kind = lane.id == 0 ? nullptr : kind_of(lane.type);
                if (kind == nullptr || is_driven(lane) != driven) continue;
                // Within a junction all driven lanes have the same colour.
                pen_.polygon(driven && !road.junction.empty() ? "junction" : kind,
                             lane_outline(road, section, lane.id));
            }
        }
    }

    /// Draws a crosswalk as bars side by side, and the number of its signal group at one end.
    void zebra(const roadmap::Crosswalk& crosswalk) {
        const auto& c = crosswalk.corners;
        if (c.size() != 4) {
            pen_.polygon("walk", c);
            return;
        }
        // The bars stand along the longer pair of sides, whichever comes first in `corners`.
        const bool turned = geo::length(c[1] - c[0]) < geo::length(c[2] - c[1]);
        const geo::Vec3 a = c[turned ? 1 : 0], b = c[turned ? 2 : 1], d = c[turned ? 0 : 3],
                        e = c[turned ? 3 : 2];
        const int bars = std::max(1, static_cast<int>(geo::length(b - a) / 1.2));
        for (int i = 0; i < bars; ++i) {
            const double from = (i + 0.25) / bars, to = (i + 0.75) / bars;
            pen_.polygon("zebra",
                         {a + (b - a) * from, a + (b - a) * to, d + (e - d) * to, d + (e - d) * from});
        }
        if (crosswalk.signal_group == kNone) return;
        const geo::Vec3 outwards = (a + d) * 0.5 - (b + e) * 0.5;
        pen_.text("small", (a + d) * 0.5 + outwards * (1.5 / std::max(geo::length(outwards), 1e-3)),
                  std::to_string(crosswalk.signal_group));
    }

    void markings(const roadmap::Road& road, bool middle) {
        if (!road.junction.empty()) return;
        for (const roadmap::LaneSection& section : road.sections) {
            for (std::size_t i = 0; i + 1 < section.lanes.size(); ++i) {
                // Lanes are stored from left to right. The line between two lanes is the outer edge of the
                // lane that is nearer to the middle; between lanes 1 and -1 the line is lane 0 itself.
                const roadmap::Lane &left = section.lanes[i], &right = section.lanes[i + 1];
                const roadmap::Lane* beyond_left = left.id == 0 && i > 0 ? &section.lanes[i - 1] : &left;
                if (right.id == 0) continue;
                if (left.id == 0 && i == 0) continue;
                const int of = right.id > 0 ? right.id : right.id + 1;
                const bool both = is_driven(*beyond_left) && is_driven(right);
                if (!both && !is_driven(*beyond_left) && !is_driven(right)) continue;
                const bool opposed = both && road.is_along_s(beyond_left->id) != road.is_along_s(right.id);
                if (opposed != middle) continue;
                const roadmap::Lane* line = section.lane(of);
                const bool open = line != nullptr && !line->markings.empty() &&
                                  (line->markings.front().inwards || line->markings.front().outwards);
                pen_.line(!both     ? "line edge"
                          : opposed ? "line middle"
                          : open    ? "line dashed"
                                    : "line",
                          lane_edge(road, section, of));
            }
        }
    }

    void guide(const roadmap::Way& way) {
        std::vector<geo::Vec3> points;
        for (const roadmap::WayPoint& p : way.points) points.push_back(p.position);
        pen_.line("guide", thinned(points));
    }

    /// Draws, at the end of each way that leads to a junction, arrows for the possible turns and, if
    /// vehicles may have to stop, the stop line, and the signal groups with a lamp each.
    void stop_lines() {
        // The ways in junctions, by the way that leads to them.
        std::map<std::uint32_t, std::vector<std::uint32_t>> through;
        for (std::uint32_t i = 0; i < map_.ways().size(); ++i) {
            const roadmap::Way& way = map_.ways()[i];
            if (way.junction == kNone || way.kind == roadmap::WayKind::walk) continue;
            for (const std::uint32_t before : way.previous) through[before].push_back(i);
        }
        for (const auto& [before, ways] : through) {
            const roadmap::Way& way = map_.ways()[before];
            if (way.junction != kNone) continue;
            double stop_m = 0;
            std::set<std::uint32_t> groups;
            std::set<roadmap::Turn> turns;
            for (const std::uint32_t i : ways) {
                stop_m = std::max(stop_m, map_.ways()[i].stop_m);
                turns.insert(map_.ways()[i].turn);
                if (map_.ways()[i].signal_group != kNone) groups.insert(map_.ways()[i].signal_group);
            }
            const roadmap::WayPoint at = map_.at(before, std::max(0.0, way.length_m - stop_m));
            const geo::Vec3 ahead{std::cos(at.yaw_rad), std::sin(at.yaw_rad), 0}, left{-ahead.y, ahead.x, 0};
            if (!groups.empty() || stop_m > 0) {
                pen_.line("line stop",
                          {at.position + left * (at.width_m / 2), at.position - left * (at.width_m / 2)});
            }
            for (const roadmap::Turn turn : turns) arrow(at.position - ahead * 7, ahead, left, turn);
            std::string text;
            for (const std::uint32_t group : groups)
                text += (text.empty() ? "" : " ") + std::to_string(group);
            if (text.empty()) continue;
            const std::string& junction = map_.junctions()[map_.ways()[ways.front()].junction].id;
            double side_m = kLampsApart_m * static_cast<double>(groups.size() - 1) / 2;
            for (const std::uint32_t group : groups) {
                pen_.lamp(junction, group, at.position + ahead * 0.9 + left * side_m, 0.45);
                side_m -= kLampsApart_m;
            }
            pen_.text("small", at.position - ahead * 1.6, text);
        }
    }

    void arrow(geo::Vec3 tail, geo::Vec3 ahead, geo::Vec3 left, roadmap::Turn turn) {
        geo::Vec3 point = ahead;
        geo::Vec3 knee = tail + ahead * 1.8;
        if (turn == roadmap::Turn::left) point = left;
        if (turn == roadmap::Turn::right) point = left * -1;
        if (turn == roadmap::Turn::u_turn) point = ahead * -1, knee = tail + ahead * 1.8 + left * 0.8;
        const geo::Vec3 tip = knee + point * (turn == roadmap::Turn::straight ? 1.7 : 1.0);
        const geo::Vec3 side{-point.y, point.x, 0};
        pen_.line("arrow", {tail, knee, tip});
        pen_.line("arrow", {tip - point * 0.6 + side * 0.4, tip, tip - point * 0.6 - side * 0.4});
    }

    /// Writes the road's name beside the road, and the number of each driven lane onto that lane.
    void signs(const roadmap::Road& road) {
        if (!road.junction.empty()) return;
        const roadmap::LinePoint line = reference_line(road, road.length_m / 2);
        const roadmap::LaneSection& section = road.sections[road.section_at(road.length_m / 2)];
        if (section.lanes.empty()) return;
        const double outer_m =
            section.lanes.front().id == 0
                ? 0
                : edges(road, section, section.lanes.front().id, road.length_m / 2).outer.value;
        const std::string name =
            road.name.empty() ? "road " + road.id : fmt::format("{} ({})", road.name, road.id);
        pen_.text("name", surface(road, road.length_m / 2, outer_m + 3), name, line.heading_rad);
        const double s_m = road.length_m * 0.75;
        const roadmap::LaneSection& there = road.sections[road.section_at(s_m)];
        for (const roadmap::Lane& lane : there.lanes) {
            if (!is_driven(lane) || lane.id == 0) continue;
            const roadmap::LanePoint middle = lane_middle(road, there, lane.id, s_m);
            if (middle.width_m > 1.5) pen_.text("lane", middle.position, std::to_string(lane.id));
        }
    }

    const roadmap::RoadMap& map_;
    const roadmap::OpenDrive& file_;
    Pen pen_;
};

}  // namespace

std::string lamp_name(const std::string& junction, std::uint32_t signal_group) {
    return fmt::format("{} {}", junction, signal_group);
}

MapPicture picture_of(const roadmap::RoadMap& map, const std::string& title) {
    return Artist(map).draw(title);
}

std::string draw_map(const roadmap::RoadMap& map, const std::string& title) {
    const MapPicture picture = picture_of(map, title);
    return fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" class=\"map\" width=\"{:.0f}\" height=\"{:.0f}\" "
        "viewBox=\"{} {} {} {}\">\n<style>{}</style>\n{}{}</svg>\n",
        picture.width * kPixels_m, picture.height * kPixels_m, picture.left, picture.top, picture.width,
        picture.height, picture.style, picture.ground, picture.names);
}

}  // namespace synchrono::tools::map
