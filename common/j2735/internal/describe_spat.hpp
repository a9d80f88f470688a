/// Descriptions of the types of common/j2735/spat.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/spat.hpp"

namespace synchrono::j2735::internal {

/// The standard ends the range at 36001. Deployed signals also send greater values, which are accepted and
/// sent on unchanged.
using TimeMark = Range<0, 65535>;

constexpr auto describe(Type<TimeChangeDetails>) {
    using T = TimeChangeDetails;
    return sequence<T>(
        field<TimeMark>("startTime", &T::start_time), field<TimeMark>("minEndTime", &T::min_end_time),
        field<TimeMark>("maxEndTime", &T::max_end_time), field<TimeMark>("likelyTime", &T::likely_time),
        field<Range<0, 15>>("confidence", &T::confidence), field<TimeMark>("nextTime", &T::next_time));
}

constexpr auto describe(Type<AdvisorySpeedType>) {
    return enumeration<AdvisorySpeedType>(kExtensible, "none", "greenwave", "ecoDrive", "transit");
}

constexpr auto describe(Type<AdvisorySpeed>) {
    using T = AdvisorySpeed;
    return extensible_sequence<T>(
        field("type", &T::type), field<Range<0, 500>>("speed", &T::speed),
        field("confidence", &T::confidence), field<Range<0, 10000>>("distance", &T::distance),
        field<Range<0, 255>>("class", &T::class_), optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<MovementPhaseState>) {
    return enumeration<MovementPhaseState>(kClosed, "unavailable", "dark", "stop-Then-Proceed",
                                           "stop-And-Remain", "pre-Movement", "permissive-Movement-Allowed",
                                           "protected-Movement-Allowed", "permissive-clearance",
                                           "protected-clearance", "caution-Conflicting-Traffic");
}

constexpr auto describe(Type<MovementEvent>) {
    using T = MovementEvent;
    return extensible_sequence<T>(field("eventState", &T::event_state), field("timing", &T::timing),
                                  optional_list<Size<1, 16>>("speeds", &T::speeds),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<ConnectionManeuverAssist>) {
    using T = ConnectionManeuverAssist;
    return extensible_sequence<T>(
        field<Range<0, 255>>("connectionID", &T::connection_id),
        field<Range<0, 10000>>("queueLength", &T::queue_length),
        field<Range<0, 10000>>("availableStorageLength", &T::available_storage_length),
        field("waitOnStop", &T::wait_on_stop), field("pedBicycleDetect", &T::ped_bicycle_detect),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<MovementState>) {
    using T = MovementState;
    return extensible_sequence<T>(optional_list<Size<1, 63>>("movementName", &T::movement_name),
                                  field<Range<0, 255>>("signalGroup", &T::signal_group),
                                  field<Size<1, 16>>("state-time-speed", &T::state_time_speed),
                                  optional_list<Size<1, 16>>("maneuverAssistList", &T::maneuver_assist_list),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<IntersectionState>) {
    using T = IntersectionState;
    return extensible_sequence<T>(
        optional_list<Size<1, 63>>("name", &T::name), field("id", &T::id),
        field<Range<0, 127>>("revision", &T::revision), field("status", &T::status),
        field<Range<0, 527040>>("moy", &T::moy), field<Range<0, 65535>>("timeStamp", &T::time_stamp),
        optional_list<List<1, 16, Range<0, 255>>>("enabledLanes", &T::enabled_lanes),
        field<Size<1, 255>>("states", &T::states),
        optional_list<Size<1, 16>>("maneuverAssistList", &T::maneuver_assist_list),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<Spat>) {
    using T = Spat;
    return extensible_sequence<T>(field<Range<0, 527040>>("timeStamp", &T::time_stamp),
                                  optional_list<Size<1, 63>>("name", &T::name),
                                  field<Size<1, 32>>("intersections", &T::intersections),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
