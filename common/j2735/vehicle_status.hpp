/// The status of a vehicle, as ProbeVehicleData has it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/j2735/basic_safety_message.hpp"
#include "common/j2735/itis.hpp"
#include "common/j2735/motion.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/signal_request.hpp"
#include "common/j2735/special_vehicle.hpp"
#include "common/j2735/supplemental_vehicle.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

enum class YawRateConfidence : std::uint8_t {
    unavailable,
    deg_sec_100_00,
    deg_sec_010_00,
    deg_sec_005_00,
    deg_sec_001_00,
    deg_sec_000_10,
    deg_sec_000_05,
    deg_sec_000_01
};

enum class AccelerationConfidence : std::uint8_t {
    unavailable,
    accl_100_00,
    accl_010_00,
    accl_005_00,
    accl_001_00,
    accl_000_10,
    accl_000_05,
    accl_000_01
};

enum class SteeringWheelAngleConfidence : std::uint8_t { unavailable, prec2deg, prec1deg, prec0_02deg };

struct AccelSteerYawRateConfidence {
    YawRateConfidence yaw_rate = YawRateConfidence::unavailable;
    AccelerationConfidence acceleration = AccelerationConfidence::unavailable;
    SteeringWheelAngleConfidence steering_wheel_angle = SteeringWheelAngleConfidence::unavailable;
    bool operator==(const AccelSteerYawRateConfidence&) const = default;
};

struct ConfidenceSet {
    std::optional<AccelSteerYawRateConfidence> accel_confidence{};
    std::optional<SpeedHeadingThrottleConfidence> speed_confidence{};
    std::optional<TimeConfidence> time_confidence{};
    std::optional<PositionConfidenceSet> pos_confidence{};
    std::optional<SteeringWheelAngleConfidence> steer_confidence{};
    std::optional<HeadingConfidence> heading_confidence{};
    std::optional<ThrottleConfidence> throttle_confidence{};
    Additions additions{};
    bool operator==(const ConfidenceSet&) const = default;
};

enum class WheelSensorStatus : std::uint8_t { off, on, not_defined, not_supported };

enum class WheelEndElectFault : std::uint8_t { is_ok, is_not_defined, is_error, is_not_supported };

enum class TirePressureThresholdDetection : std::uint8_t {
    no_data,
    over_pressure,
    no_warning_pressure,
    under_pressure,
    extreme_under_pressure,
    undefined,
    error_indicator,
    not_available
};

struct TireData {
    std::optional<std::uint8_t> location{};
    std::optional<std::uint8_t> pressure{};
    std::optional<std::int32_t> temp{};
    std::optional<WheelSensorStatus> wheel_sensor_status{};
    std::optional<WheelEndElectFault> wheel_end_elect_fault{};
    std::optional<std::uint16_t> leakage_rate{};
    std::optional<TirePressureThresholdDetection> detection{};
    Additions additions{};
    bool operator==(const TireData&) const = default;
};

struct AxleWeightSet {
    std::optional<std::uint8_t> location{};
    std::optional<std::uint16_t> weight{};
    Additions additions{};
    bool operator==(const AxleWeightSet&) const = default;
};

struct J1939Data {
    std::vector<TireData> tires{};       // empty: absent
    std::vector<AxleWeightSet> axles{};  // empty: absent
    std::optional<std::uint16_t> trailer_weight{};
    std::optional<std::uint16_t> cargo_weight{};
    std::optional<std::int16_t> steering_axle_temperature{};
    std::optional<std::uint8_t> drive_axle_location{};
    std::optional<std::uint16_t> drive_axle_lift_air_pressure{};
    std::optional<std::int16_t> drive_axle_temperature{};
    std::optional<std::uint8_t> drive_axle_lube_pressure{};
    std::optional<std::uint8_t> steering_axle_lube_pressure{};
    Additions additions{};
    bool operator==(const J1939Data&) const = default;
};

using VehicleClass = std::variant<VehicleGroupAffected, ResponderGroupAffected, IncidentResponseEquipment>;

struct VehicleIdent {
    std::string name{};        // empty: absent
    Bytes vin{};               // empty: absent
    std::string owner_code{};  // empty: absent
    std::optional<VehicleId> id{};
    std::optional<VehicleType> vehicle_type{};
    std::optional<VehicleClass> vehicle_class{};
    Additions additions{};
    bool operator==(const VehicleIdent&) const = default;
};

enum class BrakeAppliedPressure : std::uint8_t {
    unavailable,
    min_pressure,
    bk_lvl_2,
    bk_lvl_3,
    bk_lvl_4,
    bk_lvl_5,
    bk_lvl_6,
    bk_lvl_7,
    bk_lvl_8,
    bk_lvl_9,
    bk_lvl_10,
    bk_lvl_11,
    bk_lvl_12,
    bk_lvl_13,
    bk_lvl_14,
    max_pressure
};

enum class RainSensor : std::uint8_t {
    none,
    light_mist,
    heavy_mist,
    light_rain_or_drizzle,
    rain,
    moderate_rain,
    heavy_rain,
    heavy_downpour
};

struct SteeringStatus {
    std::int8_t angle = 127;  // 1.5 deg; 127 unavailable
    std::optional<SteeringWheelAngleConfidence> confidence{};
    std::optional<std::int8_t> rate{};    // 3 deg/s
    std::optional<std::int8_t> wheels{};  // 0.3333 deg
    bool operator==(const SteeringStatus&) const = default;
};

struct AccelerationStatus {
    std::optional<AccelerationSet4Way> accel4_way{};
    std::optional<VerticalAccelerationThreshold> vert_accel_thres{};
    std::optional<YawRateConfidence> yaw_rate_con{};
    std::optional<AccelerationConfidence> hoz_accel_con{};
    std::optional<ConfidenceSet> confidence_set{};
    bool operator==(const AccelerationStatus&) const = default;
};

struct ObjectStatus {
    std::uint16_t ob_dist = 0;        // m
    std::uint16_t ob_direct = 28800;  // 0.0125 deg; 28800 unavailable
    DateTime date_time{};
    bool operator==(const ObjectStatus&) const = default;
};

struct VehicleDimensions {
    std::uint8_t height = 0;  // 5 cm
    BumperHeights bumpers{};
    std::uint8_t mass = 0;
    std::uint16_t trailer_weight = 0;
    VehicleType type = VehicleType::none;
    bool operator==(const VehicleDimensions&) const = default;
};

struct WeatherStatus {
    EssPrecipYesNo is_raining = EssPrecipYesNo::precip;
    std::optional<std::uint16_t> rain_rate{};
    std::optional<EssPrecipSituation> precip_situation{};
    std::optional<std::uint16_t> solar_radiation{};
    std::optional<std::uint8_t> friction{};
    bool operator==(const WeatherStatus&) const = default;
};

struct VehicleStatus {
    std::optional<ExteriorLights> lights{};
    std::optional<LightbarInUse> light_bar{};
    std::optional<WiperSet> wipers{};
    std::optional<BrakeSystemStatus> brake_status{};
    std::optional<BrakeAppliedPressure> brake_pressure{};
    std::optional<std::uint8_t> road_friction{};
    std::optional<std::uint16_t> sun_data{};
    std::optional<RainSensor> rain_data{};
    std::optional<std::uint8_t> air_temp{};  // deg C + 40; 191 unavailable
    std::optional<std::uint8_t> air_pres{};
    std::optional<SteeringStatus> steering{};
    std::optional<AccelerationStatus> accel_sets{};
    std::optional<ObjectStatus> object{};
    std::optional<FullPositionVector> full_pos{};
    std::optional<std::uint8_t> throttle_pos{};  // 0.5 %; 200 unavailable
    std::optional<SpeedHeadingThrottleConfidence> speed_head_c{};
    std::optional<SpeedConfidence> speed_c{};
    std::optional<VehicleDimensions> vehicle_data{};
    std::optional<VehicleIdent> vehicle_ident{};
    std::optional<J1939Data> j1939data{};
    std::optional<WeatherStatus> weather_report{};
    std::optional<GnssStatus> gnss_status{};
    Additions additions{};
    bool operator==(const VehicleStatus&) const = default;
};

}  // namespace synchrono::j2735
