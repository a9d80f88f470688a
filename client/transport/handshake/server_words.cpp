#include "client/transport/handshake/server_words.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/limits.hpp"

namespace synchrono::client {
namespace {

// The longest heartbeat that a scenario may have.
constexpr SimDuration kHeartbeatMax = SimDuration::seconds(10);

}  // namespace

std::optional<Welcome> welcome_of(const JoinAccepted& accepted) {
    Welcome welcome;
    welcome.heartbeat = SimDuration::nanoseconds(accepted.heartbeat_ns());
    const bool exact = accepted.gate().has_exact_lag_heartbeats();
    welcome.gate.kind = exact ? GatePolicy::Kind::exact : GatePolicy::Kind::window;
    welcome.gate.heartbeats =
        exact ? accepted.gate().exact_lag_heartbeats() : accepted.gate().window_heartbeats();
    welcome.silence_limit = WallDuration::nanoseconds(accepted.silence_limit_ns());
    if (welcome.heartbeat <= SimDuration{} || welcome.heartbeat > kHeartbeatMax || accepted.start_ns() < 0 ||
        accepted.start_ns() > limits::kTimeMax_ns || welcome.silence_limit <= WallDuration{} ||
        welcome.gate.heartbeats < 1 ||
        welcome.gate.heartbeats > (exact ? limits::kLagMax : limits::kWindowMax)) {
        return std::nullopt;
    }
    welcome.start = Tick{SimDuration::nanoseconds(accepted.start_ns()) / welcome.heartbeat};
    return welcome;
}

Parting parting_of(const JoinDeclined& declined) {
    return {Transport::Stage::lost, fmt::format("the server declined: {}", declined.text())};
}

std::optional<Parting> heed(const Notice& notice, const Welcome& welcome, std::span<const AgentId> own,
                            FlowSink& sink) {
    const auto tick_of = [&welcome](std::int64_t time_ns) {
        return Tick{SimDuration::nanoseconds(time_ns) / welcome.heartbeat};
    };
    if (notice.has_joined()) {
        const AgentDescription& description = notice.joined().description();
        sink.joined(AgentId{description.agent()}, description.name(), description.vehicle(),
                    tick_of(notice.joined().time_ns()));
    } else if (notice.has_ended()) {
        const AgentId agent{notice.ended().agent()};
        if (std::find(own.begin(), own.end(), agent) != own.end()) {
            return Parting{Transport::Stage::shot_down,
                           "the server shot us down: it had not heard from us for too long"};
        }
        if (notice.ended().cause() == AgentEnded::LEFT) sink.left(agent);
        sink.ended(agent, tick_of(notice.ended().time_ns()));
    } else if (notice.has_stopping()) {
        return Parting{Transport::Stage::stopped, notice.stopping().text()};
    }
    return std::nullopt;
}

}  // namespace synchrono::client
