/// Formats small values for tables, CSV files and JSON.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace synchrono::tools::text {

/// Returns seconds with all nine decimals, such as "1.250000000", so that nothing is rounded. Requires that
/// `ns` is not negative.
std::string seconds_text(std::int64_t ns);
/// Returns milliseconds with three decimals: "1.170" for 1'170'000 ns.
std::string milliseconds_text(std::int64_t ns);
/// Returns two upper-case hexadecimal digits for each byte.
std::string hex_text(std::string_view bytes);
/// Returns the text as a field of a CSV file, quoted if it contains a comma, a quote or a line end.
std::string csv_field(std::string_view text);
/// Returns the text up to its first null character as a JSON string, with its quotes.
std::string json_string(std::string_view text);

}  // namespace synchrono::tools::text
