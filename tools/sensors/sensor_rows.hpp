/// Converts samples of sensors, and coordinate frames, to rows of comma-separated values.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "common/base/bytes.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::tools::sensors {

/// Returns the name of the table for messages of a type, such as "gps", without ".csv". Returns "" for
/// types that have no table.
std::string_view table_of(std::string_view type);

/// The rows of one message.
struct SensorRows {
    std::string head;  // the names of the columns
    std::string rows;  // one for each object or coordinate frame in the message, otherwise a single row
    std::size_t count = 0;
};
/// Returns the rows of a message, or nothing when the payload is not a valid message of `type`. Requires a
/// type that has a table.
std::optional<SensorRows> rows_of(std::string_view type, ByteView payload, SimTime time);

}  // namespace synchrono::tools::sensors
