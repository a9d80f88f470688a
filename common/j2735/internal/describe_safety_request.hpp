/// Descriptions of the types of common/j2735/safety_request.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_basic_safety_message.hpp"
#include "common/j2735/internal/describe_motion.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/internal/describe_signal_request.hpp"
#include "common/j2735/safety_request.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<RequestedItem>) {
    return enumeration<RequestedItem>(kExtensible, "reserved", "itemA", "itemB", "itemC", "itemD", "itemE",
                                      "itemF", "itemG", "itemI", "itemJ", "itemK", "itemL", "itemM", "itemN",
                                      "itemO", "itemP", "itemQ");
}

constexpr auto describe(Type<CommonSafetyRequest>) {
    using T = CommonSafetyRequest;
    return extensible_sequence<T>(field<Range<0, 527040>>("timeStamp", &T::time_stamp),
                                  field<Range<0, 127>>("msgCnt", &T::msg_cnt), field("id", &T::id),
                                  field<Size<1, 32>>("requests", &T::requests),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<ApproachOrLane>) {
    return choice<ApproachOrLane>(alternative("approach"), alternative("lane"));
}

constexpr auto describe(Type<IntersectionCollision>) {
    using T = IntersectionCollision;
    return extensible_sequence<T>(
        field<Range<0, 127>>("msgCnt", &T::msg_cnt), field("id", &T::id),
        field<Range<0, 527040>>("timeStamp", &T::time_stamp), field("partOne", &T::part_one),
        field("path", &T::path), field("pathPrediction", &T::path_prediction),
        field("intersectionID", &T::intersection_id), field("laneNumber", &T::lane_number),
        field("eventFlag", &T::event_flag), optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
