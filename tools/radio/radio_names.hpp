/// Names the numbers in the radio's log: types of messages, media, outcomes. Unknown numbers get a name
/// that contains the number, so that logs of newer programs can be read.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "proto/radio.pb.h"

namespace synchrono::tools::radio {

/// Returns the name of a J2735 message id: "BSM" for 20, "message 77" for an unknown id, and "other" for 0,
/// which stands for a payload that is not a message frame.
std::string type_name(std::uint32_t type);
/// Returns the message id for a short or long name, in upper or lower case, or for a number up to
/// 32767; nothing for other texts.
std::optional<std::uint32_t> find_type(std::string_view text);
/// Returns the short names that find_type() knows, map, spat, bsm, ..., other.
std::vector<std::string> known_types();
/// Returns the provider service identifier (PSID) under which WAVE radios send messages of a type.
/// Receivers filter messages by this identifier. Unknown types get the identifier for tests.
std::uint32_t service_of(std::uint32_t type);

/// Returns "dsrc" for example, or "medium 9" for an unknown medium.
std::string medium_name(Medium medium);
/// Returns the medium of that name, in upper or lower case; nothing if there is none.
std::optional<Medium> find_medium(std::string_view text);

/// Returns an outcome as one word for keys and columns: "out_of_range".
std::string outcome_key(int outcome);
/// Returns an outcome for people: "out of range".
std::string outcome_text(int outcome);
/// Returns the reason why a message was not sent as one word for keys and columns: "queue_full".
std::string not_sent_key(int reason);
/// Returns the reason why a message was not sent for people: "dropped from a full queue".
std::string not_sent_text(int reason);
/// Returns whether the message reached its receiver for the first time, altered or not.
constexpr bool is_heard(int outcome) {
    return outcome == RadioTransmission::DELIVERED || outcome == RadioTransmission::ALTERED;
}
/// Returns whether the receiver was given the message, for the first time or as a duplicate.
constexpr bool is_delivered(int outcome) {
    return is_heard(outcome) || outcome == RadioTransmission::DUPLICATE;
}
/// Known outcomes are below this number. Unknown outcomes are counted together under 0.
inline constexpr int kOutcomes = RadioTransmission::Outcome_ARRAYSIZE;
/// Known reasons not to send are below this number. Unknown reasons are counted together under 0.
inline constexpr int kNotSents = RadioTransmission::NotSent_ARRAYSIZE;

/// Returns "road side unit" for example, or "kind 9" for an unknown kind of station.
std::string kind_name(RadioStation::Kind kind);

}  // namespace synchrono::tools::radio
