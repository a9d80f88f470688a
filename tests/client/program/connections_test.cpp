// Proves that a client reads from its command line how to reach its servers, and refuses missing or
// unreadable arguments before it connects to anybody.
#include "client/program/connections.hpp"

#include <gmock/gmock.h>

#include "tests/common/log/log_fixture.hpp"

namespace synchrono::client {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

struct ConnectionsTest : log::testing::LogTest {
    ConnectionsTest() { arguments.server = "127.0.0.1:4000"; }
    std::string refusal() const {
        const auto connections = resolve_connections(arguments, scenario, credential);
        return connections ? "" : connections.error().text;
    }

    const config::Credential credential{.name = "car", .secret = make_secret(), .agents = {}, .watch = false};
    Arguments arguments;
    config::Scenario scenario;
};

TEST_F(ConnectionsTest, AScenarioWithoutARadioNeedsOneServer) {
    const auto connections = resolve_connections(arguments, scenario, credential);
    ASSERT_TRUE(connections) << connections.error().text;
    std::vector<std::string> counters;
    connections->transports->visit_counters(
        [&](const CounterName& name, auto) { counters.emplace_back(name.text); });
    EXPECT_THAT(counters, Contains("link.datagrams")) << "an address without a transport means datagrams";
    EXPECT_EQ(connections->radio, nullptr);
}

TEST_F(ConnectionsTest, ARadioNeedsAServerOfItsOwn) {
    scenario.radio.emplace();
    EXPECT_EQ(refusal(),
              "--radio: missing; the scenario has a radio: expected HOST:PORT of the communication server");
    arguments.radio = "127.0.0.1:4001";
    const auto connections = resolve_connections(arguments, scenario, credential);
    ASSERT_TRUE(connections) << connections.error().text;
    EXPECT_NE(connections->radio, nullptr);
}

TEST_F(ConnectionsTest, UnreadableAddressesAreRefused) {
    scenario.radio.emplace();
    arguments.radio = "nowhere";
    EXPECT_THAT(refusal(), HasSubstr("nowhere"));
    arguments.server = "127.0.0.1";
    EXPECT_THAT(refusal(), HasSubstr("127.0.0.1"));
}

}  // namespace
}  // namespace synchrono::client
