/// What is written and drawn flat over a picture: triangles in pixels of it.
#pragma once

#include <string_view>
#include <vector>

#include "client/scenery/mesh.hpp"

namespace synchrono::view {

using scenery::Colour;
using scenery::Point2;

/// Threading: none of its own.
class Overlay {
  public:
    struct Corner {
        double x = 0, y = 0;  // from the upper left corner of the picture
        Colour colour;
    };
    /// Three by three.
    const std::vector<Corner>& corners() const { return corners_; }
    void clear() { corners_.clear(); }

    void rectangle(double left, double top, double right, double bottom, Colour colour);
    void line(Point2 from, Point2 to, double width, Colour colour);
    /// `height` is that of a capital letter; `left` and `top` of the first one.
    void text(double left, double top, double height, std::string_view text, Colour colour);
    /// Dark ground with the text in its middle; the middle of its lower edge is at (x, bottom).
    void label(double x, double bottom, double height, std::string_view text, Colour ground, Colour letters);

  private:
    void triangle(Point2 a, Point2 b, Point2 c, Colour colour);
    std::vector<Corner> corners_;
};

}  // namespace synchrono::view
