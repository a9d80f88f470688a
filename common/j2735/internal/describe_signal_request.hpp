/// Descriptions of the types of common/j2735/signal_request.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/internal/describe_supplemental_vehicle.hpp"
#include "common/j2735/signal_request.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<LaneId>) { return wrapped<Range<0, 255>>(&LaneId::value); }

constexpr auto describe(Type<ApproachId>) { return wrapped<Range<0, 15>>(&ApproachId::value); }

constexpr auto describe(Type<LaneConnectionId>) { return wrapped<Range<0, 255>>(&LaneConnectionId::value); }

constexpr auto describe(Type<IntersectionAccessPoint>) {
    return extensible_choice<IntersectionAccessPoint>(alternative("lane"), alternative("approach"),
                                                      alternative("connection"));
}

constexpr auto describe(Type<EntityId>) { return wrapped<>(&EntityId::value); }

constexpr auto describe(Type<StationId>) { return wrapped<Range<0, 4294967295>>(&StationId::value); }

constexpr auto describe(Type<VehicleId>) {
    return choice<VehicleId>(alternative("entityID"), alternative("stationID"));
}

constexpr auto describe(Type<RequestSubRole>) {
    return enumeration<RequestSubRole>(
        kClosed, "requestSubRoleUnKnown", "requestSubRole1", "requestSubRole2", "requestSubRole3",
        "requestSubRole4", "requestSubRole5", "requestSubRole6", "requestSubRole7", "requestSubRole8",
        "requestSubRole9", "requestSubRole10", "requestSubRole11", "requestSubRole12", "requestSubRole13",
        "requestSubRole14", "requestSubRoleReserved");
}

constexpr auto describe(Type<RequestImportanceLevel>) {
    return enumeration<RequestImportanceLevel>(
        kClosed, "requestImportanceLevelUnKnown", "requestImportanceLevel1", "requestImportanceLevel2",
        "requestImportanceLevel3", "requestImportanceLevel4", "requestImportanceLevel5",
        "requestImportanceLevel6", "requestImportanceLevel7", "requestImportanceLevel8",
        "requestImportanceLevel9", "requestImportanceLevel10", "requestImportanceLevel11",
        "requestImportanceLevel12", "requestImportanceLevel13", "requestImportanceLevel14",
        "requestImportanceReserved");
}

constexpr auto describe(Type<RequestorType>) {
    using T = RequestorType;
    return extensible_sequence<T>(field("role", &T::role), field("subrole", &T::subrole),
                                  field("request", &T::request), field<Range<0, 100>>("iso3883", &T::iso3883),
                                  field("hpmsType", &T::hpms_type), field("regional", &T::regional));
}

constexpr auto describe(Type<RequestorPositionVector>) {
    using T = RequestorPositionVector;
    return extensible_sequence<T>(field("position", &T::position),
                                  field<Range<0, 28800>>("heading", &T::heading), field("speed", &T::speed));
}

constexpr auto describe(Type<TransitVehicleOccupancy>) {
    return enumeration<TransitVehicleOccupancy>(kClosed, "occupancyUnknown", "occupancyEmpty",
                                                "occupancyVeryLow", "occupancyLow", "occupancyMed",
                                                "occupancyHigh", "occupancyNearlyFull", "occupancyFull");
}

constexpr auto describe(Type<RequestorDescription>) {
    using T = RequestorDescription;
    return extensible_sequence<T>(
        field("id", &T::id), field("type", &T::type), field("position", &T::position),
        optional_list<Size<1, 63>>("name", &T::name), optional_list<Size<1, 63>>("routeName", &T::route_name),
        field("transitStatus", &T::transit_status), field("transitOccupancy", &T::transit_occupancy),
        field<Range<-122, 121>>("transitSchedule", &T::transit_schedule),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<PriorityRequestType>) {
    return enumeration<PriorityRequestType>(kExtensible, "priorityRequestTypeReserved", "priorityRequest",
                                            "priorityRequestUpdate", "priorityCancellation");
}

constexpr auto describe(Type<SignalRequest>) {
    using T = SignalRequest;
    return extensible_sequence<T>(
        field("id", &T::id), field<Range<0, 255>>("requestID", &T::request_id),
        field("requestType", &T::request_type), field("inBoundLane", &T::in_bound_lane),
        field("outBoundLane", &T::out_bound_lane), optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<SignalRequestPackage>) {
    using T = SignalRequestPackage;
    return extensible_sequence<T>(
        field("request", &T::request), field<Range<0, 527040>>("minute", &T::minute),
        field<Range<0, 65535>>("second", &T::second), field<Range<0, 65535>>("duration", &T::duration),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<SignalRequestMessage>) {
    using T = SignalRequestMessage;
    return extensible_sequence<T>(
        field<Range<0, 527040>>("timeStamp", &T::time_stamp), field<Range<0, 65535>>("second", &T::second),
        field<Range<0, 127>>("sequenceNumber", &T::sequence_number),
        optional_list<Size<1, 32>>("requests", &T::requests), field("requestor", &T::requestor),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<SignalRequesterInfo>) {
    using T = SignalRequesterInfo;
    return extensible_sequence<T>(field("id", &T::id), field<Range<0, 255>>("request", &T::request),
                                  field<Range<0, 127>>("sequenceNumber", &T::sequence_number),
                                  field("role", &T::role), field("typeData", &T::type_data));
}

constexpr auto describe(Type<PrioritizationResponseStatus>) {
    return enumeration<PrioritizationResponseStatus>(kExtensible, "unknown", "requested", "processing",
                                                     "watchOtherTraffic", "granted", "rejected",
                                                     "maxPresence", "reserviceLocked");
}

constexpr auto describe(Type<SignalStatusPackage>) {
    using T = SignalStatusPackage;
    return extensible_sequence<T>(
        field("requester", &T::requester), field("inboundOn", &T::inbound_on),
        field("outboundOn", &T::outbound_on), field<Range<0, 527040>>("minute", &T::minute),
        field<Range<0, 65535>>("second", &T::second), field<Range<0, 65535>>("duration", &T::duration),
        field("status", &T::status), optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<SignalStatus>) {
    using T = SignalStatus;
    return extensible_sequence<T>(field<Range<0, 127>>("sequenceNumber", &T::sequence_number),
                                  field("id", &T::id), field<Size<1, 32>>("sigStatus", &T::sig_status),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<SignalStatusMessage>) {
    using T = SignalStatusMessage;
    return extensible_sequence<T>(
        field<Range<0, 527040>>("timeStamp", &T::time_stamp), field<Range<0, 65535>>("second", &T::second),
        field<Range<0, 127>>("sequenceNumber", &T::sequence_number), field<Size<1, 32>>("status", &T::status),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
