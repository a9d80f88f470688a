/// Positions and times: dates, accuracies, confidences and full position vectors.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

/// A date and a time of day, in UTC unless `offset` says otherwise; any part may be absent.
struct DateTime {
    std::optional<std::uint16_t> year{};
    std::optional<std::uint8_t> month{};    // 1 to 12
    std::optional<std::uint8_t> day{};      // 1 to 31
    std::optional<std::uint8_t> hour{};     // 0 to 30
    std::optional<std::uint8_t> minute{};   // 0 to 59
    std::optional<std::uint16_t> second{};  // ms; 65535 unavailable
    std::optional<std::int16_t> offset{};   // minutes from UTC
    bool operator==(const DateTime&) const = default;
};

/// The ellipse of one standard deviation about a position.
struct PositionalAccuracy {
    std::uint8_t semi_major = 255;      // 0.05 m; 255 unavailable
    std::uint8_t semi_minor = 255;      // 0.05 m; 255 unavailable
    std::uint16_t orientation = 65535;  // 360/65535 deg; 65535 unavailable
    bool operator==(const PositionalAccuracy&) const = default;
};

struct Position3D {
    std::int32_t lat = 900000001;               // 1e-7 deg; 900000001 unavailable
    std::int32_t lon = 1800000001;              // 1e-7 deg; 1800000001 unavailable
    std::optional<std::int32_t> elevation{};    // 0.1 m; -4096 unavailable
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const Position3D&) const = default;
};

enum class TransmissionState : std::uint8_t {
    neutral,
    park,
    forward_gears,
    reverse_gears,
    reserved1,
    reserved2,
    reserved3,
    unavailable
};

/// `transmisson` is misspelled in the standard.
struct TransmissionAndSpeed {
    TransmissionState transmisson = TransmissionState::unavailable;
    std::uint16_t speed = 8191;  // 0.02 m/s; 8191 unavailable
    bool operator==(const TransmissionAndSpeed&) const = default;
};

enum class PositionConfidence : std::uint8_t {
    unavailable,
    a500m,
    a200m,
    a100m,
    a50m,
    a20m,
    a10m,
    a5m,
    a2m,
    a1m,
    a50cm,
    a20cm,
    a10cm,
    a5cm,
    a2cm,
    a1cm
};

enum class ElevationConfidence : std::uint8_t {
    unavailable,
    elev_500_00,
    elev_200_00,
    elev_100_00,
    elev_050_00,
    elev_020_00,
    elev_010_00,
    elev_005_00,
    elev_002_00,
    elev_001_00,
    elev_000_50,
    elev_000_20,
    elev_000_10,
    elev_000_05,
    elev_000_02,
    elev_000_01
};

struct PositionConfidenceSet {
    PositionConfidence pos = PositionConfidence::unavailable;
    ElevationConfidence elevation = ElevationConfidence::unavailable;
    bool operator==(const PositionConfidenceSet&) const = default;
};

enum class HeadingConfidence : std::uint8_t {
    unavailable,
    prec10deg,
    prec05deg,
    prec01deg,
    prec0_1deg,
    prec0_05deg,
    prec0_01deg,
    prec0_0125deg
};

enum class SpeedConfidence : std::uint8_t {
    unavailable,
    prec100ms,
    prec10ms,
    prec5ms,
    prec1ms,
    prec0_1ms,
    prec0_05ms,
    prec0_01ms
};

enum class ThrottleConfidence : std::uint8_t { unavailable, prec10percent, prec1percent, prec0_5percent };

struct SpeedHeadingThrottleConfidence {
    HeadingConfidence heading = HeadingConfidence::unavailable;
    SpeedConfidence speed = SpeedConfidence::unavailable;
    ThrottleConfidence throttle = ThrottleConfidence::unavailable;
    bool operator==(const SpeedHeadingThrottleConfidence&) const = default;
};

enum class TimeConfidence : std::uint8_t {
    unavailable,
    time_100_000,
    time_050_000,
    time_020_000,
    time_010_000,
    time_002_000,
    time_001_000,
    time_000_500,
    time_000_200,
    time_000_100,
    time_000_050,
    time_000_020,
    time_000_010,
    time_000_005,
    time_000_002,
    time_000_001,
    time_000_000_5,
    time_000_000_2,
    time_000_000_1,
    time_000_000_05,
    time_000_000_02,
    time_000_000_01,
    time_000_000_005,
    time_000_000_002,
    time_000_000_001,
    time_000_000_000_5,
    time_000_000_000_2,
    time_000_000_000_1,
    time_000_000_000_05,
    time_000_000_000_02,
    time_000_000_000_01,
    time_000_000_000_005,
    time_000_000_000_002,
    time_000_000_000_001,
    time_000_000_000_000_5,
    time_000_000_000_000_2,
    time_000_000_000_000_1,
    time_000_000_000_000_05,
    time_000_000_000_000_02,
    time_000_000_000_000_01
};

/// A position with its time, its motion and the confidence in each value.
struct FullPositionVector {
    std::optional<DateTime> utc_time{};
    std::int32_t lon = 1800000001;            // 1e-7 deg; 1800000001 unavailable
    std::int32_t lat = 900000001;             // 1e-7 deg; 900000001 unavailable
    std::optional<std::int32_t> elevation{};  // 0.1 m; -4096 unavailable
    std::optional<std::uint16_t> heading{};   // 0.0125 deg; 28800 unavailable
    std::optional<TransmissionAndSpeed> speed{};
    std::optional<PositionalAccuracy> pos_accuracy{};
    std::optional<TimeConfidence> time_confidence{};
    std::optional<PositionConfidenceSet> pos_confidence{};
    std::optional<SpeedHeadingThrottleConfidence> speed_confidence{};
    Additions additions{};
    bool operator==(const FullPositionVector&) const = default;
};

/// Bit i stands for headings from 22.5 i to 22.5 (i + 1) degrees.
struct HeadingSlice : FixedBits<16> {
    using FixedBits<16>::FixedBits;
};

enum class Extent : std::uint8_t {
    use_instantly_only,
    use_for_3meters,
    use_for_10meters,
    use_for_50meters,
    use_for_100meters,
    use_for_500meters,
    use_for_1000meters,
    use_for_5000meters,
    use_for_10000meters,
    use_for_50000meters,
    use_for_100000meters,
    use_for_500000meters,
    use_for_1000000meters,
    use_for_5000000meters,
    use_for_10000000meters,
    forever
};

/// The offset east and north from the previous point.
struct NodeXy24b {
    std::int16_t x = 0;  // cm
    std::int16_t y = 0;  // cm
    bool operator==(const NodeXy24b&) const = default;
};

/// Names an intersection, in MAP and SPAT alike.
struct IntersectionReferenceId {
    std::optional<std::uint16_t> region{};
    std::uint16_t id = 0;
    bool operator==(const IntersectionReferenceId&) const = default;
};

}  // namespace synchrono::j2735
