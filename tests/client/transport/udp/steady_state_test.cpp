// Proves that a client's work with the network at every heartbeat allocates nothing once it is warm: reading
// world updates, making visible what may be seen, publishing.
#include <gtest/gtest.h>

#include "client/cache/state_cache.hpp"
#include "tests/client/transport/udp/fake_server.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::transport {
namespace {

TEST(SteadyState, LinkAndCacheAllocateNothingAfterWarmUp) {
    for (const auto gate : {kWindow2, kExact1}) {
        SCOPED_TRACE(gate == kExact1 ? "exact" : "window");
        FakeServer server;
        Counters<UdpCounter> counters;
        JoinRequest request;
        request.add_agents()->set_agent(0);
        WallTime now = WallTime::nanoseconds(1'000'000'000);
        UdpTransport link(server, request, WallDuration::seconds(2), counters, now);
        server.accept(server.acceptance(gate));
        ASSERT_EQ(link.poll(now, {}, nullptr), Transport::Status::member);
        cache::StateCache cache(kHeartbeat, gate, Tick{0});
        cache.add_own(AgentId{0}, "own", "cart");
        for (std::uint32_t i = 1; i <= 30; ++i) server.send_joined(i, 0);
        now = now + WallDuration::milliseconds(21);
        ASSERT_EQ(link.poll(now, {}, &cache), Transport::Status::member);

        // The server's messages are made beforehand, so that only the client's allocations are counted.
        constexpr std::int64_t kWarm = 150, kCounted = 150;
        std::vector<Bytes> words;
        for (std::int64_t tick = 0; tick < kWarm + kCounted; ++tick) {
            std::vector<AgentMessage> messages;
            for (std::uint32_t i = 0; i <= 30; ++i)
                messages.push_back(message_of(i, tick, 1, std::string(80, 's')));
            server.received = tick;
            words.push_back(server.sealed(server.update(tick, messages)));
        }
        Bytes any;
        net::append_any(any, "/test.State", Bytes(80));
        std::size_t in_sight = 0;
        const auto beat = [&](std::int64_t tick) {
            net::AgentHeader header;
            header.agent = AgentId{0};
            header.time = Tick{tick}.at(kHeartbeat);
            header.period = kHeartbeat;
            const OutgoingState message{header, any};
            link.publish(Tick{tick}, {&message, 1}, cache.check(Tick{tick}).known_until, now);
            cache.add_own_message(header, any);
            link.request_missing(cache.check(Tick{tick + 1}).known_until, now);
            server.send_datagram(words[static_cast<std::size_t>(tick)]);
            now = now + WallDuration::microseconds(300);
            link.poll(now, {}, &cache);
            cache.step_to(Tick{tick + 1});
            in_sight += cache.peers().size();
            server.socket->forget_sent();
        };
        for (std::int64_t tick = 0; tick < kWarm; ++tick) beat(tick);
        in_sight = 0;
        const auto before = log::testing::allocations_of_this_thread();
        for (std::int64_t tick = kWarm; tick < kWarm + kCounted; ++tick) beat(tick);
        EXPECT_EQ(log::testing::allocations_of_this_thread() - before, 0u);
        EXPECT_EQ(in_sight, 31u * kCounted) << "all of them, all the time";
    }
}

}  // namespace
}  // namespace synchrono::client::transport
