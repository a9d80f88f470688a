/// MapData (MAP): the geometry of intersections and roads.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/j2735/lane.hpp"
#include "common/j2735/node.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct SignalControlZone {
    RegionalExtension zone{};
    Additions additions{};
    bool operator==(const SignalControlZone&) const = default;
};

/// An intersection: its reference point, and its lanes as offsets from that point.
struct IntersectionGeometry {
    std::string name{};  // empty: absent
    IntersectionReferenceId id{};
    std::uint8_t revision = 0;
    Position3D ref_point{};
    std::optional<std::uint16_t> lane_width{};         // cm
    std::vector<RegulatorySpeedLimit> speed_limits{};  // empty: absent
    std::vector<GenericLane> lane_set{};
    std::vector<SignalControlZone> preempt_priority_data{};  // empty: absent
    std::vector<RegionalExtension> regional{};               // empty: absent
    Additions additions{};
    bool operator==(const IntersectionGeometry&) const = default;
};

struct RoadSegmentReferenceId {
    std::optional<std::uint16_t> region{};
    std::uint16_t id = 0;
    bool operator==(const RoadSegmentReferenceId&) const = default;
};

/// A piece of road between intersections, with its lanes.
struct RoadSegment {
    std::string name{};  // empty: absent
    RoadSegmentReferenceId id{};
    std::uint8_t revision = 0;
    Position3D ref_point{};
    std::optional<std::uint16_t> lane_width{};         // cm
    std::vector<RegulatorySpeedLimit> speed_limits{};  // empty: absent
    std::vector<GenericLane> road_lane_set{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const RoadSegment&) const = default;
};

struct DataParameters {
    std::string process_method{};     // empty: absent
    std::string process_agency{};     // empty: absent
    std::string last_checked_date{};  // empty: absent
    std::string geoid_used{};         // empty: absent
    Additions additions{};
    bool operator==(const DataParameters&) const = default;
};

enum class RestrictionAppliesTo : std::uint8_t {
    none,
    equipped_transit,
    equipped_taxis,
    equipped_other,
    emission_compliant,
    equipped_bicycle,
    weight_compliant,
    height_compliant,
    pedestrians,
    slow_moving_persons,
    wheelchair_users,
    visual_disabilities,
    audio_disabilities,
    other_unknown_disabilities
};

using RestrictionUserType =
    std::variant<RestrictionAppliesTo, std::vector<RegionalExtension>, UnknownAlternative>;

/// Lists the users that are meant where a `Connection::user_class` has the value `id`.
struct RestrictionClassAssignment {
    std::uint8_t id = 0;
    std::vector<RestrictionUserType> users{};
    bool operator==(const RestrictionClassAssignment&) const = default;
};

enum class LayerType : std::uint8_t {
    none,
    mixed_content,
    general_map_data,
    intersection_data,
    curve_data,
    roadway_section_data,
    parking_area_data,
    shared_lane_data
};

struct MapData {
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::uint8_t msg_issue_revision = 0;
    std::optional<LayerType> layer_type{};
    std::optional<std::uint8_t> layer_id{};
    std::vector<IntersectionGeometry> intersections{};  // empty: absent
    std::vector<RoadSegment> road_segments{};           // empty: absent
    std::optional<DataParameters> data_parameters{};
    std::vector<RestrictionClassAssignment> restriction_list{};  // empty: absent
    std::vector<RegionalExtension> regional{};                   // empty: absent
    Additions additions{};
    bool operator==(const MapData&) const = default;
};

}  // namespace synchrono::j2735
