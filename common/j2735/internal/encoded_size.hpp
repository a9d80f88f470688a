/// Computes at compile time how many bits a described type takes at least and at most. With these sizes the
/// decoder checks only once whether a type of fixed size ends within the message. It also refuses a list that
/// the rest of the message cannot hold, before it allocates memory for the list.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "common/j2735/internal/describe.hpp"

namespace synchrono::j2735::internal {

struct BitCount {
    std::size_t least = 0, most = 0;

    constexpr bool fixed() const { return least == most; }
    constexpr BitCount operator+(BitCount other) const { return {least + other.least, most + other.most}; }
};
/// More bits than any message has, but few enough that sums of this number do not overflow.
inline constexpr std::size_t kManyBits = std::size_t{1} << 40;

template <typename C, typename T>
consteval BitCount encoded_size();

template <typename FieldType>
consteval BitCount field_size() {
    if constexpr (FieldType::kPresence == Presence::always) {
        return encoded_size<typename FieldType::Constraint, typename FieldType::Held>();
    } else {
        return {0, kManyBits};
    }
}

template <typename T, bool extensible, typename... Fields>
consteval BitCount description_size(const Sequence<T, extensible, Fields...>&) {
    constexpr std::size_t preamble = Sequence<T, extensible, Fields...>::kPreamble;
    return (BitCount{preamble, preamble + (extensible ? kManyBits : 0)} + ... + field_size<Fields>());
}
template <typename C, typename T, typename Member>
consteval BitCount description_size(const Wrapped<C, T, Member>&) {
    return encoded_size<C, Member>();
}
template <typename E, std::size_t count>
consteval BitCount description_size(const Enumeration<E, count>& enumeration) {
    const std::size_t bits = Enumeration<E, count>::kBits;
    return enumeration.extensible ? BitCount{1 + std::min<std::size_t>(bits, 7), kManyBits}
                                  : BitCount{bits, bits};
}
// The sizes of choices and open types vary so much that rough limits are enough.
template <typename V, bool extensible, typename... Alternatives>
consteval BitCount description_size(const Choice<V, extensible, Alternatives...>&) {
    return {1, kManyBits};
}
template <typename V, typename Id, std::size_t count>
consteval BitCount description_size(const OpenTypes<V, Id, count>&) {
    return {Id::kBits + 8, kManyBits};
}

template <typename C, typename T>
consteval BitCount encoded_size() {
    if constexpr (std::is_same_v<T, bool>) {
        return {1, 1};
    } else if constexpr (std::is_integral_v<T>) {
        return {C::kBits, C::kBits};
    } else if constexpr (kIsFixedBits<T>) {
        return {T::kBits, T::kBits};
    } else if constexpr (kIsExtensibleBits<T>) {
        return {std::min(1 + T::kBits, 9U), kManyBits};
    } else if constexpr (kIsOctetArray<T>) {
        return {std::tuple_size_v<T> * 8, std::tuple_size_v<T> * 8};
    } else if constexpr (std::is_same_v<T, RegionalExtension>) {
        return {16, kManyBits};
    } else if constexpr (std::is_same_v<T, std::string>) {
        return {C::kBits + C::kLow * 7, kManyBits};
    } else if constexpr (std::is_same_v<T, Bytes>) {
        return {C::kBits + C::kLow * 8, kManyBits};
    } else if constexpr (kIsVector<T>) {
        using Element = typename ElementOf<C>::Constraint;
        return {C::kBits + C::kLow * encoded_size<Element, typename T::value_type>().least, kManyBits};
    } else {
        return description_size(kDescription<T>);
    }
}

}  // namespace synchrono::j2735::internal
