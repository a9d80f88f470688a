// The function of the module "view", which client/view/open_view.hpp calls.
#include "client/view/internal/window_view.hpp"
#include "client/view/open_view.hpp"

extern "C" __attribute__((visibility("default"))) void synchrono_open_view(
    const synchrono::client::view::ViewSetup* setup,
    synchrono::Result<std::unique_ptr<synchrono::client::view::View>>* view) {
    *view = synchrono::client::view::make_window_view(*setup);
}
