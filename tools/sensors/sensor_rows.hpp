/// What sensors measured, and where they were, as rows of comma-separated values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::tools {

/// The table that messages of a type go into, without ".csv": "gps"; empty: into none.
std::string_view table_of(std::string_view type);

struct SensorRows {
    std::string head;  // the names of the columns
    std::string rows;  // of objects as many as there are; else one
    std::size_t count = 0;
};
/// Nothing: it is no such message. Requires a type with a table.
std::optional<SensorRows> rows_of(std::string_view type, ByteView payload, SimTime time);

}  // namespace synchrono::tools
