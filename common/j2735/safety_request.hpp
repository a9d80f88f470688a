/// CommonSafetyRequest (CSR), which asks a vehicle for more of its data, and IntersectionCollision (ICA),
/// which warns of a collision at an intersection.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "common/j2735/basic_safety_message.hpp"
#include "common/j2735/motion.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/signal_request.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

enum class RequestedItem : std::uint8_t {
    reserved,
    item_a,
    item_b,
    item_c,
    item_d,
    item_e,
    item_f,
    item_g,
    item_i,
    item_j,
    item_k,
    item_l,
    item_m,
    item_n,
    item_o,
    item_p,
    item_q
};

struct CommonSafetyRequest {
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::optional<std::uint8_t> msg_cnt{};
    std::optional<std::array<std::uint8_t, 4>> id{};
    std::vector<RequestedItem> requests{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const CommonSafetyRequest&) const = default;
};

using ApproachOrLane = std::variant<ApproachId, LaneId>;

struct IntersectionCollision {
    std::uint8_t msg_cnt = 0;
    std::array<std::uint8_t, 4> id{};
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::optional<BsmCoreData> part_one{};
    std::optional<PathHistory> path{};
    std::optional<PathPrediction> path_prediction{};
    IntersectionReferenceId intersection_id{};
    ApproachOrLane lane_number{};
    VehicleEventFlags event_flag{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const IntersectionCollision&) const = default;
};

}  // namespace synchrono::j2735
