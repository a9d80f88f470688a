#include "client/view/open_view.hpp"

#include "client/module/module.hpp"

namespace synchrono::client::view {

Result<std::unique_ptr<View>> open_view(const ViewSetup& setup) {
    const auto entry = module::load_module(kViewModule, kViewEntry);
    if (!entry) return tl::unexpected(entry.error());
    Result<std::unique_ptr<View>> view;
    reinterpret_cast<OpenView> (*entry)(&setup, &view);
    return view;
}

}  // namespace synchrono::client::view
