/// Forms convert between JSON objects and structures. The keys of a structure are listed once, in a template
/// in its namespace
///
///     template <typename Form>
///     void describe(Form& form, Structure& structure);
///
/// that calls a function of the form for each key. A FormReader uses it to read the structure from a JSON
/// object, with a problem for each key that is wrong or unknown; a FormWriter uses it to write the object.
///
/// Some of these functions return a Node. A reader returns the Node of the key if the key was there and
/// right; with it a description can check conditions on several keys. A writer returns an empty Node. A
/// description that needs more than its structure has further parameters; `read`, `write`, `object` and
/// `objects` pass these on.
#pragma once

#include "common/config/internal/form_reader.hpp"
#include "common/config/internal/form_writer.hpp"
