/// The encoder. It follows the descriptions of the types (internal/describe.hpp) and writes with a BitWriter.
#include <fmt/format.h>

#include "common/j2735/codec.hpp"
#include "common/j2735/internal/bits.hpp"
#include "common/j2735/internal/describe_message_frame.hpp"
#include "common/j2735/internal/limits.hpp"

namespace synchrono::j2735 {
namespace internal {
namespace {

/// Encodes one frame.  Threading: one thread.  Owns: nothing; borrows `out`.
class Encoder {
  public:
    explicit Encoder(Bytes& out) : bits_(out) {}

    /// Returns false if the standard does not allow the frame; `failure` then says why.
    bool write_frame(const MessageFrame& frame) {
        bits_.put(!frame.additions.empty(), 1);
        const bool good = write<Plain>(frame.value) && write_additions(frame.additions);
        if (good) bits_.finish();
        return good;
    }
    std::string failure() const { return path_.empty() ? what_ : path_ + ": " + what_; }

  private:
    [[gnu::cold, gnu::noinline]] bool fail(std::string what) {
        what_ = std::move(what);
        return false;
    }
    [[gnu::cold, gnu::noinline]] bool fail_number(std::int64_t value, std::int64_t low, std::int64_t high) {
        return fail(fmt::format("{} is not within {} to {}", value, low, high));
    }
    [[gnu::cold, gnu::noinline]] bool in(std::string_view name) {
        if (name.empty()) return false;
        path_ = std::string(name) + (path_.empty() || path_.front() == '[' ? "" : ".") + path_;
        return false;
    }
    [[gnu::cold, gnu::noinline]] bool in_element(std::size_t index) { return in(fmt::format("[{}]", index)); }

    template <typename C, typename T>
    bool write(const T& value) {
        if constexpr (std::is_same_v<T, bool>) {
            bits_.put(value, 1);
            return true;
        } else if constexpr (std::is_integral_v<T>) {
            return write_number<C>(static_cast<std::int64_t>(value));
        } else if constexpr (kIsFixedBits<T>) {
            bits_.put(value.bits(), T::kBits);
            return true;
        } else if constexpr (kIsExtensibleBits<T>) {
            return write_extensible_bits(value);
        } else if constexpr (kIsOctetArray<T>) {
            for (const std::uint8_t octet : value) bits_.put(octet, 8);
            return true;
        } else if constexpr (std::is_same_v<T, RegionalExtension>) {
            return write_number<Range<0, 255>>(value.region_id) &&
                   (write_raw_open(value.content) || in("regExtValue"));
        } else if constexpr (std::is_same_v<T, std::string>) {
            return write_string<C>(value);
        } else if constexpr (std::is_same_v<T, Bytes>) {
            if (!write_count<C>(value.size())) return false;
            bits_.put_octets(value);
            return true;
        } else if constexpr (kIsVector<T>) {
            return write_list<C>(value);
        } else if constexpr (kIsWrapped<DescriptionOf<T>>) {
            return write<typename DescriptionOf<T>::Constraint>(value.*(kDescription<T>.member));
        } else if constexpr (kIsEnumeration<DescriptionOf<T>>) {
            return write_enumeration(value);
        } else if constexpr (kIsChoice<DescriptionOf<T>>) {
            return write_choice(value);
        } else if constexpr (kIsOpenTypes<DescriptionOf<T>>) {
            return write_open_types(value);
        } else {
            return write_sequence(value);
        }
    }

    template <typename C>
    bool write_number(std::int64_t value) {
        constexpr auto low = static_cast<std::int64_t>(C::kLow), high = static_cast<std::int64_t>(C::kHigh);
        if (value < low || value > high) [[unlikely]]
            return fail_number(value, low, high);
        bits_.put(static_cast<std::uint64_t>(value - low), C::kBits);
        return true;
    }
    template <typename C>
    bool write_count(std::size_t count) {
        if (count < C::kLow || count > C::kHigh) [[unlikely]]
            return fail(fmt::format("{} elements, not {} to {}", count, C::kLow, C::kHigh));
        bits_.put(count - C::kLow, C::kBits);
        return true;
    }

    template <typename T>
    bool write_extensible_bits(const T& value) {
        constexpr unsigned count = T::kBits;
        const bool extended = value.size() != count;
        bits_.put(extended, 1);
        if (!extended) {
            bits_.put(value.bits(), count);
            return true;
        }
        write_length(value.size());
        for (unsigned bit = 0; bit < value.size(); ++bit) bits_.put(value.test(bit), 1);
        return true;
    }

    template <typename C>
    bool write_string(const std::string& value) {
        if (!write_count<C>(value.size())) return false;
        for (const char character : value) {
            const auto code = static_cast<unsigned char>(character);
            if (code > 127) [[unlikely]]
                return fail("a character that is not ASCII");
            bits_.put(code, 7);
        }
        return true;
    }

    template <typename C, typename T>
    bool write_list(const T& list) {
        using Element = typename ElementOf<C>::Constraint;
        if (!write_count<C>(list.size())) return false;
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (!write<Element>(list[i])) [[unlikely]]
                return in_element(i);
        }
        return true;
    }

    template <typename E>
    bool write_enumeration(E value) {
        constexpr const auto& description = kDescription<E>;
        using D = DescriptionOf<E>;
        const auto number = static_cast<std::size_t>(value);
        if constexpr (description.extensible) {
            const bool extended = number >= D::kAdditionBase && number - D::kAdditionBase <= kSmallMax;
            bits_.put(extended, 1);
            if (extended) {
                bits_.put(number - D::kAdditionBase, 7);
                return true;
            }
        }
        std::size_t index = number;
        if constexpr (!description.dense) {
            index = 0;
            while (index < D::kCount && description.names[index].value != value) ++index;
        }
        if (index >= D::kCount) [[unlikely]]
            return fail(fmt::format("{} is not a value of the enumeration", number));
        bits_.put(index, D::kBits);
        return true;
    }

    template <typename F, typename T>
    static bool is_present(const F& field, const T& owner) {
        if constexpr (F::kPresence == Presence::unless_empty) return !(owner.*(field.member)).empty();
        if constexpr (F::kPresence == Presence::optional) return (owner.*(field.member)).has_value();
        return true;
    }
    template <typename T>
    bool write_sequence(const T& value) {
        using D = DescriptionOf<T>;
        if constexpr (D::kPreamble > 0) {
            std::uint64_t preamble = 0;
            if constexpr (D::kExtensible) preamble = !value.additions.empty();
            std::apply(
                [&](const auto&... fields) {
                    ((preamble = std::remove_cvref_t<decltype(fields)>::kPresence == Presence::always
                                     ? preamble
                                     : preamble << 1 | is_present(fields, value)),
                     ...);
                },
                kDescription<T>.fields);
            bits_.put(preamble, D::kPreamble);
        }
        const bool good =
            std::apply([&](const auto&... fields) { return (write_field(value, fields) && ...); },
                       kDescription<T>.fields);
        if constexpr (D::kExtensible) {
            return good && write_additions(value.additions);
        } else {
            return good;
        }
    }
    template <typename T, typename F>
    bool write_field(const T& owner, const F& field) {
        if (!is_present(field, owner)) return true;
        const auto& member = owner.*(field.member);
        bool good = false;
        if constexpr (F::kPresence == Presence::optional) {
            good = write<typename F::Constraint>(*member);
        } else {
            good = write<typename F::Constraint>(member);
        }
        if (!good) [[unlikely]]
            in(field.name);
        return good;
    }

    template <typename V>
    bool write_choice(const V& value) {
        using D = DescriptionOf<V>;
        if constexpr (D::kExtensible) {
            const auto* unknown = std::get_if<D::kCount>(&value);
            bits_.put(unknown != nullptr, 1);
            if (unknown) {
                if (unknown->index > kSmallMax) return fail("more than 64 additions");
                bits_.put(unknown->index, 7);
                return write_raw_open(unknown->content);
            }
        }
        bits_.put(value.index(), D::kBits);
        return write_alternative(value, std::make_index_sequence<D::kCount>());
    }
    template <typename V, std::size_t... indices>
    bool write_alternative(const V& value, std::index_sequence<indices...>) {
        bool good = false;
        static_cast<void>(
            ((value.index() == indices && (good = write_alternative<indices>(value), true)) || ...));
        return good;
    }
    template <std::size_t index, typename V>
    bool write_alternative(const V& value) {
        constexpr const auto& description = std::get<index>(kDescription<V>.alternatives);
        using C = typename std::remove_cvref_t<decltype(description)>::Constraint;
        return write<C>(*std::get_if<index>(&value)) || in(description.name);
    }

    template <typename V>
    bool write_open_types(const V& value) {
        using D = DescriptionOf<V>;
        if (const auto* unknown = std::get_if<D::kCount>(&value)) {
            for (const Entry& entry : kDescription<V>.entries) {
                if (entry.id == unknown->id) {
                    fail(fmt::format("id {} is {}, which has a type and must use it", entry.id, entry.name));
                    return in(kDescription<V>.id_name);
                }
            }
            if (!write_number<typename D::Id>(unknown->id)) return in(kDescription<V>.id_name);
            return write_raw_open(unknown->content) || in(kDescription<V>.value_name);
        }
        return write_known_type(value, std::make_index_sequence<D::kCount>()) ||
               in(kDescription<V>.value_name);
    }
    template <typename V, std::size_t... indices>
    bool write_known_type(const V& value, std::index_sequence<indices...>) {
        bool good = false;
        static_cast<void>(
            ((value.index() == indices && (good = write_known_type<indices>(value), true)) || ...));
        return good;
    }
    template <std::size_t index, typename V>
    bool write_known_type(const V& value) {
        constexpr const Entry& entry = kDescription<V>.entries[index];
        bits_.put(entry.id, DescriptionOf<V>::Id::kBits);
        const std::size_t length_at = bits_.position();
        bits_.put(0, 8);
        if (!write<Plain>(*std::get_if<index>(&value))) return in(entry.name);
        const std::size_t used = bits_.position() - length_at - 8;
        const std::size_t octets = (used + 7) / 8;
        if (octets > kOpenOctetsMax) {
            fail(fmt::format("more than {} octets", kOpenOctetsMax));
            return in(entry.name);
        }
        bits_.put(0, static_cast<unsigned>(octets * 8 - used));
        if (octets < 0x80) {
            bits_.patch(length_at, static_cast<std::uint32_t>(octets), 8);
        } else {
            bits_.insert_octet(length_at + 8);
            bits_.patch(length_at, static_cast<std::uint32_t>(0x8000 | octets), 16);
        }
        return true;
    }

    /// Requires a length below 16384.
    void write_length(std::size_t length) {
        length < 0x80 ? bits_.put(length, 8) : bits_.put(0x8000 | length, 16);
    }
    bool write_raw_open(const Bytes& content) {
        if (content.size() > kOpenOctetsMax) return fail(fmt::format("more than {} octets", kOpenOctetsMax));
        write_length(content.size());
        bits_.put_octets(content);
        return true;
    }

    bool write_additions(const Additions& additions) {
        if (additions.empty()) [[likely]]
            return true;
        if (additions.size() > kSmallMax + 1) {
            fail(fmt::format("more than {} additions", kSmallMax + 1));
            return in(kAdditionsName);
        }
        bits_.put(additions.size() - 1, 7);
        for (const auto& addition : additions) bits_.put(addition.has_value(), 1);
        for (std::size_t i = 0; i < additions.size(); ++i) {
            if (additions[i] && !write_raw_open(*additions[i])) {
                in_element(i);
                return in(kAdditionsName);
            }
        }
        return true;
    }

    BitWriter bits_;
    std::string path_, what_;
};

}  // namespace
}  // namespace internal

Result<void> encode(const MessageFrame& frame, Bytes& out) {
    internal::Encoder encoder(out);
    if (encoder.write_frame(frame)) [[likely]]
        return {};
    out.clear();
    return fail(encoder.failure());
}

}  // namespace synchrono::j2735
