/// Interprets the messages of a dynamics server (proto/handshake.proto) for a client, the same over every
/// transport: the answer to its join request, and the notices of who is in the world.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "client/transport/transport.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client {

/// Returns the part of an acceptance that is the same over every transport; nothing if it is not well
/// formed. The transport itself has to check keys, ports and lengths.
std::optional<Welcome> welcome_of(const JoinAccepted& accepted);

/// The end of a membership, as the transport's `turn` and `reason` return it.
struct Parting {
    Transport::Stage stage;
    std::string reason;
};
Parting parting_of(const JoinDeclined& declined);
/// Passes a change of who is in the world to `sink`. Returns a parting if the notice ends the membership of
/// the client whose agents are `own`: it was shot down, or the server stops.
std::optional<Parting> heed(const Notice& notice, const Welcome& welcome, std::span<const AgentId> own,
                            FlowSink& sink);

}  // namespace synchrono::client
