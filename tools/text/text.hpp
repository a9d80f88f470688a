/// Small pieces of text that tables, CSV files and JSON share.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace synchrono::tools {

/// "1.250000000": all nine digits, so that columns align and nothing is rounded.
std::string seconds_text(std::int64_t ns);
/// "1.170" of 1'170'000 ns.
std::string milliseconds_text(std::int64_t ns);
/// Upper case, two digits a byte.
std::string hex_text(std::string_view bytes);
/// A field of a CSV file, quoted where it has to be.
std::string csv_field(std::string_view text);
/// A JSON string with its quotes.
std::string json_string(std::string_view text);

}  // namespace synchrono::tools
