/// Parses the lines that programs of a run write to standard output: servers while they run, and a client
/// that checks whether it can simulate the agents. Each line is one JSON object.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/result.hpp"

namespace synchrono::tools::run {

/// {"event":"listening","address":"127.0.0.1:43211"}
struct ServerListening {
    std::string address;
};

/// {"event":"progress","sim_s":1.25,"slowest":"car07","clients":30,"agents":30,"drift_heartbeats":1,"awaited":[]}
struct ServerProgress {
    double sim_s = 0;
    std::string slowest;  ///< an agent's name; empty while there is none
    std::size_t clients = 0;
    std::size_t agents = 0;
    std::int64_t drift_heartbeats = 0;   ///< between the agent furthest ahead and the slowest
    std::vector<std::string> awaited{};  ///< agents that have not joined yet, by name
    std::string held_up_by{};            ///< the client for which the others wait; empty: nobody
    double held_up_s = 0;
};

/// {"event":"ended","because":"every agent has ended"}, with "left":true if all agents left before the
/// scenario's time was over
struct ServerEnded {
    std::string because;
    bool all_left = false;
};

/// An event of a newer server that this program does not know.
struct UnknownServerEvent {};

using ServerEvent = std::variant<ServerListening, ServerProgress, ServerEnded, UnknownServerEvent>;

/// Parses a line of a server. Fails when it is not a JSON object with an "event" or a field has the wrong
/// type.
Result<ServerEvent> parse_server_event(std::string_view line);

/// {"event":"objection","agent":3,"key":"pilot.library","problem":"..."}
struct ClientObjection {
    AgentId agent;
    std::string key;  ///< the key, in the agent's part of the scenario, whose value is refused
    std::string problem;
};

/// Parses a line of a client. Returns nothing when it is not an objection: a pilot may have written the
/// line.
std::optional<ClientObjection> parse_client_objection(std::string_view line);

}  // namespace synchrono::tools::run
