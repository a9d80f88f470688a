/// What the programs of a run say on standard output: the server while it runs, a client that is asked which
/// agents it could simulate. One JSON object a line.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/result.hpp"

namespace synchrono::tools {

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
};

/// {"event":"ended","because":"every agent has ended"}, with "left":true where all left before the time was
/// over
struct ServerEnded {
    std::string because;
    bool left = false;
};

/// An event of a newer server that this program does not know.
struct ServerOther {};

using ServerEvent = std::variant<ServerListening, ServerProgress, ServerEnded, ServerOther>;

/// Fails when the line is no JSON object with an "event", or a field has the wrong type.
Result<ServerEvent> parse_server_event(std::string_view line);

/// {"event":"objection","agent":3,"key":"pilot.library","problem":"..."}
struct ClientObjection {
    AgentId agent;
    std::string key;  ///< one of the agent's in the scenario
    std::string problem;
};

/// Nothing when the line is none: a pilot may have written it.
std::optional<ClientObjection> parse_client_objection(std::string_view line);

}  // namespace synchrono::tools
