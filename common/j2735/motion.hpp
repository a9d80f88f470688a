/// The motion of a road user: its acceleration, the path behind it and the path ahead.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/j2735/position.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct AccelerationSet4Way {
    std::int16_t lon = 2001;  // 0.01 m/s^2; 2001 unavailable
    std::int16_t lat = 2001;  // 0.01 m/s^2; 2001 unavailable
    std::int8_t vert = -127;  // 0.02 g; -127 unavailable
    std::int16_t yaw = 0;     // 0.01 deg/s
    bool operator==(const AccelerationSet4Way&) const = default;
};

struct VehicleEventFlags : ExtensibleBits<13> {
    using ExtensibleBits<13>::ExtensibleBits;
    static constexpr unsigned kEventHazardLights = 0;
    static constexpr unsigned kEventStopLineViolation = 1;
    static constexpr unsigned kEventAbsActivated = 2;
    static constexpr unsigned kEventTractionControlLoss = 3;
    static constexpr unsigned kEventStabilityControlActivated = 4;
    static constexpr unsigned kEventHazardousMaterials = 5;
    static constexpr unsigned kEventReserved1 = 6;
    static constexpr unsigned kEventHardBraking = 7;
    static constexpr unsigned kEventLightsChanged = 8;
    static constexpr unsigned kEventWipersChanged = 9;
    static constexpr unsigned kEventFlatTire = 10;
    static constexpr unsigned kEventDisabledVehicle = 11;
    static constexpr unsigned kEventAirBagDeployment = 12;
};

/// An earlier position as an offset from the present one.
struct PathHistoryPoint {
    std::int32_t lat_offset = -131072;      // 1e-7 deg; -131072 unavailable
    std::int32_t lon_offset = -131072;      // 1e-7 deg; -131072 unavailable
    std::int16_t elevation_offset = -2048;  // 0.1 m; -2048 unavailable
    std::uint16_t time_offset = 65535;      // 10 ms; 65535 unavailable
    std::optional<std::uint16_t> speed{};   // 0.02 m/s; 8191 unavailable
    std::optional<PositionalAccuracy> pos_accuracy{};
    std::optional<std::uint8_t> heading{};  // 1.5 deg; 240 unavailable
    Additions additions{};
    bool operator==(const PathHistoryPoint&) const = default;
};

struct GnssStatus : FixedBits<8> {
    using FixedBits<8>::FixedBits;
    static constexpr unsigned kUnavailable = 0;
    static constexpr unsigned kIsHealthy = 1;
    static constexpr unsigned kIsMonitored = 2;
    static constexpr unsigned kBaseStationType = 3;
    static constexpr unsigned kAPdopOfUnder5 = 4;
    static constexpr unsigned kInViewOfUnder5 = 5;
    static constexpr unsigned kLocalCorrectionsPresent = 6;
    static constexpr unsigned kNetworkCorrectionsPresent = 7;
};

/// The earlier positions of a vehicle, the newest first.
struct PathHistory {
    std::optional<FullPositionVector> initial_position{};
    std::optional<GnssStatus> curr_gnss_status{};
    std::vector<PathHistoryPoint> crumb_data{};
    Additions additions{};
    bool operator==(const PathHistory&) const = default;
};

/// The circle that the vehicle follows now; a radius of 32767 means straight on.
struct PathPrediction {
    std::int16_t radius_of_curve = 32767;  // 0.1 m
    std::uint8_t confidence = 0;           // 0.5 %
    Additions additions{};
    bool operator==(const PathPrediction&) const = default;
};

}  // namespace synchrono::j2735
