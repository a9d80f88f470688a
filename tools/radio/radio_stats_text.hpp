/// The figures of a run's radio in words and as JSON.
#pragma once

#include <filesystem>
#include <string>

#include "tools/radio/radio_log.hpp"
#include "tools/radio/radio_stats.hpp"

namespace synchrono::tools {

std::string stats_text(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats);
/// A line a pair that had anything to do with one another; none unless the pairs were kept.
std::string pairs_text(const RadioLog& log, const RadioStats& stats);
/// One JSON object; with `pairs` where they were kept.
std::string stats_json(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats);

/// "BSM over dsrc".
std::string kind_text(const std::pair<Medium, std::uint32_t>& kind);

}  // namespace synchrono::tools
