/// SignalRequestMessage (SRM), in which a vehicle asks a signal for priority, and SignalStatusMessage
/// (SSM), which answers such requests.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/j2735/position.hpp"
#include "common/j2735/supplemental_vehicle.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct LaneId {
    std::uint8_t value = 0;
    bool operator==(const LaneId&) const = default;
};

struct ApproachId {
    std::uint8_t value = 0;
    bool operator==(const ApproachId&) const = default;
};

struct LaneConnectionId {
    std::uint8_t value = 0;
    bool operator==(const LaneConnectionId&) const = default;
};

/// The place at which a vehicle enters or leaves an intersection.
using IntersectionAccessPoint = std::variant<LaneId, ApproachId, LaneConnectionId, UnknownAlternative>;

struct EntityId {
    std::array<std::uint8_t, 4> value{};
    bool operator==(const EntityId&) const = default;
};

struct StationId {
    std::uint32_t value = 0;
    bool operator==(const StationId&) const = default;
};

/// A temporary id, as in a BSM, or a station number.
using VehicleId = std::variant<EntityId, StationId>;

enum class RequestSubRole : std::uint8_t {
    request_sub_role_unknown,
    request_sub_role1,
    request_sub_role2,
    request_sub_role3,
    request_sub_role4,
    request_sub_role5,
    request_sub_role6,
    request_sub_role7,
    request_sub_role8,
    request_sub_role9,
    request_sub_role10,
    request_sub_role11,
    request_sub_role12,
    request_sub_role13,
    request_sub_role14,
    request_sub_role_reserved
};

enum class RequestImportanceLevel : std::uint8_t {
    request_importance_level_unknown,
    request_importance_level1,
    request_importance_level2,
    request_importance_level3,
    request_importance_level4,
    request_importance_level5,
    request_importance_level6,
    request_importance_level7,
    request_importance_level8,
    request_importance_level9,
    request_importance_level10,
    request_importance_level11,
    request_importance_level12,
    request_importance_level13,
    request_importance_level14,
    request_importance_reserved
};

struct RequestorType {
    BasicVehicleRole role = BasicVehicleRole::basic_vehicle;
    std::optional<RequestSubRole> subrole{};
    std::optional<RequestImportanceLevel> request{};
    std::optional<std::uint8_t> iso3883{};
    std::optional<VehicleType> hpms_type{};
    std::optional<RegionalExtension> regional{};
    Additions additions{};
    bool operator==(const RequestorType&) const = default;
};

struct RequestorPositionVector {
    Position3D position{};
    std::optional<std::uint16_t> heading{};  // 0.0125 deg; 28800 unavailable
    std::optional<TransmissionAndSpeed> speed{};
    Additions additions{};
    bool operator==(const RequestorPositionVector&) const = default;
};

struct TransitVehicleStatus : FixedBits<8> {
    using FixedBits<8>::FixedBits;
    static constexpr unsigned kLoading = 0;
    static constexpr unsigned kAnAdaUse = 1;
    static constexpr unsigned kABikeLoad = 2;
    static constexpr unsigned kDoorOpen = 3;
    static constexpr unsigned kCharging = 4;
    static constexpr unsigned kAtStopLine = 5;
};

enum class TransitVehicleOccupancy : std::uint8_t {
    occupancy_unknown,
    occupancy_empty,
    occupancy_very_low,
    occupancy_low,
    occupancy_med,
    occupancy_high,
    occupancy_nearly_full,
    occupancy_full
};

/// The vehicle that asks for priority.
struct RequestorDescription {
    VehicleId id{};
    std::optional<RequestorType> type{};
    std::optional<RequestorPositionVector> position{};
    std::string name{};        // empty: absent
    std::string route_name{};  // empty: absent
    std::optional<TransitVehicleStatus> transit_status{};
    std::optional<TransitVehicleOccupancy> transit_occupancy{};
    std::optional<std::int8_t> transit_schedule{};  // 10 s
    std::vector<RegionalExtension> regional{};      // empty: absent
    Additions additions{};
    bool operator==(const RequestorDescription&) const = default;
};

enum class PriorityRequestType : std::uint8_t {
    priority_request_type_reserved,
    priority_request,
    priority_request_update,
    priority_cancellation
};

/// A request for priority at one intersection.
struct SignalRequest {
    IntersectionReferenceId id{};
    std::uint8_t request_id = 0;
    PriorityRequestType request_type = PriorityRequestType::priority_request_type_reserved;
    IntersectionAccessPoint in_bound_lane{};
    std::optional<IntersectionAccessPoint> out_bound_lane{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const SignalRequest&) const = default;
};

struct SignalRequestPackage {
    SignalRequest request{};
    std::optional<std::uint32_t> minute{};      // minute of the year; 527040 unavailable
    std::optional<std::uint16_t> second{};      // ms; 65535 unavailable
    std::optional<std::uint16_t> duration{};    // ms; 65535 unavailable
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const SignalRequestPackage&) const = default;
};

struct SignalRequestMessage {
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::uint16_t second = 65535;               // ms; 65535 unavailable
    std::optional<std::uint8_t> sequence_number{};
    std::vector<SignalRequestPackage> requests{};  // empty: absent
    RequestorDescription requestor{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const SignalRequestMessage&) const = default;
};

struct SignalRequesterInfo {
    VehicleId id{};
    std::uint8_t request = 0;
    std::uint8_t sequence_number = 0;
    std::optional<BasicVehicleRole> role{};
    std::optional<RequestorType> type_data{};
    Additions additions{};
    bool operator==(const SignalRequesterInfo&) const = default;
};

enum class PrioritizationResponseStatus : std::uint8_t {
    unknown,
    requested,
    processing,
    watch_other_traffic,
    granted,
    rejected,
    max_presence,
    reservice_locked
};

/// The state of one request.
struct SignalStatusPackage {
    std::optional<SignalRequesterInfo> requester{};
    IntersectionAccessPoint inbound_on{};
    std::optional<IntersectionAccessPoint> outbound_on{};
    std::optional<std::uint32_t> minute{};    // minute of the year; 527040 unavailable
    std::optional<std::uint16_t> second{};    // ms; 65535 unavailable
    std::optional<std::uint16_t> duration{};  // ms; 65535 unavailable
    PrioritizationResponseStatus status = PrioritizationResponseStatus::unknown;
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const SignalStatusPackage&) const = default;
};

struct SignalStatus {
    std::uint8_t sequence_number = 0;
    IntersectionReferenceId id{};
    std::vector<SignalStatusPackage> sig_status{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const SignalStatus&) const = default;
};

struct SignalStatusMessage {
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::uint16_t second = 65535;               // ms; 65535 unavailable
    std::optional<std::uint8_t> sequence_number{};
    std::vector<SignalStatus> status{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const SignalStatusMessage&) const = default;
};

}  // namespace synchrono::j2735
