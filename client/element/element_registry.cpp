#include "client/element/element_registry.hpp"

#include <algorithm>
#include <array>

#include "client/element/internal/loose_kind.hpp"
#include "client/element/internal/pedestrian_kind.hpp"
#include "client/element/internal/signals_kind.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client::element {

const ElementKind& element_kind(const config::Element& element) {
    static const std::array table{&internal::signals_kind(), &internal::pedestrian_kind(),
                                  &internal::loose_kind()};
    const auto found =
        std::find_if(table.begin(), table.end(), [&](const auto* kind) { return kind->has(element); });
    SYN_REQUIRE(found != table.end());
    return **found;
}

}  // namespace synchrono::client::element
