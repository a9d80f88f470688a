// Proves which clients are told to encrypt, which keys clients get for the bodies of world updates, and that
// the key changes after a client has left.
#include <gtest/gtest.h>

#include "tests/server/transport/udp/world_bench.hpp"

namespace synchrono::server::transport {
namespace {

TEST(WorldKey, PeersOffTheHostGetSmallerDatagrams) {
    WorldBench bench(scenario_of(1, kWindow2));
    ASSERT_TRUE(bench.transport.post(JoinRequested{
        SessionId{9}, bench.request({0}), net::Endpoint::parse("10.1.2.3:999").value(), "player", {}}));
    bench.step();
    const JoinAccepted& accepted = bench.lobby.frames[SessionId{9}].at(0).accepted();
    EXPECT_EQ(accepted.datagram_bytes_max(), limits::kDatagramBytesOffHost);
    EXPECT_TRUE(accepted.encrypted());
    EXPECT_FALSE(bench.admit({}).accepted.encrypted());
}

TEST(WorldKey, TheKeyChangesAfterAClientHasLeft) {
    WorldBench bench(scenario_of(2, kWindow2));
    Player a = bench.admit({0}), b = bench.admit({1});
    JoinRequest nearby = bench.request({});
    nearby.mutable_interest()->set_radius_m(100);
    const Player guest = bench.join(nearby);
    EXPECT_NE(guest.accepted.world_key().key(), a.accepted.world_key().key());
    const auto keys_of = [&](const Player& player) {
        std::vector<WorldKey> keys;
        for (const ServerFrame& frame : bench.lobby.frames[player.session]) {
            if (frame.has_world_key()) keys.push_back(frame.world_key());
        }
        return keys;
    };
    bench.exchange(a, update_of({{0, 0}}));
    bench.exchange(b, update_of({{1, 0}}));
    EXPECT_TRUE(keys_of(a).empty());
    ASSERT_TRUE(bench.transport.post(ConnectionLost{b.session}));
    bench.step();
    ASSERT_EQ(keys_of(a).size(), 1u);
    EXPECT_EQ(keys_of(a)[0].number(), 1u);
    EXPECT_NE(keys_of(a)[0].key(), a.accepted.world_key().key());
    EXPECT_TRUE(keys_of(guest).empty()) << "its key is for itself alone";
    // Until the new key is used, a newcomer gets both.
    Player late = bench.admit({1});
    EXPECT_EQ(late.accepted.world_key().number(), 0u);
    EXPECT_EQ(keys_of(late).at(0).key(), keys_of(a)[0].key());
    for (int i = 0; i < 21; ++i) {
        bench.send(a, update_of({}));
        bench.send(late, update_of({}));
        bench.step(WallDuration::milliseconds(100));
    }
    bench.receive(a);
    a.opener.add_world_key({1, key_of(keys_of(a)[0].key())});
    const auto updates = bench.exchange(a, update_of({{0, 1}}, -1, true));
    EXPECT_FALSE(updates.empty()) << "they have the new key";
    EXPECT_EQ(bench.admit({}).accepted.world_key().number(), 1u);
}

TEST(WorldKey, EachWorldHasAKeyOfItsOwn) {
    WorldBench bench(scenario_of(2, kWindow2));
    const JoinAccepted first = bench.admit({0}).accepted, second = bench.admit({1}).accepted;
    EXPECT_EQ(first.world_key().key(), second.world_key().key());
    EXPECT_NE(first.world_key().key(),
              WorldBench(scenario_of(1, kWindow2)).admit({0}).accepted.world_key().key());
}

}  // namespace
}  // namespace synchrono::server::transport
