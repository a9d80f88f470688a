// Proves that the name before "://" in a world's address chooses its transport, that an address without a
// name means datagrams, and that a new transport needs only one more row in the table.
#include "server/transport/registry.hpp"

#include <array>
#include <gmock/gmock.h>
#include <set>

namespace synchrono::server::transport {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

config::Scenario scenario_of_one() {
    config::Scenario scenario;
    scenario.vehicles["cart"].name = "cart";
    config::AgentSpec& agent = scenario.agents.emplace_back();
    agent.name = "car";
    agent.vehicle = "cart";
    return scenario;
}

TEST(HostRegistry, HasEachNameOnceAndDatagramsFirst) {
    std::set<std::string_view> names;
    for (const HostKind& kind : host_kinds()) {
        EXPECT_TRUE(names.insert(kind.name).second) << kind.name;
        EXPECT_THAT(host_names(), HasSubstr("'" + std::string(kind.name) + "'"));
    }
    EXPECT_EQ(host_kinds().front().name, "udp");
}

TEST(HostRegistry, AnAddressWithoutANameMeansDatagrams) {
    const config::Scenario scenario = scenario_of_one();
    for (const char* const address : {"127.0.0.1:0", "udp://127.0.0.1:0"}) {
        const auto host = make_world_host({.listen = address, .credentials = {}});
        ASSERT_TRUE(host) << host.error().text;
        ASSERT_TRUE((*host)->open({.scenario = scenario}));
        EXPECT_THAT((*host)->address(), StartsWith("127.0.0.1:"))
            << "the address must be the one that clients need";
        EXPECT_THAT((*host)->address(), ::testing::Not(::testing::EndsWith(":0"))) << "a free port was taken";
        const auto counters = (*host)->counters();
        EXPECT_TRUE(std::ranges::any_of(counters, [](auto c) { return c.first.text == "intake.datagrams"; }));
        EXPECT_TRUE(std::ranges::any_of(counters,
                                        [](auto c) { return c.first.text == "world.declined_credential"; }));
    }
}

TEST(HostRegistry, AnAddressThatItsTransportCannotReadIsRefused) {
    for (const char* const address :
         {"nowhere", "udp://nowhere", "udp://", "", ":", "://", "://127.0.0.1:0"}) {
        const auto host = make_world_host({.listen = address, .credentials = {}});
        ASSERT_FALSE(host) << address;
        EXPECT_EQ(host.error().text.find('\n'), std::string::npos) << "the message must be one line";
    }
    EXPECT_THAT(make_world_host({.listen = "udp://nowhere", .credentials = {}}).error().text,
                HasSubstr("'nowhere'"));
}

TEST(HostRegistry, AnUnknownTransportIsRefused) {
    const auto host = make_world_host({.listen = "udps://127.0.0.1:0", .credentials = {}});
    ASSERT_FALSE(host) << "a longer name is another transport";
    EXPECT_EQ(host.error().text,
              "address 'udps://127.0.0.1:0': there is no transport 'udps', only " + host_names());
}

TEST(HostRegistry, ATransportIsAddedByARow) {
    struct Elsewhere final : WorldHost {
        Result<void> open(const WorldSetup&) override { return fail("not today"); }
        std::string address() const override { return "elsewhere://"; }
        World::End run(const std::function<bool(const WorldStatus&)>&) override { return {}; }
        std::vector<std::pair<CounterName, std::uint64_t>> counters() const override { return {}; }
    };
    static std::string told;
    const HostKind elsewhere{"elsewhere", [](const HostSetup& setup) -> Result<std::unique_ptr<WorldHost>> {
                                 told = setup.listen;
                                 return std::make_unique<Elsewhere>();
                             }};
    const std::array kinds{host_kinds().front(), elsewhere};
    const auto host = make_world_host({.listen = "elsewhere://any:words", .credentials = {}}, kinds);
    ASSERT_TRUE(host);
    EXPECT_EQ(told, "any:words");
    EXPECT_EQ((*host)->address(), "elsewhere://");
    EXPECT_TRUE(make_world_host({.listen = "127.0.0.1:0", .credentials = {}}, kinds))
        << "the other transports stay";
}

}  // namespace
}  // namespace synchrono::server::transport
