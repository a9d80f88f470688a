/// The transports that a client can be started with. The text that says where the world is, `--server` of the
/// command line, chooses one by its beginning: `NAME:ADDRESS` is the transport of that name, and `HOST:PORT`
/// without a name is the datagrams of a dynamics server. Another transport adds a row to `transport_kinds()`.
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

/// Makes the factory that the address chooses, and connects to nobody. The error is one line.
Result<std::unique_ptr<TransportFactory>> make_transport_factory(
    TransportSetup setup, std::span<const TransportKind> kinds = transport_kinds());

}  // namespace synchrono::client
