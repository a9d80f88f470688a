/// Describes the types of J2735, once for all code that visits their members: encoder, decoder, JSON writer
/// and reader, tracer, and the tests' generator. A description names the members in the order of the
/// standard, with the values that the standard allows for each. `describe(Type<T>)` returns the description
/// of T, and `kDescription<T>` keeps it. Bools, bit strings, arrays of octets and regional extensions have no
/// description, because their type says everything.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "common/base/contract.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735::internal {

template <typename T>
struct Type {};

// The values that a member may have.

/// A whole number from `kLow` to `kHigh`.
template <std::int64_t low, std::int64_t high>
struct Range {
    static_assert(low <= high);
    static constexpr std::int64_t kLow = low, kHigh = high;
    static constexpr unsigned kBits = std::bit_width(static_cast<std::uint64_t>(high - low));
};
/// A size from `kLow` to `kHigh`, in characters, octets or described elements.
template <std::size_t low, std::size_t high>
struct Size {
    static_assert(low <= high && high < 65'536);
    static constexpr std::size_t kLow = low, kHigh = high;
    static constexpr unsigned kBits = std::bit_width(high - low);
};
/// A list of `kLow` to `kHigh` elements, each within `Element`: numbers, strings or octets.
template <std::size_t low, std::size_t high, typename Element>
struct List : Size<low, high> {};
/// No limit besides those of the type.
struct Plain {};

template <typename C>
struct ElementOf {
    using Constraint = Plain;
};
template <std::size_t low, std::size_t high, typename Element>
struct ElementOf<List<low, high, Element>> {
    using Constraint = Element;
};

// Sequences.

enum class Presence { always, optional, unless_empty };

template <typename T>
inline constexpr bool kIsOptional = false;
template <typename T>
inline constexpr bool kIsOptional<std::optional<T>> = true;

template <typename C, Presence presence, typename Owner, typename Member>
struct Field {
    using Constraint = C;
    static constexpr Presence kPresence = presence;
    using Held = Member;
    std::string_view name;
    Member Owner::*member;
};

/// Describes a member that is always present, or one that is a `std::optional`.
template <typename C = Plain, typename Owner, typename Member>
constexpr auto field(std::string_view name, Member Owner::*member) {
    return Field < C, kIsOptional<Member> ? Presence::optional : Presence::always, Owner,
           Member > {name, member};
}
/// Describes a list, string or octets that are absent when empty.
template <typename C, typename Owner, typename Member>
constexpr auto optional_list(std::string_view name, Member Owner::*member) {
    static_assert(C::kLow > 0, "empty must not mean two things");
    return Field<C, Presence::unless_empty, Owner, Member>{name, member};
}

/// The members of a structure. If the sequence is extensible, its structure has a member `additions`, which
/// is not among the fields.
template <typename T, bool extensible, typename... Fields>
struct Sequence {
    static constexpr bool kExtensible = extensible;
    static constexpr unsigned kOptionals = (0U + ... + (Fields::kPresence == Presence::always ? 0U : 1U));
    static constexpr unsigned kPreamble = kOptionals + (extensible ? 1 : 0);
    std::tuple<Fields...> fields;
};
template <typename T, typename... Fields>
constexpr auto sequence(Fields... fields) {
    return Sequence<T, false, Fields...>{{fields...}};
}
template <typename T, typename... Fields>
constexpr auto extensible_sequence(Fields... fields) {
    return Sequence<T, true, Fields...>{{fields...}};
}

/// A structure with one member `value` that is encoded as that member alone.
template <typename C, typename T, typename Member>
struct Wrapped {
    using Constraint = C;
    using Held = Member;
    Member T::*member;
};
template <typename C = Plain, typename T, typename Member>
constexpr auto wrapped(Member T::*member) {
    return Wrapped<C, T, Member>{member};
}

// Choices.

template <typename C>
struct Alternative {
    using Constraint = C;
    std::string_view name;
};
template <typename C = Plain>
constexpr auto alternative(std::string_view name) {
    return Alternative<C>{name};
}

/// The alternatives of a variant, in its order. If the choice is extensible, the variant ends with
/// UnknownAlternative.
template <typename Variant, bool extensible, typename... Alternatives>
struct Choice {
    static constexpr bool kExtensible = extensible;
    static constexpr std::size_t kCount = sizeof...(Alternatives);
    static_assert(std::variant_size_v<Variant> == kCount + (extensible ? 1 : 0));
    static constexpr unsigned kBits = std::bit_width(kCount - 1);
    std::tuple<Alternatives...> alternatives;
};
template <typename Variant, typename... Alternatives>
constexpr auto choice(Alternatives... alternatives) {
    return Choice<Variant, false, Alternatives...>{{alternatives...}};
}
template <typename Variant, typename... Alternatives>
constexpr auto extensible_choice(Alternatives... alternatives) {
    return Choice<Variant, true, Alternatives...>{{alternatives...}};
}

/// The number and the name of a type that an open type may hold.
struct Entry {
    std::uint16_t id;
    std::string_view name;
};
/// A number, followed by an open type; the number says which type the open type holds. The variant ends with
/// a structure of `id` and `content`, for numbers that have no type here.
template <typename Variant, typename IdRange, std::size_t count>
struct OpenTypes {
    using Id = IdRange;
    static constexpr std::size_t kCount = count;
    static_assert(std::variant_size_v<Variant> == count + 1);
    std::string_view id_name, value_name;
    std::array<Entry, count> entries;
};
template <typename Variant, typename IdRange, std::size_t count>
constexpr auto open_types(std::string_view id_name, std::string_view value_name,
                          const Entry (&entries)[count]) {
    return OpenTypes<Variant, IdRange, count>{id_name, value_name, std::to_array(entries)};
}

// Enumerations.

enum Extensibility : bool { kClosed = false, kExtensible = true };

template <typename E>
struct Named {
    E value;
    std::string_view name;
};

/// The values of an enumeration in ascending order, which is the order of the encoding.
template <typename E, std::size_t count>
struct Enumeration {
    static constexpr std::size_t kCount = count;
    static constexpr unsigned kBits = std::bit_width(count - 1);
    /// Values from here on stand for the additions of a later version, in their order.
    static constexpr unsigned kAdditionBase = sizeof(E) == 1 ? 128 : 32'768;
    static_assert(count <= kAdditionBase);
    bool extensible;
    bool dense;  // each value equals its index in `names`
    std::array<Named<E>, count> names;
};
template <typename E, typename... Names>
constexpr auto enumeration(Extensibility extensible, Names... names) {
    unsigned value = 0;
    return Enumeration<E, sizeof...(Names)>{
        extensible, true, {{Named<E>{static_cast<E>(value++), names}...}}};
}
template <typename E, typename... Values>
constexpr auto sparse_enumeration(Extensibility extensible, Values... values) {
    const E ascending[] = {values.value...};
    for (std::size_t i = 1; i < sizeof...(values); ++i) SYN_REQUIRE(ascending[i - 1] < ascending[i]);
    return Enumeration<E, sizeof...(Values)>{extensible, false, {{values...}}};
}

template <typename T>
inline constexpr auto kDescription = describe(Type<T>{});

// Traits that say which kind of description a type has.

template <typename T>
inline constexpr bool kIsVector = false;
template <typename T>
inline constexpr bool kIsVector<std::vector<T>> = true;
template <typename T>
inline constexpr bool kIsOctetArray = false;
template <std::size_t count>
inline constexpr bool kIsOctetArray<std::array<std::uint8_t, count>> = true;
template <unsigned count>
std::true_type is_fixed_bits(const FixedBits<count>*);
std::false_type is_fixed_bits(const void*);
template <unsigned count>
std::true_type is_extensible_bits(const ExtensibleBits<count>*);
std::false_type is_extensible_bits(const void*);
template <typename T>
inline constexpr bool kIsFixedBits = decltype(is_fixed_bits(static_cast<const T*>(nullptr)))::value;
template <typename T>
inline constexpr bool kIsExtensibleBits = decltype(is_extensible_bits(static_cast<const T*>(nullptr)))::value;

template <typename D>
inline constexpr bool kIsSequence = false;
template <typename T, bool extensible, typename... Fields>
inline constexpr bool kIsSequence<Sequence<T, extensible, Fields...>> = true;
template <typename D>
inline constexpr bool kIsWrapped = false;
template <typename C, typename T, typename Member>
inline constexpr bool kIsWrapped<Wrapped<C, T, Member>> = true;
template <typename D>
inline constexpr bool kIsChoice = false;
template <typename V, bool extensible, typename... Alternatives>
inline constexpr bool kIsChoice<Choice<V, extensible, Alternatives...>> = true;
template <typename D>
inline constexpr bool kIsOpenTypes = false;
template <typename V, typename Id, std::size_t count>
inline constexpr bool kIsOpenTypes<OpenTypes<V, Id, count>> = true;
template <typename D>
inline constexpr bool kIsEnumeration = false;
template <typename E, std::size_t count>
inline constexpr bool kIsEnumeration<Enumeration<E, count>> = true;

template <typename T>
using DescriptionOf = std::remove_cvref_t<decltype(kDescription<T>)>;

}  // namespace synchrono::j2735::internal
