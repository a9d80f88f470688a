/// The transports that a world can be served over. The text that says where to listen, `--listen` of the
/// command line, chooses one: `NAME://ADDRESS` is the transport of that name, and an address alone is
/// HOST:PORT for clients that come by datagrams. One row of the table in the .cpp file adds a transport.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "server/transport/world_host.hpp"

namespace synchrono::server {

struct HostKind {
    std::string_view name;
    Result<std::unique_ptr<WorldHost>> (*make)(const HostSetup& setup);
};
/// All that there are; the first is meant by an address without a name.
std::span<const HostKind> host_kinds();
/// The names for a sentence: "'udp' and 'lane'".
std::string host_names();

/// Makes the host that the address chooses, and opens nothing. The error is one line.
Result<std::unique_ptr<WorldHost>> make_world_host(HostSetup setup,
                                                   std::span<const HostKind> kinds = host_kinds());

}  // namespace synchrono::server
