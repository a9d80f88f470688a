/// Messages to octets and back, in unaligned PER. What decodes encodes to the same octets again: an encoding
/// that a sender may not use (bits set where padding belongs, a length in more octets than it needs, octets
/// left over) is refused, and what this version has no type for is kept.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"
#include "common/j2735/message_frame.hpp"

namespace synchrono::j2735 {

/// Decodes one whole frame into `frame`; reuses what `frame` has allocated. The error's line names the first
/// bit that is wrong and the field; `frame` then holds any valid values.
Result<void> decode(ByteView bytes, MessageFrame& frame);
Result<MessageFrame> decode(ByteView bytes);

/// Replaces what is in `out`, whose capacity is reused. The error's line names the field that the standard
/// does not allow; `out` is then empty.
Result<void> encode(const MessageFrame& frame, Bytes& out);

/// One line of JSON with the names of the standard; docs/j2735.md has the form.
std::string to_json(const MessageFrame& frame);
/// The reverse. The error's line names the field.
Result<MessageFrame> from_json(std::string_view text);

/// Bits that were read as one, for people.
struct TraceLine {
    /// Of the field: "value.BasicSafetyMessage.coreData.lat". What only serves the encoding has a last name
    /// in parentheses: (preamble), which says what is present, (extension), (choice), (count), (length),
    /// (padding).
    std::string path;
    std::size_t bit = 0;
    std::size_t bits = 0;
    std::string value;
};
/// What `decode` reads, in the order of the bits; up to the bit that is wrong when it is refused.
std::vector<TraceLine> trace(ByteView bytes);

}  // namespace synchrono::j2735
