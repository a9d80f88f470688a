/// Reads and writes whole numbers of any length in bits, the highest bit first, through a window of 64 bits.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>

#include "common/base/bytes.hpp"
#include "common/base/contract.hpp"

namespace synchrono::j2735::internal {

inline std::uint64_t load_big_endian(const std::byte* from) {
    std::uint64_t word;
    std::memcpy(&word, from, sizeof(word));
    return std::endian::native == std::endian::little ? __builtin_bswap64(word) : word;
}

/// Reads bits.  Threading: one thread.  Owns: nothing; borrows the bytes.
class BitReader {
  public:
    static constexpr unsigned kTakeMax = 57;

    explicit BitReader(ByteView bytes) : data_(bytes.data()), end_(bytes.size() * 8) {
        if (bytes.size() >= sizeof(std::uint64_t)) {
            last_ = bytes.size() - sizeof(std::uint64_t);
        } else {  // too short for a window, which reads eight octets
            if (!bytes.empty()) std::memcpy(short_.data(), bytes.data(), bytes.size());
            data_ = short_.data();
        }
    }
    BitReader(const BitReader&) = delete;
    BitReader& operator=(const BitReader&) = delete;

    std::size_t position() const { return position_; }
    std::size_t end() const { return end_; }
    std::size_t left() const { return end_ - position_; }
    /// Moves the end. Requires an end that is neither before the position nor beyond the bytes.
    void set_end(std::size_t end) { end_ = end; }

    /// Reads 1 to kTakeMax bits. Requires that at least as many are left.
    std::uint64_t take(unsigned bits) {
        // Near the end the window is the last eight octets, so that nothing beyond the bytes is read.
        const std::size_t first = std::min(position_ / 8, last_);
        const std::size_t skipped = position_ - first * 8;
        position_ += bits;
        return load_big_endian(data_ + first) << skipped >> (64 - bits);
    }
    /// Reads whole octets, beginning at any bit. Requires that at least as many are left.
    void take_octets(std::byte* to, std::size_t count) {
        for (; count >= 4; count -= 4, to += 4) {
            const auto word = static_cast<std::uint32_t>(take(32));
            for (int i = 0; i < 4; ++i) to[i] = static_cast<std::byte>(word >> (24 - 8 * i));
        }
        for (; count > 0; --count) *to++ = static_cast<std::byte>(take(8));
    }

  private:
    const std::byte* data_;
    std::size_t position_ = 0;
    std::size_t end_;
    std::size_t last_ = 0;  // where the last possible window starts
    std::array<std::byte, sizeof(std::uint64_t)> short_{};
};

/// Writes bits into `out`, which it replaces and grows as needed. Call `finish` at the end.
/// Threading: one thread.  Owns: nothing; borrows `out`.
class BitWriter {
  public:
    explicit BitWriter(Bytes& out) : out_(out) {
        if (out_.size() < kRoom) out_.resize(kRoom);
        at_ = out_.data();
        room_end_ = at_ + out_.size();
    }
    BitWriter(const BitWriter&) = delete;
    BitWriter& operator=(const BitWriter&) = delete;

    std::size_t position() const { return static_cast<std::size_t>(at_ - out_.data()) * 8 + held_; }

    /// Writes the lowest `bits` bits of a value. Requires bits <= 32 and a value below 2^bits.
    void put(std::uint64_t value, unsigned bits) {
        window_ = window_ << bits | value;
        held_ += bits;
        if (held_ >= 32) flush_word();
    }
    void put_octets(ByteView octets) {
        for (const std::byte octet : octets) put(static_cast<std::uint8_t>(octet), 8);
    }
    /// Overwrites 8 or 16 bits that were written before, at any position.
    void patch(std::size_t position, std::uint32_t value, unsigned bits) {
        sync();
        std::byte* first = out_.data() + position / 8;
        const unsigned shift = static_cast<unsigned>(24 - bits + 8 - position % 8);
        const std::uint32_t mask = ((1U << bits) - 1) << shift;
        std::uint32_t old = 0;
        for (int i = 0; i < 4; ++i) old = old << 8 | static_cast<std::uint8_t>(first[i]);
        const std::uint32_t now = (old & ~mask) | value << shift;
        for (int i = 0; i < 4; ++i) first[i] = static_cast<std::byte>(now >> (24 - 8 * i));
        hold_last();
    }
    /// Makes room for eight bits at `position` by shifting all later bits towards the end. The caller must
    /// overwrite these eight bits.
    void insert_octet(std::size_t position) {
        put(0, 8);
        sync();
        const std::size_t first = position / 8;
        const auto used = static_cast<std::size_t>(at_ - out_.data()) + (held_ + 7) / 8;
        std::memmove(out_.data() + first + 1, out_.data() + first, used - first - 1);
        hold_last();
    }
    /// Pads the last octet with zeros and cuts `out` to the octets that were written.
    void finish() {
        sync();
        out_.resize((position() + 7) / 8);
    }

  private:
    static constexpr std::size_t kRoom = 64;
    static constexpr std::ptrdiff_t kSpare = 16;  // octets after `at_` that may be written

    void flush_word() {
        if (room_end_ - at_ < kSpare) [[unlikely]]
            grow();
        held_ -= 32;
        store(static_cast<std::uint32_t>(window_ >> held_));
        at_ += 4;
    }
    void store(std::uint32_t word) {
        if constexpr (std::endian::native == std::endian::little) word = __builtin_bswap32(word);
        std::memcpy(at_, &word, sizeof(word));
    }
    [[gnu::noinline]] void grow() {
        const auto used = static_cast<std::size_t>(at_ - out_.data());
        // Grows into memory that is allocated already if that suffices, but at most to twice the size,
        // because more is rarely needed.
        const std::size_t there = std::min(out_.capacity(), out_.size() * 2);
        out_.resize(there >= used + std::size_t{kSpare} ? there : out_.size() * 2);
        at_ = out_.data() + used;
        room_end_ = out_.data() + out_.size();
    }
    /// Copies the held bits out, so that all written bits are in memory. Leaves room for `kSpare` octets
    /// after `at_`.
    void sync() {
        if (room_end_ - at_ < kSpare) [[unlikely]]
            grow();
        if (held_ > 0) store(static_cast<std::uint32_t>(window_ << (32 - held_)));
    }
    /// Reads the held bits again, after `sync` and a change in memory.
    void hold_last() {
        std::uint32_t word = 0;
        for (int i = 0; i < 4; ++i) word = word << 8 | static_cast<std::uint8_t>(at_[i]);
        window_ = held_ > 0 ? word >> (32 - held_) : 0;
    }

    Bytes& out_;
    std::byte* at_;
    std::byte* room_end_;
    std::uint64_t window_ = 0;  // its lowest `held_` bits are not in memory yet
    unsigned held_ = 0;         // below 32
};

}  // namespace synchrono::j2735::internal
