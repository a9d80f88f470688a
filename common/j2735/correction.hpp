/// Corrections of satellite positions: RTCM and NMEA.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "common/j2735/motion.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct AntennaOffsetSet {
    std::int16_t ant_offset_x = 0;  // cm
    std::int16_t ant_offset_y = 0;  // cm
    std::int16_t ant_offset_z = 0;  // cm
    bool operator==(const AntennaOffsetSet&) const = default;
};

struct RtcmHeader {
    GnssStatus status{};
    AntennaOffsetSet offset_set{};
    bool operator==(const RtcmHeader&) const = default;
};

struct RtcmPackage {
    std::optional<RtcmHeader> rtcm_header{};
    std::vector<Bytes> msgs{};
    Additions additions{};
    bool operator==(const RtcmPackage&) const = default;
};

enum class RtcmRevision : std::uint8_t { unknown, rtcm_rev2, rtcm_rev3, reserved };

struct RtcmCorrections {
    std::uint8_t msg_cnt = 0;
    RtcmRevision rev = RtcmRevision::unknown;
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::optional<FullPositionVector> anchor_point{};
    std::optional<RtcmHeader> rtcm_header{};
    std::vector<Bytes> msgs{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const RtcmCorrections&) const = default;
};

enum class NmeaRevision : std::uint8_t { unknown, reserved, rev1, rev2, rev3, rev4, rev5 };

struct NmeaCorrections {
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::optional<NmeaRevision> rev{};
    std::optional<std::uint16_t> msg{};
    std::optional<std::uint16_t> wd_count{};
    Bytes payload{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const NmeaCorrections&) const = default;
};

}  // namespace synchrono::j2735
