/// Finds the outlines on the ground (for example of buildings) that a straight line meets. For each outline
/// it counts the walls that the line crosses, and measures the part of the line inside. A grid over the
/// outlines makes this fast. Heights are ignored.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/geo/vector.hpp"

namespace synchrono::geo {

/// Holds outlines and answers questions about lines.
/// Threading: one thread, because queries use scratch space in the object.
class Footprints {
  public:
    using Outline = std::vector<std::array<double, 2>>;  // x, y in m; the last corner joins the first

    /// Takes the outlines. No line meets an outline with fewer than three corners.
    explicit Footprints(std::span<const Outline> outlines);

    bool empty() const { return shapes_.empty(); }

    /// How a line meets one outline: the number of walls that it crosses, and its length inside the outline.
    struct Crossed {
        std::size_t outline = 0;  // its index in the list that the constructor took
        std::uint32_t walls = 0;
        double inside_m = 0;
    };
    /// Calls `visit(const Crossed&)` once for each outline that the line meets, until `visit` returns false.
    /// The order is roughly from one end of the line to the other; it does not change if `from` and `to` are
    /// exchanged.
    template <typename Visit>
    void along(Vec3 from, Vec3 to, Visit visit) {
        each_crossed(
            {from.x, from.y}, {to.x, to.y},
            [](void* context, const Crossed& crossed) {
                return static_cast<bool>((*static_cast<Visit*>(context))(crossed));
            },
            &visit);
    }
    /// Returns whether a wall is between the two places, or both places are inside the same outline. Returns
    /// false for equal places.
    bool blocks(Vec3 from, Vec3 to);

  private:
    struct Point {
        double x = 0, y = 0;
    };
    struct Shape {
        std::size_t outline = 0;
        std::size_t first = 0, count = 0;  // in corners_
        Point low, high;
    };
    Crossed crossed(const Shape& shape, Point from, Point to);
    void each_crossed(Point from, Point to, bool (*visit)(void*, const Crossed&), void* context);
    std::size_t cell(std::int64_t column, std::int64_t row) const {
        return static_cast<std::size_t>(row * columns_ + column);
    }

    std::vector<Shape> shapes_;
    std::vector<Point> corners_;
    Point origin_;
    double cell_m_ = 1;
    std::int64_t columns_ = 0, rows_ = 0;
    // Cell c holds of_cells_[i] for i from first_of_cell_[c] up to, not including, first_of_cell_[c + 1].
    std::vector<std::uint32_t> first_of_cell_;
    std::vector<std::uint32_t> of_cells_;
    std::vector<std::uint64_t> seen_;  // by shape: the last walk along a line that came to it
    std::uint64_t walk_ = 0;
    std::vector<double> cuts_;
};

}  // namespace synchrono::geo
