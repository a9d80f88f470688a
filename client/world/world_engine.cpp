#include "client/world/world_engine.hpp"

#include <cmath>
#include <map>

#include "client/element/element_registry.hpp"
#include "common/base/contract.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::client::world {
namespace {

class WorldEngine final : public engine::ElementEngine {
  public:
    explicit WorldEngine(const config::Scenario& scenario) : scenario_(scenario) {
        for (const config::StaticElement& element : scenario.statics) add_static(element);
        statics_ = world_.boxes.size();
    }

    void restart(SimTime now) override {
        world_.now = now;
        for (auto& [id, actor] : actors_) actor->restart(now);
        gather_changes();
    }

    void add(const config::AgentSpec& spec, SimTime now) override {
        SYN_REQUIRE(spec.element && !actors_.contains(spec.id));
        actors_.emplace(spec.id, element::element_kind(*spec.element).make(scenario_, spec, now));
        gather_changes();
    }

    void remove(AgentId agent) override {
        SYN_REQUIRE(actors_.erase(agent) == 1);
        gather_changes();
    }

    void set_surroundings(const engine::Surroundings& world) override {
        world_.now = world.now;
        world_.vehicles.clear();
        world_.boxes.resize(statics_);
        world_.loose.clear();
        for (const body::Obstacle& body : world.bodies) {
            if (config::is_static(body.agent)) continue;  // the constructor has added it
            if (body.seen_as == body::SeenAs::vehicle) world_.vehicles.push_back(body.motion.position);
            if (const config::AgentSpec* spec = element_of(body.agent))
                element::element_kind(*spec->element).add_obstacle(*spec, body, world_);
            else
                world_.boxes.push_back(element::box_of(body));
        }
        world_.signals.assign(world.signals.begin(), world.signals.end());
    }

    void advance(SimDuration heartbeat) override {
        for (auto& [id, actor] : actors_) actor->advance(world_, heartbeat);
        world_.now = world_.now + heartbeat;
        gather_changes();
    }

    const body::BodyMotion& motion(AgentId agent) const override { return find(agent).motion(); }
    const body::SignalsInSight* signals(AgentId agent) const override { return find(agent).signals(); }
    std::span<const body::SignalsChange> signal_changes() const override { return changes_; }
    void repeat_changes() override {
        for (auto& [id, actor] : actors_) actor->repeat_changes();
    }
    bool has_ended(AgentId agent) const override { return find(agent).has_ended(); }

  private:
    void gather_changes() {
        changes_.clear();
        for (const auto& [id, actor] : actors_) actor->add_changes(changes_);
    }

    void add_static(const config::StaticElement& element) {
        if (const config::BoxElement* const box = element.box()) {
            world_.boxes.push_back({.middle = {box->position.x, box->position.y},
                                    .yaw_rad = box->yaw_deg * geo::kRad,
                                    .half_length = box->size.x / 2,
                                    .half_width = box->size.y / 2,
                                    .velocity = {},
                                    .low = box->position.z,
                                    .high = box->position.z + box->size.z});
        }
        if (const config::BuildingElement* const building = element.building()) add_walls(*building);
    }

    void add_walls(const config::BuildingElement& building) {
        const auto& corners = building.walls.footprint;
        for (std::size_t i = 0; i < corners.size(); ++i) {
            const auto &a = corners[i], &b = corners[(i + 1) % corners.size()];
            const geo::Vec2 along{b[0] - a[0], b[1] - a[1]};
            world_.boxes.push_back({.middle = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2},
                                    .yaw_rad = std::atan2(along.y, along.x),
                                    .half_length = geo::length(along) / 2,
                                    .velocity = {},
                                    .low = building.ground_m,
                                    .high = building.ground_m + building.height_m});
        }
    }

    /// Returns the scenario's entry of an element; null if the agent is not an element.
    const config::AgentSpec* element_of(AgentId agent) const {
        if (agent.value >= scenario_.agents.size()) return nullptr;
        const config::AgentSpec& spec = scenario_.agents[agent.value];
        return spec.element ? &spec : nullptr;
    }

    const element::Actor& find(AgentId agent) const {
        const auto found = actors_.find(agent);
        SYN_REQUIRE(found != actors_.end());
        return *found->second;
    }

    const config::Scenario& scenario_;
    element::ElementSurroundings world_;
    std::size_t statics_ = 0;  // number of static boxes, which come first
    std::map<AgentId, std::unique_ptr<element::Actor>> actors_;
    std::vector<body::SignalsChange> changes_;
};

}  // namespace

std::unique_ptr<engine::ElementEngine> make_world_engine(const config::Scenario& scenario) {
    return std::make_unique<WorldEngine>(scenario);
}

}  // namespace synchrono::client::world
