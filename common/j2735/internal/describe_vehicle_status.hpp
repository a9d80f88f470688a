/// Descriptions of the types of common/j2735/vehicle_status.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_basic_safety_message.hpp"
#include "common/j2735/internal/describe_itis.hpp"
#include "common/j2735/internal/describe_motion.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/internal/describe_signal_request.hpp"
#include "common/j2735/internal/describe_special_vehicle.hpp"
#include "common/j2735/internal/describe_supplemental_vehicle.hpp"
#include "common/j2735/vehicle_status.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<YawRateConfidence>) {
    return enumeration<YawRateConfidence>(kClosed, "unavailable", "degSec-100-00", "degSec-010-00",
                                          "degSec-005-00", "degSec-001-00", "degSec-000-10", "degSec-000-05",
                                          "degSec-000-01");
}

constexpr auto describe(Type<AccelerationConfidence>) {
    return enumeration<AccelerationConfidence>(kClosed, "unavailable", "accl-100-00", "accl-010-00",
                                               "accl-005-00", "accl-001-00", "accl-000-10", "accl-000-05",
                                               "accl-000-01");
}

constexpr auto describe(Type<SteeringWheelAngleConfidence>) {
    return enumeration<SteeringWheelAngleConfidence>(kClosed, "unavailable", "prec2deg", "prec1deg",
                                                     "prec0-02deg");
}

constexpr auto describe(Type<AccelSteerYawRateConfidence>) {
    using T = AccelSteerYawRateConfidence;
    return sequence<T>(field("yawRate", &T::yaw_rate), field("acceleration", &T::acceleration),
                       field("steeringWheelAngle", &T::steering_wheel_angle));
}

constexpr auto describe(Type<ConfidenceSet>) {
    using T = ConfidenceSet;
    return extensible_sequence<T>(
        field("accelConfidence", &T::accel_confidence), field("speedConfidence", &T::speed_confidence),
        field("timeConfidence", &T::time_confidence), field("posConfidence", &T::pos_confidence),
        field("steerConfidence", &T::steer_confidence), field("headingConfidence", &T::heading_confidence),
        field("throttleConfidence", &T::throttle_confidence));
}

constexpr auto describe(Type<WheelSensorStatus>) {
    return enumeration<WheelSensorStatus>(kClosed, "off", "on", "notDefined", "notSupported");
}

constexpr auto describe(Type<WheelEndElectFault>) {
    return enumeration<WheelEndElectFault>(kClosed, "isOk", "isNotDefined", "isError", "isNotSupported");
}

constexpr auto describe(Type<TirePressureThresholdDetection>) {
    return enumeration<TirePressureThresholdDetection>(kClosed, "noData", "overPressure", "noWarningPressure",
                                                       "underPressure", "extremeUnderPressure", "undefined",
                                                       "errorIndicator", "notAvailable");
}

constexpr auto describe(Type<TireData>) {
    using T = TireData;
    return extensible_sequence<T>(
        field<Range<0, 255>>("location", &T::location), field<Range<0, 250>>("pressure", &T::pressure),
        field<Range<-8736, 55519>>("temp", &T::temp), field("wheelSensorStatus", &T::wheel_sensor_status),
        field("wheelEndElectFault", &T::wheel_end_elect_fault),
        field<Range<0, 64255>>("leakageRate", &T::leakage_rate), field("detection", &T::detection));
}

constexpr auto describe(Type<AxleWeightSet>) {
    using T = AxleWeightSet;
    return extensible_sequence<T>(field<Range<0, 255>>("location", &T::location),
                                  field<Range<0, 64255>>("weight", &T::weight));
}

constexpr auto describe(Type<J1939Data>) {
    using T = J1939Data;
    return extensible_sequence<T>(
        optional_list<Size<1, 16>>("tires", &T::tires), optional_list<Size<1, 16>>("axles", &T::axles),
        field<Range<0, 64255>>("trailerWeight", &T::trailer_weight),
        field<Range<0, 64255>>("cargoWeight", &T::cargo_weight),
        field<Range<-40, 210>>("steeringAxleTemperature", &T::steering_axle_temperature),
        field<Range<0, 255>>("driveAxleLocation", &T::drive_axle_location),
        field<Range<0, 1000>>("driveAxleLiftAirPressure", &T::drive_axle_lift_air_pressure),
        field<Range<-40, 210>>("driveAxleTemperature", &T::drive_axle_temperature),
        field<Range<0, 250>>("driveAxleLubePressure", &T::drive_axle_lube_pressure),
        field<Range<0, 250>>("steeringAxleLubePressure", &T::steering_axle_lube_pressure));
}

constexpr auto describe(Type<VehicleClass>) {
    return choice<VehicleClass>(alternative("vGroup"), alternative("rGroup"), alternative("rEquip"));
}

constexpr auto describe(Type<VehicleIdent>) {
    using T = VehicleIdent;
    return extensible_sequence<T>(
        optional_list<Size<1, 63>>("name", &T::name), optional_list<Size<1, 17>>("vin", &T::vin),
        optional_list<Size<1, 32>>("ownerCode", &T::owner_code), field("id", &T::id),
        field("vehicleType", &T::vehicle_type), field("vehicleClass", &T::vehicle_class));
}

constexpr auto describe(Type<BrakeAppliedPressure>) {
    return enumeration<BrakeAppliedPressure>(kClosed, "unavailable", "minPressure", "bkLvl-2", "bkLvl-3",
                                             "bkLvl-4", "bkLvl-5", "bkLvl-6", "bkLvl-7", "bkLvl-8", "bkLvl-9",
                                             "bkLvl-10", "bkLvl-11", "bkLvl-12", "bkLvl-13", "bkLvl-14",
                                             "maxPressure");
}

constexpr auto describe(Type<RainSensor>) {
    return enumeration<RainSensor>(kClosed, "none", "lightMist", "heavyMist", "lightRainOrDrizzle", "rain",
                                   "moderateRain", "heavyRain", "heavyDownpour");
}

constexpr auto describe(Type<SteeringStatus>) {
    using T = SteeringStatus;
    return sequence<T>(field<Range<-126, 127>>("angle", &T::angle), field("confidence", &T::confidence),
                       field<Range<-127, 127>>("rate", &T::rate),
                       field<Range<-128, 127>>("wheels", &T::wheels));
}

constexpr auto describe(Type<AccelerationStatus>) {
    using T = AccelerationStatus;
    return sequence<T>(field("accel4way", &T::accel4_way), field("vertAccelThres", &T::vert_accel_thres),
                       field("yawRateCon", &T::yaw_rate_con), field("hozAccelCon", &T::hoz_accel_con),
                       field("confidenceSet", &T::confidence_set));
}

constexpr auto describe(Type<ObjectStatus>) {
    using T = ObjectStatus;
    return sequence<T>(field<Range<0, 32767>>("obDist", &T::ob_dist),
                       field<Range<0, 28800>>("obDirect", &T::ob_direct), field("dateTime", &T::date_time));
}

constexpr auto describe(Type<VehicleDimensions>) {
    using T = VehicleDimensions;
    return sequence<T>(field<Range<0, 127>>("height", &T::height), field("bumpers", &T::bumpers),
                       field<Range<0, 255>>("mass", &T::mass),
                       field<Range<0, 64255>>("trailerWeight", &T::trailer_weight), field("type", &T::type));
}

constexpr auto describe(Type<WeatherStatus>) {
    using T = WeatherStatus;
    return sequence<T>(field("isRaining", &T::is_raining), field<Range<0, 65535>>("rainRate", &T::rain_rate),
                       field("precipSituation", &T::precip_situation),
                       field<Range<0, 65535>>("solarRadiation", &T::solar_radiation),
                       field<Range<0, 101>>("friction", &T::friction));
}

constexpr auto describe(Type<VehicleStatus>) {
    using T = VehicleStatus;
    return extensible_sequence<T>(
        field("lights", &T::lights), field("lightBar", &T::light_bar), field("wipers", &T::wipers),
        field("brakeStatus", &T::brake_status), field("brakePressure", &T::brake_pressure),
        field<Range<0, 50>>("roadFriction", &T::road_friction),
        field<Range<0, 1000>>("sunData", &T::sun_data), field("rainData", &T::rain_data),
        field<Range<0, 191>>("airTemp", &T::air_temp), field<Range<0, 255>>("airPres", &T::air_pres),
        field("steering", &T::steering), field("accelSets", &T::accel_sets), field("object", &T::object),
        field("fullPos", &T::full_pos), field<Range<0, 200>>("throttlePos", &T::throttle_pos),
        field("speedHeadC", &T::speed_head_c), field("speedC", &T::speed_c),
        field("vehicleData", &T::vehicle_data), field("vehicleIdent", &T::vehicle_ident),
        field("j1939data", &T::j1939data), field("weatherReport", &T::weather_report),
        field("gnssStatus", &T::gnss_status));
}

}  // namespace synchrono::j2735::internal
