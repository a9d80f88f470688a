// The function of the module "view", which client/view/open_view.hpp calls.
#include "client/view/internal/window_view.hpp"
#include "client/view/open_view.hpp"

extern "C" __attribute__((visibility("default"))) void synchrono_open_view(
    const synchrono::view::ViewSetup* setup,
    synchrono::Result<std::unique_ptr<synchrono::view::View>>* view) {
    *view = synchrono::view::make_window_view(*setup);
}
