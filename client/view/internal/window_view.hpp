/// The implementation of View: a renderer on a thread of its own.
#pragma once

#include <memory>

#include "client/view/view.hpp"
#include "common/base/result.hpp"

namespace synchrono::client::view {

/// Makes a view. Returns after the window has been opened or has failed to open. The view borrows what the
/// setup borrows.
Result<std::unique_ptr<View>> make_window_view(const ViewSetup& setup);

}  // namespace synchrono::client::view
