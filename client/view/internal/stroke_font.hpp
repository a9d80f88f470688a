/// Letters as lines, of any size: what a picture is labelled with.
#pragma once

#include <array>
#include <string_view>
#include <vector>

namespace synchrono::view {

/// A line from one point to the other, in letter heights: x from the text's beginning, y down from its upper
/// edge.
struct Stroke {
    std::array<double, 2> from{}, to{};
};

/// Printable ASCII; anything else is drawn as a box.
std::vector<Stroke> strokes_of(std::string_view text);
/// In letter heights.
double width_of(std::string_view text);

}  // namespace synchrono::view
