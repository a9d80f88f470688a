/// ProbeDataManagement (PDM), which says what probe vehicles are to record, and ProbeVehicleData (PVD),
/// which they send.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "common/j2735/basic_safety_message.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/supplemental_vehicle.hpp"
#include "common/j2735/types.hpp"
#include "common/j2735/vehicle_status.hpp"

namespace synchrono::j2735 {

struct Sample {
    std::uint8_t sample_start = 0;
    std::uint8_t sample_end = 0;
    bool operator==(const Sample&) const = default;
};

struct SnapshotTime {
    std::uint8_t speed1 = 31;  // m/s; 31 unavailable
    std::uint8_t time1 = 61;   // s; 61 unavailable
    std::uint8_t speed2 = 31;  // m/s; 31 unavailable
    std::uint8_t time2 = 61;   // s; 61 unavailable
    bool operator==(const SnapshotTime&) const = default;
};

struct SnapshotDistance {
    std::uint16_t distance1 = 1023;  // m; 1023 unavailable
    std::uint8_t speed1 = 31;        // m/s; 31 unavailable
    std::uint16_t distance2 = 1023;  // m; 1023 unavailable
    std::uint8_t speed2 = 31;        // m/s; 31 unavailable
    bool operator==(const SnapshotDistance&) const = default;
};

enum class VehicleStatusDeviceTypeTag : std::uint8_t {
    unknown,
    lights,
    wipers,
    brakes,
    stab,
    trac,
    abs,
    sun_s,
    rain_s,
    air_temp,
    steering,
    vert_accel_thres,
    vert_accel,
    hoz_accel_long,
    hoz_accel_lat,
    hoz_accel_con,
    accel4_way,
    confidence_set,
    ob_dist,
    ob_direct,
    yaw,
    yaw_rate_con,
    date_time,
    full_pos,
    position2d,
    position3d,
    vehicle,
    speed_head_c,
    speed_c
};

struct VehicleStatusRequest {
    VehicleStatusDeviceTypeTag data_type = VehicleStatusDeviceTypeTag::unknown;
    std::optional<std::uint8_t> sub_type{};
    std::optional<std::int16_t> send_on_less_then_value{};
    std::optional<std::int16_t> send_on_more_then_value{};
    std::optional<bool> send_all{};
    Additions additions{};
    bool operator==(const VehicleStatusRequest&) const = default;
};

struct TermTime {
    std::uint16_t value = 1;  // s
    bool operator==(const TermTime&) const = default;
};

struct TermDistance {
    std::uint16_t value = 1;  // m
    bool operator==(const TermDistance&) const = default;
};

using ProbeTerm = std::variant<TermTime, TermDistance>;

using SnapshotInterval = std::variant<SnapshotTime, SnapshotDistance>;

struct ProbeDataManagement {
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    Sample sample{};
    HeadingSlice directions{};
    ProbeTerm term{};
    SnapshotInterval snapshot{};
    std::uint8_t tx_interval = 61;                      // s; 61 unavailable
    std::vector<VehicleStatusRequest> data_elements{};  // empty: absent
    std::vector<RegionalExtension> regional{};          // empty: absent
    Additions additions{};
    bool operator==(const ProbeDataManagement&) const = default;
};

struct Snapshot {
    FullPositionVector the_position{};
    std::optional<VehicleSafetyExtensions> safety_ext{};
    std::optional<VehicleStatus> data_set{};
    Additions additions{};
    bool operator==(const Snapshot&) const = default;
};

struct ProbeVehicleData {
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::optional<std::uint16_t> seg_num{};
    std::optional<VehicleIdent> probe_id{};
    FullPositionVector start_vector{};
    VehicleClassification vehicle_type{};
    std::vector<Snapshot> snapshots{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const ProbeVehicleData&) const = default;
};

}  // namespace synchrono::j2735
