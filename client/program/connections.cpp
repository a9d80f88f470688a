#include "client/program/connections.hpp"

#include "common/net/tcp.hpp"

namespace synchrono::client {

Result<Connections> resolve_connections(const Arguments& arguments, const config::Scenario& scenario) {
    const auto token = net::read_token_file(arguments.token_file);
    if (!token) return tl::unexpected(token.error());
    const auto server = net::resolve(arguments.server);
    if (!server) return tl::unexpected(server.error());
    Connections connections{*token, *server, {}};
    if (!scenario.radio) return connections;
    if (arguments.radio.empty())
        return fail("--radio: missing; the scenario has a radio, so say where its server is");
    const auto radio = net::resolve(arguments.radio);
    if (!radio) return tl::unexpected(radio.error());
    connections.connect_radio = [at = *radio, limit = scenario.server_limit] {
        return net::tcp_connect(at, limit);
    };
    return connections;
}

}  // namespace synchrono::client
