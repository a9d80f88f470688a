/// MessageFrame: any message of SAE J2735 (2016), in the form in which it is sent.
#pragma once

#include <cstdint>
#include <variant>

#include "common/j2735/basic_safety_message.hpp"
#include "common/j2735/correction.hpp"
#include "common/j2735/map_data.hpp"
#include "common/j2735/personal_safety_message.hpp"
#include "common/j2735/probe.hpp"
#include "common/j2735/road_side_alert.hpp"
#include "common/j2735/safety_request.hpp"
#include "common/j2735/signal_request.hpp"
#include "common/j2735/spat.hpp"
#include "common/j2735/traveler_information.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

/// A message with an id that this version has no type for.
struct UnknownMessage {
    std::uint16_t id = 0;  // 0 to 32767
    Bytes content{};
    bool operator==(const UnknownMessage&) const = default;
};

using Message = std::variant<BasicSafetyMessage, MapData, Spat, CommonSafetyRequest, EmergencyVehicleAlert,
                             IntersectionCollision, NmeaCorrections, ProbeDataManagement, ProbeVehicleData,
                             RoadSideAlert, RtcmCorrections, SignalRequestMessage, SignalStatusMessage,
                             TravelerInformation, PersonalSafetyMessage, UnknownMessage>;

struct MessageFrame {
    Message value{};
    Additions additions{};
    bool operator==(const MessageFrame&) const = default;
};

}  // namespace synchrono::j2735
