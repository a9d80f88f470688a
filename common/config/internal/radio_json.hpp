/// The form of a scenario's radio: the key "radio".
#pragma once

#include <map>
#include <string>

#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/internal/intersections.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// The parts of the scenario to which the radio refers. Reading adds road-side units and ghosts to `names`.
struct RadioContext {
    AgentNames& names;
    IntersectionShelf& intersections;
    const std::vector<AgentSpec>& agents;
    const std::map<std::string, SensorSpec>& sensors;
    SimDuration heartbeat;
};

void describe(FormReader& form, Radio& radio, RadioContext& context);
void describe(FormWriter& form, Radio& radio, RadioContext& context);

}  // namespace synchrono::config
