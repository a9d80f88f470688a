#include "common/config/element.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

geo::Vec3 size_of(const Element& element) {
    if (const auto* pedestrian = std::get_if<PedestrianElement>(&element))
        return {PedestrianElement::kWidth_m, PedestrianElement::kWidth_m, pedestrian->height_m};
    if (const auto* body = std::get_if<BodyElement>(&element))
        return {body->diameter_m, body->diameter_m, body->height_m};
    return {};
}

std::string_view kind_of(const Element& element) {
    if (std::holds_alternative<SignalsElement>(element)) return "signals";
    if (std::holds_alternative<PedestrianElement>(element)) return "pedestrian";
    return std::get<BodyElement>(element).shape == BodyElement::Shape::cone ? "cone" : "ball";
}

std::size_t Scenario::vehicle_count() const {
    return static_cast<std::size_t>(
        std::count_if(agents.begin(), agents.end(), [](const AgentSpec& agent) { return !agent.element; }));
}

const AgentSpec* signals_of(std::string_view intersection, const std::vector<AgentSpec>& agents) {
    for (const AgentSpec& agent : agents) {
        const auto* signals = agent.element ? std::get_if<SignalsElement>(&*agent.element) : nullptr;
        if (signals != nullptr && signals->intersection == intersection) return &agent;
    }
    return nullptr;
}

std::vector<Building> buildings_of(const Scenario& scenario) {
    std::vector<Building> buildings;
    if (scenario.map) {
        const auto roads = road_map_of(*scenario.map);
        SYN_REQUIRE(roads);  // or it would not have loaded
        buildings = map_buildings(*roads);
    }
    if (scenario.radio) {
        buildings.insert(buildings.end(), scenario.radio->buildings.begin(), scenario.radio->buildings.end());
    }
    for (const StaticElement& element : scenario.statics) {
        if (const auto* building = std::get_if<BuildingElement>(&element.what))
            buildings.push_back(building->walls);
    }
    return buildings;
}

}  // namespace synchrono::config
