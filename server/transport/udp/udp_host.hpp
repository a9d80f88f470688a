/// The dynamics server as a WorldHost.
#pragma once

#include <memory>

#include "server/transport/world_host.hpp"

namespace synchrono::server {

/// The address is HOST:PORT for TCP; port 0 takes a free one.
Result<std::unique_ptr<WorldHost>> make_udp_host(const HostSetup& setup);

}  // namespace synchrono::server
