/// A display without a screen for the tests of the window: Xvfb, as a child of the test program.
#pragma once

#include <string>

namespace synchrono::testing {

/// Started at the first call, on a free number, and ended with the program; DISPLAY names it from then on.
/// Empty when it is there, else why tests that need it are to be skipped.
const std::string& x_server_problem();

/// What a window manager sends when its user closes a window, to every window of the display. False: there is
/// none.
bool ask_windows_to_close();

}  // namespace synchrono::testing
