/// The form of the window's settings: a scenario's key "view".
#pragma once

#include "common/config/internal/agent_names.hpp"
#include "common/config/internal/form.hpp"
#include "common/config/view.hpp"

namespace synchrono::config {

void describe(FormReader& form, ViewSettings& settings, const AgentNames& names);
void describe(FormWriter& form, ViewSettings& settings, const AgentNames& names);

}  // namespace synchrono::config
