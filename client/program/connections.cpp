#include "client/program/connections.hpp"

#include "client/link/comm_server_link.hpp"
#include "client/transport/registry.hpp"
#include "common/net/tls.hpp"

namespace synchrono::client {

Result<Connections> resolve_connections(const Arguments& arguments, const config::Scenario& scenario,
                                        const config::Credential& credential) {
    const net::TlsIdentity identity{credential.name, credential.secret};
    auto transports = transport::make_transport_factory({.address = arguments.server,
                                                         .scenario = config::scenario_id(scenario),
                                                         .server_limit = scenario.server_limit,
                                                         .identity = identity});
    if (!transports) return tl::unexpected(transports.error());
    Connections connections{std::move(*transports), nullptr};
    if (!scenario.radio) return connections;
    if (arguments.radio.empty())
        return fail(
            "--radio: missing; the scenario has a radio: expected HOST:PORT of the communication server");
    const auto radio = net::resolve_all(arguments.radio);
    if (!radio) return tl::unexpected(radio.error());
    const auto connect = [addresses = *radio, identity,
                          limit = scenario.server_limit]() -> Result<std::unique_ptr<net::Stream>> {
        auto connected = net::connect_secured_to_any(addresses, identity, limit);
        if (!connected) return tl::unexpected(connected.error());
        return std::move(connected->stream);
    };
    connections.radio = std::make_unique<link::CommServerLinks>(scenario, connect);
    return connections;
}

}  // namespace synchrono::client
