/// The transports that a client can be started with. The address of the world (`--server` on the command
/// line) chooses one: `NAME://ADDRESS` means the transport of that name, and an address alone is HOST:PORT
/// of a dynamics server that is reached by datagrams. A row in the table of the .cpp file adds a transport.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "client/transport/transport_factory.hpp"
#include "client/transport/transport_setup.hpp"
#include "common/base/result.hpp"

namespace synchrono::client {

/// One transport: its name in addresses, and the function that makes its factory.
struct TransportKind {
    std::string_view name;
    Result<std::unique_ptr<TransportFactory>> (*make)(const TransportSetup& setup);
};
/// Returns all transports. The first one serves addresses without a name.
std::span<const TransportKind> transport_kinds();
/// Returns the names of all transports as part of a sentence: "'udp' and 'lane'".
std::string transport_names();

/// Makes the factory that the address in `setup` chooses, without connecting yet. The error is one line.
Result<std::unique_ptr<TransportFactory>> make_transport_factory(
    TransportSetup setup, std::span<const TransportKind> kinds = transport_kinds());

}  // namespace synchrono::client
