/// Text and flat shapes over a picture, as triangles. All lengths are in pixels.
#pragma once

#include <string_view>
#include <vector>

#include "client/scenery/mesh.hpp"

namespace synchrono::client::view {

using scenery::Colour;
using scenery::Point2;

/// Collects the triangles of text and shapes.
/// Threading: none of its own.
class Overlay {
  public:
    struct Corner {
        double x = 0, y = 0;  // from the upper left corner of the picture
        Colour colour;
    };
    /// Returns the corners of all triangles: three for each.
    const std::vector<Corner>& corners() const { return corners_; }
    void clear() { corners_.clear(); }

    void rectangle(double left, double top, double right, double bottom, Colour colour);
    void line(Point2 from, Point2 to, double width, Colour colour);
    /// Adds text whose upper left corner is at (left, top). `height` is the height of a capital letter.
    void text(double left, double top, double height, std::string_view text, Colour colour);
    /// Adds a rectangle with text in its middle. The middle of its lower edge is at (x, bottom).
    void label(double x, double bottom, double height, std::string_view text, Colour ground, Colour letters);

  private:
    void triangle(Point2 a, Point2 b, Point2 c, Colour colour);
    std::vector<Corner> corners_;
};

}  // namespace synchrono::client::view
