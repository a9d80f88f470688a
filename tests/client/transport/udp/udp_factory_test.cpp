// Proves that a client gets a new transport when it joins again, that this transport sends the same
// introduction, and that counters go on counting where those of the first transport stopped.
#include "client/transport/udp/udp_factory.hpp"

#include <gmock/gmock.h>
#include <map>

#include "tests/client/transport/udp/fake_server.hpp"

namespace synchrono::client::transport {
namespace {

struct UdpFactoryTest : ::testing::Test {
    std::map<std::string, std::uint64_t> counters() const {
        std::map<std::string, std::uint64_t> all;
        factory.visit_counters(
            [&](const CounterName& name, std::uint64_t value) { all[std::string(name.text)] = value; });
        return all;
    }
    std::unique_ptr<Transport> join(AgentId agent) {
        auto link = factory.join({{{agent, "car", "cart", "/test.State"}}, {}}, now);
        const auto frame = server.request();
        EXPECT_TRUE(frame);
        if (frame) {
            EXPECT_EQ(frame->join().agents(0).agent(), agent.value);
        }
        server.accept(server.acceptance(kWindow2));
        EXPECT_EQ(link->poll(now, {}, nullptr), Transport::Status::member);
        return link;
    }
    WallTime now = WallTime::nanoseconds(1'000'000'000);
    std::unique_ptr<FakeServer> owned = std::make_unique<FakeServer>();
    FakeServer& server = *owned;
    UdpFactory factory{std::move(owned), {}, WallDuration::seconds(2)};
};

TEST_F(UdpFactoryTest, CountsOverAllItsLinks) {
    for (const CounterName& name : kUdpCounterNames)
        EXPECT_EQ(counters().at(std::string(name.text)), 0u) << name.text << " is there from the start";
    join(AgentId{3});
    EXPECT_EQ(counters().at("link.requests"), 1u);
    join(AgentId{4});
    EXPECT_EQ(server.connects, 2);
    EXPECT_EQ(counters().at("link.requests"), 2u);
}

TEST_F(UdpFactoryTest, AMissingServerIsReportedByTheLink) {
    server.refuses = true;
    const auto link = factory.join({}, now);
    ASSERT_NE(link, nullptr);
    EXPECT_EQ(link->poll(now, {}, nullptr), Transport::Status::lost);
    EXPECT_EQ(link->reason(), "nobody listens");
}

TEST(MakeUdpFactory, NeedsAHostAndAPort) {
    TransportSetup setup{
        .address = "127.0.0.1:4000", .scenario = {}, .server_limit = {}, .identity = {"c", {}}};
    EXPECT_TRUE(make_udp_factory(setup));
    setup.address = "127.0.0.1";
    ASSERT_FALSE(make_udp_factory(setup));
    EXPECT_THAT(make_udp_factory(setup).error().text, ::testing::HasSubstr("127.0.0.1"));
}

}  // namespace
}  // namespace synchrono::client::transport
