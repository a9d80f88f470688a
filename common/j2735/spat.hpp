/// SPAT: signal phases and timing of intersections.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/j2735/position.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct IntersectionStatusObject : FixedBits<16> {
    using FixedBits<16>::FixedBits;
    static constexpr unsigned kManualControlIsEnabled = 0;
    static constexpr unsigned kStopTimeIsActivated = 1;
    static constexpr unsigned kFailureFlash = 2;
    static constexpr unsigned kPreemptIsActive = 3;
    static constexpr unsigned kSignalPriorityIsActive = 4;
    static constexpr unsigned kFixedTimeOperation = 5;
    static constexpr unsigned kTrafficDependentOperation = 6;
    static constexpr unsigned kStandbyOperation = 7;
    static constexpr unsigned kFailureMode = 8;
    static constexpr unsigned kOff = 9;
    static constexpr unsigned kRecentMapMessageUpdate = 10;
    static constexpr unsigned kRecentChangeInMapAssignedLanesIdsUsed = 11;
    static constexpr unsigned kNoValidMapIsAvailableAtThisTime = 12;
    static constexpr unsigned kNoValidSpatIsAvailableAtThisTime = 13;
};

/// The times at which a signal changes, in tenths of a second of the current or the next UTC hour.
struct TimeChangeDetails {
    std::optional<std::uint16_t> start_time{};    // 0.1 s of the hour; 36001 unknown
    std::uint16_t min_end_time = 36001;           // 0.1 s of the hour; 36001 unknown
    std::optional<std::uint16_t> max_end_time{};  // 0.1 s of the hour; 36001 unknown
    std::optional<std::uint16_t> likely_time{};   // 0.1 s of the hour; 36001 unknown
    std::optional<std::uint8_t> confidence{};
    std::optional<std::uint16_t> next_time{};  // 0.1 s of the hour; 36001 unknown
    bool operator==(const TimeChangeDetails&) const = default;
};

enum class AdvisorySpeedType : std::uint8_t { none, greenwave, eco_drive, transit };

/// A speed at which vehicles arrive while the signal is green.
struct AdvisorySpeed {
    AdvisorySpeedType type = AdvisorySpeedType::none;
    std::optional<std::uint16_t> speed{};  // 0.1 m/s; 500 unavailable
    std::optional<SpeedConfidence> confidence{};
    std::optional<std::uint16_t> distance{};  // m
    std::optional<std::uint8_t> class_{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const AdvisorySpeed&) const = default;
};

enum class MovementPhaseState : std::uint8_t {
    unavailable,
    dark,
    stop_then_proceed,
    stop_and_remain,
    pre_movement,
    permissive_movement_allowed,
    protected_movement_allowed,
    permissive_clearance,
    protected_clearance,
    caution_conflicting_traffic
};

/// One state of a signal, present or future.
struct MovementEvent {
    MovementPhaseState event_state = MovementPhaseState::unavailable;
    std::optional<TimeChangeDetails> timing{};
    std::vector<AdvisorySpeed> speeds{};        // empty: absent
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const MovementEvent&) const = default;
};

/// The queue on one connection, and whether to wait there.
struct ConnectionManeuverAssist {
    std::uint8_t connection_id = 0;
    std::optional<std::uint16_t> queue_length{};              // m
    std::optional<std::uint16_t> available_storage_length{};  // m
    std::optional<bool> wait_on_stop{};
    std::optional<bool> ped_bicycle_detect{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const ConnectionManeuverAssist&) const = default;
};

/// The states of a signal group: the present one first, then the future ones.
struct MovementState {
    std::string movement_name{};  // empty: absent
    std::uint8_t signal_group = 0;
    std::vector<MovementEvent> state_time_speed{};
    std::vector<ConnectionManeuverAssist> maneuver_assist_list{};  // empty: absent
    std::vector<RegionalExtension> regional{};                     // empty: absent
    Additions additions{};
    bool operator==(const MovementState&) const = default;
};

/// The signals of one intersection.
struct IntersectionState {
    std::string name{};  // empty: absent
    IntersectionReferenceId id{};
    std::uint8_t revision = 0;
    IntersectionStatusObject status{};
    std::optional<std::uint32_t> moy{};         // minute of the year; 527040 unavailable
    std::optional<std::uint16_t> time_stamp{};  // ms; 65535 unavailable
    std::vector<std::uint8_t> enabled_lanes{};  // empty: absent
    std::vector<MovementState> states{};
    std::vector<ConnectionManeuverAssist> maneuver_assist_list{};  // empty: absent
    std::vector<RegionalExtension> regional{};                     // empty: absent
    Additions additions{};
    bool operator==(const IntersectionState&) const = default;
};

struct Spat {
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::string name{};                         // empty: absent
    std::vector<IntersectionState> intersections{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const Spat&) const = default;
};

}  // namespace synchrono::j2735
