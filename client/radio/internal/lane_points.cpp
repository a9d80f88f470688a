#include "client/radio/internal/lane_points.hpp"

#include <algorithm>
#include <cmath>
#include <optional>
#include <type_traits>
#include <variant>

#include "common/geo/angle.hpp"

namespace synchrono::client::radio::internal {
namespace {

/// Returns the place that `delta` gives to the node after `last`; nothing if `delta` is a regional extension.
std::optional<geo::Vec3> next(const j2735::NodeOffsetPointXy& delta, geo::Vec3 last,
                              const geo::WorldFrame& world) {
    return std::visit(
        [&](const auto& node) -> std::optional<geo::Vec3> {
            using Node = std::decay_t<decltype(node)>;
            if constexpr (std::is_same_v<Node, j2735::RegionalExtension>) {
                return {};
            } else if constexpr (std::is_same_v<Node, j2735::NodeLlmd64b>) {
                geo::Vec3 p = world.to_world({node.lat * 1e-7, node.lon * 1e-7, 0});
                p.z = last.z;
                return p;
            } else {
                return last + geo::Vec3{node.x * 0.01, node.y * 0.01, 0};
            }
        },
        delta);
}

LanePoints explicit_points(const std::vector<j2735::NodeXy>& nodes, const geo::WorldFrame& world,
                           geo::Vec3 reference) {
    LanePoints points;
    geo::Vec3 at = reference;
    for (const j2735::NodeXy& node : nodes) {
        const auto there = next(node.delta, at, world);
        if (!there) return {};
        at = *there;
        if (node.attributes) {
            if (node.attributes->d_elevation) at.z += *node.attributes->d_elevation * 0.01;
            if (node.attributes->d_width && points.nodes.empty())
                points.width_change_m = *node.attributes->d_width * 0.01;
            for (const j2735::LaneDataAttribute& data : node.attributes->data) {
                const auto* limits = std::get_if<std::vector<j2735::RegulatorySpeedLimit>>(&data);
                if (limits && points.speed_limits.empty()) points.speed_limits = *limits;
            }
        }
        points.nodes.push_back(at);
    }
    return points;
}

double value_m(const j2735::DrivenLineOffset& offset) {
    return std::visit([](const auto& o) { return o.value * 0.01; }, offset);
}

}  // namespace

LanePoints lane_points(const j2735::GenericLane& lane, std::span<const j2735::GenericLane> lanes,
                       const geo::WorldFrame& world, geo::Vec3 reference) {
    if (const auto* nodes = std::get_if<std::vector<j2735::NodeXy>>(&lane.node_list))
        return explicit_points(*nodes, world, reference);
    const auto* computed = std::get_if<j2735::ComputedLane>(&lane.node_list);
    if (computed == nullptr) return {};
    const auto model = std::find_if(lanes.begin(), lanes.end(), [&](const j2735::GenericLane& other) {
        return other.lane_id == computed->reference_lane_id;
    });
    const auto* nodes =
        model == lanes.end() ? nullptr : std::get_if<std::vector<j2735::NodeXy>>(&model->node_list);
    if (nodes == nullptr) return {};  // a lane computed from a computed lane could form a cycle

    // The lane is stretched and turned (clockwise) about its first node, and then moved.
    LanePoints points = explicit_points(*nodes, world, reference);
    if (points.nodes.empty()) return points;
    const geo::Vec3 first = points.nodes.front();
    const geo::Vec3 moved{value_m(computed->offset_x_axis), value_m(computed->offset_y_axis), 0};
    const double angle = computed->rotate_xy.value_or(0) * (0.0125 * geo::kRad);
    const double cosine = std::cos(angle), sine = std::sin(angle);
    const double scale_x = 1 + computed->scale_x_axis.value_or(0) * 0.0005;
    const double scale_y = 1 + computed->scale_y_axis.value_or(0) * 0.0005;
    for (geo::Vec3& node : points.nodes) {
        const geo::Vec3 d = node - first;
        const double x = d.x * scale_x, y = d.y * scale_y;
        node = first + moved + geo::Vec3{x * cosine + y * sine, y * cosine - x * sine, d.z};
    }
    return points;
}

}  // namespace synchrono::client::radio::internal
