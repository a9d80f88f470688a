/// Shared parts of tests of the radio: a scenario with a radio, and messages as they come over the air.
#pragma once

#include <cstdint>
#include <gtest/gtest.h>
#include <utility>

#include "client/radio/inbox.hpp"
#include "common/config/scenario.hpp"
#include "common/j2735/codec.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::radio {

inline config::Scenario radio_scenario(std::uint32_t agents = 2) {
    config::Scenario scenario;
    scenario.origin = {48, 11, 500};
    scenario.radio.emplace();
    scenario.radio->channels.emplace(config::Medium::dsrc, config::RadioChannel{});
    scenario.vehicles.emplace("sedan", sedan());
    for (std::uint32_t i = 0; i < agents; ++i) {
        config::AgentSpec agent;
        agent.id = AgentId{i};
        agent.name = "car" + std::to_string(i);
        agent.vehicle = "sedan";
        scenario.agents.push_back(agent);
    }
    return scenario;
}

inline Bytes encoded(const j2735::MessageFrame& frame) {
    Bytes bytes;
    const auto result = j2735::encode(frame, bytes);
    EXPECT_TRUE(result) << (result ? "" : result.error().text);
    return bytes;
}

/// Returns a basic safety message with nothing but an identity and a count.
inline j2735::MessageFrame safety_frame(std::uint32_t temporary_id, int count = 0) {
    j2735::MessageFrame frame;
    auto& core = frame.value.emplace<j2735::BasicSafetyMessage>().core_data;
    core.id = {static_cast<std::uint8_t>(temporary_id >> 24), static_cast<std::uint8_t>(temporary_id >> 16),
               static_cast<std::uint8_t>(temporary_id >> 8), static_cast<std::uint8_t>(temporary_id)};
    core.msg_cnt = static_cast<std::uint8_t>(count % 128);
    return frame;
}

/// Makes deliveries of messages.
struct Air {
    Counters<RadioCounter> counters;
    RadioMessages frames{geo::WorldFrame({48, 11, 500}), counters};

    Delivery delivery(ByteView payload, std::int64_t ms, std::uint32_t sender = 1,
                      std::uint64_t sequence = 1) {
        const SimTime time = SimTime{} + SimDuration::milliseconds(ms);
        return {.sender = AgentId{sender},
                .sequence = sequence,
                .time = time,
                .medium = config::Medium::dsrc,
                .power_dbm = -70,
                .message = frames.read(payload, time)};
    }
    Delivery safety(std::uint32_t temporary_id, int count, std::int64_t ms) {
        return delivery(encoded(safety_frame(temporary_id, count)), ms);
    }
};

}  // namespace synchrono::client::radio
