/// The first words between a server and a client, as proto/handshake.proto has them: a request is read, and
/// answered, in the same way whatever carries it.
#pragma once

#include <tl/expected.hpp>

#include "common/base/bytes.hpp"
#include "server/member.hpp"

namespace synchrono::server {

/// The request that a client's first frame holds, or what to say to one whose frame holds none.
tl::expected<JoinRequest, Declined> read_join_request(ByteView frame);
/// What to say to one whose first frame is longer than limits::kFrameBytesMax, and so is not read.
Declined declined_too_long();

/// What every newcomer is told. The session, its keys, port and lengths of datagrams are for the transport to
/// add, if it has any.
JoinAccepted accepted_as(const Welcome& welcome);
JoinDeclined declined_as(const Declined& why);

}  // namespace synchrono::server
