/// Descriptions of the types of common/j2735/personal_safety_message.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_motion.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/personal_safety_message.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<HumanPropelledType>) {
    return enumeration<HumanPropelledType>(kExtensible, "unavailable", "otherTypes", "onFoot", "skateboard",
                                           "pushOrKickScooter", "wheelchair");
}

constexpr auto describe(Type<AnimalPropelledType>) {
    return enumeration<AnimalPropelledType>(kExtensible, "unavailable", "otherTypes", "animalMounted",
                                            "animalDrawnCarriage");
}

constexpr auto describe(Type<MotorizedPropelledType>) {
    return enumeration<MotorizedPropelledType>(kExtensible, "unavailable", "otherTypes", "wheelChair",
                                               "bicycle", "scooter", "selfBalancingDevice");
}

constexpr auto describe(Type<PropelledInformation>) {
    return extensible_choice<PropelledInformation>(alternative("human"), alternative("animal"),
                                                   alternative("motor"));
}

constexpr auto describe(Type<PersonalDeviceUserType>) {
    return enumeration<PersonalDeviceUserType>(kExtensible, "unavailable", "aPEDESTRIAN", "aPEDALCYCLIST",
                                               "aPUBLICSAFETYWORKER", "anANIMAL");
}

constexpr auto describe(Type<NumberOfParticipantsInCluster>) {
    return enumeration<NumberOfParticipantsInCluster>(kExtensible, "unavailable", "small", "medium", "large");
}

constexpr auto describe(Type<PublicSafetyEventResponderWorkerType>) {
    return enumeration<PublicSafetyEventResponderWorkerType>(
        kExtensible, "unavailable", "towOperater", "fireAndEMSWorker", "aDOTWorker", "lawEnforcement",
        "hazmatResponder", "animalControlWorker", "otherPersonnel");
}

constexpr auto describe(Type<Attachment>) {
    return enumeration<Attachment>(kExtensible, "unavailable", "stroller", "bicycleTrailer", "cart",
                                   "wheelchair", "otherWalkAssistAttachments", "pet");
}

constexpr auto describe(Type<AnimalType>) {
    return enumeration<AnimalType>(kExtensible, "unavailable", "serviceUse", "pet", "farm");
}

constexpr auto describe(Type<PersonalSafetyMessage>) {
    using T = PersonalSafetyMessage;
    return extensible_sequence<T>(
        field("basicType", &T::basic_type), field<Range<0, 65535>>("secMark", &T::sec_mark),
        field<Range<0, 127>>("msgCnt", &T::msg_cnt), field("id", &T::id), field("position", &T::position),
        field("accuracy", &T::accuracy), field<Range<0, 8191>>("speed", &T::speed),
        field<Range<0, 28800>>("heading", &T::heading), field("accelSet", &T::accel_set),
        field("pathHistory", &T::path_history), field("pathPrediction", &T::path_prediction),
        field("propulsion", &T::propulsion), field("useState", &T::use_state),
        field("crossRequest", &T::cross_request), field("crossState", &T::cross_state),
        field("clusterSize", &T::cluster_size), field<Range<0, 100>>("clusterRadius", &T::cluster_radius),
        field("eventResponderType", &T::event_responder_type), field("activityType", &T::activity_type),
        field("activitySubType", &T::activity_sub_type), field("assistType", &T::assist_type),
        field("sizing", &T::sizing), field("attachment", &T::attachment),
        field<Range<0, 200>>("attachmentRadius", &T::attachment_radius), field("animalType", &T::animal_type),
        optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
