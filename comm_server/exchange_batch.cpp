// The checks of the batches that clients send; see Exchange::add_batch.
#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "comm_server/exchange.hpp"
#include "common/base/limits.hpp"

namespace synchrono::comm_server {

// Beyond the coordinates of any scenario, and safe to compute with.
static constexpr double kCoordinateMax_m = 1e8;

std::string Exchange::add_batch(Client& client, const RadioBatch& batch) {
    const SimDuration heartbeat = setup_.scenario.heartbeat;
    const SimTime from = client.next.at(heartbeat), until = from + heartbeat;
    if (batch.time_ns() != from.count_ns())
        return fmt::format("time_ns {}: expected {}", batch.time_ns(), from.count_ns());
    // A newcomer is held back by the states of the world alone, not by the radio. So it may be one gate
    // ahead of the other clients, and these may be one gate ahead of the radio.
    if (!batch.last() && client.next - next_ > 2 * setup_.scenario.gate.heartbeats +
                                                   setup_.scenario.heartbeats_per_exchange() - 1)
        return fmt::format("time_ns {}: further ahead than the gate allows", batch.time_ns());
    for (const RadioPlace& place : batch.places()) {
        if (!is_of(client, place.agent()))
            return fmt::format("places: agent {} does not belong to this client", place.agent());
        const geo::Vec3 position{place.x_m(), place.y_m(), place.z_m()};
        for (const double x : {position.x, position.y, position.z}) {
            if (!(std::abs(x) <= kCoordinateMax_m))
                return fmt::format("places: agent {}: expected coordinates from -{} to {} m", place.agent(),
                                   kCoordinateMax_m, kCoordinateMax_m);
        }
        if (placed_[place.agent()] == client.next)
            return fmt::format("places: agent {} is listed twice", place.agent());
        client.open.places.emplace_back(AgentId{place.agent()}, position);
        placed_[place.agent()] = client.next;
    }
    for (const RadioSend& send : batch.messages()) {
        const auto wrong = [&](std::string_view what) {
            return fmt::format("messages: agent {}: {}", send.agent(), what);
        };
        if (!is_of(client, send.agent()) || !router_.has_radio(AgentId{send.agent()}))
            return wrong("does not belong to this client, or has no radio");
        if (placed_[send.agent()] != client.next) return wrong("has no place in this heartbeat");
        if (send.time_ns() < from.count_ns() || send.time_ns() >= until.count_ns())
            return wrong("time_ns is outside the heartbeat");
        if (!Medium_IsValid(send.medium()) || !router_.carries(static_cast<config::Medium>(send.medium())))
            return wrong(fmt::format("the scenario has no medium {}", static_cast<int>(send.medium())));
        if (send.payload().empty() || send.payload().size() > limits::kRadioPayloadBytesMax)
            return wrong(fmt::format("expected a payload of 1 to {} bytes", limits::kRadioPayloadBytesMax));
        RadioMessage& message = client.open.messages.emplace_back();
        message.sender = AgentId{send.agent()};
        message.sequence = ++sequences_[send.agent()];
        message.time = SimTime::nanoseconds(send.time_ns());
        message.medium = static_cast<config::Medium>(send.medium());
        const ByteView payload = as_byte_view(send.payload());
        message.payload.assign(payload.begin(), payload.end());
        client.open.bytes += payload.size();
    }
    if (client.open.bytes + client.queued_bytes > limits::kRadioQueuedBytesMax)
        return fmt::format("messages: more than {} bytes wait to be routed", limits::kRadioQueuedBytesMax);
    if (client.open.messages.size() > client.agents.size() * limits::kRadioMessagesMax)
        return fmt::format("messages: more than {} within one heartbeat",
                           client.agents.size() * limits::kRadioMessagesMax);
    return add_signals(client, batch, from, until);
}

std::string Exchange::add_signals(Client& client, const RadioBatch& batch, SimTime from, SimTime until) {
    for (const RadioSignals& report : batch.signals()) {
        const auto wrong = [&](std::string_view what) {
            return fmt::format("signals: agent {}: {}", report.agent(), what);
        };
        if (!is_of(client, report.agent())) return wrong("does not belong to this client");
        if (placed_[report.agent()] != client.next) return wrong("has no place in this heartbeat");
        if (report.time_ns() < from.count_ns() || report.time_ns() >= until.count_ns())
            return wrong("time_ns is outside the heartbeat");
        auto read = read_signals(report, setup_.scenario);
        if (!read) return read.error().text;
        const auto of_them = [&](const SignalsReport& before) { return before.agent == read->agent; };
        auto& signals = client.open.signals;
        const auto before = std::find_if(signals.rbegin(), signals.rend(), of_them);
        if (before != signals.rend() && before->time >= read->time)
            return wrong("time_ns is not after that of the agent's previous signals");
        if (std::count_if(signals.begin(), signals.end(), of_them) >= limits::kSignalChangesMax)
            return wrong(fmt::format("more than {} changes within one heartbeat", limits::kSignalChangesMax));
        signals.push_back(std::move(*read));
    }
    return {};
}

}  // namespace synchrono::comm_server
