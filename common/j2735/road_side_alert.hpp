/// RoadSideAlert (RSA), a warning of a hazard, and EmergencyVehicleAlert (EVA), a warning of an emergency
/// vehicle.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/j2735/itis.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/special_vehicle.hpp"
#include "common/j2735/supplemental_vehicle.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

/// A short warning about an event, which ITIS codes describe.
struct RoadSideAlert {
    std::uint8_t msg_cnt = 0;
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::uint16_t type_event = 0;
    std::vector<std::uint16_t> description{};  // empty: absent
    std::optional<std::array<std::uint8_t, 1>> priority{};
    std::optional<HeadingSlice> heading{};
    std::optional<Extent> extent{};
    std::optional<FullPositionVector> position{};
    std::optional<std::array<std::uint8_t, 2>> further_info_id{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const RoadSideAlert&) const = default;
};

struct EmergencyVehicleAlert {
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::optional<std::array<std::uint8_t, 4>> id{};
    RoadSideAlert rsa_msg{};
    std::optional<ResponseType> response_type{};
    std::optional<EmergencyDetails> details{};
    std::optional<std::uint8_t> mass{};
    std::optional<VehicleType> basic_type{};
    std::optional<VehicleGroupAffected> vehicle_type{};
    std::optional<IncidentResponseEquipment> response_equip{};
    std::optional<ResponderGroupAffected> responder_type{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const EmergencyVehicleAlert&) const = default;
};

}  // namespace synchrono::j2735
