/// The transports that a world can be served over. The text that says where to listen, `--listen` of the
/// command line, chooses one by its beginning: `NAME:ADDRESS` is the transport of that name, and `HOST:PORT`
/// without a name is the dynamics server's datagrams. Another transport adds a row to `host_kinds()`.
#pragma once

#include <memory>
#include <span>
#include <string_view>

#include "server/transport/world_host.hpp"

namespace synchrono::server {

struct HostKind {
    std::string_view name;
    Result<std::unique_ptr<WorldHost>> (*make)(const HostSetup& setup);
};
/// All that there are; the first is meant by an address without a name.
std::span<const HostKind> host_kinds();

/// Makes the host that the address chooses, and opens nothing. The error is one line.
Result<std::unique_ptr<WorldHost>> make_world_host(HostSetup setup,
                                                   std::span<const HostKind> kinds = host_kinds());

}  // namespace synchrono::server
