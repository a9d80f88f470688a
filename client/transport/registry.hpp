/// The transports that a client can be started with. The text that says where the world is, `--server` of the
/// command line, chooses one: `NAME://ADDRESS` is the transport of that name, and an address alone is
/// HOST:PORT of a dynamics server that is reached by datagrams. One row of the table in the .cpp file adds a
/// transport.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "client/transport/transport_factory.hpp"
#include "client/transport/transport_setup.hpp"
#include "common/base/result.hpp"

namespace synchrono::client {

struct TransportKind {
    std::string_view name;
    Result<std::unique_ptr<TransportFactory>> (*make)(const TransportSetup& setup);
};
/// All that there are; the first is meant by an address without a name.
std::span<const TransportKind> transport_kinds();
/// The names for a sentence: "'udp' and 'lane'".
std::string transport_names();

/// Makes the factory that the address chooses, and connects to nobody. The error is one line.
Result<std::unique_ptr<TransportFactory>> make_transport_factory(
    TransportSetup setup, std::span<const TransportKind> kinds = transport_kinds());

}  // namespace synchrono::client
