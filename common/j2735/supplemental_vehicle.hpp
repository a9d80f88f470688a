/// Part II of a basic safety message for everything else: class of vehicle, weather, obstacles, a
/// breakdown.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/j2735/correction.hpp"
#include "common/j2735/itis.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/special_vehicle.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

enum class BasicVehicleRole : std::uint8_t {
    basic_vehicle,
    public_transport,
    special_transport,
    dangerous_goods,
    road_work,
    road_rescue,
    emergency,
    safety_car,
    none_unknown,
    truck,
    motorcycle,
    road_side_source,
    police,
    fire,
    ambulance,
    dot,
    transit,
    slow_moving,
    stop_n_go,
    cyclist,
    pedestrian,
    non_motorized,
    military
};

enum class VehicleType : std::uint8_t {
    none,
    unknown,
    special,
    moto,
    car,
    car_other,
    bus,
    axle_cnt2,
    axle_cnt3,
    axle_cnt4,
    axle_cnt4_trailer,
    axle_cnt5_trailer,
    axle_cnt6_trailer,
    axle_cnt5_multi_trailer,
    axle_cnt6_multi_trailer,
    axle_cnt7_multi_trailer
};

/// The class of a vehicle, in several systems of classification.
struct VehicleClassification {
    std::optional<std::uint8_t> key_type{};
    std::optional<BasicVehicleRole> role{};
    std::optional<std::uint8_t> iso3883{};
    std::optional<VehicleType> hpms_type{};
    std::optional<VehicleGroupAffected> vehicle_type{};
    std::optional<IncidentResponseEquipment> response_equip{};
    std::optional<ResponderGroupAffected> responder_type{};
    std::optional<std::uint8_t> fuel_type{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const VehicleClassification&) const = default;
};

struct VehicleData {
    std::optional<std::uint8_t> height{};  // 5 cm
    std::optional<BumperHeights> bumpers{};
    std::optional<std::uint8_t> mass{};
    std::optional<std::uint16_t> trailer_weight{};
    Additions additions{};
    bool operator==(const VehicleData&) const = default;
};

enum class EssPrecipYesNo : std::uint8_t { precip = 1, no_precip, error };

enum class EssPrecipSituation : std::uint8_t {
    other = 1,
    unknown,
    no_precipitation,
    unidentified_slight,
    unidentified_moderate,
    unidentified_heavy,
    snow_slight,
    snow_moderate,
    snow_heavy,
    rain_slight,
    rain_moderate,
    rain_heavy,
    frozen_precipitation_slight,
    frozen_precipitation_moderate,
    frozen_precipitation_heavy
};

struct WeatherReport {
    EssPrecipYesNo is_raining = EssPrecipYesNo::precip;
    std::optional<std::uint16_t> rain_rate{};
    std::optional<EssPrecipSituation> precip_situation{};
    std::optional<std::uint16_t> solar_radiation{};
    std::optional<std::uint8_t> friction{};
    std::optional<std::uint8_t> road_friction{};
    Additions additions{};
    bool operator==(const WeatherReport&) const = default;
};

enum class WiperStatus : std::uint8_t {
    unavailable,
    off,
    intermittent,
    low,
    high,
    washer_in_use,
    automatic_present
};

struct WiperSet {
    WiperStatus status_front = WiperStatus::unavailable;
    std::uint8_t rate_front = 0;
    std::optional<WiperStatus> status_rear{};
    std::optional<std::uint8_t> rate_rear{};
    bool operator==(const WiperSet&) const = default;
};

struct WeatherProbe {
    std::optional<std::uint8_t> air_temp{};  // deg C + 40; 191 unavailable
    std::optional<std::uint8_t> air_pressure{};
    std::optional<WiperSet> rain_rates{};
    Additions additions{};
    bool operator==(const WeatherProbe&) const = default;
};

struct VerticalAccelerationThreshold : FixedBits<5> {
    using FixedBits<5>::FixedBits;
    static constexpr unsigned kNotEquipped = 0;
    static constexpr unsigned kLeftFront = 1;
    static constexpr unsigned kLeftRear = 2;
    static constexpr unsigned kRightFront = 3;
    static constexpr unsigned kRightRear = 4;
};

struct ObstacleDetection {
    std::uint16_t ob_dist = 0;  // m
    std::uint16_t ob_direct = 0;
    std::optional<std::uint16_t> description{};
    std::optional<GenericLocations> location_details{};
    DateTime date_time{};
    std::optional<VerticalAccelerationThreshold> vert_event{};
    Additions additions{};
    bool operator==(const ObstacleDetection&) const = default;
};

struct DisabledVehicle {
    std::uint16_t status_details = 523;
    std::optional<GenericLocations> location_details{};
    Additions additions{};
    bool operator==(const DisabledVehicle&) const = default;
};

struct SpeedProfile {
    std::vector<std::uint8_t> speed_reports{};
    Additions additions{};
    bool operator==(const SpeedProfile&) const = default;
};

/// Part II for everything else that a vehicle may know.
struct SupplementalVehicleExtensions {
    std::optional<std::uint8_t> classification{};
    std::optional<VehicleClassification> class_details{};
    std::optional<VehicleData> vehicle_data{};
    std::optional<WeatherReport> weather_report{};
    std::optional<WeatherProbe> weather_probe{};
    std::optional<ObstacleDetection> obstacle{};
    std::optional<DisabledVehicle> status{};
    std::optional<SpeedProfile> speed_profile{};
    std::optional<RtcmPackage> the_rtcm{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const SupplementalVehicleExtensions&) const = default;
};

}  // namespace synchrono::j2735
