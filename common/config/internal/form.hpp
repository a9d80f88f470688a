/// The one way in which files become structures and structures become files. What a structure holds is said
/// once, by a template in its namespace
///
///     template <typename Form>
///     void describe(Form& form, Structure& structure);
///
/// that calls a member of the form for each key. A FormReader takes the structure out of a JSON object by it,
/// with a problem for all that is wrong or unknown, and a FormWriter makes the object again.
///
/// Each member of a reader gives its node where the key was there and right, so that a description may go on
/// to check what no single key can tell; those of a writer give none. A description that needs to know of
/// more than its structure has further parameters, which `read`, `write`, `object` and `objects` hand on.
#pragma once

#include "common/config/internal/form_reader.hpp"
#include "common/config/internal/form_writer.hpp"
