#include "tests/world/exactness_checker.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <google/protobuf/any.pb.h>

#include "proto/state.pb.h"

namespace synchrono::testing {
namespace {

bool contains(const std::vector<AgentId>& agents, AgentId agent) {
    return std::find(agents.begin(), agents.end(), agent) != agents.end();
}

}  // namespace

ExactnessChecker::ExactnessChecker(const config::Scenario& scenario) : scenario_(scenario) {
    for (const auto& agent : scenario.agents) newest_[agent.id] = -1;
}

void ExactnessChecker::client_begins(std::size_t client, std::vector<AgentId> agents) {
    clients_[client] = {};
    clients_[client].agents = std::move(agents);
}

void ExactnessChecker::agent_joined(AgentId agent, Tick first) {
    newest_[agent] = first.index - 1;
    // An agent that returns may have sent messages of `first` and later heartbeats before it was lost. Nobody
    // has consumed these messages, and the agent sends the messages of these heartbeats anew.
    auto& said = trajectories_[agent];
    said.erase(said.lower_bound(first.index), said.end());
}

void ExactnessChecker::agent_ended(AgentId agent, Tick first_without) {
    newest_.erase(agent);
    ends_[agent].push_back(first_without.index);
}

void ExactnessChecker::emitted(std::size_t index, AgentId agent, Tick at, ByteView state) {
    Client& client = clients_.at(index);
    const std::int64_t tick = at.index;
    auto& trajectory = trajectories_[agent];
    if (!trajectory.empty() && trajectory.rbegin()->first >= tick)
        add_violation(fmt::format("agent {} spoke of heartbeat {} again", agent.value, tick));
    trajectory[tick] = std::string(as_text(state));
    check_lead(client, agent, tick);
    if (newest_.contains(agent)) newest_[agent] = std::max(newest_[agent], tick);
    // Rule 3: a client that has consumed heartbeat C emits nothing at or before C + (m - 1), where m is the
    // lag.
    const std::int64_t seen = client.last_consumed.first;
    if (is_exact() && seen >= 0 && tick < seen + scenario_.gate.heartbeats)
        add_violation(fmt::format("agent {} emitted at {} after consuming at {}", agent.value, tick, seen));
    if (client.first_emitted < 0) client.first_emitted = tick;
    if (is_exact() && tick > client.emitted) check_complete(index, client, tick - scenario_.gate.heartbeats);
    client.emitted = std::max(client.emitted, tick);
}

/// Checks that a client which emits has consumed what it had to wait for: of every agent that has stayed, the
/// message of that heartbeat.
void ExactnessChecker::check_complete(std::size_t index, const Client& client, std::int64_t bundle) {
    if (bundle < client.first_emitted) return;
    for (const auto& [agent, said] : trajectories_) {
        if (!said.contains(bundle) || contains(client.agents, agent) || ends_.contains(agent)) continue;
        if (!in_sight(client, agent, bundle).value_or(false)) continue;
        if (newest_consumed(index, agent) < bundle)
            add_violation(
                fmt::format("client {} went on without agent {} at {}", index, agent.value, bundle));
    }
}

/// Checks the window's promise. An agent that sends every p heartbeats counts as p - 1 heartbeats further
/// than its newest message, since it sends nothing in between.
void ExactnessChecker::check_lead(const Client& client, AgentId agent, std::int64_t tick) {
    for (const auto& [other, newest] : newest_) {
        if (contains(client.agents, other)) continue;
        if (tick <= newest + period(other) - 1 + scenario_.gate.heartbeats) continue;
        add_violation(
            fmt::format("agent {} is at {} while agent {} is at {}", agent.value, tick, other.value, newest));
    }
}

void ExactnessChecker::consumed(std::size_t index, AgentId agent, Tick at, ByteView state) {
    Client& client = clients_.at(index);
    const std::int64_t tick = at.index;
    if (contains(client.agents, agent)) return;
    const auto& said = trajectories_[agent];
    const auto found = said.find(tick);
    if (found == said.end() || found->second != as_text(state)) {
        add_violation(fmt::format("client {} saw something of agent {} at {} that was never said", index,
                                  agent.value, tick));
    }
    const std::int64_t before = newest_consumed(index, agent);
    if (before >= tick)
        add_violation(fmt::format("client {} saw agent {} at {} twice", index, agent.value, tick));
    if (is_exact()) {
        check_order(index, client, agent, tick);
        check_gap(index, agent, before, tick);
        check_sight(index, agent, tick);
    }
    client.consumed[agent] = tick;
}

/// Checks rules 1 and 2. The first message that a client sees of an agent, also after it was out of sight, is
/// exempt: in a slow flow it may be an old one.
void ExactnessChecker::check_order(std::size_t index, Client& client, AgentId agent, std::int64_t tick) {
    const std::pair now{tick, agent};
    const auto seen = client.consumed.find(agent);
    const bool known = seen != client.consumed.end();
    bool stayed = known;
    for (std::int64_t k = known ? seen->second + 1 : tick; stayed && k <= tick; ++k)
        stayed = in_sight(client, agent, k).value_or(false);
    if (stayed) {
        if (now <= client.last_consumed)
            add_violation(
                fmt::format("client {} consumed agent {} at {} out of order", index, agent.value, tick));
        if (tick < client.emitted + 1 - scenario_.gate.heartbeats) {
            add_violation(fmt::format("client {} emitted at {} and then consumed agent {} at {}", index,
                                      client.emitted, agent.value, tick));
        }
    }
    client.last_consumed = std::max(client.last_consumed, now);
}

/// Checks rule 4: a client misses no message, except while the agent was away or out of sight.
void ExactnessChecker::check_gap(std::size_t index, AgentId agent, std::int64_t before, std::int64_t tick) {
    if (before < 0 || tick <= before + period(agent) || was_away(agent, before, tick)) return;
    const auto& said = trajectories_.at(agent);
    for (auto missed = said.upper_bound(before); missed != said.end() && missed->first < tick; ++missed) {
        if (!in_sight(clients_.at(index), agent, missed->first).value_or(false)) continue;
        return add_violation(
            fmt::format("client {} missed agent {} between {} and {}", index, agent.value, before, tick));
    }
}

/// Checks that a client sees nothing that is out of its sight. In a slow flow the message may be older than
/// the bundle in which it came, so nobody knows where the agents were then.
void ExactnessChecker::check_sight(std::size_t index, AgentId agent, std::int64_t tick) {
    const Client& client = clients_.at(index);
    if (std::any_of(scenario_.agents.begin(), scenario_.agents.end(),
                    [this](const auto& other) { return period(other.id) > 1; }))
        return;
    if (!in_sight(client, agent, tick).value_or(true))
        add_violation(fmt::format("client {} saw agent {} at {}, which was out of its sight", index,
                                  agent.value, tick));
}

std::optional<bool> ExactnessChecker::in_sight(const Client& client, AgentId agent, std::int64_t tick) const {
    // Clients of elements see the whole world.
    if (!client.agents.empty() && scenario_.agents.at(client.agents[0].value).element) return true;
    const auto& wanted = scenario_.interest.agents;
    switch (scenario_.interest.kind) {
        case config::Interest::Kind::world:
            return true;
        case config::Interest::Kind::agents:
            return contains(wanted, agent);
        case config::Interest::Kind::radius:
            break;
    }
    constexpr double kEdge_m = 0.01;
    const auto other = place_at(agent, tick);
    if (!other) return std::nullopt;
    bool at_edge = false;
    for (const AgentId own : client.agents) {
        const auto place = place_at(own, tick);
        if (!place) continue;
        const double beyond_m = geo::length(*other - *place) - scenario_.interest.radius_m;
        if (beyond_m < -kEdge_m) return true;
        at_edge = at_edge || beyond_m <= kEdge_m;
    }
    return at_edge ? std::nullopt : std::optional(false);
}

std::optional<geo::Vec2> ExactnessChecker::place_at(AgentId agent, std::int64_t tick) const {
    const auto said = trajectories_.find(agent);
    const auto last = departures_.find(agent);
    if (said == trajectories_.end() || (last != departures_.end() && tick > last->second))
        return std::nullopt;
    auto message = said->second.upper_bound(tick);
    if (message == said->second.begin()) return std::nullopt;
    --message;
    if (message->first + period(agent) <= tick) return std::nullopt;  // it is lost
    google::protobuf::Any any;
    VehicleState state;
    if (!any.ParseFromString(message->second) || !any.UnpackTo(&state)) return std::nullopt;
    return geo::Vec2{state.x_m(), state.y_m()};
}

bool ExactnessChecker::was_away(AgentId agent, std::int64_t before, std::int64_t tick) const {
    const auto found = ends_.find(agent);
    return found != ends_.end() && std::any_of(found->second.begin(), found->second.end(),
                                               [&](auto end) { return before < end && end <= tick; });
}

std::int64_t ExactnessChecker::period(AgentId agent) const {
    return scenario_.agents.at(agent.value).period / scenario_.heartbeat;
}

void ExactnessChecker::add_violation(std::string what) {
    if (violations_.size() < 10) violations_.push_back(std::move(what));
}

std::int64_t ExactnessChecker::newest_consumed(std::size_t client, AgentId agent) const {
    const auto& consumed = clients_.at(client).consumed;
    const auto found = consumed.find(agent);
    return found == consumed.end() ? -1 : found->second;
}

}  // namespace synchrono::testing
