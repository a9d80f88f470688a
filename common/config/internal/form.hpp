/// Forms convert between JSON objects and structures. The keys of a structure are listed once, in a template
/// in its namespace
///
///     template <typename Form>
///     void describe(Form& form, Structure& structure);
///
/// that calls a function of the form for each key. A FormReader uses it to read the structure from a JSON
/// object, with a problem for each key that is wrong or unknown; a FormWriter uses it to write the object.
///
/// A reader's functions that return a Node return that of the key if the key was there and right, so that a
/// description can then check conditions on several keys; a writer's functions return an empty Node. A
/// description that needs more than its structure has further parameters, which `read`, `write`, `object`
/// and `objects` pass on.
#pragma once

#include "common/config/internal/form_reader.hpp"
#include "common/config/internal/form_writer.hpp"
