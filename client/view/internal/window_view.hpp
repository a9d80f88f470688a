/// The view as clients have it: a renderer on a thread of its own.
#pragma once

#include <memory>

#include "client/view/view.hpp"
#include "common/base/result.hpp"

namespace synchrono::view {

/// Waits until the window is there, or cannot be. Borrows what the setup borrows.
Result<std::unique_ptr<View>> make_window_view(const ViewSetup& setup);

}  // namespace synchrono::view
