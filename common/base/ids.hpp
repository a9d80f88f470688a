/// Identifiers that cannot be swapped for one another, nor for a number.
#pragma once

#include <compare>
#include <cstdint>
#include <functional>

namespace synchrono {

template <typename Tag>
struct Id {
    std::uint32_t value = 0;
    friend constexpr auto operator<=>(Id, Id) = default;
};

/// An agent of the scenario: its index in the resolved scenario. Also the id of its flow.
using AgentId = Id<struct AgentTag>;
/// A client that takes part in a world, however it is reached; never reused while the world lives.
using MemberId = Id<struct MemberTag>;
/// One admitted connection of a client; never reused while a server lives.
using SessionId = Id<struct SessionTag>;

}  // namespace synchrono

template <typename Tag>
struct std::hash<synchrono::Id<Tag>> {
    std::size_t operator()(synchrono::Id<Tag> id) const noexcept {
        return std::hash<std::uint32_t>()(id.value);
    }
};
