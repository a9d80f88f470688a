/// Measures messages from a client to other clients through the communication server: processes, sockets,
/// TLS, the exchange and the router.
#pragma once

namespace synchrono::bench {

/// Prints the table.
void messages_between_clients();

}  // namespace synchrono::bench
