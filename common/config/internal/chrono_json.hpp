/// The form of the settings for Chrono: a scenario's key "chrono".
#pragma once

#include "common/config/chrono.hpp"
#include "common/config/internal/form.hpp"

namespace synchrono::config {

/// Describes the settings. The heartbeat must be a whole number of Chrono's steps.
void describe(FormReader& form, ChronoSettings& settings, const SimDuration& heartbeat);
void describe(FormWriter& form, ChronoSettings& settings, const SimDuration& heartbeat);

}  // namespace synchrono::config
