/// Reads one of our logs with the reference reader in JavaScript, which decodes it by nothing but the
/// schemas that the log contains.
#pragma once

#include <filesystem>
#include <string>

namespace synchrono::log::testing {

/// Returns what this machine lacks to run the reader, as a reason for skipping a test; empty: nothing.
std::string mcap_core_lacks();
/// Returns the JSON that tests/common/log/mcap_reader/read_log.mjs prints. The test fails if the script
/// does.
std::string read_with_mcap_core(const std::filesystem::path& file);

}  // namespace synchrono::log::testing
