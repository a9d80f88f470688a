/// `synchrono log show`: one message decoded field by field beside its bytes, and what became of it
/// everywhere.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"
#include "tools/radio/radio_log.hpp"

namespace synchrono::tools {

struct FoundMessage {
    RadioTransmission message;
    std::map<std::uint32_t, std::int64_t> late_ns;  // by receiver: how much later than its time it was seen
};

/// The first message of that sender and number; the error tells which numbers the sender used.
Result<FoundMessage> find_message(const std::filesystem::path& run, const RadioLog& log, std::uint32_t sender,
                                  std::uint64_t sequence);

/// A line a field: its first bit, how many, the octets that it touches, its name and value. Where decoding
/// fails, the last line says why.
std::string bits_text(ByteView payload);
/// The same as the lines of `bits_text`, with what else is known of the message and its fates.
std::string message_text(const RadioLog& log, const FoundMessage& found);
std::string message_json(const RadioLog& log, const FoundMessage& found);
/// {"payload": ..., "decoded": ...} or {"payload": ..., "error": ...}
std::string payload_json(ByteView payload);

/// "0014 25..": upper or lower case, spaces anywhere between octets.
Result<Bytes> parse_hex(std::string_view text);

}  // namespace synchrono::tools
