#include "client/view/internal/overlay.hpp"

#include <algorithm>
#include <cmath>

#include "client/view/internal/stroke_font.hpp"

namespace synchrono::client::view {

void Overlay::triangle(Point2 a, Point2 b, Point2 c, Colour colour) {
    for (const Point2& p : {a, b, c}) corners_.push_back({p[0], p[1], colour});
}

void Overlay::rectangle(double left, double top, double right, double bottom, Colour colour) {
    triangle({left, top}, {right, top}, {right, bottom}, colour);
    triangle({left, top}, {right, bottom}, {left, bottom}, colour);
}

void Overlay::line(Point2 from, Point2 to, double width, Colour colour) {
    const double dx = to[0] - from[0], dy = to[1] - from[1], length = std::hypot(dx, dy);
    const double half = width / 2;
    // The line is longer by half its width at both ends, so that corners of polylines close.
    const double ux = length > 1e-9 ? dx / length * half : half, uy = length > 1e-9 ? dy / length * half : 0;
    const Point2 a{from[0] - ux - uy, from[1] - uy + ux}, b{from[0] - ux + uy, from[1] - uy - ux},
        c{to[0] + ux + uy, to[1] + uy - ux}, d{to[0] + ux - uy, to[1] + uy + ux};
    triangle(a, b, c, colour);
    triangle(a, c, d, colour);
}

void Overlay::text(double left, double top, double height, std::string_view text, Colour colour) {
    const double width = std::max(1.0, height * 0.15);
    for (const Stroke& stroke : strokes_of(text)) {
        line({left + stroke.from[0] * height, top + stroke.from[1] * height},
             {left + stroke.to[0] * height, top + stroke.to[1] * height}, width, colour);
    }
}

void Overlay::label(double x, double bottom, double height, std::string_view words, Colour ground,
                    Colour letters) {
    const double half = width_of(words) * height / 2, margin = 0.55 * height;
    rectangle(x - half - margin, bottom - height - 2 * margin, x + half + margin, bottom, ground);
    text(x - half, bottom - height - margin, height, words, letters);
}

}  // namespace synchrono::client::view
