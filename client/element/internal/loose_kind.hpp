/// The kind of loose bodies, which move where they are pushed.
#pragma once

#include "client/element/element_kind.hpp"

namespace synchrono::client::element::internal {

const ElementKind& loose_kind();

}  // namespace synchrono::client::element::internal
