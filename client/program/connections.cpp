#include "client/program/connections.hpp"

#include "client/link/comm_server_link.hpp"
#include "client/transport/registry.hpp"
#include "common/net/tcp.hpp"
#include "common/net/token.hpp"

namespace synchrono::client {

Result<Connections> resolve_connections(const Arguments& arguments, const config::Scenario& scenario) {
    const auto token = net::read_token_file(arguments.token_file);
    if (!token) return tl::unexpected(token.error());
    auto transports = transport::make_transport_factory({.address = arguments.server,
                                                         .client_name = arguments.name,
                                                         .scenario = config::scenario_id(scenario),
                                                         .server_limit = scenario.server_limit,
                                                         .token = *token});
    if (!transports) return tl::unexpected(transports.error());
    Connections connections{std::move(*transports), nullptr};
    if (!scenario.radio) return connections;
    if (arguments.radio.empty())
        return fail(
            "--radio: missing; the scenario has a radio: expected HOST:PORT of the communication server");
    const auto radio = net::resolve(arguments.radio);
    if (!radio) return tl::unexpected(radio.error());
    const auto connect = [at = *radio, limit = scenario.server_limit] { return net::tcp_connect(at, limit); };
    connections.radio = std::make_unique<link::CommServerLinks>(scenario, *token, arguments.name, connect);
    return connections;
}

}  // namespace synchrono::client
