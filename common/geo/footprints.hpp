/// Outlines on the ground, of buildings say, found along a straight line by a grid over them: which of them
/// the line meets, how many of their walls it crosses and how much of it lies inside. Flat: heights do not
/// matter.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "common/geo/vector.hpp"

namespace synchrono::geo {

/// Threading: one thread; what it keeps besides the outlines is scratch space.
class Footprints {
  public:
    using Outline = std::vector<std::array<double, 2>>;  // x, y in m; closed by itself

    /// Outlines of fewer than three corners are met by nothing.
    explicit Footprints(std::span<const Outline> outlines);

    bool empty() const { return shapes_.empty(); }

    /// What a line has of one outline.
    struct Crossed {
        std::size_t outline = 0;  // its place in the list
        std::uint32_t walls = 0;
        double inside_m = 0;
    };
    /// Calls `visit(const Crossed&)` for each outline that the line meets, once, from one end on, the same
    /// end in both directions, until it returns false.
    template <typename Visit>
    void along(Vec3 from, Vec3 to, Visit visit) {
        each_near(
            {from.x, from.y}, {to.x, to.y},
            [](void* context, const Crossed& crossed) {
                return static_cast<bool>((*static_cast<Visit*>(context))(crossed));
            },
            &visit);
    }
    /// Whether any wall is in between or both ends are inside.
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
    void each_near(Point from, Point to, bool (*visit)(void*, const Crossed&), void* context);
    std::size_t cell(std::int64_t column, std::int64_t row) const {
        return static_cast<std::size_t>(row * columns_ + column);
    }

    std::vector<Shape> shapes_;
    std::vector<Point> corners_;
    Point origin_;
    double cell_m_ = 1;
    std::int64_t columns_ = 0, rows_ = 0;
    std::vector<std::uint32_t> first_of_cell_;  // in of_cells_, and one past the last
    std::vector<std::uint32_t> of_cells_;
    std::vector<std::uint64_t> seen_;  // by shape: the walk that came by last
    std::uint64_t walk_ = 0;
    std::vector<double> cuts_;
};

}  // namespace synchrono::geo
