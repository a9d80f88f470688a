// Proves that pilots that differ between clients are told once each, and that no client can make the server
// say more, whatever its request holds.
#include "server/transport/handshake/pilot_hashes.hpp"

#include <gmock/gmock.h>

namespace synchrono::server::transport {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

struct PilotHashesTest : ::testing::Test {
    PilotHashesTest() {
        for (const char* pilot : {"driver", "driver", "other"}) scenario.agents.emplace_back().pilot = pilot;
    }
    static JoinRequest request(const std::vector<std::uint32_t>& agents,
                               const std::vector<std::pair<std::string, std::string>>& pilots) {
        JoinRequest made;
        for (const std::uint32_t agent : agents) made.add_agents()->set_agent(agent);
        for (const auto& [name, hash] : pilots) {
            made.add_pilots()->set_name(name);
            made.mutable_pilots()->rbegin()->set_hash(hash);
        }
        return made;
    }
    const std::string one = std::string(16, '1'), two = std::string(16, '2'), three = std::string(16, '3');
    config::Scenario scenario;
    PilotHashes hashes{scenario};
};

TEST_F(PilotHashesTest, TellsOnceThatTwoClientsHaveDifferentPilots) {
    EXPECT_THAT(hashes.compare("a", request({0}, {{"driver", one}})), IsEmpty());
    EXPECT_THAT(hashes.compare("b", request({1, 2}, {{"driver", one}, {"other", two}})), IsEmpty());
    EXPECT_THAT(
        hashes.compare("c", request({1}, {{"driver", two}})),
        ElementsAre("c has another pilot 'driver' than a, so results may differ from those on one machine"));
    EXPECT_THAT(hashes.compare("c", request({1}, {{"driver", three}})), IsEmpty()) << "told before";
}

TEST_F(PilotHashesTest, TakesOnlyWhatAClientMaySpeakOf) {
    EXPECT_THAT(hashes.compare("watcher", request({}, {{"driver", three}})), IsEmpty());
    EXPECT_THAT(hashes.compare("a", request({2}, {{"driver", three}, {"unknown", one}, {"other", "short"}})),
                IsEmpty());
    EXPECT_THAT(hashes.compare("b", request({0}, {{"driver", one}, {"driver", two}, {"driver", three}})),
                IsEmpty())
        << "each once";
    EXPECT_THAT(hashes.compare("c", request({0, 2}, {{"driver", one}, {"other", two}})), IsEmpty())
        << "nobody has spoken for these before";
}

}  // namespace
}  // namespace synchrono::server::transport
