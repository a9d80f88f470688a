/// How Chrono computes, as a JSON object: a scenario's member "chrono".
#pragma once

#include "common/config/chrono.hpp"
#include "common/config/internal/form.hpp"

namespace synchrono::config {

/// A heartbeat must be a whole number of steps.
void describe(FormReader& form, ChronoSettings& settings, const SimDuration& heartbeat);
void describe(FormWriter& form, ChronoSettings& settings, const SimDuration& heartbeat);

}  // namespace synchrono::config
