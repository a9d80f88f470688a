/// The decoder. It follows the descriptions of the types (describe.hpp) and reads with a BitReader. It passes
/// each group of bits to a `Watch`, which trace() needs; with NoWatch this costs nothing.
#pragma once

#include <fmt/format.h>
#include <string>
#include <string_view>
#include <vector>

#include "common/j2735/hex.hpp"
#include "common/j2735/internal/bits.hpp"
#include "common/j2735/internal/describe_message_frame.hpp"
#include "common/j2735/internal/encoded_size.hpp"
#include "common/j2735/internal/limits.hpp"

namespace synchrono::j2735::internal {

/// The reason why decoding failed. Its path is put together while the functions return.
struct DecodeFailure {
    std::size_t bit = 0;
    std::string path, what;
};

struct NoWatch {
    static constexpr bool kOn = false;
};

/// Decodes one frame.  Threading: one thread.  Owns: nothing; borrows the bytes and the watch.
template <typename Watch>
class Decoder {
  public:
    Decoder(ByteView bytes, Watch& watch) : bits_(bytes), watch_(watch) {}

    /// Returns false if the bytes are not exactly one message; failure() then says why.
    bool read_frame(MessageFrame& frame) {
        if (!need<true>(1)) return false;
        const bool extended = bits_.take(1) != 0;
        record(1, "(extension)", [&] { return extended ? "1" : "0"; });
        if (!read<Plain, true>(frame.value)) return false;
        if (!read_additions(extended, frame.additions)) return in("frame");
        return read_padding();
    }
    const DecodeFailure& failure() const { return failure_; }

  private:
    // These functions set the failure. They are out of line, because most messages do not need them.

    [[gnu::cold, gnu::noinline]] bool fail(std::size_t bit, std::string what) {
        failure_.bit = bit;
        failure_.what = std::move(what);
        return false;
    }
    [[gnu::cold, gnu::noinline]] bool fail_end(std::size_t bits) {
        return fail(bits_.position(), fmt::format("{} bits are needed, {} are left", bits, bits_.left()));
    }
    [[gnu::cold, gnu::noinline]] bool fail_number(std::int64_t value, unsigned bits, std::int64_t low,
                                                  std::int64_t high) {
        return fail(bits_.position() - bits, fmt::format("{} is not within {} to {}", value, low, high));
    }
    [[gnu::cold, gnu::noinline]] bool in(std::string_view name) {
        if (name.empty()) return false;
        const char* join = failure_.path.empty() || failure_.path.front() == '[' ? "" : ".";
        failure_.path = std::string(name) + join + failure_.path;
        return false;
    }
    [[gnu::cold, gnu::noinline]] bool in_element(std::size_t index) { return in(fmt::format("[{}]", index)); }

    // These functions pass on to the watch what is read.

    template <typename Text>
    void record(std::size_t bits, std::string_view name, Text text) {
        if constexpr (Watch::kOn) {
            if (bits > 0) watch_.record(bits_.position() - bits, bits, name, std::string(text()));
        }
    }
    template <typename Read>
    bool within(std::string_view name, Read read_it) {
        if constexpr (Watch::kOn) watch_.enter(name);
        const bool good = read_it();
        if constexpr (Watch::kOn) watch_.leave();
        return good || in(name);
    }

    template <bool checked>
    bool need(std::size_t bits) {
        if constexpr (checked) {
            if (bits_.left() < bits) [[unlikely]]
                return fail_end(bits);
        }
        return true;
    }

    // These functions read the types.

    template <typename C, bool checked, typename T>
    bool read(T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            if (!need<checked>(1)) return false;
            value = bits_.take(1) != 0;
            record(1, "", [&] { return value ? "true" : "false"; });
            return true;
        } else if constexpr (std::is_integral_v<T>) {
            return read_number<C, checked>(value, "");
        } else if constexpr (kIsFixedBits<T>) {
            if (!need<checked>(T::kBits)) return false;
            value = T(static_cast<std::uint16_t>(bits_.take(T::kBits)));
            record(T::kBits, "", [&] { return bit_text(value, T::kBits); });
            return true;
        } else if constexpr (kIsExtensibleBits<T>) {
            return read_extensible_bits(value);
        } else if constexpr (kIsOctetArray<T>) {
            if (!need<checked>(value.size() * 8)) return false;
            bits_.take_octets(reinterpret_cast<std::byte*>(value.data()), value.size());
            record(value.size() * 8, "", [&] { return to_hex(std::as_bytes(std::span(value))); });
            return true;
        } else if constexpr (std::is_same_v<T, RegionalExtension>) {
            return within("regionId",
                          [&] { return read_number<Range<0, 255>, true>(value.region_id, ""); }) &&
                   within("regExtValue", [&] { return read_raw_open(value.content); });
        } else if constexpr (std::is_same_v<T, std::string>) {
            return read_string<C>(value);
        } else if constexpr (std::is_same_v<T, Bytes>) {
            std::size_t count = 0;
            if (!read_count<C>(count) || !need<true>(count * 8)) return false;
            take_bytes(value, count);
            return true;
        } else if constexpr (kIsVector<T>) {
            return read_list<C>(value);
        } else if constexpr (kIsWrapped<DescriptionOf<T>>) {
            return read<typename DescriptionOf<T>::Constraint, checked>(value.*(kDescription<T>.member));
        } else if constexpr (kIsEnumeration<DescriptionOf<T>>) {
            return read_enumeration<checked>(value);
        } else if constexpr (kIsChoice<DescriptionOf<T>>) {
            return read_choice(value);
        } else if constexpr (kIsOpenTypes<DescriptionOf<T>>) {
            return read_open_types(value);
        } else {
            constexpr BitCount size = encoded_size<C, T>();
            if constexpr (checked && size.fixed()) {
                // One comparison with the end covers the whole structure. If the comparison fails, the slow
                // way below finds the field that is cut off.
                if (bits_.left() >= size.least) [[likely]]
                    return read_sequence<false>(value);
            }
            return read_sequence<checked>(value);
        }
    }

    template <typename C, bool checked, typename T>
    bool read_number(T& value, std::string_view name) {
        std::uint64_t raw = 0;
        if constexpr (C::kBits > 0) {
            if (!need<checked>(C::kBits)) return false;
            raw = bits_.take(C::kBits);
            constexpr auto span = static_cast<std::uint64_t>(C::kHigh) - static_cast<std::uint64_t>(C::kLow);
            if constexpr (span + 1 != std::uint64_t{1} << C::kBits) {
                if (raw > span) [[unlikely]]
                    return fail_number(static_cast<std::int64_t>(raw) + static_cast<std::int64_t>(C::kLow),
                                       C::kBits, static_cast<std::int64_t>(C::kLow),
                                       static_cast<std::int64_t>(C::kHigh));
            }
        }
        value = static_cast<T>(static_cast<std::int64_t>(raw) + static_cast<std::int64_t>(C::kLow));
        record(C::kBits, name, [&] { return std::to_string(value); });
        return true;
    }
    template <typename C>
    bool read_count(std::size_t& count) {
        return read_number<Range<static_cast<std::int64_t>(C::kLow), static_cast<std::int64_t>(C::kHigh)>,
                           true>(count, "(count)");
    }

    template <typename T>
    bool read_extensible_bits(T& value) {
        constexpr unsigned count = T::kBits;
        if (!need<true>(1)) return false;
        const bool extended = bits_.take(1) != 0;
        record(1, "(extension)", [&] { return extended ? "1" : "0"; });
        if (!extended) {
            if (!need<true>(count)) return false;
            value = T(static_cast<std::uint16_t>(bits_.take(count)));
            record(count, "", [&] { return bit_text(value, count); });
            return true;
        }
        const std::size_t start = bits_.position();
        std::size_t length = 0;
        if (!read_length(length)) return false;
        if (length == count)
            return fail(start, fmt::format("{} bits must not use the extended form", length));
        if (length > T::kBitsMax) return fail(start, fmt::format("more than {} bits", +T::kBitsMax));
        if (!need<true>(length)) return false;
        value.resize(0);
        value.resize(static_cast<unsigned>(length));
        for (unsigned bit = 0; bit < length; ++bit) value.set(bit, bits_.take(1) != 0);
        record(length, "", [&] { return bit_text(value, value.size()); });
        return true;
    }

    template <typename C>
    bool read_string(std::string& value) {
        std::size_t count = 0;
        if (!read_count<C>(count) || !need<true>(count * 7)) return false;
        value.resize(count);
        for (char& character : value) character = static_cast<char>(bits_.take(7));
        record(count * 7, "", [&] { return value; });
        return true;
    }

    template <typename C, typename T>
    bool read_list(T& list) {
        using Element = typename ElementOf<C>::Constraint;
        constexpr std::size_t least = encoded_size<Element, typename T::value_type>().least;
        static_assert(least > 0, "an element takes bits, so a short message cannot ask for a long list");
        std::size_t count = 0;
        if (!read_count<C>(count) || !need<true>(count * least)) return false;
        list.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            if constexpr (Watch::kOn) watch_.enter(i);
            const bool good = read<Element, true>(list[i]);
            if constexpr (Watch::kOn) watch_.leave();
            if (!good) return in_element(i);
        }
        return true;
    }

    template <bool checked, typename E>
    bool read_enumeration(E& value) {
        constexpr const auto& description = kDescription<E>;
        using D = DescriptionOf<E>;
        if constexpr (description.extensible) {
            if (!need<true>(1)) return false;
            const bool extended = bits_.take(1) != 0;
            record(1, "(extension)", [&] { return extended ? "1" : "0"; });
            if (extended) {
                std::uint8_t index = 0;
                if (!read_small(index)) return false;
                value = static_cast<E>(D::kAdditionBase + index);
                return true;
            }
        }
        std::size_t index = 0;
        if constexpr (D::kBits > 0) {
            if (!need < checked || description.extensible > (D::kBits)) return false;
            index = bits_.take(D::kBits);
            if constexpr (std::size_t{1} << D::kBits != D::kCount) {
                if (index >= D::kCount) [[unlikely]]
                    return fail_number(static_cast<std::int64_t>(index), D::kBits, 0, D::kCount - 1);
            }
        }
        value = description.dense ? static_cast<E>(index) : description.names[index].value;
        record(D::kBits, "", [&] { return description.names[index].name; });
        return true;
    }

    template <bool checked, typename T>
    bool read_sequence(T& value) {
        using D = DescriptionOf<T>;
        std::uint64_t preamble = 0;
        if constexpr (D::kPreamble > 0) {
            if (!need<checked>(D::kPreamble)) return false;
            preamble = bits_.take(D::kPreamble);
            record(D::kPreamble, "(preamble)",
                   [&] { return fmt::format("{:0{}b}", preamble, D::kPreamble); });
        }
        [[maybe_unused]] unsigned next = D::kOptionals;
        const bool good = std::apply(
            [&](const auto&... fields) {
                return (read_field<checked>(value, fields, preamble, next) && ...);
            },
            kDescription<T>.fields);
        if constexpr (D::kExtensible) {
            return good && read_additions((preamble >> D::kOptionals & 1) != 0, value.additions);
        } else {
            return good;
        }
    }
    template <bool checked, typename T, typename F>
    bool read_field(T& owner, const F& field, [[maybe_unused]] std::uint64_t preamble,
                    [[maybe_unused]] unsigned& next) {
        auto& member = owner.*(field.member);
        const auto read_it = [&](auto& value) {
            if constexpr (Watch::kOn) watch_.enter(field.name);
            const bool good = read<typename F::Constraint, checked>(value);
            if constexpr (Watch::kOn) watch_.leave();
            if (!good) [[unlikely]]
                in(field.name);
            return good;
        };
        if constexpr (F::kPresence == Presence::always) {
            return read_it(member);
        } else {
            const bool present = (preamble >> --next & 1) != 0;
            if constexpr (F::kPresence == Presence::unless_empty) {
                if (present) return read_it(member);
                member.clear();
            } else {
                if (present) {
                    if (!member) member.emplace();
                    return read_it(*member);
                }
                member.reset();
            }
            return true;
        }
    }

    template <typename V>
    bool read_choice(V& value) {
        using D = DescriptionOf<V>;
        if constexpr (D::kExtensible) {
            if (!need<true>(1)) return false;
            const bool extended = bits_.take(1) != 0;
            record(1, "(extension)", [&] { return extended ? "1" : "0"; });
            if (extended) {
                UnknownAlternative& unknown = hold<D::kCount>(value);
                return read_small(unknown.index) && read_raw_open(unknown.content);
            }
        }
        std::size_t index = 0;
        if (!read_number<Range<0, static_cast<std::int64_t>(D::kCount) - 1>, true>(index, "(choice)"))
            return false;
        return read_alternative(value, index, std::make_index_sequence<D::kCount>());
    }
    template <typename V, std::size_t... indices>
    bool read_alternative(V& value, std::size_t index, std::index_sequence<indices...>) {
        bool good = false;
        static_cast<void>(((index == indices && (good = read_alternative<indices>(value), true)) || ...));
        return good;
    }
    template <std::size_t index, typename V>
    bool read_alternative(V& value) {
        constexpr const auto& description = std::get<index>(kDescription<V>.alternatives);
        return within(description.name, [&] {
            return read<typename std::remove_cvref_t<decltype(description)>::Constraint, true>(
                hold<index>(value));
        });
    }

    template <typename V>
    bool read_open_types(V& value) {
        using D = DescriptionOf<V>;
        constexpr const D& description = kDescription<V>;
        std::uint16_t id = 0;
        if (!within(description.id_name, [&] { return read_number<typename D::Id, true>(id, ""); }))
            return false;
        return within(description.value_name, [&] {
            bool good = false;
            if (read_known_type(value, id, good, std::make_index_sequence<D::kCount>())) return good;
            auto& unknown = hold<D::kCount>(value);
            unknown.id = static_cast<decltype(unknown.id)>(id);
            return read_raw_open(unknown.content);
        });
    }
    template <typename V, std::size_t... indices>
    bool read_known_type(V& value, std::uint16_t id, bool& good, std::index_sequence<indices...>) {
        constexpr const auto& entries = kDescription<V>.entries;
        return ((id == entries[indices].id && (good = read_known_type<indices>(value), true)) || ...);
    }
    template <std::size_t index, typename V>
    bool read_known_type(V& value) {
        std::size_t octets = 0;
        if (!read_length(octets) || !need<true>(octets * 8)) return false;
        const std::size_t outer_end = bits_.end();
        bits_.set_end(bits_.position() + octets * 8);
        const auto read_it = [&] { return read<Plain, true>(hold<index>(value)); };
        if (!within(kDescription<V>.entries[index].name, read_it) || !read_padding()) return false;
        bits_.set_end(outer_end);
        return true;
    }

    // These functions read the parts of types.

    /// Returns the alternative at `index`. If the variant holds another alternative, first replaces it with a
    /// new one.
    template <std::size_t index, typename V>
    static auto& hold(V& value) {
        if (value.index() != index) value.template emplace<index>();
        return *std::get_if<index>(&value);
    }

    /// Reads what PER calls a "normally small number". Refuses 64 and more.
    bool read_small(std::uint8_t& value) {
        if (!need<true>(7)) return false;
        const auto number = static_cast<std::uint8_t>(bits_.take(7));
        if (number > kSmallMax) return fail(bits_.position() - 7, "more than 64 additions");
        value = number;
        record(7, "(addition)", [&] { return std::to_string(number); });
        return true;
    }

    bool read_length(std::size_t& length) {
        if (!need<true>(8)) return false;
        const std::size_t start = bits_.position();
        length = bits_.take(8);
        if (length >= 0x80) {
            if (length >= 0xc0) return fail(start, "a length of 16384 or more");
            if (!need<true>(8)) return false;
            length = (length & 0x3f) << 8 | bits_.take(8);
            if (length < 0x80)
                return fail(start,
                            fmt::format("a length of {} in two octets, although one is enough", length));
        }
        record(bits_.position() - start, "(length)", [&] { return std::to_string(length); });
        return true;
    }

    bool read_raw_open(Bytes& content) {
        std::size_t octets = 0;
        if (!read_length(octets) || !need<true>(octets * 8)) return false;
        take_bytes(content, octets);
        return true;
    }
    void take_bytes(Bytes& value, std::size_t count) {
        value.resize(count);
        bits_.take_octets(value.data(), count);
        record(count * 8, "", [&] { return to_hex(value); });
    }

    bool read_additions(bool present, Additions& additions) {
        if (!present) [[likely]] {
            additions.clear();
            return true;
        }
        std::uint8_t last = 0;
        return within(kAdditionsName, [&] {
            if (!read_small(last) || !need<true>(last + 1U)) return false;
            additions.resize(last + 1U);
            for (auto& addition : additions) {
                if (bits_.take(1) == 0) {
                    addition.reset();
                } else if (!addition) {
                    addition.emplace();
                }
            }
            record(additions.size(), "(preamble)", [&] {
                std::string text;
                for (const auto& addition : additions) text += addition ? '1' : '0';
                return text;
            });
            for (std::size_t i = 0; i < additions.size(); ++i) {
                if (!additions[i]) continue;
                if constexpr (Watch::kOn) watch_.enter(i);
                const bool good = read_raw_open(*additions[i]);
                if constexpr (Watch::kOn) watch_.leave();
                if (!good) return in_element(i);
            }
            return true;
        });
    }

    /// Reads the padding up to the end: fewer than eight bits, all of them 0.
    bool read_padding() {
        const std::size_t left = bits_.left();
        if (left >= 8) [[unlikely]]
            return fail(bits_.position(), fmt::format("{} octets are left over", left / 8));
        if (left == 0) return true;
        const std::uint64_t padding = bits_.take(static_cast<unsigned>(left));
        if (padding != 0) [[unlikely]]
            return fail(bits_.position() - left, "padding that is not 0");
        record(left, "(padding)", [&] { return std::to_string(padding); });
        return true;
    }

    BitReader bits_;
    Watch& watch_;
    DecodeFailure failure_;
};

}  // namespace synchrono::j2735::internal
