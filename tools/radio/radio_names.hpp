/// What the radio's numbers are called: kinds of messages, media, what became of a message. What the tables
/// do not know is told by its number, so that a log of a newer program can be read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "proto/radio.pb.h"

namespace synchrono::tools {

/// "BSM" of 20; "message 77" of an unknown id, "other" of 0, which is no message frame.
std::string type_name(std::uint32_t type);
/// By either name, in any case, or by number to 32767.
std::optional<std::uint32_t> find_type(std::string_view text);
/// "bsm, spat, ...": what find_type knows.
std::string known_types();
/// The provider service identifier under which WAVE radios send it: who receives filters by that.
std::uint32_t service_of(std::uint32_t type);

/// "dsrc"; "medium 9" of an unknown one.
std::string medium_name(Medium medium);
std::optional<Medium> find_medium(std::string_view text);

/// One word for keys and columns: "out_of_range".
std::string outcome_key(int outcome);
/// For people: "out of range".
std::string outcome_text(int outcome);
std::string not_sent_key(int reason);
std::string not_sent_text(int reason);
/// It reached its receiver, altered or not. A duplicate reached it before.
constexpr bool is_heard(int outcome) {
    return outcome == RadioTransmission::DELIVERED || outcome == RadioTransmission::ALTERED;
}
/// It was handed to the receiver: heard, or heard again.
constexpr bool is_delivered(int outcome) {
    return is_heard(outcome) || outcome == RadioTransmission::DUPLICATE;
}
/// Outcomes and reasons have numbers below this; unknown ones count together under 0.
inline constexpr int kOutcomes = RadioTransmission::Outcome_ARRAYSIZE;
inline constexpr int kNotSents = RadioTransmission::NotSent_ARRAYSIZE;

std::string kind_name(RadioStation::Kind kind);

}  // namespace synchrono::tools
