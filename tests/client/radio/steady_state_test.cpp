/// Proves that a radio allocates nothing once it is warm: neither when it reads basic safety messages and
/// gives them to many agents and their pilots, nor when it composes and sends.
#include <cmath>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

#include "client/radio/applet.hpp"
#include "tests/client/radio/radio_fixture.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::radio {
namespace {

constexpr SimDuration kBeat = SimDuration::milliseconds(5);
constexpr std::uint32_t kAgents = 5, kOthers = 40;

TEST(SteadyState, RadiosAllocateNothingAfterWarmUp) {
    config::Scenario scenario = radio_scenario(kAgents + kOthers);
    scenario.radio->basic_safety->identity_period = SimDuration::seconds(1'000'000);
    Air air;
    const auto make = [&](std::uint32_t agent) {
        return std::make_unique<Applet>(
            AppletSetup{.scenario = scenario, .agent = AgentId{agent}, .counters = air.counters});
    };
    Outbox outbox;
    std::vector<std::unique_ptr<Applet>> ours, others;
    for (std::uint32_t i = 0; i < kAgents; ++i) ours.push_back(make(i));
    for (std::uint32_t i = 0; i < kOthers; ++i) others.push_back(make(kAgents + i));

    // The vehicles drive round a bend, so that the path in each message has many points.
    body::BodyMotion motion;
    motion.velocity = {20, 0, 0};
    const auto move = [&](SimTime now) {
        const double angle = now.to_seconds() * 20 / 30;
        motion.position = {30 * std::cos(angle), 30 * std::sin(angle), 0};
        motion.orientation = geo::Quaternion::from_yaw(angle + 1.57);
    };
    std::uint64_t counted = 0;
    std::uint32_t heard = 0;
    Tick tick;
    const auto run = [&](int beats) {
        counted = heard = 0;
        for (int beat = 0; beat < beats; ++beat) {
            const SimTime now = tick.at(kBeat);
            tick = tick + 1;
            move(now);
            const std::uint64_t before = log::testing::allocations_of_this_thread();
            for (auto& applet : others) applet->step(now, motion);
            for (auto& applet : ours) {
                applet->step(now, motion);
                heard += static_cast<std::uint32_t>(applet->perception().messages.size());
                outbox.open(applet->perception().media);
                EXPECT_EQ(outbox.send(SYN_MEDIUM_DEFAULT, "octets", 6), SYN_SENT);
                applet->post(outbox.close());
                applet->finish();
            }
            for (auto& applet : others) {
                for (const Applet::Transmission& out : applet->finish()) {
                    const RadioMessageRef frame = air.frames.read(out.payload, out.time);
                    for (auto& receiver : ours) {
                        receiver->deliver({.sender = AgentId{},
                                           .sequence = 1,
                                           .time = out.time + SimDuration::milliseconds(1),
                                           .message = frame});
                    }
                }
            }
            counted += log::testing::allocations_of_this_thread() - before;
        }
    };
    run(3'000);  // 15 s, after which paths have their full length
    run(400);
    EXPECT_EQ(heard, kAgents * kOthers * 20);
    EXPECT_EQ(counted, 0u);
    EXPECT_EQ(ours[0]->perception().neighbours.size(), kOthers);
}

}  // namespace
}  // namespace synchrono::client::radio
