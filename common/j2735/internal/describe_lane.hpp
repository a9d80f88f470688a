/// Descriptions of the types of common/j2735/lane.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_node.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/lane.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<LaneTypeAttributes>) {
    return extensible_choice<LaneTypeAttributes>(alternative("vehicle"), alternative("crosswalk"),
                                                 alternative("bikeLane"), alternative("sidewalk"),
                                                 alternative("median"), alternative("striping"),
                                                 alternative("trackedVehicle"), alternative("parking"));
}

constexpr auto describe(Type<LaneAttributes>) {
    using T = LaneAttributes;
    return sequence<T>(field("directionalUse", &T::directional_use), field("sharedWith", &T::shared_with),
                       field("laneType", &T::lane_type), field("regional", &T::regional));
}

constexpr auto describe(Type<ConnectingLane>) {
    using T = ConnectingLane;
    return sequence<T>(field<Range<0, 255>>("lane", &T::lane), field("maneuver", &T::maneuver));
}

constexpr auto describe(Type<Connection>) {
    using T = Connection;
    return sequence<T>(field("connectingLane", &T::connecting_lane),
                       field("remoteIntersection", &T::remote_intersection),
                       field<Range<0, 255>>("signalGroup", &T::signal_group),
                       field<Range<0, 255>>("userClass", &T::user_class),
                       field<Range<0, 255>>("connectionID", &T::connection_id));
}

constexpr auto describe(Type<GenericLane>) {
    using T = GenericLane;
    return extensible_sequence<T>(
        field<Range<0, 255>>("laneID", &T::lane_id), optional_list<Size<1, 63>>("name", &T::name),
        field<Range<0, 15>>("ingressApproach", &T::ingress_approach),
        field<Range<0, 15>>("egressApproach", &T::egress_approach),
        field("laneAttributes", &T::lane_attributes), field("maneuvers", &T::maneuvers),
        field("nodeList", &T::node_list), optional_list<Size<1, 16>>("connectsTo", &T::connects_to),
        optional_list<List<1, 5, Range<0, 255>>>("overlays", &T::overlays),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
