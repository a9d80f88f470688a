/// What the commands share that read the radio's log: how they open it, how they show that they go on, and
/// the options that choose messages.
#pragma once

#include <cstdint>
#include <functional>
#include <string>

#include "common/base/result.hpp"
#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"
#include "tools/reading/reading_progress.hpp"

namespace CLI {
class App;
}

namespace synchrono::tools {

/// Opens the radio's log of a run, and says on standard error where it was cut.
Result<RadioLog> open_log(const std::string& run);

/// Shows in `progress` how much of `log` has been read; empty when nobody would see it.
std::function<void(std::uint64_t)> progress_of(ReadingProgress& progress, const RadioLog& log);

void add_filter(CLI::App& command, RadioFilterOptions& filter);

}  // namespace synchrono::tools
