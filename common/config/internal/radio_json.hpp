/// The radio of a scenario as a JSON object: its member "radio".
#pragma once

#include <map>
#include <string>

#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/internal/intersections.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::config {

/// What the rest of the scenario says. Road-side units and ghosts are added to the names as they are read.
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
