/// PersonalSafetyMessage (PSM), in which pedestrians, cyclists and road workers describe themselves.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "common/j2735/motion.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

enum class HumanPropelledType : std::uint8_t {
    unavailable,
    other_types,
    on_foot,
    skateboard,
    push_or_kick_scooter,
    wheelchair
};

enum class AnimalPropelledType : std::uint8_t {
    unavailable,
    other_types,
    animal_mounted,
    animal_drawn_carriage
};

enum class MotorizedPropelledType : std::uint8_t {
    unavailable,
    other_types,
    wheel_chair,
    bicycle,
    scooter,
    self_balancing_device
};

/// The means by which a vulnerable road user moves.
using PropelledInformation =
    std::variant<HumanPropelledType, AnimalPropelledType, MotorizedPropelledType, UnknownAlternative>;

enum class PersonalDeviceUserType : std::uint8_t {
    unavailable,
    a_pedestrian,
    a_pedalcyclist,
    a_public_safety_worker,
    an_animal
};

struct PersonalDeviceUsageState : ExtensibleBits<9> {
    using ExtensibleBits<9>::ExtensibleBits;
    static constexpr unsigned kUnavailable = 0;
    static constexpr unsigned kOther = 1;
    static constexpr unsigned kIdle = 2;
    static constexpr unsigned kListeningToAudio = 3;
    static constexpr unsigned kTyping = 4;
    static constexpr unsigned kCalling = 5;
    static constexpr unsigned kPlayingGames = 6;
    static constexpr unsigned kReading = 7;
    static constexpr unsigned kViewing = 8;
};

enum class NumberOfParticipantsInCluster : std::uint8_t { unavailable, small, medium, large };

enum class PublicSafetyEventResponderWorkerType : std::uint8_t {
    unavailable,
    tow_operater,
    fire_and_ems_worker,
    a_dot_worker,
    law_enforcement,
    hazmat_responder,
    animal_control_worker,
    other_personnel
};

struct PublicSafetyAndRoadWorkerActivity : ExtensibleBits<6> {
    using ExtensibleBits<6>::ExtensibleBits;
    static constexpr unsigned kUnavailable = 0;
    static constexpr unsigned kWorkingOnRoad = 1;
    static constexpr unsigned kSettingUpClosures = 2;
    static constexpr unsigned kRespondingToEvents = 3;
    static constexpr unsigned kDirectingTraffic = 4;
    static constexpr unsigned kOtherActivities = 5;
};

struct PublicSafetyDirectingTrafficSubType : ExtensibleBits<7> {
    using ExtensibleBits<7>::ExtensibleBits;
    static constexpr unsigned kUnavailable = 0;
    static constexpr unsigned kPoliceAndTrafficOfficers = 1;
    static constexpr unsigned kTrafficControlPersons = 2;
    static constexpr unsigned kRailroadCrossingGuards = 3;
    static constexpr unsigned kCivilDefenseNationalGuardMilitaryPolice = 4;
    static constexpr unsigned kEmergencyOrganizationPersonnel = 5;
    static constexpr unsigned kHighwayServiceVehiclePersonnel = 6;
};

struct PersonalAssistive : ExtensibleBits<6> {
    using ExtensibleBits<6>::ExtensibleBits;
    static constexpr unsigned kUnavailable = 0;
    static constexpr unsigned kOtherType = 1;
    static constexpr unsigned kVision = 2;
    static constexpr unsigned kHearing = 3;
    static constexpr unsigned kMovement = 4;
    static constexpr unsigned kCognition = 5;
};

struct UserSizeAndBehaviour : ExtensibleBits<5> {
    using ExtensibleBits<5>::ExtensibleBits;
    static constexpr unsigned kUnavailable = 0;
    static constexpr unsigned kSmallStature = 1;
    static constexpr unsigned kLargeStature = 2;
    static constexpr unsigned kErraticMoving = 3;
    static constexpr unsigned kSlowMoving = 4;
};

enum class Attachment : std::uint8_t {
    unavailable,
    stroller,
    bicycle_trailer,
    cart,
    wheelchair,
    other_walk_assist_attachments,
    pet
};

enum class AnimalType : std::uint8_t { unavailable, service_use, pet, farm };

struct PersonalSafetyMessage {
    PersonalDeviceUserType basic_type = PersonalDeviceUserType::unavailable;
    std::uint16_t sec_mark = 65535;  // ms; 65535 unavailable
    std::uint8_t msg_cnt = 0;
    std::array<std::uint8_t, 4> id{};
    Position3D position{};
    PositionalAccuracy accuracy{};
    std::uint16_t speed = 8191;     // 0.02 m/s; 8191 unavailable
    std::uint16_t heading = 28800;  // 0.0125 deg; 28800 unavailable
    std::optional<AccelerationSet4Way> accel_set{};
    std::optional<PathHistory> path_history{};
    std::optional<PathPrediction> path_prediction{};
    std::optional<PropelledInformation> propulsion{};
    std::optional<PersonalDeviceUsageState> use_state{};
    std::optional<bool> cross_request{};
    std::optional<bool> cross_state{};
    std::optional<NumberOfParticipantsInCluster> cluster_size{};
    std::optional<std::uint8_t> cluster_radius{};  // m
    std::optional<PublicSafetyEventResponderWorkerType> event_responder_type{};
    std::optional<PublicSafetyAndRoadWorkerActivity> activity_type{};
    std::optional<PublicSafetyDirectingTrafficSubType> activity_sub_type{};
    std::optional<PersonalAssistive> assist_type{};
    std::optional<UserSizeAndBehaviour> sizing{};
    std::optional<Attachment> attachment{};
    std::optional<std::uint8_t> attachment_radius{};  // dm
    std::optional<AnimalType> animal_type{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const PersonalSafetyMessage&) const = default;
};

}  // namespace synchrono::j2735
