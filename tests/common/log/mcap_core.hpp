/// Reads a log of ours with other people's code: the reference reader in JavaScript, which decodes it by
/// nothing but the schemas in it.
#pragma once

#include <filesystem>
#include <string>

namespace synchrono::log::testing {

/// What it takes and is not here, for a test to be skipped with; empty: nothing.
std::string mcap_core_lacks();
/// What tests/common/log/mcap_reader/read_log.mjs prints: JSON. A failure of it fails the test.
std::string read_with_mcap_core(const std::filesystem::path& file);

}  // namespace synchrono::log::testing
