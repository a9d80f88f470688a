/// The building blocks of SAE J2735's structures besides numbers, strings and lists: bit strings, and
/// members for octets that this version cannot decode but passes on unchanged. All are plain values.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "common/base/bytes.hpp"
#include "common/base/contract.hpp"

namespace synchrono::j2735 {

/// A BIT STRING of N bits, at most 16. Bit 0 is the first one on the air and the leftmost one in JSON.
template <unsigned N>
class FixedBits {
  public:
    static constexpr unsigned kBits = N;

    constexpr FixedBits() = default;
    /// Takes N bits as a number whose most significant bit is bit 0. Requires a number below 2^N.
    constexpr explicit FixedBits(std::uint16_t bits) : bits_(bits) { SYN_REQUIRE(bits >> N == 0); }
    constexpr std::uint16_t bits() const { return bits_; }
    constexpr bool test(unsigned bit) const {
        SYN_REQUIRE(bit < N);
        return bits_ >> (N - 1 - bit) & 1;
    }
    constexpr void set(unsigned bit, bool value = true) {
        SYN_REQUIRE(bit < N);
        const auto mask = static_cast<std::uint16_t>(1U << (N - 1 - bit));
        bits_ = static_cast<std::uint16_t>(value ? bits_ | mask : bits_ & ~mask);
    }
    bool operator==(const FixedBits&) const = default;

  private:
    static_assert(N <= 16);
    std::uint16_t bits_ = 0;
};

/// A BIT STRING of N bits that senders may make shorter or longer. A decoded string keeps the length that was
/// sent.
template <unsigned N>
class ExtensibleBits {
  public:
    static constexpr unsigned kBits = N;
    static constexpr unsigned kBitsMax = 255;  // longer strings are refused

    constexpr ExtensibleBits() = default;
    /// Takes N bits as a number whose most significant bit is bit 0. Requires a number below 2^N.
    constexpr explicit ExtensibleBits(std::uint16_t bits)
        : octets_{static_cast<std::uint8_t>(bits << (16 - N) >> 8),
                  static_cast<std::uint8_t>(bits << (16 - N))} {
        SYN_REQUIRE(bits >> N == 0);
    }
    /// Returns the first N bits as a number; bits beyond the end are 0.
    constexpr std::uint16_t bits() const {
        return static_cast<std::uint16_t>((octets_[0] << 8 | octets_[1]) >> (16 - N));
    }
    constexpr unsigned size() const { return size_; }
    /// Changes the length. New bits are 0. Requires at most kBitsMax bits.
    constexpr void resize(unsigned size) {
        SYN_REQUIRE(size <= kBitsMax);
        for (unsigned bit = size; bit < size_; ++bit) set(bit, false);
        size_ = static_cast<std::uint8_t>(size);
    }
    /// Returns a bit; bits beyond the end are 0.
    constexpr bool test(unsigned bit) const {
        return bit < size_ && (octets_[bit / 8] >> (7 - bit % 8) & 1) != 0;
    }
    constexpr void set(unsigned bit, bool value = true) {
        SYN_REQUIRE(bit < size_);
        const auto mask = static_cast<std::uint8_t>(0x80U >> bit % 8);
        octets_[bit / 8] =
            static_cast<std::uint8_t>(value ? octets_[bit / 8] | mask : octets_[bit / 8] & ~mask);
    }
    bool operator==(const ExtensibleBits&) const = default;

  private:
    static_assert(N <= 16);
    std::array<std::uint8_t, 32> octets_{};
    std::uint8_t size_ = N;
};

/// Members that a later version of the standard adds, each as its octets; std::nullopt for an absent one.
using Additions = std::vector<std::optional<Bytes>>;

/// An alternative that a later version of the standard adds.
struct UnknownAlternative {
    std::uint8_t index = 0;  // among the added alternatives
    Bytes content{};
    bool operator==(const UnknownAlternative&) const = default;
};

/// A regional addition to the standard. Its content is not decoded.
struct RegionalExtension {
    std::uint8_t region_id = 0;
    Bytes content{};
    bool operator==(const RegionalExtension&) const = default;
};

}  // namespace synchrono::j2735
