/// The transports over which a world can be served. The text of the option `--listen` chooses a transport:
/// `NAME://ADDRESS` means the transport of that name, and HOST:PORT alone means the first one, "udp". A new
/// transport needs one more row in the table of the .cpp file.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "server/transport/world_host.hpp"

namespace synchrono::server::transport {

/// A transport: its name, and the function that makes its host.
struct HostKind {
    std::string_view name;
    Result<std::unique_ptr<WorldHost>> (*make)(const HostSetup& setup);
};
/// Returns all transports. An address without a name means the first one.
std::span<const HostKind> host_kinds();
/// Returns the names as part of a sentence: "'udp' and 'lane'".
std::string host_names();

/// Makes the host that the address chooses, but opens nothing yet. The error is one line.
Result<std::unique_ptr<WorldHost>> make_world_host(HostSetup setup,
                                                   std::span<const HostKind> kinds = host_kinds());

}  // namespace synchrono::server::transport
