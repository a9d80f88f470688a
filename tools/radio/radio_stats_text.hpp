/// Writes the statistics of a run's radio as text and as JSON.
#pragma once

#include <filesystem>
#include <string>

#include "tools/radio/radio_log.hpp"
#include "tools/radio/radio_stats.hpp"

namespace synchrono::tools {

std::string stats_text(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats);
/// Returns a heading and one line for each pair of stations in which one was a candidate for messages of
/// the other. Only the heading is left if pairs were not kept.
std::string pairs_text(const RadioLog& log, const RadioStats& stats);
/// Returns one JSON object, with a member `pairs` if pairs were kept.
std::string stats_json(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats);

/// Returns "BSM over dsrc", for example.
std::string kind_text(const std::pair<Medium, std::uint32_t>& kind);

}  // namespace synchrono::tools
