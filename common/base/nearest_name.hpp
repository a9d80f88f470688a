/// Finds the name that a person meant who has misspelled it.
#pragma once

#include <span>
#include <string>
#include <string_view>

namespace synchrono {

/// Returns the name that `text` most probably stands for, or an empty text if none is near. A name is near if
/// one typing error for each four letters, and one at least, makes it of `text`, or if it begins with `text`.
/// Names that differ from `text` in digits alone are not near, not even if they begin with it.
std::string nearest_name(std::string_view text, std::span<const std::string> names);

/// Returns how the error that refuses `text` goes on: "; " and `then`, such as "expected one of", or, if a
/// name is near, "; did you mean 'NAME'? " and `then` with a capital letter.
std::string did_you_mean(std::string_view text, std::span<const std::string> names, std::string_view then);

}  // namespace synchrono
