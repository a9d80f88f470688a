#include "client/kind/appearance.hpp"

#include "client/element/element_registry.hpp"

namespace synchrono::client::kind {

body::SeenAs seen_as(const config::AgentSpec& agent) {
    return agent.element ? element::element_kind(*agent.element).seen_as() : kind_of(agent).seen_as();
}

geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent) {
    return agent.element ? config::size_of(*agent.element) : kind_of(agent).size_of(scenario, agent);
}

scenery::Shape shape_of(const config::Scenario& scenario, const config::AgentSpec& agent) {
    return agent.element ? element::element_kind(*agent.element).shape_of(agent)
                         : kind_of(agent).shape_of(scenario, agent);
}

scenery::Coat paint_of(const config::AgentSpec& agent) {
    return agent.element ? element::element_kind(*agent.element).paint_of(agent)
                         : kind_of(agent).paint_of(agent);
}

std::string shape_name(const config::AgentSpec& agent) {
    if (!agent.element) {
        const BodyKind& kind = kind_of(agent);
        return std::string(kind.name()) + " " + kind.shape_name(agent);
    }
    const geo::Vec3 size = config::size_of(*agent.element);
    std::string name = "/" + std::string(config::kind_of(*agent.element));
    for (const double edge : {size.x, size.y, size.z}) name += " " + std::to_string(edge);
    return name;
}

}  // namespace synchrono::client::kind
