/// Interprets the messages of a dynamics server (proto/handshake.proto) for a client: the answer to its join
/// request, and the notices of who is in the world. These messages are the same over every transport.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "client/transport/transport.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client::transport {

/// Returns the terms in an acceptance, which are the same over every transport; nothing if they are not well
/// formed. The transport itself has to check the rest: keys, ports and lengths.
std::optional<JoinTerms> join_terms_of(const JoinAccepted& accepted);

/// The end of a membership, as the transport's poll() and reason() return it.
struct Parting {
    Transport::Status status;
    std::string reason;
};
/// Returns the parting of a client that the server has declined.
Parting parting_of(const JoinDeclined& declined);
/// Passes a change of who is in the world to `sink`. Returns a parting if the notice ends the client's
/// membership, because one of its agents (`own`) was removed or because the server stops.
std::optional<Parting> apply_notice(const Notice& notice, const JoinTerms& terms,
                                    std::span<const AgentId> own, FlowSink& sink);

}  // namespace synchrono::client::transport
