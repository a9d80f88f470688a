/// Descriptions of the types of common/j2735/road_side_alert.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_itis.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/internal/describe_special_vehicle.hpp"
#include "common/j2735/internal/describe_supplemental_vehicle.hpp"
#include "common/j2735/road_side_alert.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<RoadSideAlert>) {
    using T = RoadSideAlert;
    return extensible_sequence<T>(
        field<Range<0, 127>>("msgCnt", &T::msg_cnt), field<Range<0, 527040>>("timeStamp", &T::time_stamp),
        field<Range<0, 65535>>("typeEvent", &T::type_event),
        optional_list<List<1, 8, Range<0, 65535>>>("description", &T::description),
        field("priority", &T::priority), field("heading", &T::heading), field("extent", &T::extent),
        field("position", &T::position), field("furtherInfoID", &T::further_info_id),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<EmergencyVehicleAlert>) {
    using T = EmergencyVehicleAlert;
    return extensible_sequence<T>(
        field<Range<0, 527040>>("timeStamp", &T::time_stamp), field("id", &T::id),
        field("rsaMsg", &T::rsa_msg), field("responseType", &T::response_type), field("details", &T::details),
        field<Range<0, 255>>("mass", &T::mass), field("basicType", &T::basic_type),
        field("vehicleType", &T::vehicle_type), field("responseEquip", &T::response_equip),
        field("responderType", &T::responder_type), optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
