#include "common/config/element.hpp"

#include <algorithm>

#include "common/base/contract.hpp"
#include "common/config/loose/loose_kinds.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

BodyElement BodyElement::of(std::string_view kind) {
    const LooseKind* const known = loose_kind_named(kind);
    SYN_REQUIRE(known != nullptr);
    return {known->measures, known};
}

geo::Vec3 size_of(const Element& element) {
    return std::visit([](const auto& one) { return one.size(); }, element);
}

std::string_view kind_of(const Element& element) {
    return std::visit([](const auto& one) { return one.name_of_kind(); }, element);
}

std::size_t Scenario::vehicle_count() const {
    return static_cast<std::size_t>(
        std::count_if(agents.begin(), agents.end(), [](const AgentSpec& agent) { return !agent.element; }));
}

const SignalsElement* signals_in(const AgentSpec& agent) {
    return agent.element ? std::get_if<SignalsElement>(&*agent.element) : nullptr;
}

const AgentSpec* signals_of(std::string_view intersection, const std::vector<AgentSpec>& agents) {
    for (const AgentSpec& agent : agents) {
        const SignalsElement* const signals = signals_in(agent);
        if (signals != nullptr && signals->intersection == intersection) return &agent;
    }
    return nullptr;
}

std::vector<Building> buildings_of(const Scenario& scenario) {
    std::vector<Building> buildings;
    if (scenario.map) {
        const auto roads = road_map_of(*scenario.map);
        SYN_REQUIRE(roads);  // the scenario would not have loaded otherwise
        buildings = map_buildings(*roads);
    }
    if (scenario.radio) {
        buildings.insert(buildings.end(), scenario.radio->buildings.begin(), scenario.radio->buildings.end());
    }
    for (const StaticElement& element : scenario.statics) {
        if (const BuildingElement* const building = element.building()) buildings.push_back(building->walls);
    }
    return buildings;
}

}  // namespace synchrono::config
