/// The data that the world thread needs to send datagrams to one member.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>

#include "common/base/ids.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/seal.hpp"
#include "common/net/update_seal.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::server::transport {

struct Session {
    SessionId id;
    net::Sealer sealer;
    net::Endpoint endpoint;          // nowhere until the first valid datagram; nothing is sent before
    net::Endpoint at = {};           // our address, at which the client asked; nowhere if we have only one
    std::size_t datagram_bytes_max;  // for the path to the client
    Tick sent;                       // `exact`: newest bundle sent
    std::int64_t asked_ns = 0;       // as the client's newest request told it; zero: not told, or answered
    std::uint64_t sent_version = 0;  // `window`: version of the map at the last update
    /// Protects the bodies that are for this client alone; nothing for a client that gets the whole world.
    std::optional<net::BodySealer> own_bodies = {};
};

}  // namespace synchrono::server::transport
