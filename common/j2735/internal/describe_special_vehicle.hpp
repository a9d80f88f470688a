/// Descriptions of the types of common/j2735/special_vehicle.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/special_vehicle.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<PrivilegedEvents>) {
    using T = PrivilegedEvents;
    return extensible_sequence<T>(field<Range<0, 31>>("sspRights", &T::ssp_rights),
                                  field("event", &T::event));
}

constexpr auto describe(Type<SirenInUse>) {
    return enumeration<SirenInUse>(kClosed, "unavailable", "notInUse", "inUse", "reserved");
}

constexpr auto describe(Type<LightbarInUse>) {
    return enumeration<LightbarInUse>(kClosed, "unavailable", "notInUse", "inUse", "yellowCautionLights",
                                      "schooldBusLights", "arrowSignsActive", "slowMovingVehicle",
                                      "freqStops");
}

constexpr auto describe(Type<MultiVehicleResponse>) {
    return enumeration<MultiVehicleResponse>(kClosed, "unavailable", "singleVehicle", "multiVehicle",
                                             "reserved");
}

constexpr auto describe(Type<ResponseType>) {
    return enumeration<ResponseType>(kExtensible, "notInUseOrNotEquipped", "emergency", "nonEmergency",
                                     "pursuit", "stationary", "slowMoving", "stopAndGoMovement");
}

constexpr auto describe(Type<EmergencyDetails>) {
    using T = EmergencyDetails;
    return extensible_sequence<T>(field<Range<0, 31>>("sspRights", &T::ssp_rights),
                                  field("sirenUse", &T::siren_use), field("lightsUse", &T::lights_use),
                                  field("multi", &T::multi), field("events", &T::events),
                                  field("responseType", &T::response_type));
}

constexpr auto describe(Type<EventDescription>) {
    using T = EventDescription;
    return extensible_sequence<T>(field<Range<0, 65535>>("typeEvent", &T::type_event),
                                  optional_list<List<1, 8, Range<0, 65535>>>("description", &T::description),
                                  field("priority", &T::priority), field("heading", &T::heading),
                                  field("extent", &T::extent),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<PivotPointDescription>) {
    using T = PivotPointDescription;
    return extensible_sequence<T>(field<Range<-1024, 1023>>("pivotOffset", &T::pivot_offset),
                                  field<Range<0, 28800>>("pivotAngle", &T::pivot_angle),
                                  field("pivots", &T::pivots));
}

constexpr auto describe(Type<BumperHeights>) {
    using T = BumperHeights;
    return sequence<T>(field<Range<0, 127>>("front", &T::front), field<Range<0, 127>>("rear", &T::rear));
}

constexpr auto describe(Type<TrailerHistoryPoint>) {
    using T = TrailerHistoryPoint;
    return extensible_sequence<T>(field<Range<0, 28800>>("pivotAngle", &T::pivot_angle),
                                  field<Range<1, 65535>>("timeOffset", &T::time_offset),
                                  field("positionOffset", &T::position_offset),
                                  field<Range<-64, 63>>("elevationOffset", &T::elevation_offset),
                                  field<Range<0, 240>>("heading", &T::heading));
}

constexpr auto describe(Type<TrailerUnitDescription>) {
    using T = TrailerUnitDescription;
    return extensible_sequence<T>(
        field("isDolly", &T::is_dolly), field<Range<0, 1023>>("width", &T::width),
        field<Range<0, 4095>>("length", &T::length), field<Range<0, 127>>("height", &T::height),
        field<Range<0, 255>>("mass", &T::mass), field("bumperHeights", &T::bumper_heights),
        field<Range<0, 127>>("centerOfGravity", &T::center_of_gravity), field("frontPivot", &T::front_pivot),
        field("rearPivot", &T::rear_pivot),
        field<Range<-2048, 2047>>("rearWheelOffset", &T::rear_wheel_offset),
        field("positionOffset", &T::position_offset),
        field<Range<-64, 63>>("elevationOffset", &T::elevation_offset),
        optional_list<Size<1, 23>>("crumbData", &T::crumb_data));
}

constexpr auto describe(Type<TrailerData>) {
    using T = TrailerData;
    return extensible_sequence<T>(field<Range<0, 31>>("sspRights", &T::ssp_rights),
                                  field("connection", &T::connection), field<Size<1, 8>>("units", &T::units));
}

constexpr auto describe(Type<SpecialVehicleExtensions>) {
    using T = SpecialVehicleExtensions;
    return extensible_sequence<T>(field("vehicleAlerts", &T::vehicle_alerts),
                                  field("description", &T::description), field("trailers", &T::trailers));
}

}  // namespace synchrono::j2735::internal
