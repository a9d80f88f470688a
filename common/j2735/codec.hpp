/// Converts messages to octets and back, in unaligned PER. Every message that can be decoded is encoded to
/// the same octets again: decoding refuses encodings that a sender may not use (bits set in the padding, a
/// length in more octets than it needs, octets left over), and keeps parts that this version has no type for.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/result.hpp"
#include "common/j2735/message_frame.hpp"

namespace synchrono::j2735 {

/// Decodes one whole frame into `frame` and reuses the memory that `frame` has allocated. On failure the
/// error names the bit and the field at which decoding stopped, in one line, and the values in `frame` mean
/// nothing.
Result<void> decode(ByteView bytes, MessageFrame& frame);
Result<MessageFrame> decode(ByteView bytes);

/// Encodes a frame into `out`, which it replaces and whose capacity it reuses. On failure the error names
/// the field whose value the standard does not allow, in one line, and `out` is empty.
Result<void> encode(const MessageFrame& frame, Bytes& out);

/// Returns one line of JSON with the names of the standard; docs/j2735.md describes its form.
std::string to_json(const MessageFrame& frame);
/// Reads JSON of the form that to_json() writes. The error is one line; it names the field, or says that the
/// text is not JSON.
Result<MessageFrame> from_json(std::string_view text);

/// A group of bits that was read at once, in a form for people.
struct TraceLine {
    /// Path of the field: "value.BasicSafetyMessage.coreData.lat". For bits that only serve the encoding,
    /// the last name is in parentheses: (preamble), which says which members are present, (extension),
    /// (choice), (addition), (count), (length), (padding).
    std::string path;
    std::size_t bit = 0;
    std::size_t bits = 0;
    std::string value;
};
/// Returns the groups of bits that decode() reads, in their order. If the message is refused, the list ends
/// where decoding stopped.
std::vector<TraceLine> trace(ByteView bytes);

}  // namespace synchrono::j2735
