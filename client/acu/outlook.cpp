#include "client/acu/outlook.hpp"

#include <algorithm>
#include <optional>

#include "client/acu/state_codec.hpp"
#include "client/body/boxes_of.hpp"
#include "client/kind/appearance.hpp"

namespace synchrono::client::acu {
namespace {

std::vector<Sight> sights_of(const std::vector<body::Obstacle>& boxes) {
    std::vector<Sight> sights;
    for (const body::Obstacle& box : boxes) {
        const geo::Vec3& at = box.motion.position;
        sights.push_back(
            {box, silhouette_of(box), static_cast<float>(at.x), static_cast<float>(at.y), false});
    }
    return sights;
}

}  // namespace

Outlook::Outlook(const config::Scenario& scenario)
    : scenario_(scenario),
      known_(known_in(scenario)),
      boxes_(sights_of(body::boxes_of(scenario))),
      signals_(1) {}

std::vector<Outlook::Known> Outlook::known_in(const config::Scenario& scenario) {
    std::vector<Known> known;
    for (const config::AgentSpec& agent : scenario.agents) {
        const geo::Vec3 size = kind::size_of(scenario, agent);
        known.push_back({&kind::publishes_as(agent),
                         {.agent = agent.id,
                          .seen_as = kind::seen_as(agent),
                          .length_m = size.x,
                          .width_m = size.y,
                          .height_m = size.z,
                          .motion = {}}});
    }
    return known;
}

void Outlook::update(std::span<const cache::Peer> peers, SimTime now) {
    sights_.clear();
    signals_count_ = 0;
    for (const cache::Peer& peer : peers) {
        std::optional<Known> met;
        if (peer.id.value >= known_.size()) met = stranger(peer);
        const Known& known = met ? *met : known_[peer.id.value];
        body::BodyMotion motion;
        switch (read_state(*known.kind, peer.header, peer.any, motion, signals_[signals_count_])) {
            case StateOf::body:
                sights_.push_back(sight_of(peer, known, motion, now));
                break;
            case StateOf::signals:
                if (++signals_count_ == signals_.size()) signals_.emplace_back();
                break;
            case StateOf::nothing:
                break;
        }
    }
    sights_.insert(sights_.end(), boxes_.begin(), boxes_.end());
}

std::span<const body::Obstacle> Outlook::bodies() {
    bodies_.clear();
    for (const Sight& sight : sights_) bodies_.push_back(sight.obstacle);
    return bodies_;
}

/// Returns the kind and size of an agent that the scenario does not list. The agent counts as a vehicle, and
/// has the size of the vehicle that it announced, or size zero if the scenario does not know that vehicle.
Outlook::Known Outlook::stranger(const cache::Peer& peer) const {
    Known known{&kind::kind_of(config::AgentSpec()), {.agent = peer.id, .motion = {}}};
    const auto vehicle = scenario_.vehicles.find(std::string(peer.vehicle));
    if (vehicle == scenario_.vehicles.end()) return known;
    known.body.length_m = vehicle->second.body.length_m;
    known.body.width_m = vehicle->second.body.width_m;
    known.body.height_m = vehicle->second.body.height_m;
    return known;
}

Sight Outlook::sight_of(const cache::Peer& peer, const Known& known, const body::BodyMotion& motion,
                        SimTime now) const {
    body::Obstacle body = known.body;
    body.motion = motion;
    if (peer.header.time < now) body.motion = geo::dead_reckon(body.motion, now - peer.header.time);
    return {body, scenario_.sight_m ? silhouette_of(body) : Silhouette{}, peer.header.x_m, peer.header.y_m,
            known.kind->shows_braking(motion)};
}

bool is_deserted(const config::Scenario& scenario, std::span<const AgentId> departed) {
    const auto& agents = scenario.agents;  // driven agents come before elements
    if (agents.empty() || agents.front().element) return false;
    const auto elements = std::find_if(agents.begin(), agents.end(), [](const auto& a) { return a.element; });
    return departed.size() >= static_cast<std::size_t>(elements - agents.begin()) &&
           std::all_of(agents.begin(), elements, [&](const config::AgentSpec& agent) {
               return std::binary_search(departed.begin(), departed.end(), agent.id);
           });
}

}  // namespace synchrono::client::acu
