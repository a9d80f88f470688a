/// TravelerInformation (TIM): advice and road signs for a region and a time.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/j2735/position.hpp"
#include "common/j2735/region.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

enum class MutcdCode : std::uint8_t { none, regulatory, warning, maintenance, motorist_service, guide, rec };

struct RoadSignId {
    Position3D position{};
    HeadingSlice view_angle{};
    std::optional<MutcdCode> mutcd_code{};
    std::optional<std::array<std::uint8_t, 2>> crc{};
    bool operator==(const RoadSignId&) const = default;
};

enum class TravelerInfoType : std::uint8_t { unknown, advisory, road_signage, commercial_signage };

struct FurtherInfoId {
    std::array<std::uint8_t, 2> value{};
    bool operator==(const FurtherInfoId&) const = default;
};

using TravelerMessageId = std::variant<FurtherInfoId, RoadSignId>;

struct ItisCode {
    std::uint16_t value = 0;
    bool operator==(const ItisCode&) const = default;
};

struct ItisText {
    std::string value{};
    bool operator==(const ItisText&) const = default;
};

using ItisOrText = std::variant<ItisCode, ItisText>;

struct TextItem {
    ItisOrText item{};
    bool operator==(const TextItem&) const = default;
};

struct ItisCodesAndText {
    std::vector<TextItem> value{};
    bool operator==(const ItisCodesAndText&) const = default;
};

struct ItisTextPhrase {
    std::string value{};
    bool operator==(const ItisTextPhrase&) const = default;
};

using ItisOrPhrase = std::variant<ItisCode, ItisTextPhrase>;

struct PhraseItem {
    ItisOrPhrase item{};
    bool operator==(const PhraseItem&) const = default;
};

struct WorkZone {
    std::vector<PhraseItem> value{};
    bool operator==(const WorkZone&) const = default;
};

struct GenericSignage {
    std::vector<PhraseItem> value{};
    bool operator==(const GenericSignage&) const = default;
};

struct SpeedLimit {
    std::vector<PhraseItem> value{};
    bool operator==(const SpeedLimit&) const = default;
};

struct ExitService {
    std::vector<PhraseItem> value{};
    bool operator==(const ExitService&) const = default;
};

using TravelerContent = std::variant<ItisCodesAndText, WorkZone, GenericSignage, SpeedLimit, ExitService>;

/// One announcement: its content, its regions and its duration.
struct TravelerDataFrame {
    std::uint8_t ssp_tim_rights = 0;
    TravelerInfoType frame_type = TravelerInfoType::unknown;
    TravelerMessageId msg_id{};
    std::optional<std::uint16_t> start_year{};
    std::uint32_t start_time = 527040;  // minute of the year; 527040 unavailable
    std::uint16_t duraton_time = 0;     // minutes; misspelled in the standard
    std::uint8_t priority = 0;
    std::uint8_t ssp_location_rights = 0;
    std::vector<GeographicalPath> regions{};
    std::uint8_t ssp_msg_rights1 = 0;
    std::uint8_t ssp_msg_rights2 = 0;
    TravelerContent content{};
    std::string url{};  // empty: absent
    Additions additions{};
    bool operator==(const TravelerDataFrame&) const = default;
};

struct TravelerInformation {
    std::uint8_t msg_cnt = 0;
    std::optional<std::uint32_t> time_stamp{};  // minute of the year; 527040 unavailable
    std::optional<std::array<std::uint8_t, 9>> packet_id{};
    std::string url_b{};  // empty: absent
    std::vector<TravelerDataFrame> data_frames{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const TravelerInformation&) const = default;
};

}  // namespace synchrono::j2735
