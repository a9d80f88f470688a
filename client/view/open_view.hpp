/// Loads the module that draws, and opens a view with it.
#pragma once

#include "client/view/view.hpp"

namespace synchrono::client::view {

inline constexpr const char* kViewModule = "view";
/// The name of the module's only function, which is an OpenView.
inline constexpr const char* kViewEntry = "synchrono_open_view";
using OpenView = void (*)(const ViewSetup* setup, Result<std::unique_ptr<View>>* view);

/// Opens a view. The error says in one line what is wrong, for example that the module is missing or that
/// there is no display.
Result<std::unique_ptr<View>> open_view(const ViewSetup& setup);

}  // namespace synchrono::client::view
