/// A display without a screen for the tests of the window: Xvfb, as a child of the test program.
#pragma once

#include <string>

namespace synchrono::client::view {

/// Starts the display at the first call, with a free number, and sets DISPLAY. The display ends with the
/// program. Returns an empty text if the display is there, otherwise the reason to skip tests that need the
/// display.
const std::string& x_server_problem();

/// Sends to every window of the display what a window manager sends when the user closes a window. Returns
/// false if there is no display, or no window on it.
bool ask_windows_to_close();

}  // namespace synchrono::client::view
