#include "server/transport/handshake/pilot_hashes.hpp"

#include <fmt/format.h>

namespace synchrono::server::transport {

PilotHashes::PilotHashes(const config::Scenario& scenario) {
    for (const config::AgentSpec& agent : scenario.agents) names_.insert(agent.pilot);
}

std::vector<std::string> PilotHashes::compare(const std::string& client, const JoinRequest& request) {
    constexpr std::size_t kHashBytes = 16;
    std::vector<std::string> lines;
    for (const PilotHash& pilot : request.pilots()) {
        if (!names_.contains(pilot.name()) || pilot.hash().size() != kHashBytes) continue;
        const auto [known, is_new] = known_.try_emplace(pilot.name(), Known{client, pilot.hash()});
        if (is_new || known->second.hash == pilot.hash()) continue;
        lines.push_back(
            fmt::format("{} has another pilot '{}' than {}, so results may differ from those on one "
                        "machine",
                        client, pilot.name(), known->second.client));
    }
    return lines;
}

}  // namespace synchrono::server::transport
