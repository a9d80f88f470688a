/// An exchange with clients that the test plays: it sends their frames and reads the answers.
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "comm_server/exchange.hpp"
#include "common/net/sim/stream_pair.hpp"
#include "tests/support/frame_peer.hpp"
#include "tests/support/proven_stream.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::comm_server::testing {

inline constexpr std::int64_t kHeartbeatNs = 5'000'000;
inline constexpr WallTime kStart = WallTime::nanoseconds(1'000'000'000'000);

inline config::Scenario make_scenario(std::size_t agents = 2) {
    config::Scenario s;
    s.name = "radio";
    s.duration = SimDuration::seconds(1);
    s.gate = {GatePolicy::Kind::exact, 1};
    s.silence_limit = WallDuration::seconds(1);
    s.start_limit = WallDuration::seconds(10);
    s.vehicles["sedan"] = sedan();
    for (std::uint32_t i = 0; i < agents; ++i) {
        config::AgentSpec agent;
        agent.id = AgentId{i};
        agent.name = fmt::format("car{}", i);
        agent.vehicle = "sedan";
        agent.period = s.heartbeat;
        s.agents.push_back(agent);
    }
    s.radio.emplace();
    s.radio->channels[config::Medium::dsrc] = {};  // ideal: everything arrives after a millisecond
    return s;
}

/// Collects as text everything that would go into the log.
struct History final : RadioRecorder {
    void on_settled(const Settled& settled) override {
        text += fmt::format("{} {} {} {}:", settled.message.sender.value, settled.message.sequence,
                            settled.message.time.count_ns(), as_text(settled.message.payload));
        for (const FinalFate& f : settled.fates) {
            text += fmt::format(" {}={}@{}", f.fate.receiver.value, static_cast<int>(f.fate.outcome),
                                f.fate.delivered.count_ns());
        }
        text += "\n";
    }
    void on_load(config::Medium, SimTime, SimTime, std::span<const std::pair<AgentId, float>>) override {}
    void on_station(const RadioStation& station, SimTime time) override {
        text +=
            fmt::format("{} {} {}\n", station.name(), station.ended() ? "ended" : "here", time.count_ns());
    }
    void on_routed(SimTime) override {}
    std::string text;
};

struct ExchangeTest : ::testing::Test {
    explicit ExchangeTest(config::Scenario s = make_scenario()) : scenario(std::move(s)) { open(); }
    void open(bool keep_open = false) {
        exchange.emplace(
            ExchangeSetup{
                .scenario = scenario,
                .credentials = {synchrono::testing::credential_for_all(scenario),
                                synchrono::testing::credential_of("second", {AgentId{1}})},
                .keep_open = keep_open,
                .recorder = &history,
                .on_wait = [this](const RadioWait& wait) { waits.push_back(wait.ShortDebugString()); },
                .note = [this](const std::string& line, bool) { notes.push_back(line); }},
            now);
    }
    FramePeer connect(const net::sim::StreamPairOptions& options = {}, const std::string& name = "client") {
        auto [end, theirs] = net::sim::stream_pair(options);
        auto ours = synchrono::testing::proven(std::move(end), name);
        FramePeer peer{ours.get(), std::move(theirs), "", false};
        exchange->events().accepted(std::move(ours), net::Endpoint::loopback(5000));
        return peer;
    }
    void send_frame(FramePeer& peer, const RadioClientFrame& frame) {
        peer.send_frame(frame.SerializeAsString());
        exchange->events().readable(*peer.ours);
    }
    void later(WallDuration time) { exchange->poll(now = now + time); }

    RadioClientFrame join_frame(const std::vector<std::uint32_t>& agents, std::int64_t start = 0) const {
        RadioClientFrame frame;
        RadioJoin& join = *frame.mutable_join();
        join.set_protocol_version(PROTOCOL_VERSION_4);
        join.set_scenario_id(std::string(as_text(config::scenario_id(scenario).bytes)));
        for (const auto agent : agents) join.add_agents(agent);
        join.set_start_ns(start * kHeartbeatNs);
        return frame;
    }
    FramePeer join(const std::vector<std::uint32_t>& agents, std::int64_t start = 0) {
        FramePeer peer = connect();
        send_frame(peer, join_frame(agents, start));
        return peer;
    }
    /// Returns a batch in which each agent stands at ten metres times its number.
    static RadioClientFrame batch(std::int64_t tick, const std::vector<std::uint32_t>& agents,
                                  const std::vector<std::pair<std::uint32_t, std::string>>& messages = {}) {
        RadioClientFrame frame;
        frame.mutable_batch()->set_time_ns(tick * kHeartbeatNs);
        for (const auto agent : agents) {
            auto& place = *frame.mutable_batch()->add_places();
            place.set_agent(agent);
            place.set_x_m(10.0 * agent);
        }
        for (const auto& [agent, payload] : messages) {
            auto& send = *frame.mutable_batch()->add_messages();
            send.set_agent(agent);
            send.set_time_ns(tick * kHeartbeatNs);
            send.set_medium(DSRC);
            send.set_payload(payload);
        }
        return frame;
    }
    static RadioClientFrame last(std::int64_t tick) {
        RadioClientFrame frame;
        frame.mutable_batch()->set_time_ns(tick * kHeartbeatNs);
        frame.mutable_batch()->set_last(true);
        return frame;
    }
    /// Returns the heartbeat before which the peer has received all bundles.
    static std::int64_t routed_until(FramePeer& peer) {
        std::int64_t until = 0;
        for (const auto& frame : peer.frames<RadioServerFrame>()) {
            if (frame.bundle().until_ns() > 0) until = frame.bundle().until_ns();
        }
        return until / kHeartbeatNs;
    }
    static std::vector<RadioDelivery> deliveries(FramePeer& peer) {
        std::vector<RadioDelivery> all;
        for (const auto& frame : peer.frames<RadioServerFrame>())
            all.insert(all.end(), frame.bundle().deliveries().begin(), frame.bundle().deliveries().end());
        return all;
    }
    static std::string declined(FramePeer& peer) {
        for (const auto& frame : peer.frames<RadioServerFrame>()) {
            if (frame.has_declined()) return frame.declined().text();
        }
        return {};
    }
    std::uint64_t count(ExchangeCounter counter) const { return exchange->counters().get(counter); }

    config::Scenario scenario;
    std::vector<std::string> notes;
    std::vector<std::string> waits;  // the reports of whom the radio waits for
    WallTime now = kStart;
    History history;
    std::optional<Exchange> exchange;
};

}  // namespace synchrono::comm_server::testing
