/// Formats the output of `synchrono log show`: one message, decoded field by field beside its bytes, and
/// its fate at every receiver.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"
#include "tools/radio/radio_log.hpp"

namespace synchrono::tools::radio {

/// A message and the receivers that it reached too late.
struct FoundMessage {
    RadioTransmission message;
    /// How long after its due time each of these receivers saw the message.
    std::map<std::uint32_t, std::int64_t> late_ns;
};

/// Returns the first message with this sender and sequence number. If there is none, the error names the
/// sender's first and last number.
Result<FoundMessage> find_message(const std::filesystem::path& run, const RadioLog& log, std::uint32_t sender,
                                  std::uint64_t sequence);

/// Returns one line for each field: its first bit, its number of bits, the octets that it lies in, its name
/// and its value. If decoding fails, the last line says why.
std::string bits_text(ByteView payload);
/// Returns the message with its sender, times and place, the lines of bits_text(), and its fate at each
/// receiver. Receivers out of range are only counted.
std::string message_text(const RadioLog& log, const FoundMessage& found);
/// Returns the same as one line of JSON.
std::string message_json(const RadioLog& log, const FoundMessage& found);
/// Returns {"payload": ..., "decoded": ...}, or {"payload": ..., "error": ...} if decoding fails.
std::string payload_json(ByteView payload);

/// Parses hexadecimal digits such as "0014 25", in upper or lower case. Spaces and colons may stand between
/// octets.
Result<Bytes> parse_hex(std::string_view text);

}  // namespace synchrono::tools::radio
