/// Reads one of our logs with the reference reader in JavaScript, which knows the messages only from the
/// schemas in the log.
#pragma once

#include <filesystem>
#include <string>

namespace synchrono::log::testing {

/// Returns the reason why this machine cannot run the reader, for skipping a test; empty if it can.
std::string mcap_core_lacks();
/// Returns the JSON that tests/common/log/mcap_reader/read_log.mjs prints. The test fails if the script
/// does.
std::string read_with_mcap_core(const std::filesystem::path& file);

}  // namespace synchrono::log::testing
