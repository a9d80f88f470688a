/// The kinds of elements that do something. One row of the table in the .cpp file adds a kind; nothing else
/// in a client asks which kind an element is of.
#pragma once

#include "client/element/element_kind.hpp"

namespace synchrono::client {

const ElementKind& element_kind(const config::Element& element);

}  // namespace synchrono::client
