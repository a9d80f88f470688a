#include "server/transport/handshake/pilot_hashes.hpp"

#include <fmt/format.h>
#include <string_view>

namespace synchrono::server::transport {

PilotHashes::PilotHashes(const config::Scenario& scenario) : scenario_(scenario) {}

std::vector<std::string> PilotHashes::compare(const std::string& client, const JoinRequest& request) {
    constexpr std::size_t kHashBytes = 16;
    // A client may speak of its own pilots only, and of each once, whatever its request holds.
    std::set<std::string_view> own;
    for (const AgentDescription& agent : request.agents()) own.insert(scenario_.agents[agent.agent()].pilot);
    std::vector<std::string> lines;
    for (const PilotHash& pilot : request.pilots()) {
        if (own.erase(pilot.name()) == 0 || pilot.hash().size() != kHashBytes) continue;
        const auto [known, is_new] = known_.try_emplace(pilot.name(), Known{client, pilot.hash()});
        if (is_new || known->second.hash == pilot.hash()) continue;
        if (!told_.emplace(client, pilot.name()).second) continue;
        lines.push_back(
            fmt::format("{} has another pilot '{}' than {}, so results may differ from those on one "
                        "machine",
                        client, pilot.name(), known->second.client));
    }
    return lines;
}

}  // namespace synchrono::server::transport
