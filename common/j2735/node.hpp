/// The points of lanes and paths as offsets in centimetres (XY), with the attributes at and between them.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "common/j2735/position.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

enum class SpeedLimitType : std::uint8_t {
    unknown,
    max_speed_in_school_zone,
    max_speed_in_school_zone_when_children_are_present,
    max_speed_in_construction_zone,
    vehicle_min_speed,
    vehicle_max_speed,
    vehicle_night_max_speed,
    truck_min_speed,
    truck_max_speed,
    truck_night_max_speed,
    vehicles_with_trailers_min_speed,
    vehicles_with_trailers_max_speed,
    vehicles_with_trailers_night_max_speed
};

struct RegulatorySpeedLimit {
    SpeedLimitType type = SpeedLimitType::unknown;
    std::uint16_t speed = 8191;  // 0.02 m/s; 8191 unavailable
    bool operator==(const RegulatorySpeedLimit&) const = default;
};

struct DeltaAngle {
    std::int16_t value = 0;  // deg
    bool operator==(const DeltaAngle&) const = default;
};

struct LaneCrownPointCenter {
    std::int8_t value = 0;  // 0.3 deg
    bool operator==(const LaneCrownPointCenter&) const = default;
};

struct LaneCrownPointLeft {
    std::int8_t value = 0;  // 0.3 deg
    bool operator==(const LaneCrownPointLeft&) const = default;
};

struct LaneCrownPointRight {
    std::int8_t value = 0;  // 0.3 deg
    bool operator==(const LaneCrownPointRight&) const = default;
};

struct MergeDivergeNodeAngle {
    std::int16_t value = 0;  // 1.5 deg
    bool operator==(const MergeDivergeNodeAngle&) const = default;
};

using LaneDataAttribute =
    std::variant<DeltaAngle, LaneCrownPointCenter, LaneCrownPointLeft, LaneCrownPointRight,
                 MergeDivergeNodeAngle, std::vector<RegulatorySpeedLimit>, std::vector<RegionalExtension>,
                 UnknownAlternative>;

struct NodeXy20b {
    std::int16_t x = 0;  // cm
    std::int16_t y = 0;  // cm
    bool operator==(const NodeXy20b&) const = default;
};

struct NodeXy22b {
    std::int16_t x = 0;  // cm
    std::int16_t y = 0;  // cm
    bool operator==(const NodeXy22b&) const = default;
};

struct NodeXy26b {
    std::int16_t x = 0;  // cm
    std::int16_t y = 0;  // cm
    bool operator==(const NodeXy26b&) const = default;
};

struct NodeXy28b {
    std::int16_t x = 0;  // cm
    std::int16_t y = 0;  // cm
    bool operator==(const NodeXy28b&) const = default;
};

struct NodeXy32b {
    std::int16_t x = 0;  // cm
    std::int16_t y = 0;  // cm
    bool operator==(const NodeXy32b&) const = default;
};

struct NodeLlmd64b {
    std::int32_t lon = 1800000001;  // 1e-7 deg; 1800000001 unavailable
    std::int32_t lat = 900000001;   // 1e-7 deg; 900000001 unavailable
    bool operator==(const NodeLlmd64b&) const = default;
};

/// The offset east and north from the previous node, in one of six sizes; or a position, or a regional form.
using NodeOffsetPointXy = std::variant<NodeXy20b, NodeXy22b, NodeXy24b, NodeXy26b, NodeXy28b, NodeXy32b,
                                       NodeLlmd64b, RegionalExtension>;

enum class NodeAttributeXy : std::uint8_t {
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

enum class SegmentAttributeXy : std::uint8_t {
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

/// The attributes of a node itself, and those that change there and hold from there on.
struct NodeAttributeSetXy {
    std::vector<NodeAttributeXy> local_node{};   // empty: absent
    std::vector<SegmentAttributeXy> disabled{};  // empty: absent
    std::vector<SegmentAttributeXy> enabled{};   // empty: absent
    std::vector<LaneDataAttribute> data{};       // empty: absent
    std::optional<std::int16_t> d_width{};       // cm
    std::optional<std::int16_t> d_elevation{};   // cm
    std::vector<RegionalExtension> regional{};   // empty: absent
    Additions additions{};
    bool operator==(const NodeAttributeSetXy&) const = default;
};

struct NodeXy {
    NodeOffsetPointXy delta{};
    std::optional<NodeAttributeSetXy> attributes{};
    Additions additions{};
    bool operator==(const NodeXy&) const = default;
};

struct DrivenLineOffsetSm {
    std::int16_t value = 0;  // cm
    bool operator==(const DrivenLineOffsetSm&) const = default;
};

struct DrivenLineOffsetLg {
    std::int16_t value = 0;  // cm
    bool operator==(const DrivenLineOffsetLg&) const = default;
};

using DrivenLineOffset = std::variant<DrivenLineOffsetSm, DrivenLineOffsetLg>;

/// A lane with the shape of another one, moved, rotated and scaled.
struct ComputedLane {
    std::uint8_t reference_lane_id = 0;
    DrivenLineOffset offset_x_axis{};
    DrivenLineOffset offset_y_axis{};
    std::optional<std::uint16_t> rotate_xy{};    // 0.0125 deg; 28800 unavailable
    std::optional<std::int16_t> scale_x_axis{};  // 0.05 %
    std::optional<std::int16_t> scale_y_axis{};  // 0.05 %
    std::vector<RegionalExtension> regional{};   // empty: absent
    Additions additions{};
    bool operator==(const ComputedLane&) const = default;
};

/// Two or more nodes, or a lane computed from another one.
using NodeListXy = std::variant<std::vector<NodeXy>, ComputedLane, UnknownAlternative>;

}  // namespace synchrono::j2735
