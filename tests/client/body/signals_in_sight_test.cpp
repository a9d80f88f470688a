// Proves that the state of signals is read as it was written, that protobuf writes and reads the same bytes,
// and that impossible states are refused.
#include "client/body/signals_in_sight.hpp"

#include <gtest/gtest.h>

#include "common/base/limits.hpp"
#include "proto/state.pb.h"

namespace synchrono::client::body {
namespace {

using signal::SignalState;

SignalsInSight example() {
    return {.agent = AgentId{3},
            .intersection = 4711,
            .region = 840,
            .position = {},
            .groups = {{2, SignalState::protected_green},
                       {200, SignalState::stop},
                       {1, SignalState::permissive_yellow}}};
}

TEST(SignalsState, ReadsBackWhatWasWritten) {
    for (const std::size_t groups : {0u, 1u, 3u}) {
        SignalsInSight signals = example(), read;
        signals.groups.resize(groups);
        Bytes bytes;
        append_signals_state(bytes, signals);
        read.groups.resize(9);  // left from another intersection
        ASSERT_TRUE(decode(bytes, read));
        EXPECT_EQ(read.intersection, signals.intersection);
        EXPECT_EQ(read.region, signals.region);
        EXPECT_EQ(read.groups, signals.groups);
    }
}

TEST(SignalsState, AgreesWithProtobufBothWays) {
    Bytes bytes;
    append_signals_state(bytes, example());
    SignalsState state;
    ASSERT_TRUE(state.ParseFromArray(bytes.data(), static_cast<int>(bytes.size())));
    EXPECT_EQ(state.SerializeAsString(), as_text(bytes));
    EXPECT_EQ(state.group(1), 200u);
    EXPECT_EQ(state.state(1), 3u);
    SignalsInSight none;
    bytes.clear();
    append_signals_state(bytes, none);
    EXPECT_TRUE(bytes.empty());
}

TEST(SignalsState, FitsAMessageForTheLargestIntersection) {
    SignalsInSight large;
    large.intersection = large.region = 65'535;
    for (int group = 1; group <= 254; ++group)
        large.groups.push_back({static_cast<config::SignalGroupId>(group), SignalState::protected_yellow});
    Bytes bytes;
    append_signals_state(bytes, large);
    EXPECT_LE(bytes.size() + 128, limits::kStateBytesMax) << "with room for the header";
    SignalsInSight read;
    ASSERT_TRUE(decode(bytes, read));
    EXPECT_EQ(read.groups, large.groups);
}

TEST(SignalsState, IsReadInAnyOrderAndWithUnknownFields) {
    SignalsState state;
    state.set_intersection(7);
    std::string bytes = state.SerializeAsString();
    // the lists are not packed, and states come before groups
    bytes += std::string("\x20\x06\x18\x02\x18\x04\x20\x03\x7a\x01x", 11);
    SignalsInSight read;
    ASSERT_TRUE(decode(as_byte_view(bytes), read));
    EXPECT_EQ(read.intersection, 7);
    EXPECT_EQ(read.groups, (std::vector<Lamp>{{2, SignalState::protected_green}, {4, SignalState::stop}}));
}

TEST(SignalsState, IsRefusedWithImpossibleNumbers) {
    const auto accepts = [](auto change) {
        SignalsState state;
        state.set_intersection(7);
        state.add_group(2);
        state.add_group(4);
        state.add_state(3);
        state.add_state(6);
        change(state);
        SignalsInSight read;
        const bool good = decode(as_byte_view(state.SerializeAsString()), read);
        EXPECT_TRUE(good || read.groups.empty());
        return good;
    };
    EXPECT_TRUE(accepts([](SignalsState&) {}));
    EXPECT_FALSE(accepts([](SignalsState& s) { s.set_intersection(65'536); }));
    EXPECT_FALSE(accepts([](SignalsState& s) { s.set_region(65'536); }));
    EXPECT_FALSE(accepts([](SignalsState& s) { s.set_group(0, 0); }));
    EXPECT_FALSE(accepts([](SignalsState& s) { s.set_group(0, 255); }));
    EXPECT_FALSE(accepts([](SignalsState& s) { s.set_group(0, 4); })) << "twice";
    EXPECT_FALSE(accepts([](SignalsState& s) { s.set_state(0, 4); })) << "this state is not in use";
    EXPECT_FALSE(accepts([](SignalsState& s) { s.add_state(3); }));
    EXPECT_FALSE(accepts([](SignalsState& s) { s.add_group(5); }));
    EXPECT_FALSE(accepts([](SignalsState& s) {
        for (int i = 0; i < 1'000; ++i) s.add_state(3);
    }));
}

TEST(SignalsState, IsRefusedFromBrokenBytes) {
    Bytes bytes;
    append_signals_state(bytes, example());
    SignalsInSight read;
    for (std::size_t size = 1; size < bytes.size(); ++size) decode(ByteView(bytes).first(size), read);
    EXPECT_FALSE(decode(ByteView(bytes).first(bytes.size() - 1), read));
}

}  // namespace
}  // namespace synchrono::client::body
