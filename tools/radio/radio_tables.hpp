/// The radio of a run as tables for other programs: an SQLite database or CSV files, with the same columns.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "common/base/result.hpp"
#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools {

struct TableCounts {
    std::uint64_t messages = 0;
    std::uint64_t receptions = 0;
};

/// Tables `stations`, `messages`, `receptions`, `load` and `late` with indices.
Result<TableCounts> write_sqlite(const std::filesystem::path& run, const RadioLog& log,
                                 const RadioFilter& filter, NewFile& file,
                                 const std::function<void(std::uint64_t)>& progress = {});

/// Files stations.csv, messages.csv, ... in `folder`, which is made when it is not there; none
/// before all are written.
Result<TableCounts> write_csv_tables(const std::filesystem::path& run, const RadioLog& log,
                                     const RadioFilter& filter, const std::filesystem::path& folder,
                                     Existing existing,
                                     const std::function<void(std::uint64_t)>& progress = {});

}  // namespace synchrono::tools
