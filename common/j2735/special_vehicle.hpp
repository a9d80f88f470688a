/// Part II of a basic safety message for special vehicles, such as emergency vehicles and vehicles with
/// trailers.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/j2735/position.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct PrivilegedEventFlags : FixedBits<16> {
    using FixedBits<16>::FixedBits;
    static constexpr unsigned kPeUnavailable = 0;
    static constexpr unsigned kPeEmergencyResponse = 1;
    static constexpr unsigned kPeEmergencyLightsActive = 2;
    static constexpr unsigned kPeEmergencySoundActive = 3;
    static constexpr unsigned kPeNonEmergencyLightsActive = 4;
    static constexpr unsigned kPeNonEmergencySoundActive = 5;
};

struct PrivilegedEvents {
    std::uint8_t ssp_rights = 0;
    PrivilegedEventFlags event{};
    Additions additions{};
    bool operator==(const PrivilegedEvents&) const = default;
};

enum class SirenInUse : std::uint8_t { unavailable, not_in_use, in_use, reserved };

enum class LightbarInUse : std::uint8_t {
    unavailable,
    not_in_use,
    in_use,
    yellow_caution_lights,
    schoold_bus_lights,
    arrow_signs_active,
    slow_moving_vehicle,
    freq_stops
};

enum class MultiVehicleResponse : std::uint8_t { unavailable, single_vehicle, multi_vehicle, reserved };

enum class ResponseType : std::uint8_t {
    not_in_use_or_not_equipped,
    emergency,
    non_emergency,
    pursuit,
    stationary,
    slow_moving,
    stop_and_go_movement
};

/// The siren and lights of an emergency vehicle, and the type of its response.
struct EmergencyDetails {
    std::uint8_t ssp_rights = 0;
    SirenInUse siren_use = SirenInUse::unavailable;
    LightbarInUse lights_use = LightbarInUse::unavailable;
    MultiVehicleResponse multi = MultiVehicleResponse::unavailable;
    std::optional<PrivilegedEvents> events{};
    std::optional<ResponseType> response_type{};
    Additions additions{};
    bool operator==(const EmergencyDetails&) const = default;
};

struct EventDescription {
    std::uint16_t type_event = 0;
    std::vector<std::uint16_t> description{};  // empty: absent
    std::optional<std::array<std::uint8_t, 1>> priority{};
    std::optional<HeadingSlice> heading{};
    std::optional<Extent> extent{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const EventDescription&) const = default;
};

struct PivotPointDescription {
    std::int16_t pivot_offset = 0;      // cm
    std::uint16_t pivot_angle = 28800;  // 0.0125 deg; 28800 unavailable
    bool pivots = false;
    Additions additions{};
    bool operator==(const PivotPointDescription&) const = default;
};

struct BumperHeights {
    std::uint8_t front = 0;  // cm
    std::uint8_t rear = 0;   // cm
    bool operator==(const BumperHeights&) const = default;
};

struct TrailerHistoryPoint {
    std::uint16_t pivot_angle = 28800;  // 0.0125 deg; 28800 unavailable
    std::uint16_t time_offset = 65535;  // 10 ms; 65535 unavailable
    NodeXy24b position_offset{};
    std::optional<std::int8_t> elevation_offset{};  // 0.1 m; -64 unavailable
    std::optional<std::uint8_t> heading{};          // 1.5 deg; 240 unavailable
    Additions additions{};
    bool operator==(const TrailerHistoryPoint&) const = default;
};

/// One of the trailers behind a vehicle.
struct TrailerUnitDescription {
    bool is_dolly = false;
    std::uint16_t width = 0;               // cm; 0 unavailable
    std::uint16_t length = 0;              // cm; 0 unavailable
    std::optional<std::uint8_t> height{};  // 5 cm
    std::optional<std::uint8_t> mass{};    // 500 kg
    std::optional<BumperHeights> bumper_heights{};
    std::optional<std::uint8_t> center_of_gravity{};  // 5 cm
    PivotPointDescription front_pivot{};
    std::optional<PivotPointDescription> rear_pivot{};
    std::optional<std::int16_t> rear_wheel_offset{};  // cm
    NodeXy24b position_offset{};
    std::optional<std::int8_t> elevation_offset{};  // 0.1 m; -64 unavailable
    std::vector<TrailerHistoryPoint> crumb_data{};  // empty: absent
    Additions additions{};
    bool operator==(const TrailerUnitDescription&) const = default;
};

struct TrailerData {
    std::uint8_t ssp_rights = 0;
    PivotPointDescription connection{};
    std::vector<TrailerUnitDescription> units{};
    Additions additions{};
    bool operator==(const TrailerData&) const = default;
};

/// Part II for emergency vehicles, events and trailers.
struct SpecialVehicleExtensions {
    std::optional<EmergencyDetails> vehicle_alerts{};
    std::optional<EventDescription> description{};
    std::optional<TrailerData> trailers{};
    Additions additions{};
    bool operator==(const SpecialVehicleExtensions&) const = default;
};

}  // namespace synchrono::j2735
