/// The kind of pedestrians, who walk along a line of the scenario.
#pragma once

#include "client/element/element_kind.hpp"

namespace synchrono::client::internal {

const ElementKind& pedestrian_kind();

}  // namespace synchrono::client::internal
