/// What the words of a dynamics server (proto/handshake.proto) mean to a client, whatever carries them: the
/// answer to its join request, and the notices of who is in the world.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "client/transport/transport.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client {

/// The part of an acceptance that is the same over every transport; nothing where it is not well formed.
/// Keys, ports and lengths are for the transport to check.
std::optional<Welcome> welcome_of(const JoinAccepted& accepted);

/// With what a transport is over, as its `turn` and its `reason` tell it.
struct Parting {
    Transport::Stage stage;
    std::string reason;
};
Parting parting_of(const JoinDeclined& declined);
/// Tells `sink` what the notice says, unless it ends the membership of the client whose agents are `own`.
std::optional<Parting> heed(const Notice& notice, const Welcome& welcome, std::span<const AgentId> own,
                            FlowSink& sink);

}  // namespace synchrono::client
