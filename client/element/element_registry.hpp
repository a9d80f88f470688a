/// The kinds of elements that do something. A row in the table of the .cpp file adds a kind; no other code
/// of a client distinguishes kinds of elements.
#pragma once

#include "client/element/element_kind.hpp"

namespace synchrono::client {

/// Returns the kind of an element.
const ElementKind& element_kind(const config::Element& element);

}  // namespace synchrono::client
