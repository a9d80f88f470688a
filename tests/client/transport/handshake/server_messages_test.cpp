// Proves that a client takes only well-formed acceptances, passes every notice on to its cache, and knows
// which of the server's messages end its membership.
#include "client/transport/handshake/server_messages.hpp"

#include <functional>
#include <gmock/gmock.h>
#include <vector>

#include "common/base/limits.hpp"

namespace synchrono::client::transport {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using Status = Transport::Status;

constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);

JoinAccepted acceptance() {
    JoinAccepted accepted;
    accepted.set_heartbeat_ns(kHeartbeat.count_ns());
    accepted.mutable_gate()->set_window_heartbeats(2);
    accepted.set_start_ns((kHeartbeat * 7).count_ns());
    accepted.set_silence_limit_ns(1'000'000'000);
    return accepted;
}

TEST(JoinTermsOf, ReadsHeartbeatGateStartAndSilenceLimit) {
    JoinAccepted accepted = acceptance();
    auto welcome = join_terms_of(accepted);
    ASSERT_TRUE(welcome);
    EXPECT_EQ(welcome->heartbeat, kHeartbeat);
    EXPECT_EQ(welcome->gate, (GatePolicy{GatePolicy::Kind::window, 2}));
    EXPECT_EQ(welcome->start, Tick{7});
    EXPECT_EQ(welcome->silence_limit, WallDuration::seconds(1));
    accepted.mutable_gate()->set_exact_lag_heartbeats(3);
    welcome = join_terms_of(accepted);
    ASSERT_TRUE(welcome);
    EXPECT_EQ(welcome->gate, (GatePolicy{GatePolicy::Kind::exact, 3}));
}

TEST(JoinTermsOf, RefusesMalformedAnswers) {
    const std::vector<std::function<void(JoinAccepted&)>> spoils{
        [](JoinAccepted& a) { a.clear_heartbeat_ns(); },
        [](JoinAccepted& a) { a.set_heartbeat_ns(-1); },
        [](JoinAccepted& a) { a.clear_gate(); },
        [](JoinAccepted& a) { a.mutable_gate()->set_window_heartbeats(limits::kWindowMax + 1); },
        [](JoinAccepted& a) { a.mutable_gate()->set_exact_lag_heartbeats(0); },
        [](JoinAccepted& a) { a.mutable_gate()->set_exact_lag_heartbeats(limits::kLagMax + 1); },
        [](JoinAccepted& a) { a.set_start_ns(-1); },
        [](JoinAccepted& a) { a.set_heartbeat_ns(10'000'000'001); },
        [](JoinAccepted& a) { a.set_start_ns(limits::kTimeMax_ns + 1); },
        [](JoinAccepted& a) { a.clear_silence_limit_ns(); },
        [](JoinAccepted& a) { a.set_silence_limit_ns(-1); },
    };
    for (const auto& spoil : spoils) {
        JoinAccepted accepted = acceptance();
        spoil(accepted);
        EXPECT_FALSE(join_terms_of(accepted)) << accepted.ShortDebugString();
    }
}

struct RecordingSink final : FlowSink {
    void add_agent(AgentId agent, std::string_view name, std::string_view vehicle, Tick first) override {
        calls.push_back("joined " + std::to_string(agent.value) + " " + std::string(name) + " " +
                        std::string(vehicle) + " " + std::to_string(first.index));
    }
    void end_agent(AgentId agent, Tick first_without) override {
        calls.push_back("ended " + std::to_string(agent.value) + " " + std::to_string(first_without.index));
    }
    void mark_departed(AgentId agent) override { calls.push_back("left " + std::to_string(agent.value)); }
    bool wants_messages() const override { return true; }
    void add_message(const net::AgentMessageView&, Tick) override {}
    void complete_bundle(Tick) override {}
    void set_slowest(AgentId, Tick) override {}
    std::vector<std::string> calls;
};

struct HeedTest : ::testing::Test {
    std::optional<Parting> apply(const Notice& notice) {
        const std::vector<AgentId> own{AgentId{1}, AgentId{2}};
        return apply_notice(notice, *join_terms_of(acceptance()), own, sink);
    }
    static Notice ended(std::uint32_t agent, AgentEnded::Cause cause) {
        Notice notice;
        notice.mutable_ended()->set_agent(agent);
        notice.mutable_ended()->set_time_ns((kHeartbeat * 9).count_ns());
        notice.mutable_ended()->set_cause(cause);
        return notice;
    }
    RecordingSink sink;
};

TEST_F(HeedTest, PassesOnJoinsAndEnds) {
    Notice joined;
    joined.mutable_joined()->mutable_description()->set_agent(3);
    joined.mutable_joined()->mutable_description()->set_name("car3");
    joined.mutable_joined()->mutable_description()->set_vehicle("cart");
    joined.mutable_joined()->set_time_ns((kHeartbeat * 8).count_ns());
    EXPECT_FALSE(apply(joined));
    EXPECT_FALSE(apply(ended(3, AgentEnded::SHOT_DOWN)));
    EXPECT_FALSE(apply(ended(4, AgentEnded::LEFT)));
    EXPECT_THAT(sink.calls, ElementsAre("joined 3 car3 cart 8", "ended 3 9", "left 4", "ended 4 9"));
}

TEST_F(HeedTest, TheEndOfAnOwnAgentShootsTheClientDown) {
    const auto parting = apply(ended(2, AgentEnded::SHOT_DOWN));
    ASSERT_TRUE(parting);
    EXPECT_EQ(parting->status, Status::shot_down);
    EXPECT_EQ(parting->reason,
              "the server removed this client's agents: the client was silent or held the others back for "
              "too long");
    EXPECT_THAT(sink.calls, IsEmpty());
}

TEST_F(HeedTest, StopsAndDeclinesGiveTheirReason) {
    Notice stopping;
    stopping.mutable_stopping()->set_text("the run is over");
    const auto parting = apply(stopping);
    ASSERT_TRUE(parting);
    EXPECT_EQ(parting->status, Status::stopped);
    EXPECT_EQ(parting->reason, "the run is over");
    JoinDeclined declined;
    declined.set_text("the server is full");
    EXPECT_EQ(parting_of(declined).status, Status::lost);
    EXPECT_EQ(parting_of(declined).reason, "the server declined: the server is full");
}

TEST_F(HeedTest, ANoticeOfALaterVersionIsIgnored) {
    EXPECT_FALSE(apply(Notice()));
    EXPECT_THAT(sink.calls, IsEmpty());
}

}  // namespace
}  // namespace synchrono::client::transport
