/// The bytes of MCAP, version 0: its opcodes, and the writing and reading of little-endian fields. A file
/// is the magic, then records of <opcode u8><length u64><content>, then the magic again; docs/logs.md lists
/// the records.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <span>
#include <string_view>
#include <type_traits>
#include <zlib.h>

#include "common/base/bytes.hpp"

namespace synchrono::log::mcap {

static_assert(std::endian::native == std::endian::little, "fields are copied as they lie in memory");

inline constexpr std::string_view kMagic = "\x89MCAP0\r\n";
inline constexpr std::size_t kRecordHeadBytes = 9;
inline constexpr std::size_t kFooterBytes = 20;

enum class Op : std::uint8_t {
    header = 0x01,
    footer = 0x02,
    schema = 0x03,
    channel = 0x04,
    message = 0x05,
    chunk = 0x06,
    message_index = 0x07,
    chunk_index = 0x08,
    attachment = 0x09,
    statistics = 0x0b,
    metadata = 0x0c,
    metadata_index = 0x0d,
    summary_offset = 0x0e,
    data_end = 0x0f,
};

/// Appends fields to a buffer.
class Put {
  public:
    explicit Put(Bytes& out) : out_(out) {}

    template <typename T>
    requires std::is_integral_v<T> Put& number(T value) { return raw(std::as_bytes(std::span(&value, 1))); }
    Put& raw(ByteView bytes) {
        out_.insert(out_.end(), bytes.begin(), bytes.end());
        return *this;
    }
    Put& text(std::string_view value) {
        number(static_cast<std::uint32_t>(value.size()));
        return raw(as_byte_view(value));
    }
    /// Begins a record and returns its place in the buffer, which end() needs to write the record's length.
    std::size_t begin(Op op) {
        const std::size_t at = out_.size();
        number(static_cast<std::uint8_t>(op)).number(std::uint64_t{0});
        return at;
    }
    void end(std::size_t at) {
        const std::uint64_t length = out_.size() - at - kRecordHeadBytes;
        std::memcpy(&out_[at + 1], &length, sizeof length);
    }

  private:
    Bytes& out_;
};

/// Reads fields from a buffer. For a field that is not wholly in the buffer it returns zero or an empty view;
/// ok() is false from then on.
class Get {
  public:
    explicit Get(ByteView in) : in_(in) {}

    template <typename T>
    requires std::is_integral_v<T> T number() {
        T value = 0;
        const ByteView field = raw(sizeof value);
        if (field.size() == sizeof value) std::memcpy(&value, field.data(), sizeof value);
        return value;
    }
    ByteView raw(std::uint64_t n) {
        if (n > in_.size()) {
            ok_ = false;
            in_ = {};
            return {};
        }
        const ByteView field = in_.first(n);
        in_ = in_.subspan(n);
        return field;
    }
    std::string_view text() { return as_text(raw(number<std::uint32_t>())); }
    ByteView rest() const { return in_; }
    bool ok() const { return ok_; }

  private:
    ByteView in_;
    bool ok_ = true;
};

/// Returns the CRC-32 that MCAP uses, continued from `crc`, which is 0 at the start.
inline std::uint32_t crc32(ByteView bytes, std::uint32_t crc = 0) {
    return static_cast<std::uint32_t>(
        ::crc32_z(crc, reinterpret_cast<const unsigned char*>(bytes.data()), bytes.size()));
}

}  // namespace synchrono::log::mcap
