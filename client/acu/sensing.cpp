#include "client/acu/sensing.hpp"

#include <algorithm>

#include "client/ground/make_ground.hpp"

namespace synchrono::client::acu {

std::unique_ptr<sensors::RayWorld> ray_world_for(const config::Scenario& scenario,
                                                 const std::vector<AgentId>& agents,
                                                 const roadmap::RoadMap* roads) {
    if (std::none_of(agents.begin(), agents.end(),
                     [&](AgentId id) { return sensors::needs_world(scenario, scenario.agents[id.value]); }))
        return nullptr;
    return std::make_unique<sensors::RayWorld>(scenario, roads, *ground::make_ground(scenario));
}

sensors::Suite* Sensing::add(const config::AgentSpec& agent) {
    if (agent.sensors.empty()) return nullptr;
    agents_.push_back({agent.id, std::make_unique<sensors::Suite>(scenario_, agent, world_, tap_)});
    return agents_.back().suite.get();
}

void Sensing::start(AgentId id, SimTime entry) {
    for (Agent& agent : agents_) {
        if (agent.id != id) continue;
        agent.active = true;
        agent.last.reset();
        agent.suite->restart(entry);
    }
}

void Sensing::stop(AgentId id) {
    for (Agent& agent : agents_) {
        if (agent.id == id) agent.active = false;
    }
}

bool Sensing::has_rays() const {
    return std::any_of(agents_.begin(), agents_.end(), [&](const Agent& agent) {
        const auto& mounted = scenario_.agents[agent.id.value].sensors;
        return std::any_of(mounted.begin(), mounted.end(), [&](const config::MountedSensor& one) {
            return scenario_.sensors.at(one.sensor).has_rays();
        });
    });
}

bool Sensing::needs_scan(SimTime now) const {
    return std::any_of(agents_.begin(), agents_.end(), [&](const Agent& agent) {
        return agent.active && agent.last && agent.suite->needs_scan(now);
    });
}

sensors::BodyState Sensing::state_of(const Agent& agent, SimTime now) {
    sensors::BodyState instant{.time = now, .motion = engine_.motion(agent.id)};
    if (agent.suite->wants_wheels(now)) {
        wheels_ = engine_.machinery(agent.id).wheels;
        instant.wheels = &wheels_;
    }
    return instant;
}

void Sensing::scan(SimTime now, std::span<const Sight> sights,
                   std::span<const body::SignalsInSight> signals) {
    const bool all_know_all = scenario_.interest.kind == config::Interest::Kind::world;
    if (all_know_all && needs_scan(now)) update_world(now, sights, signals, nullptr);
    for (Agent& agent : agents_) {
        if (!agent.active) continue;
        const sensors::BodyState here = state_of(agent, now);
        if (agent.last && agent.suite->needs_scan(now)) {
            if (!all_know_all) update_world(now, sights, signals, &agent);
            world_->pass_through(agent.id);
            agent.suite->scan(*agent.last, here);
        }
        agent.suite->measure(here);
        agent.last = here;
        agent.last->wheels = nullptr;
    }
}

void Sensing::update_world(SimTime now, std::span<const Sight> sights,
                           std::span<const body::SignalsInSight> signals, const Agent* agent) {
    std::optional<InterestFilter> of_interest;
    if (agent != nullptr) of_interest.emplace(scenario_.interest, agent->id, sights);
    bodies_.clear();
    for (const Sight& sight : sights) {
        const body::Obstacle& body = sight.obstacle;
        if (body.agent.value >= scenario_.agents.size()) continue;  // static, or not in the scenario
        if (of_interest && !of_interest->includes(sight)) continue;
        bodies_.push_back({.agent = body.agent, .motion = body.motion, .before = {}, .brakes = sight.brakes});
    }
    signals_.clear();
    for (const body::SignalsInSight& one : signals) {
        if (!of_interest || of_interest->includes(one)) signals_.push_back(&one);
    }
    world_->update(now - scenario_.heartbeat, now, bodies_, signals_);
}

SimDuration Sensing::measuring_interval() const {
    SimDuration piece = scenario_.heartbeat;
    for (const Agent& agent : agents_) {
        if (!agent.active) continue;
        // The interval of each suite divides the heartbeat. Euclid's algorithm finds the greatest common
        // divisor of all intervals.
        SimDuration other = agent.suite->measuring_interval();
        while (other > SimDuration{}) {
            const SimDuration rest = piece % other;
            piece = other;
            other = rest;
        }
    }
    return piece;
}

void Sensing::measure(SimTime now) {
    for (Agent& agent : agents_) {
        if (agent.active && agent.suite->is_due(now)) agent.suite->measure(state_of(agent, now));
    }
}

}  // namespace synchrono::client::acu
