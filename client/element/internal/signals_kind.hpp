/// The kind of traffic signals, which run the programme of their intersection.
#pragma once

#include "client/element/element_kind.hpp"

namespace synchrono::client::element::internal {

const ElementKind& signals_kind();

}  // namespace synchrono::client::element::internal
