/// Identifiers of agents, members and sessions. Each is a type of its own, so that none can be passed where
/// another one, or a plain number, is expected.
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

/// An agent's index in the resolved scenario; also the id of its flow.
using AgentId = Id<struct AgentTag>;
/// A client in a world, whatever transport it uses; never reused during the life of the world.
using MemberId = Id<struct MemberTag>;
/// One admitted connection of a client; never reused during the life of a server.
using SessionId = Id<struct SessionTag>;

}  // namespace synchrono

template <typename Tag>
struct std::hash<synchrono::Id<Tag>> {
    std::size_t operator()(synchrono::Id<Tag> id) const noexcept {
        return std::hash<std::uint32_t>()(id.value);
    }
};
