/// BasicSafetyMessage (BSM), in which a vehicle describes itself, normally ten times a second.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "common/j2735/motion.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/special_vehicle.hpp"
#include "common/j2735/supplemental_vehicle.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct BrakeAppliedStatus : FixedBits<5> {
    using FixedBits<5>::FixedBits;
    static constexpr unsigned kUnavailable = 0;
    static constexpr unsigned kLeftFront = 1;
    static constexpr unsigned kLeftRear = 2;
    static constexpr unsigned kRightFront = 3;
    static constexpr unsigned kRightRear = 4;
};

enum class TractionControlStatus : std::uint8_t { unavailable, off, on, engaged };

enum class AntiLockBrakeStatus : std::uint8_t { unavailable, off, on, engaged };

enum class StabilityControlStatus : std::uint8_t { unavailable, off, on, engaged };

enum class BrakeBoostApplied : std::uint8_t { unavailable, off, on };

enum class AuxiliaryBrakeStatus : std::uint8_t { unavailable, off, on, reserved };

struct BrakeSystemStatus {
    BrakeAppliedStatus wheel_brakes{};
    TractionControlStatus traction = TractionControlStatus::unavailable;
    AntiLockBrakeStatus abs = AntiLockBrakeStatus::unavailable;
    StabilityControlStatus scs = StabilityControlStatus::unavailable;
    BrakeBoostApplied brake_boost = BrakeBoostApplied::unavailable;
    AuxiliaryBrakeStatus aux_brakes = AuxiliaryBrakeStatus::unavailable;
    bool operator==(const BrakeSystemStatus&) const = default;
};

struct VehicleSize {
    std::uint16_t width = 0;   // cm; 0 unavailable
    std::uint16_t length = 0;  // cm; 0 unavailable
    bool operator==(const VehicleSize&) const = default;
};

/// Part I, which every basic safety message has. Numbers and enumerations for which the standard has a value
/// "unavailable" begin with that value.
struct BsmCoreData {
    std::uint8_t msg_cnt = 0;
    std::array<std::uint8_t, 4> id{};
    std::uint16_t sec_mark = 65535;  // ms; 65535 unavailable
    std::int32_t lat = 900000001;    // 1e-7 deg; 900000001 unavailable
    std::int32_t lon = 1800000001;   // 1e-7 deg; 1800000001 unavailable
    std::int32_t elev = -4096;       // 0.1 m; -4096 unavailable
    PositionalAccuracy accuracy{};
    TransmissionState transmission = TransmissionState::unavailable;
    std::uint16_t speed = 8191;     // 0.02 m/s; 8191 unavailable
    std::uint16_t heading = 28800;  // 0.0125 deg; 28800 unavailable
    std::int8_t angle = 127;        // 1.5 deg; 127 unavailable
    AccelerationSet4Way accel_set{};
    BrakeSystemStatus brakes{};
    VehicleSize size{};
    bool operator==(const BsmCoreData&) const = default;
};

struct ExteriorLights : ExtensibleBits<9> {
    using ExtensibleBits<9>::ExtensibleBits;
    static constexpr unsigned kLowBeamHeadlightsOn = 0;
    static constexpr unsigned kHighBeamHeadlightsOn = 1;
    static constexpr unsigned kLeftTurnSignalOn = 2;
    static constexpr unsigned kRightTurnSignalOn = 3;
    static constexpr unsigned kHazardSignalOn = 4;
    static constexpr unsigned kAutomaticLightControlOn = 5;
    static constexpr unsigned kDaytimeRunningLightsOn = 6;
    static constexpr unsigned kFogLightOn = 7;
    static constexpr unsigned kParkingLightsOn = 8;
};

/// Part II for every vehicle: events, the path behind it and ahead of it, and lights.
struct VehicleSafetyExtensions {
    std::optional<VehicleEventFlags> events{};
    std::optional<PathHistory> path_history{};
    std::optional<PathPrediction> path_prediction{};
    std::optional<ExteriorLights> lights{};
    Additions additions{};
    bool operator==(const VehicleSafetyExtensions&) const = default;
};

/// Content of part II that this version has no type for.
struct UnknownPartIi {
    std::uint8_t id = 0;  // 3 to 63
    Bytes content{};
    bool operator==(const UnknownPartIi&) const = default;
};

using PartIiContent = std::variant<VehicleSafetyExtensions, SpecialVehicleExtensions,
                                   SupplementalVehicleExtensions, UnknownPartIi>;

struct BasicSafetyMessage {
    BsmCoreData core_data{};
    std::vector<PartIiContent> part_ii{};       // empty: absent
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const BasicSafetyMessage&) const = default;
};

}  // namespace synchrono::j2735
