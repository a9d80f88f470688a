// Proves that the server's hot path (datagrams in, world map, datagrams out) allocates nothing once it is
// warm, under both gates and with each kind of interest.
#include <gtest/gtest.h>

#include "tests/common/log/allocation_watch.hpp"
#include "tests/server/transport/udp/world_bench.hpp"

namespace synchrono::server::transport {
namespace {

using Kind = config::Interest::Kind;

/// Players that send heartbeat by heartbeat. They allocate nothing themselves, so that every allocation is
/// the server's.
class Crowd {
  public:
    Crowd(GatePolicy gate, Kind interest, std::uint32_t agents)
        : bench_(scenario_of(agents, gate)), gate_(gate) {
        for (std::uint32_t i = 0; i < agents; ++i) {
            JoinRequest request = bench_.request({i});
            if (interest == Kind::radius) request.mutable_interest()->set_radius_m(35);
            if (interest == Kind::agents) {
                for (std::uint32_t k = 0; k < 5; ++k)
                    request.mutable_interest()->mutable_agents()->add_agent(k);
            }
            players_.push_back(bench_.join(request));
        }
        datagram_.reserve(2'000);
        bench_.socket.forget_sent();
    }
    /// Makes all players send their messages of one heartbeat; returns how many datagrams came back.
    std::size_t step() {
        for (std::uint32_t i = 0; i < players_.size(); ++i) {
            net::AgentHeader header;
            header.agent = AgentId{i};
            header.time = Tick{tick_}.at(kHeartbeat);
            header.period = kHeartbeat;
            header.x_m = 10.0F * static_cast<float>(i);
            message_.clear();
            any_.clear();
            net::append_any(any_, kTypeUrl, state_);
            net::append_agent_message(message_, header, any_);
            datagram_.resize(net::kSealHeadBytes);
            // A client confirms that it has everything up to the heartbeat that the gate requires for this
            // message.
            net::append_client_update_head(datagram_,
                                           {.known_up_to = Tick{tick_ - gate_.heartbeats}.at(kHeartbeat)});
            net::append_field(datagram_, net::kMessagesField, message_);
            const std::size_t payload = datagram_.size() - net::kSealHeadBytes;
            datagram_.resize(datagram_.size() + net::kSealTagBytes);
            players_[i].sealer.seal(datagram_, payload);
            bench_.socket.put(players_[i].endpoint, datagram_);
        }
        ++tick_;
        bench_.now = bench_.now + WallDuration::milliseconds(1);
        bench_.intake.poll({});
        bench_.transport.poll(bench_.now);
        const std::size_t sent = bench_.socket.sent_count();
        bench_.socket.forget_sent();
        return sent;
    }
    Tick reached() const { return Tick{tick_of(bench_.world.status().reached.count_ns())}; }
    Tick tick() const { return Tick{tick_}; }

  private:
    WorldBench bench_;
    GatePolicy gate_;
    std::vector<Player> players_;
    std::int64_t tick_ = 0;
    Bytes state_ = Bytes(80), any_, message_, datagram_;
};

TEST(SteadyState, TheServerAllocatesNothingAfterWarmUp) {
    for (const auto gate : {kWindow2, kExact1}) {
        for (const Kind interest : {Kind::world, Kind::radius, Kind::agents}) {
            SCOPED_TRACE(::testing::Message()
                         << "exact " << (gate == kExact1) << " interest " << static_cast<int>(interest));
            Crowd crowd(gate, interest, 30);
            // Warms up until each slot of the history has been filled.
            for (std::size_t i = 0; i < 2 * limits::kHistoryDepth; ++i) crowd.step();
            const auto before = log::testing::allocations_of_this_thread();
            std::size_t sent = 0;
            for (int i = 0; i < 100; ++i) sent += crowd.step();
            const auto after = log::testing::allocations_of_this_thread();
            EXPECT_EQ(after - before, 0u);
            EXPECT_GE(sent, 100u * 30u) << "each client must get each heartbeat";
            EXPECT_EQ(crowd.reached(), crowd.tick() - 1);
        }
    }
}

}  // namespace
}  // namespace synchrono::server::transport
