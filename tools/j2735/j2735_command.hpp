/// The command `synchrono j2735`: messages of SAE J2735 between hexadecimal and JSON, a line each.
#pragma once

#include <cstddef>
#include <iosfwd>

namespace CLI {
class App;
}

namespace synchrono::tools {

/// A longer line is refused, and passed over without being kept.
inline constexpr std::size_t kJ2735LineBytesMax = 4 << 20;

/// Answers each line of hexadecimal digits with a line of JSON; blank lines are passed over. A line that is
/// no message is answered with {"error":"..."}. Gives whether there was none such.
bool decode_j2735_lines(std::istream& in, std::ostream& out);
/// The reverse: JSON to hexadecimal.
bool encode_j2735_lines(std::istream& in, std::ostream& out);

/// Adds `j2735 decode` and `j2735 encode` to the program. When one was asked for, parsing runs it and leaves
/// the program's exit code in `exit_code`, which must outlive the parsing.
void add_j2735_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools
