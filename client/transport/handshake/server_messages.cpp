#include "client/transport/handshake/server_messages.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/limits.hpp"

namespace synchrono::client::transport {
namespace {

// The longest heartbeat that a scenario may have.
constexpr SimDuration kHeartbeatMax = SimDuration::seconds(10);

}  // namespace

std::optional<JoinTerms> join_terms_of(const JoinAccepted& accepted) {
    JoinTerms terms;
    terms.heartbeat = SimDuration::nanoseconds(accepted.heartbeat_ns());
    const bool exact = accepted.gate().has_exact_lag_heartbeats();
    terms.gate.kind = exact ? GatePolicy::Kind::exact : GatePolicy::Kind::window;
    terms.gate.heartbeats =
        exact ? accepted.gate().exact_lag_heartbeats() : accepted.gate().window_heartbeats();
    terms.silence_limit = WallDuration::nanoseconds(accepted.silence_limit_ns());
    if (terms.heartbeat <= SimDuration{} || terms.heartbeat > kHeartbeatMax || accepted.start_ns() < 0 ||
        accepted.start_ns() > limits::kTimeMax_ns || terms.silence_limit <= WallDuration{} ||
        terms.gate.heartbeats < 1 || terms.gate.heartbeats > (exact ? limits::kLagMax : limits::kWindowMax)) {
        return std::nullopt;
    }
    terms.start = Tick{SimDuration::nanoseconds(accepted.start_ns()) / terms.heartbeat};
    return terms;
}

Parting parting_of(const JoinDeclined& declined) {
    return {Transport::Status::lost, fmt::format("the server declined: {}", declined.text())};
}

std::optional<Parting> apply_notice(const Notice& notice, const JoinTerms& terms,
                                    std::span<const AgentId> own, FlowSink& sink) {
    const auto tick_of = [&terms](std::int64_t time_ns) {
        return Tick{SimDuration::nanoseconds(time_ns) / terms.heartbeat};
    };
    if (notice.has_joined()) {
        const AgentDescription& description = notice.joined().description();
        sink.add_agent(AgentId{description.agent()}, description.name(), description.vehicle(),
                       tick_of(notice.joined().time_ns()));
    } else if (notice.has_ended()) {
        const AgentId agent{notice.ended().agent()};
        if (std::find(own.begin(), own.end(), agent) != own.end()) {
            return Parting{Transport::Status::shot_down,
                           "the server removed this client's agents: the client was silent or held the "
                           "others back for too long"};
        }
        if (notice.ended().cause() == AgentEnded::LEFT) sink.mark_departed(agent);
        sink.end_agent(agent, tick_of(notice.ended().time_ns()));
    } else if (notice.has_stopping()) {
        return Parting{Transport::Status::stopped, notice.stopping().text()};
    }
    return std::nullopt;
}

}  // namespace synchrono::client::transport
