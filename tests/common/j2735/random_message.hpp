/// Makes random messages by walking over the descriptions that the codec uses. Nearly any message that
/// the standard allows may occur. Many numbers lie at the bounds of their ranges, and some messages have
/// content that only a later version of the standard knows.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "common/base/random.hpp"
#include "common/j2735/internal/describe_message_frame.hpp"
#include "common/j2735/internal/limits.hpp"

namespace synchrono::j2735::testing {

/// Threading: one thread.  Owns: its random numbers.
class RandomMessages {
  public:
    explicit RandomMessages(std::uint64_t seed) : random_(seed) {}

    /// Returns a random message. `index` is the index of its type in `Message`.
    MessageFrame next(std::size_t index) {
        MessageFrame frame;
        budget_ = 300;
        make_alternative(frame.value, index, std::make_index_sequence<std::variant_size_v<Message>>());
        if (random_.chance(0.05)) fill_additions(frame.additions);
        return frame;
    }

  private:
    template <typename C, typename T>
    void fill(T& value) {
        using namespace internal;
        if constexpr (std::is_same_v<T, bool>) {
            value = random_.chance(0.5);
        } else if constexpr (std::is_integral_v<T>) {
            value = static_cast<T>(
                number(static_cast<std::int64_t>(C::kLow), static_cast<std::int64_t>(C::kHigh)));
        } else if constexpr (kIsFixedBits<T>) {
            for (unsigned bit = 0; bit < T::kBits; ++bit) value.set(bit, random_.chance(0.5));
        } else if constexpr (kIsExtensibleBits<T>) {
            if (random_.chance(0.2)) value.resize(static_cast<unsigned>(number(0, T::kBitsMax)));
            for (unsigned bit = 0; bit < value.size(); ++bit) value.set(bit, random_.chance(0.5));
        } else if constexpr (kIsOctetArray<T>) {
            for (auto& octet : value) octet = static_cast<std::uint8_t>(random_.below(256));
        } else if constexpr (std::is_same_v<T, RegionalExtension>) {
            value.region_id = static_cast<std::uint8_t>(random_.below(256));
            fill_octets(value.content, count(0, 300));
        } else if constexpr (std::is_same_v<T, std::string>) {
            value.resize(count(C::kLow, C::kHigh));
            for (char& character : value) character = static_cast<char>(random_.below(128));
        } else if constexpr (std::is_same_v<T, Bytes>) {
            fill_octets(value, count(C::kLow, C::kHigh));
        } else if constexpr (kIsVector<T>) {
            value.resize(count(C::kLow, C::kHigh));
            for (auto& element : value) fill<typename ElementOf<C>::Constraint>(element);
        } else if constexpr (kIsWrapped<DescriptionOf<T>>) {
            fill<typename DescriptionOf<T>::Constraint>(value.*(kDescription<T>.member));
        } else if constexpr (kIsEnumeration<DescriptionOf<T>>) {
            const auto& names = kDescription<T>.names;
            value = names[random_.below(names.size())].value;
            if (kDescription<T>.extensible && random_.chance(0.05))
                value = static_cast<T>(DescriptionOf<T>::kAdditionBase + random_.below(kSmallMax + 1));
        } else if constexpr (kIsChoice<DescriptionOf<T>> || kIsOpenTypes<DescriptionOf<T>>) {
            constexpr std::size_t kAll = std::variant_size_v<T>;
            std::size_t index = random_.below(kAll);
            // The alternative for unknown content, if there is one, is the last; it should come more rarely.
            if (index == kAll - 1 && random_.chance(0.7)) index = random_.below(kAll);
            make_alternative(value, index, std::make_index_sequence<kAll>());
        } else {
            std::apply([&](const auto&... fields) { (fill_field(value, fields), ...); },
                       kDescription<T>.fields);
            if constexpr (DescriptionOf<T>::kExtensible) {
                if (random_.chance(0.02)) fill_additions(value.additions);
            }
        }
    }
    template <typename T, typename F>
    void fill_field(T& owner, const F& field) {
        using internal::Presence;
        auto& member = owner.*(field.member);
        if (F::kPresence != Presence::always && !random_.chance(budget_ > 0 ? 0.5 : 0.1)) return;
        if constexpr (F::kPresence == Presence::optional) {
            fill<typename F::Constraint>(member.emplace());
        } else {
            fill<typename F::Constraint>(member);
        }
    }
    template <typename V, std::size_t... indices>
    void make_alternative(V& value, std::size_t index, std::index_sequence<indices...>) {
        static_cast<void>(((index == indices && (make_alternative<indices>(value), true)) || ...));
    }
    template <std::size_t index, typename V>
    void make_alternative(V& value) {
        auto& held = value.template emplace<index>();
        using T = std::remove_reference_t<decltype(held)>;
        if constexpr (std::is_same_v<T, UnknownAlternative>) {
            held.index = static_cast<std::uint8_t>(random_.below(internal::kSmallMax + 1));
            fill_octets(held.content, count(0, 300));
        } else if constexpr (std::is_same_v<T, UnknownMessage>) {
            held.id = static_cast<std::uint16_t>(number(33, 32'767));
            fill_octets(held.content, count(0, 300));
        } else if constexpr (std::is_same_v<T, UnknownPartIi>) {
            held.id = static_cast<std::uint8_t>(number(3, 63));
            fill_octets(held.content, count(0, 300));
        } else if constexpr (internal::kIsChoice<internal::DescriptionOf<V>>) {
            const auto& alternative = std::get<index>(internal::kDescription<V>.alternatives);
            fill<typename std::remove_cvref_t<decltype(alternative)>::Constraint>(held);
        } else {
            fill<internal::Plain>(held);
        }
    }

    std::int64_t number(std::int64_t low, std::int64_t high) {
        if (random_.chance(0.2)) return low;
        if (random_.chance(0.2)) return high;
        return low + static_cast<std::int64_t>(random_.below(static_cast<std::uint64_t>(high - low) + 1));
    }
    /// Returns a random count, mostly a small one, so that messages stay within the length of an open type.
    std::size_t count(std::size_t low, std::size_t high) {
        std::size_t most = std::min(high, low + 3);
        if (budget_ > 0 && random_.chance(0.05)) most = high;
        const std::size_t result = low + random_.below(most - low + 1);
        budget_ -= static_cast<std::int64_t>(result);
        return result;
    }
    void fill_octets(Bytes& octets, std::size_t size) {
        octets.resize(size);
        for (auto& octet : octets) octet = static_cast<std::byte>(random_.below(256));
    }
    void fill_additions(Additions& additions) {
        additions.resize(count(1, internal::kSmallMax + 1));
        for (auto& addition : additions) {
            if (random_.chance(0.5)) fill_octets(addition.emplace(), count(0, 300));
        }
    }

    Random random_;
    std::int64_t budget_ = 0;  // elements that may still be made before the message stops growing
};

}  // namespace synchrono::j2735::testing
