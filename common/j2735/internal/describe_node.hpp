/// Descriptions of the types of common/j2735/node.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/node.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<SpeedLimitType>) {
    return enumeration<SpeedLimitType>(
        kExtensible, "unknown", "maxSpeedInSchoolZone", "maxSpeedInSchoolZoneWhenChildrenArePresent",
        "maxSpeedInConstructionZone", "vehicleMinSpeed", "vehicleMaxSpeed", "vehicleNightMaxSpeed",
        "truckMinSpeed", "truckMaxSpeed", "truckNightMaxSpeed", "vehiclesWithTrailersMinSpeed",
        "vehiclesWithTrailersMaxSpeed", "vehiclesWithTrailersNightMaxSpeed");
}

constexpr auto describe(Type<RegulatorySpeedLimit>) {
    using T = RegulatorySpeedLimit;
    return sequence<T>(field("type", &T::type), field<Range<0, 8191>>("speed", &T::speed));
}

constexpr auto describe(Type<DeltaAngle>) { return wrapped<Range<-150, 150>>(&DeltaAngle::value); }

constexpr auto describe(Type<LaneCrownPointCenter>) {
    return wrapped<Range<-128, 127>>(&LaneCrownPointCenter::value);
}

constexpr auto describe(Type<LaneCrownPointLeft>) {
    return wrapped<Range<-128, 127>>(&LaneCrownPointLeft::value);
}

constexpr auto describe(Type<LaneCrownPointRight>) {
    return wrapped<Range<-128, 127>>(&LaneCrownPointRight::value);
}

constexpr auto describe(Type<MergeDivergeNodeAngle>) {
    return wrapped<Range<-180, 180>>(&MergeDivergeNodeAngle::value);
}

constexpr auto describe(Type<LaneDataAttribute>) {
    return extensible_choice<LaneDataAttribute>(
        alternative("pathEndPointAngle"), alternative("laneCrownPointCenter"),
        alternative("laneCrownPointLeft"), alternative("laneCrownPointRight"), alternative("laneAngle"),
        alternative<Size<1, 9>>("speedLimits"), alternative<Size<1, 4>>("regional"));
}

constexpr auto describe(Type<NodeXy20b>) {
    using T = NodeXy20b;
    return sequence<T>(field<Range<-512, 511>>("x", &T::x), field<Range<-512, 511>>("y", &T::y));
}

constexpr auto describe(Type<NodeXy22b>) {
    using T = NodeXy22b;
    return sequence<T>(field<Range<-1024, 1023>>("x", &T::x), field<Range<-1024, 1023>>("y", &T::y));
}

constexpr auto describe(Type<NodeXy26b>) {
    using T = NodeXy26b;
    return sequence<T>(field<Range<-4096, 4095>>("x", &T::x), field<Range<-4096, 4095>>("y", &T::y));
}

constexpr auto describe(Type<NodeXy28b>) {
    using T = NodeXy28b;
    return sequence<T>(field<Range<-8192, 8191>>("x", &T::x), field<Range<-8192, 8191>>("y", &T::y));
}

constexpr auto describe(Type<NodeXy32b>) {
    using T = NodeXy32b;
    return sequence<T>(field<Range<-32768, 32767>>("x", &T::x), field<Range<-32768, 32767>>("y", &T::y));
}

constexpr auto describe(Type<NodeLlmd64b>) {
    using T = NodeLlmd64b;
    return sequence<T>(field<Range<-1799999999, 1800000001>>("lon", &T::lon),
                       field<Range<-900000000, 900000001>>("lat", &T::lat));
}

constexpr auto describe(Type<NodeOffsetPointXy>) {
    return choice<NodeOffsetPointXy>(alternative("node-XY1"), alternative("node-XY2"),
                                     alternative("node-XY3"), alternative("node-XY4"),
                                     alternative("node-XY5"), alternative("node-XY6"),
                                     alternative("node-LatLon"), alternative("regional"));
}

constexpr auto describe(Type<NodeAttributeXy>) {
    return enumeration<NodeAttributeXy>(kExtensible, "reserved", "stopLine", "roundedCapStyleA",
                                        "roundedCapStyleB", "mergePoint", "divergePoint",
                                        "downstreamStopLine", "downstreamStartNode", "closedToTraffic",
                                        "safeIsland", "curbPresentAtStepOff", "hydrantPresent");
}

constexpr auto describe(Type<SegmentAttributeXy>) {
    return enumeration<SegmentAttributeXy>(
        kExtensible, "reserved", "doNotBlock", "whiteLine", "mergingLaneLeft", "mergingLaneRight",
        "curbOnLeft", "curbOnRight", "loadingzoneOnLeft", "loadingzoneOnRight", "turnOutPointOnLeft",
        "turnOutPointOnRight", "adjacentParkingOnLeft", "adjacentParkingOnRight", "adjacentBikeLaneOnLeft",
        "adjacentBikeLaneOnRight", "sharedBikeLane", "bikeBoxInFront", "transitStopOnLeft",
        "transitStopOnRight", "transitStopInLane", "sharedWithTrackedVehicle", "safeIsland",
        "lowCurbsPresent", "rumbleStripPresent", "audibleSignalingPresent", "adaptiveTimingPresent",
        "rfSignalRequestPresent", "partialCurbIntrusion", "taperToLeft", "taperToRight", "taperToCenterLine",
        "parallelParking", "headInParking", "freeParking", "timeRestrictionsOnParking", "costToPark",
        "midBlockCurbPresent", "unEvenPavementPresent");
}

constexpr auto describe(Type<NodeAttributeSetXy>) {
    using T = NodeAttributeSetXy;
    return extensible_sequence<T>(optional_list<Size<1, 8>>("localNode", &T::local_node),
                                  optional_list<Size<1, 8>>("disabled", &T::disabled),
                                  optional_list<Size<1, 8>>("enabled", &T::enabled),
                                  optional_list<Size<1, 8>>("data", &T::data),
                                  field<Range<-512, 511>>("dWidth", &T::d_width),
                                  field<Range<-512, 511>>("dElevation", &T::d_elevation),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<NodeXy>) {
    using T = NodeXy;
    return extensible_sequence<T>(field("delta", &T::delta), field("attributes", &T::attributes));
}

constexpr auto describe(Type<DrivenLineOffsetSm>) {
    return wrapped<Range<-2047, 2047>>(&DrivenLineOffsetSm::value);
}

constexpr auto describe(Type<DrivenLineOffsetLg>) {
    return wrapped<Range<-32767, 32767>>(&DrivenLineOffsetLg::value);
}

constexpr auto describe(Type<DrivenLineOffset>) {
    return choice<DrivenLineOffset>(alternative("small"), alternative("large"));
}

constexpr auto describe(Type<ComputedLane>) {
    using T = ComputedLane;
    return extensible_sequence<T>(field<Range<0, 255>>("referenceLaneId", &T::reference_lane_id),
                                  field("offsetXaxis", &T::offset_x_axis),
                                  field("offsetYaxis", &T::offset_y_axis),
                                  field<Range<0, 28800>>("rotateXY", &T::rotate_xy),
                                  field<Range<-2048, 2047>>("scaleXaxis", &T::scale_x_axis),
                                  field<Range<-2048, 2047>>("scaleYaxis", &T::scale_y_axis),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<NodeListXy>) {
    return extensible_choice<NodeListXy>(alternative<Size<2, 63>>("nodes"), alternative("computed"));
}

}  // namespace synchrono::j2735::internal
