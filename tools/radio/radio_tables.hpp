/// Writes the radio log of a run as tables for other programs: as an SQLite database or as CSV files, with
/// the same columns.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "common/base/result.hpp"
#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools::radio {

/// The numbers of rows written.
struct TableCounts {
    std::uint64_t messages = 0;
    std::uint64_t receptions = 0;
};

/// Writes the tables `stations`, `messages`, `receptions`, `load` and `late`, with indices. The filter
/// applies to messages and receptions only. The caller commits the file.
Result<TableCounts> write_sqlite(const std::filesystem::path& run, const RadioLog& log,
                                 const RadioFilter& filter, text::NewFile& file,
                                 const std::function<void(std::uint64_t)>& progress = {});

/// Writes the same tables as stations.csv, messages.csv and so on into `folder`, which is created if
/// necessary. No file gets its name before all of them are complete.
Result<TableCounts> write_csv_tables(const std::filesystem::path& run, const RadioLog& log,
                                     const RadioFilter& filter, const std::filesystem::path& folder,
                                     text::Existing existing,
                                     const std::function<void(std::uint64_t)>& progress = {});

}  // namespace synchrono::tools::radio
