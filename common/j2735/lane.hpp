/// Lanes: their use, and the lanes that they lead to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/j2735/node.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct LaneDirection : FixedBits<2> {
    using FixedBits<2>::FixedBits;
    static constexpr unsigned kIngressPath = 0;
    static constexpr unsigned kEgressPath = 1;
};

struct LaneSharing : FixedBits<10> {
    using FixedBits<10>::FixedBits;
    static constexpr unsigned kOverlappingLaneDescriptionProvided = 0;
    static constexpr unsigned kMultipleLanesTreatedAsOneLane = 1;
    static constexpr unsigned kOtherNonMotorizedTrafficTypes = 2;
    static constexpr unsigned kIndividualMotorizedVehicleTraffic = 3;
    static constexpr unsigned kBusVehicleTraffic = 4;
    static constexpr unsigned kTaxiVehicleTraffic = 5;
    static constexpr unsigned kPedestriansTraffic = 6;
    static constexpr unsigned kCyclistVehicleTraffic = 7;
    static constexpr unsigned kTrackedVehicleTraffic = 8;
    static constexpr unsigned kPedestrianTraffic = 9;
};

struct LaneAttributesVehicle : ExtensibleBits<8> {
    using ExtensibleBits<8>::ExtensibleBits;
    static constexpr unsigned kIsVehicleRevocableLane = 0;
    static constexpr unsigned kIsVehicleFlyOverLane = 1;
    static constexpr unsigned kHovLaneUseOnly = 2;
    static constexpr unsigned kRestrictedToBusUse = 3;
    static constexpr unsigned kRestrictedToTaxiUse = 4;
    static constexpr unsigned kRestrictedFromPublicUse = 5;
    static constexpr unsigned kHasIrBeaconCoverage = 6;
    static constexpr unsigned kPermissionOnRequest = 7;
};

struct LaneAttributesCrosswalk : FixedBits<16> {
    using FixedBits<16>::FixedBits;
    static constexpr unsigned kCrosswalkRevocableLane = 0;
    static constexpr unsigned kBicyleUseAllowed = 1;
    static constexpr unsigned kIsXwalkFlyOverLane = 2;
    static constexpr unsigned kFixedCycleTime = 3;
    static constexpr unsigned kBiDirectionalCycleTimes = 4;
    static constexpr unsigned kHasPushToWalkButton = 5;
    static constexpr unsigned kAudioSupport = 6;
    static constexpr unsigned kRfSignalRequestPresent = 7;
    static constexpr unsigned kUnsignalizedSegmentsPresent = 8;
};

struct LaneAttributesBike : FixedBits<16> {
    using FixedBits<16>::FixedBits;
    static constexpr unsigned kBikeRevocableLane = 0;
    static constexpr unsigned kPedestrianUseAllowed = 1;
    static constexpr unsigned kIsBikeFlyOverLane = 2;
    static constexpr unsigned kFixedCycleTime = 3;
    static constexpr unsigned kBiDirectionalCycleTimes = 4;
    static constexpr unsigned kIsolatedByBarrier = 5;
    static constexpr unsigned kUnsignalizedSegmentsPresent = 6;
};

struct LaneAttributesSidewalk : FixedBits<16> {
    using FixedBits<16>::FixedBits;
    static constexpr unsigned kSidewalkRevocableLane = 0;
    static constexpr unsigned kBicyleUseAllowed = 1;
    static constexpr unsigned kIsSidewalkFlyOverLane = 2;
    static constexpr unsigned kWalkBikes = 3;
};

struct LaneAttributesBarrier : FixedBits<16> {
    using FixedBits<16>::FixedBits;
    static constexpr unsigned kMedianRevocableLane = 0;
    static constexpr unsigned kMedian = 1;
    static constexpr unsigned kWhiteLineHashing = 2;
    static constexpr unsigned kStripedLines = 3;
    static constexpr unsigned kDoubleStripedLines = 4;
    static constexpr unsigned kTrafficCones = 5;
    static constexpr unsigned kConstructionBarrier = 6;
    static constexpr unsigned kTrafficChannels = 7;
    static constexpr unsigned kLowCurbs = 8;
    static constexpr unsigned kHighCurbs = 9;
};

struct LaneAttributesStriping : FixedBits<16> {
    using FixedBits<16>::FixedBits;
    static constexpr unsigned kStripeToConnectingLanesRevocableLane = 0;
    static constexpr unsigned kStripeDrawOnLeft = 1;
    static constexpr unsigned kStripeDrawOnRight = 2;
    static constexpr unsigned kStripeToConnectingLanesLeft = 3;
    static constexpr unsigned kStripeToConnectingLanesRight = 4;
    static constexpr unsigned kStripeToConnectingLanesAhead = 5;
};

struct LaneAttributesTrackedVehicle : FixedBits<16> {
    using FixedBits<16>::FixedBits;
    static constexpr unsigned kSpecRevocableLane = 0;
    static constexpr unsigned kSpecCommuterRailRoadTrack = 1;
    static constexpr unsigned kSpecLightRailRoadTrack = 2;
    static constexpr unsigned kSpecHeavyRailRoadTrack = 3;
    static constexpr unsigned kSpecOtherRailType = 4;
};

struct LaneAttributesParking : FixedBits<16> {
    using FixedBits<16>::FixedBits;
    static constexpr unsigned kParkingRevocableLane = 0;
    static constexpr unsigned kParallelParkingInUse = 1;
    static constexpr unsigned kHeadInParkingInUse = 2;
    static constexpr unsigned kDoNotParkZone = 3;
    static constexpr unsigned kParkingForBusUse = 4;
    static constexpr unsigned kParkingForTaxiUse = 5;
    static constexpr unsigned kNoPublicParkingUse = 6;
};

/// The type of a lane, with the attributes of that type.
using LaneTypeAttributes =
    std::variant<LaneAttributesVehicle, LaneAttributesCrosswalk, LaneAttributesBike, LaneAttributesSidewalk,
                 LaneAttributesBarrier, LaneAttributesStriping, LaneAttributesTrackedVehicle,
                 LaneAttributesParking, UnknownAlternative>;

struct LaneAttributes {
    LaneDirection directional_use{};
    LaneSharing shared_with{};
    LaneTypeAttributes lane_type{};
    std::optional<RegionalExtension> regional{};
    bool operator==(const LaneAttributes&) const = default;
};

struct AllowedManeuvers : FixedBits<12> {
    using FixedBits<12>::FixedBits;
    static constexpr unsigned kManeuverStraightAllowed = 0;
    static constexpr unsigned kManeuverLeftAllowed = 1;
    static constexpr unsigned kManeuverRightAllowed = 2;
    static constexpr unsigned kManeuverUTurnAllowed = 3;
    static constexpr unsigned kManeuverLeftTurnOnRedAllowed = 4;
    static constexpr unsigned kManeuverRightTurnOnRedAllowed = 5;
    static constexpr unsigned kManeuverLaneChangeAllowed = 6;
    static constexpr unsigned kManeuverNoStoppingAllowed = 7;
    static constexpr unsigned kYieldAllwaysRequired = 8;
    static constexpr unsigned kGoWithHalt = 9;
    static constexpr unsigned kCaution = 10;
    static constexpr unsigned kReserved1 = 11;
};

struct ConnectingLane {
    std::uint8_t lane = 0;
    std::optional<AllowedManeuvers> maneuver{};
    bool operator==(const ConnectingLane&) const = default;
};

/// A lane that another one leads to, with the signal group that governs the connection.
struct Connection {
    ConnectingLane connecting_lane{};
    std::optional<IntersectionReferenceId> remote_intersection{};
    std::optional<std::uint8_t> signal_group{};
    std::optional<std::uint8_t> user_class{};
    std::optional<std::uint8_t> connection_id{};
    bool operator==(const Connection&) const = default;
};

/// A lane of an intersection or a road. Node 0 is the one nearest to the intersection.
struct GenericLane {
    std::uint8_t lane_id = 0;
    std::string name{};  // empty: absent
    std::optional<std::uint8_t> ingress_approach{};
    std::optional<std::uint8_t> egress_approach{};
    LaneAttributes lane_attributes{};
    std::optional<AllowedManeuvers> maneuvers{};
    NodeListXy node_list{};
    std::vector<Connection> connects_to{};      // empty: absent
    std::vector<std::uint8_t> overlays{};       // empty: absent
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const GenericLane&) const = default;
};

}  // namespace synchrono::j2735
