/// Descriptions of the types of common/j2735/basic_safety_message.hpp, see describe.hpp.
#pragma once

#include "common/j2735/basic_safety_message.hpp"
#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_motion.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/internal/describe_special_vehicle.hpp"
#include "common/j2735/internal/describe_supplemental_vehicle.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<TractionControlStatus>) {
    return enumeration<TractionControlStatus>(kClosed, "unavailable", "off", "on", "engaged");
}

constexpr auto describe(Type<AntiLockBrakeStatus>) {
    return enumeration<AntiLockBrakeStatus>(kClosed, "unavailable", "off", "on", "engaged");
}

constexpr auto describe(Type<StabilityControlStatus>) {
    return enumeration<StabilityControlStatus>(kClosed, "unavailable", "off", "on", "engaged");
}

constexpr auto describe(Type<BrakeBoostApplied>) {
    return enumeration<BrakeBoostApplied>(kClosed, "unavailable", "off", "on");
}

constexpr auto describe(Type<AuxiliaryBrakeStatus>) {
    return enumeration<AuxiliaryBrakeStatus>(kClosed, "unavailable", "off", "on", "reserved");
}

constexpr auto describe(Type<BrakeSystemStatus>) {
    using T = BrakeSystemStatus;
    return sequence<T>(field("wheelBrakes", &T::wheel_brakes), field("traction", &T::traction),
                       field("abs", &T::abs), field("scs", &T::scs), field("brakeBoost", &T::brake_boost),
                       field("auxBrakes", &T::aux_brakes));
}

constexpr auto describe(Type<VehicleSize>) {
    using T = VehicleSize;
    return sequence<T>(field<Range<0, 1023>>("width", &T::width),
                       field<Range<0, 4095>>("length", &T::length));
}

constexpr auto describe(Type<BsmCoreData>) {
    using T = BsmCoreData;
    return sequence<T>(
        field<Range<0, 127>>("msgCnt", &T::msg_cnt), field("id", &T::id),
        field<Range<0, 65535>>("secMark", &T::sec_mark), field<Range<-900000000, 900000001>>("lat", &T::lat),
        field<Range<-1799999999, 1800000001>>("long", &T::lon), field<Range<-4096, 61439>>("elev", &T::elev),
        field("accuracy", &T::accuracy), field("transmission", &T::transmission),
        field<Range<0, 8191>>("speed", &T::speed), field<Range<0, 28800>>("heading", &T::heading),
        field<Range<-126, 127>>("angle", &T::angle), field("accelSet", &T::accel_set),
        field("brakes", &T::brakes), field("size", &T::size));
}

constexpr auto describe(Type<VehicleSafetyExtensions>) {
    using T = VehicleSafetyExtensions;
    return extensible_sequence<T>(field("events", &T::events), field("pathHistory", &T::path_history),
                                  field("pathPrediction", &T::path_prediction), field("lights", &T::lights));
}

constexpr auto describe(Type<PartIiContent>) {
    return open_types<PartIiContent, Range<0, 63>>("partII-Id", "partII-Value",
                                                   {{0, "VehicleSafetyExtensions"},
                                                    {1, "SpecialVehicleExtensions"},
                                                    {2, "SupplementalVehicleExtensions"}});
}

constexpr auto describe(Type<BasicSafetyMessage>) {
    using T = BasicSafetyMessage;
    return extensible_sequence<T>(field("coreData", &T::core_data),
                                  optional_list<Size<1, 8>>("partII", &T::part_ii),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
