#include "client/acu/sensing.hpp"

#include <algorithm>

#include "client/ground/make_ground.hpp"

namespace synchrono::client {

std::unique_ptr<sensors::RayWorld> ray_world_for(const config::Scenario& scenario,
                                                 const std::vector<AgentId>& agents,
                                                 const roadmap::RoadMap* roads) {
    if (std::none_of(agents.begin(), agents.end(),
                     [&](AgentId id) { return sensors::needs_world(scenario, scenario.agents[id.value]); }))
        return nullptr;
    return std::make_unique<sensors::RayWorld>(scenario, roads, *make_ground(scenario));
}

sensors::Suite* Sensing::add(const config::AgentSpec& agent) {
    if (agent.sensors.empty()) return nullptr;
    agents_.push_back({agent.id, std::make_unique<sensors::Suite>(scenario_, agent, world_, tap_)});
    return agents_.back().suite.get();
}

void Sensing::begin(AgentId id, SimTime entry) {
    for (Agent& agent : agents_) {
        if (agent.id != id) continue;
        agent.active = true;
        agent.last.reset();
        agent.suite->begin(entry);
    }
}

void Sensing::end(AgentId id) {
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

bool Sensing::looks(SimTime now) const {
    return std::any_of(agents_.begin(), agents_.end(), [&](const Agent& agent) {
        return agent.active && agent.last && agent.suite->looks(now);
    });
}

sensors::Instant Sensing::instant(const Agent& agent, SimTime now) {
    sensors::Instant instant{.time = now, .motion = engine_.motion(agent.id)};
    if (agent.suite->wants_wheels(now)) {
        wheels_ = engine_.machinery(agent.id).wheels;
        instant.wheels = &wheels_;
    }
    return instant;
}

void Sensing::look(SimTime now, std::span<const Sight> sights, std::span<const SignalsInSight> signals) {
    const bool all_know_all = scenario_.interest.kind == config::Interest::Kind::world;
    if (all_know_all && looks(now)) update_world(now, sights, signals, nullptr);
    for (Agent& agent : agents_) {
        if (!agent.active) continue;
        const sensors::Instant here = instant(agent, now);
        if (agent.last && agent.suite->looks(now)) {
            if (!all_know_all) update_world(now, sights, signals, &agent);
            world_->look_from(agent.id);
            agent.suite->look(*agent.last, here);
        }
        agent.suite->observe(here);
        agent.last = here;
        agent.last->wheels = nullptr;
    }
}

void Sensing::update_world(SimTime now, std::span<const Sight> sights,
                           std::span<const SignalsInSight> signals, const Agent* agent) {
    std::optional<OfInterest> of_interest;
    if (agent != nullptr) of_interest.emplace(scenario_.interest, agent->id, sights);
    bodies_.clear();
    for (const Sight& sight : sights) {
        const Obstacle& body = sight.obstacle;
        if (body.agent.value >= scenario_.agents.size()) continue;  // a static box, or an unknown agent
        if (of_interest && !of_interest->holds(sight)) continue;
        bodies_.push_back({.agent = body.agent, .motion = body.motion, .before = {}, .brakes = sight.brakes});
    }
    signals_.clear();
    for (const SignalsInSight& one : signals) {
        if (!of_interest || of_interest->holds(one)) signals_.push_back(&one);
    }
    world_->update(now - scenario_.heartbeat, now, bodies_, signals_);
}

SimDuration Sensing::piece() const {
    SimDuration piece = scenario_.heartbeat;
    for (const Agent& agent : agents_) {
        if (!agent.active) continue;
        // Each suite's piece divides the heartbeat; Euclid's algorithm finds their greatest common divisor.
        SimDuration other = agent.suite->piece();
        while (other > SimDuration{}) {
            const SimDuration rest = piece % other;
            piece = other;
            other = rest;
        }
    }
    return piece;
}

void Sensing::observe(SimTime now) {
    for (Agent& agent : agents_) {
        if (agent.active && agent.suite->is_due(now)) agent.suite->observe(instant(agent, now));
    }
}

}  // namespace synchrono::client
