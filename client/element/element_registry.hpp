/// The kinds of elements that do something. A row in the table of the .cpp file adds a kind. Other code of a
/// client does not compare kinds of elements, except where it draws signal heads.
#pragma once

#include "client/element/element_kind.hpp"

namespace synchrono::client::element {

/// Returns the kind of an element.
const ElementKind& element_kind(const config::Element& element);

}  // namespace synchrono::client::element
