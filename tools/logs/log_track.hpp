/// Writes what one agent drove in a run as a table, which the pilot "recorded" can drive again.
#pragma once

#include <cstddef>
#include <filesystem>
#include <string>

#include "common/base/result.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools::logs {

/// Writes time_s, x_m, y_m, z_m, yaw_deg, speed_m_s, steering, throttle and braking of each state of
/// `agent` to a file. Returns the number of states. Fails when a file cannot be read or written, when the
/// run has no such agent, or when one of its states is not that of a body.
Result<std::size_t> write_track(const std::filesystem::path& run, const std::string& agent,
                                const std::filesystem::path& out, text::Existing existing);

}  // namespace synchrono::tools::logs
