/// Lines on standard output and standard error that never stop the program. Whoever reads them may be a
/// terminal that was halted, a pager, or a program that was stopped; then lines are dropped.
#pragma once

#include <string_view>

#include "common/time/wall_clock.hpp"

namespace synchrono::program {

/// Writes a line to the descriptor, 1 or 2. If there is no room for it, waits for room, but no longer than
/// `wait_max`. Returns false if the line, or its end, was dropped.
/// Threading: any.
bool write_console_line(int descriptor, std::string_view line, WallDuration wait_max = {});

}  // namespace synchrono::program
