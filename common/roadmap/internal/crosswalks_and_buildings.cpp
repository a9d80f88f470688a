// Makes crosswalks and buildings from objects with outlines, in the world frame.
#include <algorithm>
#include <array>
#include <cmath>
#include <fmt/format.h>
#include <numbers>

#include "common/roadmap/internal/outline.hpp"
#include "common/roadmap/internal/way_network.hpp"

namespace synchrono::roadmap {

namespace {

constexpr double kSame_m = 0.01;         // corners closer than this are one corner
constexpr int kRoundCorners = 16;        // corners of a round object's outline
constexpr double kDefaultHeight_m = 10;  // for buildings without a height
constexpr double kAtJunction_m = 30;     // crosswalks this near to a road's end belong to the junction there

using Corners = std::vector<geo::Vec3>;

/// Converts places from the frame of an object to the world frame.
class ObjectFrame {
  public:
    ObjectFrame(const Road& road, const Object& object)
        : road_(road), at_(surface(road, object.s_m, object.t_m)), z_m_(object.z_m) {
        const double heading = reference_line(road, std::clamp(object.s_m, 0.0, road.length_m)).heading_rad;
        cosine_ = std::cos(heading + object.heading_rad);
        sine_ = std::sin(heading + object.heading_rad);
    }

    geo::Vec3 local(double u, double v, double z) const {
        return at_ + geo::Vec3{u * cosine_ - v * sine_, u * sine_ + v * cosine_, z + z_m_};
    }
    geo::Vec3 on_road(geo::Vec3 stz) const { return surface(road_, stz.x, stz.y) + geo::Vec3{0, 0, stz.z}; }

  private:
    const Road& road_;
    geo::Vec3 at_;
    double z_m_, cosine_ = 1, sine_ = 0;
};

/// Returns the corners anticlockwise and without repetitions; empty if they enclose no area.
Corners tidy(const Corners& corners) {
    Corners kept;
    const auto same = [](geo::Vec3 a, geo::Vec3 b) { return std::hypot(a.x - b.x, a.y - b.y) < kSame_m; };
    for (const geo::Vec3& corner : corners) {
        if (kept.empty() || !same(kept.back(), corner)) kept.push_back(corner);
    }
    while (kept.size() > 1 && same(kept.front(), kept.back())) kept.pop_back();
    if (kept.size() < 3) return {};
    const double area = area_m2(kept);
    if (std::abs(area) < kSame_m) return {};
    if (area < 0) std::reverse(kept.begin(), kept.end());
    return kept;
}

struct Footprint {
    Corners corners;
    double height_m = 0;
};

std::vector<Footprint> footprints(const Road& road, const Object& object) {
    const ObjectFrame frame(road, object);
    std::vector<Footprint> all;
    const auto add = [&](Corners corners, double height) {
        if (corners = tidy(corners); !corners.empty()) all.push_back({std::move(corners), height});
    };
    for (const Outline& outline : object.outlines) {
        Corners corners;
        for (const geo::Vec3& c : outline.corners) {
            corners.push_back(outline.local ? frame.local(c.x, c.y, c.z) : frame.on_road(c));
        }
        add(std::move(corners), outline.height_m > 0 ? outline.height_m : object.height_m);
    }
    if (!object.outlines.empty()) return all;
    if (object.radius_m > 0) {
        Corners corners;
        for (int i = 0; i < kRoundCorners; ++i) {
            const double angle = 2 * std::numbers::pi * i / kRoundCorners;
            corners.push_back(
                frame.local(object.radius_m * std::cos(angle), object.radius_m * std::sin(angle), 0));
        }
        add(std::move(corners), object.height_m);
    } else if (object.length_m > 0 && object.width_m > 0) {
        const double u = object.length_m / 2, v = object.width_m / 2;
        add({frame.local(-u, -v, 0), frame.local(u, -v, 0), frame.local(u, v, 0), frame.local(-u, v, 0)},
            object.height_m);
    }
    return all;
}

/// Rotates the list so that its first side is the one that reaches furthest across the road.
void begin_across(Corners& corners, double road_heading_rad) {
    const double x = -std::sin(road_heading_rad), y = std::cos(road_heading_rad);
    std::size_t best = 0;
    double most = -1;
    for (std::size_t i = 0; i < corners.size(); ++i) {
        const geo::Vec3 side = corners[(i + 1) % corners.size()] - corners[i];
        const double across = std::abs(side.x * x + side.y * y);
        if (across <= most + kSame_m) continue;
        most = across;
        best = i;
    }
    std::rotate(corners.begin(), corners.begin() + static_cast<std::ptrdiff_t>(best), corners.end());
}

/// Returns the junction that a road leads through, or that it leads into near s; kNone if there is none.
std::uint32_t junction_near(const WayNetwork& network, const Road& road, double s_m) {
    if (!road.junction.empty()) return network.junction_by_id.at(road.junction);
    const auto at = [&](const std::optional<RoadLink>& link, double away_m) {
        return link && link->to_junction && away_m <= kAtJunction_m ? network.junction_by_id.at(link->id)
                                                                    : kNone;
    };
    const std::uint32_t start = at(road.predecessor, s_m), end = at(road.successor, road.length_m - s_m);
    if (start == kNone) return end;
    return end == kNone || s_m < road.length_m - s_m ? start : end;
}

}  // namespace

Result<void> make_crosswalks_and_buildings(WayNetwork& network) {
    for (std::uint32_t i = 0; i < network.map.roads.size(); ++i) {
        const Road& road = network.map.roads[i];
        for (const Object& object : road.objects) {
            const std::string type = lower_case(object.type);
            const bool crosswalk = type == "crosswalk", building = type == "building";
            if (!crosswalk && !building) continue;
            std::vector<Footprint> found = footprints(road, object);
            if (found.empty()) {
                network.remark(
                    fmt::format("the {} '{}' of road '{}' has no outline", type, object.id, road.id));
            }
            for (Footprint& footprint : found) {
                if (building) {
                    const double height = footprint.height_m > 0 ? footprint.height_m : kDefaultHeight_m;
                    network.buildings.push_back({object.id, std::move(footprint.corners), height});
                    continue;
                }
                const double s = std::clamp(object.s_m, 0.0, road.length_m);
                Crosswalk made{.id = object.id, .road = i, .corners = std::move(footprint.corners)};
                begin_across(made.corners, reference_line(road, s).heading_rad);
                made.junction = junction_near(network, road, s);
                made.signal = object.signal;
                network.crosswalks.push_back(std::move(made));
            }
            if (network.crosswalks.size() > kCrosswalksMax || network.buildings.size() > kBuildingsMax) {
                return fail(
                    fmt::format("{}:{}: the map is too large: more than {} crosswalks or {} buildings",
                                network.map.name, object.line, kCrosswalksMax, kBuildingsMax));
            }
        }
    }
    return {};
}

}  // namespace synchrono::roadmap
