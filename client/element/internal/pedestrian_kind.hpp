/// The kind of pedestrians, who walk along a line of the scenario.
#pragma once

#include "client/element/element_kind.hpp"

namespace synchrono::client::element::internal {

const ElementKind& pedestrian_kind();

}  // namespace synchrono::client::element::internal
