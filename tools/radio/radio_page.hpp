/// Writes the statistics of a run's radio as one HTML page with plots. The page needs no other file and no
/// network.
#pragma once

#include <filesystem>
#include <string>

#include "tools/radio/radio_log.hpp"
#include "tools/radio/radio_stats.hpp"

namespace synchrono::tools::radio {

/// Returns the page.
std::string stats_page(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats);

}  // namespace synchrono::tools::radio
