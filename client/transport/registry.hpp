/// The transports that a client can be started with. The address of the world (`--server` on the command
/// line) selects one of them: `NAME://ADDRESS` selects the transport with that name, and an address without a
/// name is HOST:PORT of a dynamics server that is reached by datagrams. A row in the table of the .cpp file
/// adds a transport.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "client/transport/transport_factory.hpp"
#include "client/transport/transport_setup.hpp"
#include "common/base/result.hpp"

namespace synchrono::client::transport {

/// One transport: its name in addresses, and the function that makes its factory.
struct TransportKind {
    std::string_view name;
    Result<std::unique_ptr<TransportFactory>> (*make)(const TransportSetup& setup);
};
/// Returns all transports. Addresses without a name select the first one.
std::span<const TransportKind> transport_kinds();
/// Returns the names of all transports as part of a sentence: "'udp' and 'lane'".
std::string transport_names();

/// Makes the factory of the transport that the address in `setup` selects, without connecting yet. The error
/// is one line.
Result<std::unique_ptr<TransportFactory>> make_transport_factory(
    TransportSetup setup, std::span<const TransportKind> kinds = transport_kinds());

}  // namespace synchrono::client::transport
