/// Writes the statistics of a run's radio as text and as JSON.
#pragma once

#include <filesystem>
#include <string>

#include "tools/radio/radio_log.hpp"
#include "tools/radio/radio_stats.hpp"

namespace synchrono::tools::radio {

/// Returns the statistics of each kind of message, of the media's load and of late messages, as lines.
std::string stats_text(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats);
/// Returns a heading and, for each kind of message, one line for each pair of a sender and a candidate for
/// its messages. Returns only the heading if pairs were not kept.
std::string pairs_text(const RadioLog& log, const RadioStats& stats);
/// Returns one JSON object, with a key `pairs` if pairs were kept.
std::string stats_json(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats);

/// Returns "BSM over dsrc", for example.
std::string kind_text(const std::pair<Medium, std::uint32_t>& kind);

}  // namespace synchrono::tools::radio
