/// The command `synchrono j2735`, which converts messages of SAE J2735 between hexadecimal and JSON, one
/// message on each line.
#pragma once

#include <cstddef>
#include <iosfwd>

namespace CLI {
class App;
}

namespace synchrono::tools::messages {

/// The most octets in a line. A longer line is refused, and skipped without being kept in memory.
inline constexpr std::size_t kJ2735LineBytesMax = 4 << 20;

/// Writes a line of JSON for each line of hexadecimal digits, and skips blank lines. Writes {"error":"..."}
/// for a line that is not a message. Returns whether every line was a message and could be written.
bool decode_j2735_lines(std::istream& in, std::ostream& out);
/// Does the reverse: writes a line of hexadecimal digits for each line of JSON.
bool encode_j2735_lines(std::istream& in, std::ostream& out);

/// Adds `j2735 decode` and `j2735 encode` to the program. When the command line names one of them, parsing
/// runs it and writes the program's exit code to `exit_code`, which must outlive the parsing.
void add_j2735_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools::messages
