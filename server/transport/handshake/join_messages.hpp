/// Reads the first message of a client and composes the answer. proto/handshake.proto defines both messages,
/// which are the same over every transport.
#pragma once

#include <tl/expected.hpp>

#include "common/base/bytes.hpp"
#include "server/member.hpp"

namespace synchrono::server::transport {

/// Returns the first frame of a connection, which is a client's join request or the hello of the
/// communication server. For any other frame, returns the reason to decline.
tl::expected<ClientFrame, Declined> read_first_frame(ByteView frame);
/// Returns the reason to decline a client whose first frame is longer than limits::kFrameBytesMax; such a
/// frame is not read.
Declined declined_too_long();

/// Returns the part of the answer that is the same over every transport. A transport adds the fields of its
/// own, such as the session, a key, a port, and the greatest length of a datagram.
JoinAccepted accepted_as(const Admission& admission);
JoinDeclined declined_as(const Declined& why);

}  // namespace synchrono::server::transport
