/// A picture in memory.
#pragma once

#include <cstddef>
#include <vector>

#include "client/scenery/mesh.hpp"
#include "client/view/view.hpp"

namespace synchrono::client::view {

using scenery::Colour;

struct Picture {
    PictureSize size;
    std::vector<Colour> pixels;  // row by row from the upper left corner

    /// Returns the colour of a pixel. Requires a place in the picture.
    Colour at(int x, int y) const {
        return pixels.at(static_cast<std::size_t>(y) * static_cast<std::size_t>(size.width) +
                         static_cast<std::size_t>(x));
    }
};

}  // namespace synchrono::client::view
