/// Descriptions of the types of common/j2735/message_frame.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_basic_safety_message.hpp"
#include "common/j2735/internal/describe_correction.hpp"
#include "common/j2735/internal/describe_map_data.hpp"
#include "common/j2735/internal/describe_personal_safety_message.hpp"
#include "common/j2735/internal/describe_probe.hpp"
#include "common/j2735/internal/describe_road_side_alert.hpp"
#include "common/j2735/internal/describe_safety_request.hpp"
#include "common/j2735/internal/describe_signal_request.hpp"
#include "common/j2735/internal/describe_spat.hpp"
#include "common/j2735/internal/describe_traveler_information.hpp"
#include "common/j2735/message_frame.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<Message>) {
    return open_types<Message, Range<0, 32'767>>("messageId", "value",
                                                 {{20, "BasicSafetyMessage"},
                                                  {18, "MapData"},
                                                  {19, "SPAT"},
                                                  {21, "CommonSafetyRequest"},
                                                  {22, "EmergencyVehicleAlert"},
                                                  {23, "IntersectionCollision"},
                                                  {24, "NMEAcorrections"},
                                                  {25, "ProbeDataManagement"},
                                                  {26, "ProbeVehicleData"},
                                                  {27, "RoadSideAlert"},
                                                  {28, "RTCMcorrections"},
                                                  {29, "SignalRequestMessage"},
                                                  {30, "SignalStatusMessage"},
                                                  {31, "TravelerInformation"},
                                                  {32, "PersonalSafetyMessage"}});
}

/// The field has no name, because the members of `value` are members of the frame itself.
constexpr auto describe(Type<MessageFrame>) {
    return extensible_sequence<MessageFrame>(field("", &MessageFrame::value));
}

}  // namespace synchrono::j2735::internal
