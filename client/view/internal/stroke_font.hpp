/// Letters made of lines, which can be drawn at any size. Pictures are labelled with them.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace synchrono::client::view {

/// A line between two points. The unit is the height of a capital letter; x is to the right from the
/// beginning of the text, y down from the upper edge of the text.
struct Stroke {
    std::array<double, 2> from{}, to{};
};

/// Returns the lines of a text. Characters that are not printable ASCII are drawn as a box.
std::vector<Stroke> strokes_of(std::string_view text);
/// Returns the width of a text, in letter heights.
double width_of(std::string_view text);

}  // namespace synchrono::client::view
