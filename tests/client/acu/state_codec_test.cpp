// Proves, for each type of state, that the published bytes give back the state that the agent has in the
// engine. Also proves what read_state() returns for bytes that it cannot read.
#include "client/acu/state_codec.hpp"

#include <gtest/gtest.h>

#include "client/body/machine_state_codec.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "client/kind/kind_registry.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::acu {
namespace {

constexpr AgentId kAgent{3};

/// An engine that returns for every agent what the test wants.
struct FakeEngine final : engine::ElementEngine {
    void add(const config::AgentSpec&, SimTime) override {}
    void remove(AgentId) override {}
    void set_surroundings(const engine::Surroundings&) override {}
    void advance(SimDuration) override {}
    const body::BodyMotion& motion(AgentId) const override { return known; }
    body::Machinery machinery(AgentId) const override { return inside; }
    const body::SignalsInSight* signals(AgentId) const override { return is_signals ? &lamps : nullptr; }
    std::span<const body::SignalsChange> signal_changes() const override { return {}; }
    void repeat_changes() override {}
    bool has_ended(AgentId) const override { return false; }
    body::BodyMotion known;
    body::Machinery inside;
    body::SignalsInSight lamps;
    bool is_signals = false;  // whether the agent is signals instead of a body
};

struct StateCodecTest : ::testing::Test {
    StateCodecTest() {
        engine.known.position = {1.5, -2.25, 0.5};
        engine.known.orientation = {0, 0, 0, 1};
        engine.known.velocity = {10, 0.5, 0};
        engine.known.applied = body::DriverInputs{-0.25, 0.5, 0.75};
        engine.inside.wheels.resize(4);
        engine.inside.wheels[2].speed_rad_s = 32;
        engine.inside.engine_rpm = 2000;
        engine.inside.gear = 3;
    }
    Bytes written(std::string_view type_url) {
        Bytes any;
        writer.append(any, type_url, kind, engine, kAgent);
        return any;
    }
    StateOf read(const Bytes& any) {
        motion = {};
        signals = {};
        net::AgentHeader header;
        header.agent = kAgent;
        header.x_m = 7;
        header.y_m = 8;
        header.z_m = 9;
        return read_state(kind, header, any, motion, signals);
    }
    void expect_the_known() {
        EXPECT_EQ(motion.position, engine.known.position);
        EXPECT_EQ(motion.velocity, engine.known.velocity);
        EXPECT_EQ(motion.orientation.z, 1);
        EXPECT_EQ(motion.applied, engine.known.applied) << "its controls are part of a state";
    }

    const kind::BodyKind& kind = kind::kind_of(config::AgentSpec());
    FakeEngine engine;
    StateWriter writer;
    body::BodyMotion motion;
    body::SignalsInSight signals;
};

TEST_F(StateCodecTest, AVehicleStateKeepsItsControls) {
    const Bytes any = written(body::kVehicleStateTypeUrl);
    EXPECT_EQ(read(any), StateOf::body);
    expect_the_known();
}

TEST_F(StateCodecTest, AMachineStateKeepsItsWheelsEngineAndGear) {
    const Bytes any = written(body::kMachineStateTypeUrl);
    EXPECT_EQ(read(any), StateOf::body);
    expect_the_known();
    std::string_view type_url;
    ByteView state;
    body::Machinery inside;
    ASSERT_TRUE(net::decode_any(any, type_url, state));
    ASSERT_TRUE(body::decode_vehicle(type_url, state, motion, &inside));
    ASSERT_EQ(inside.wheels.size(), 4u);
    EXPECT_EQ(inside.wheels[2].speed_rad_s, 32);
    EXPECT_EQ(inside.engine_rpm, 2000);
    EXPECT_EQ(inside.gear, 3);
}

TEST_F(StateCodecTest, SignalsTakeAgentAndPlaceFromTheirMessage) {
    engine.is_signals = true;
    engine.lamps = body::SignalsInSight{.agent = AgentId{77},
                                        .intersection = 12,
                                        .region = 1,
                                        .position = {},
                                        .groups = {{2, signal::SignalState::protected_green}}};
    const Bytes any = written(body::kSignalsStateTypeUrl);
    EXPECT_EQ(read(any), StateOf::signals);
    EXPECT_EQ(signals, (body::SignalsInSight{.agent = kAgent,
                                             .intersection = 12,
                                             .region = 1,
                                             .position = {7, 8, 9},
                                             .groups = {{2, signal::SignalState::protected_green}}}));
}

TEST_F(StateCodecTest, AnUnreadableBodyStillHasItsPlace) {
    Bytes unknown, broken;
    net::append_any(unknown, "/somebody.Elses", Bytes(8));
    net::append_any(broken, body::kVehicleStateTypeUrl, Bytes(3, std::byte{0xff}));
    for (const Bytes& any : {unknown, broken, Bytes(5, std::byte{0xff}), Bytes{}}) {
        EXPECT_EQ(read(any), StateOf::body);
        EXPECT_EQ(motion.position, (geo::Vec3{7, 8, 9}));
        EXPECT_EQ(motion.velocity, geo::Vec3{});
    }
}

TEST_F(StateCodecTest, UnreadableSignalsGiveNothing) {
    Bytes any;
    net::append_any(any, body::kSignalsStateTypeUrl, Bytes(3, std::byte{0xff}));
    EXPECT_EQ(read(any), StateOf::nothing);
}

TEST_F(StateCodecTest, WritingAndReadingAllocateNothingAfterWarmUp) {
    engine.lamps.groups = {{1, signal::SignalState::stop}, {2, signal::SignalState::stop}};
    Bytes any;
    const auto both_ways = [&] {
        for (const auto type_url : {body::kVehicleStateTypeUrl, body::kSignalsStateTypeUrl}) {
            any.clear();
            engine.is_signals = type_url == body::kSignalsStateTypeUrl;
            writer.append(any, type_url, kind, engine, kAgent);
            EXPECT_NE(read_state(kind, {}, any, motion, signals), StateOf::nothing);
        }
    };
    both_ways();
    const auto before = log::testing::allocations_of_this_thread();
    both_ways();
    EXPECT_EQ(log::testing::allocations_of_this_thread() - before, 0u);
}

}  // namespace
}  // namespace synchrono::client::acu
