/// Functions for the commands that read the radio's log: they open the log, show progress, and add the
/// options that choose messages.
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

namespace synchrono::tools::radio {

/// Opens the radio's log of a run. If the log was truncated, prints one line on standard error that says
/// where.
Result<RadioLog> open_radio_log(const std::string& run);

/// Returns a function for RadioLog::visit() that shows in `progress` how much of `log` has been read, or an
/// empty function when `progress` is not shown. `progress` must outlive the function.
std::function<void(std::uint64_t)> progress_callback(reading::ReadingProgress& progress, const RadioLog& log);

/// Adds the options that choose messages to a command. Parsing the command line writes them to `filter`,
/// which must outlive the command.
void add_filter_options(CLI::App& command, RadioFilterOptions& filter);

}  // namespace synchrono::tools::radio
