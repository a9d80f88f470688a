/// Loads the module that draws, and opens a view with it.
#pragma once

#include "client/view/view.hpp"

namespace synchrono::view {

inline constexpr const char* kViewModule = "view";
/// Its one function.
inline constexpr const char* kViewEntry = "synchrono_open_view";
using OpenView = void (*)(const ViewSetup* setup, Result<std::unique_ptr<View>>* view);

/// The error is one line: the module is missing, or there is no display.
Result<std::unique_ptr<View>> open_view(const ViewSetup& setup);

}  // namespace synchrono::view
