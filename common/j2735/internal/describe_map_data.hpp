/// Descriptions of the types of common/j2735/map_data.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_lane.hpp"
#include "common/j2735/internal/describe_node.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/map_data.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<SignalControlZone>) {
    using T = SignalControlZone;
    return extensible_sequence<T>(field("zone", &T::zone));
}

constexpr auto describe(Type<IntersectionGeometry>) {
    using T = IntersectionGeometry;
    return extensible_sequence<T>(
        optional_list<Size<1, 63>>("name", &T::name), field("id", &T::id),
        field<Range<0, 127>>("revision", &T::revision), field("refPoint", &T::ref_point),
        field<Range<0, 32767>>("laneWidth", &T::lane_width),
        optional_list<Size<1, 9>>("speedLimits", &T::speed_limits),
        field<Size<1, 255>>("laneSet", &T::lane_set),
        optional_list<Size<1, 32>>("preemptPriorityData", &T::preempt_priority_data),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<RoadSegmentReferenceId>) {
    using T = RoadSegmentReferenceId;
    return sequence<T>(field<Range<0, 65535>>("region", &T::region), field<Range<0, 65535>>("id", &T::id));
}

constexpr auto describe(Type<RoadSegment>) {
    using T = RoadSegment;
    return extensible_sequence<T>(optional_list<Size<1, 63>>("name", &T::name), field("id", &T::id),
                                  field<Range<0, 127>>("revision", &T::revision),
                                  field("refPoint", &T::ref_point),
                                  field<Range<0, 32767>>("laneWidth", &T::lane_width),
                                  optional_list<Size<1, 9>>("speedLimits", &T::speed_limits),
                                  field<Size<1, 255>>("roadLaneSet", &T::road_lane_set),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<DataParameters>) {
    using T = DataParameters;
    return extensible_sequence<T>(optional_list<Size<1, 255>>("processMethod", &T::process_method),
                                  optional_list<Size<1, 255>>("processAgency", &T::process_agency),
                                  optional_list<Size<1, 255>>("lastCheckedDate", &T::last_checked_date),
                                  optional_list<Size<1, 255>>("geoidUsed", &T::geoid_used));
}

constexpr auto describe(Type<RestrictionAppliesTo>) {
    return enumeration<RestrictionAppliesTo>(
        kExtensible, "none", "equippedTransit", "equippedTaxis", "equippedOther", "emissionCompliant",
        "equippedBicycle", "weightCompliant", "heightCompliant", "pedestrians", "slowMovingPersons",
        "wheelchairUsers", "visualDisabilities", "audioDisabilities", "otherUnknownDisabilities");
}

constexpr auto describe(Type<RestrictionUserType>) {
    return extensible_choice<RestrictionUserType>(alternative("basicType"),
                                                  alternative<Size<1, 4>>("regional"));
}

constexpr auto describe(Type<RestrictionClassAssignment>) {
    using T = RestrictionClassAssignment;
    return sequence<T>(field<Range<0, 255>>("id", &T::id), field<Size<1, 16>>("users", &T::users));
}

constexpr auto describe(Type<LayerType>) {
    return enumeration<LayerType>(kExtensible, "none", "mixedContent", "generalMapData", "intersectionData",
                                  "curveData", "roadwaySectionData", "parkingAreaData", "sharedLaneData");
}

constexpr auto describe(Type<MapData>) {
    using T = MapData;
    return extensible_sequence<T>(field<Range<0, 527040>>("timeStamp", &T::time_stamp),
                                  field<Range<0, 127>>("msgIssueRevision", &T::msg_issue_revision),
                                  field("layerType", &T::layer_type),
                                  field<Range<0, 100>>("layerID", &T::layer_id),
                                  optional_list<Size<1, 32>>("intersections", &T::intersections),
                                  optional_list<Size<1, 32>>("roadSegments", &T::road_segments),
                                  field("dataParameters", &T::data_parameters),
                                  optional_list<Size<1, 254>>("restrictionList", &T::restriction_list),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
