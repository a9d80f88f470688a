/// What one agent drove, from a run's logs, as a table: what the pilot "recorded" reads.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "common/base/result.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools {

/// Writes time_s, x_m, y_m, z_m, yaw_deg, speed_m_s, steering, throttle and braking of each state of `agent`
/// to a file. Returns how many; the error names what cannot be read or written, or that the run has no
/// such agent or its states are none of a vehicle.
Result<std::size_t> write_track(const std::filesystem::path& run, const std::string& agent,
                                const std::filesystem::path& out, Existing existing);

}  // namespace synchrono::tools
