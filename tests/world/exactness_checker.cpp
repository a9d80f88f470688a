#include "tests/world/exactness_checker.hpp"

#include <algorithm>
#include <fmt/format.h>

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
    client.emitted = std::max(client.emitted, tick);
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
    if (is_exact() && scenario_.interest.kind == config::Interest::Kind::world) {
        check_order(index, client, agent, tick);
        check_gap(index, agent, before, tick);
    }
    client.consumed[agent] = tick;
}

/// Checks rules 1 and 2. The first message that a client sees of an agent is exempt: in a slow flow it may
/// be an old one.
void ExactnessChecker::check_order(std::size_t index, Client& client, AgentId agent, std::int64_t tick) {
    const std::pair now{tick, agent};
    if (client.consumed.contains(agent)) {
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

/// Checks rule 4: a client misses no message, except while the agent was away.
void ExactnessChecker::check_gap(std::size_t index, AgentId agent, std::int64_t before, std::int64_t tick) {
    if (before < 0 || tick <= before + period(agent) || was_away(agent, before, tick)) return;
    add_violation(
        fmt::format("client {} missed agent {} between {} and {}", index, agent.value, before, tick));
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
