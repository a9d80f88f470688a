/// The points of paths as offsets in latitude and longitude (LL), and what holds at and between them.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "common/j2735/node.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct NodeLl24b {
    std::int16_t lon = 0;  // 1e-7 deg
    std::int16_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl24b&) const = default;
};

struct NodeLl28b {
    std::int16_t lon = 0;  // 1e-7 deg
    std::int16_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl28b&) const = default;
};

struct NodeLl32b {
    std::int16_t lon = 0;  // 1e-7 deg
    std::int16_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl32b&) const = default;
};

struct NodeLl36b {
    std::int32_t lon = -131072;  // 1e-7 deg; -131072 unavailable
    std::int32_t lat = -131072;  // 1e-7 deg; -131072 unavailable
    bool operator==(const NodeLl36b&) const = default;
};

struct NodeLl44b {
    std::int32_t lon = 0;  // 1e-7 deg
    std::int32_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl44b&) const = default;
};

struct NodeLl48b {
    std::int32_t lon = 0;  // 1e-7 deg
    std::int32_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl48b&) const = default;
};

/// An offset from the node before it, in the fewest bits that hold it; or a place of its own.
using NodeOffsetPointLl = std::variant<NodeLl24b, NodeLl28b, NodeLl32b, NodeLl36b, NodeLl44b, NodeLl48b,
                                       NodeLlmd64b, RegionalExtension>;

enum class NodeAttributeLl : std::uint8_t {
    reserved,
    stop_line,
    rounded_cap_style_a,
    rounded_cap_style_b,
    merge_point,
    diverge_point,
    downstream_stop_line,
    downstream_start_node,
    closed_to_traffic,
    safe_island,
    curb_present_at_step_off,
    hydrant_present
};

enum class SegmentAttributeLl : std::uint8_t {
    reserved,
    do_not_block,
    white_line,
    merging_lane_left,
    merging_lane_right,
    curb_on_left,
    curb_on_right,
    loadingzone_on_left,
    loadingzone_on_right,
    turn_out_point_on_left,
    turn_out_point_on_right,
    adjacent_parking_on_left,
    adjacent_parking_on_right,
    adjacent_bike_lane_on_left,
    adjacent_bike_lane_on_right,
    shared_bike_lane,
    bike_box_in_front,
    transit_stop_on_left,
    transit_stop_on_right,
    transit_stop_in_lane,
    shared_with_tracked_vehicle,
    safe_island,
    low_curbs_present,
    rumble_strip_present,
    audible_signaling_present,
    adaptive_timing_present,
    rf_signal_request_present,
    partial_curb_intrusion,
    taper_to_left,
    taper_to_right,
    taper_to_center_line,
    parallel_parking,
    head_in_parking,
    free_parking,
    time_restrictions_on_parking,
    cost_to_park,
    mid_block_curb_present,
    un_even_pavement_present
};

/// What changes at a node and holds from there on.
struct NodeAttributeSetLl {
    std::vector<NodeAttributeXy> local_node{};   // empty: absent
    std::vector<SegmentAttributeXy> disabled{};  // empty: absent
    std::vector<SegmentAttributeXy> enabled{};   // empty: absent
    std::vector<LaneDataAttribute> data{};       // empty: absent
    std::optional<std::int16_t> d_width{};       // cm
    std::optional<std::int16_t> d_elevation{};   // cm
    std::vector<RegionalExtension> regional{};   // empty: absent
    Additions additions{};
    bool operator==(const NodeAttributeSetLl&) const = default;
};

struct NodeLl {
    NodeOffsetPointLl delta{};
    std::optional<NodeAttributeSetLl> attributes{};
    Additions additions{};
    bool operator==(const NodeLl&) const = default;
};

using NodeListLl = std::variant<std::vector<NodeLl>, UnknownAlternative>;

}  // namespace synchrono::j2735
