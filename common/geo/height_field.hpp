/// Heights at the nodes of a square grid, and a smooth surface through them. The surface and its slopes are
/// continuous, planes stay planes, and a step such as a kerb causes no ripples beside it.
#pragma once

#include <cstddef>
#include <vector>

namespace synchrono::geo {

/// The height and the slopes of a surface at one place.
struct Rise {
    double height_m = 0, along_x = 0, along_y = 0;  // the slopes in m per m
};

/// Returns the surface in the square whose lower left node is *node, at u and v from 0 to 1. The nodes of a
/// row lie side by side, those of a column `row` apart; one more node is needed around the square on each
/// side. The slopes are those of a square with sides of one metre.
Rise rise_in_square(const float* node, std::size_t row, double u, double v);

/// Replaces nodes that are NaN by heights that lead smoothly from the known nodes around to each other, or
/// by 0 if no node is known. Rows stand one after the other.
void fill_gaps(std::vector<float>& heights_m, std::size_t columns, std::size_t rows);

/// Holds the heights and computes the surface through them.
/// Threading: const functions from any thread.  Owns: its heights.
class HeightField {
  public:
    struct Grid {
        double x_m = 0, y_m = 0;  // of the first node
        double spacing_m = 1;
        std::size_t columns = 1, rows = 1;
    };
    HeightField() : HeightField({}, {0.0F}) {}
    /// Takes rows from low y to high; heights are above `datum_m`. Requires a height for each node, all
    /// finite, and a spacing above 0.
    HeightField(Grid grid, const std::vector<float>& heights_m, double datum_m = 0);

    /// Returns the surface at a place. Beyond the grid it continues level from the edge. Accepts any
    /// numbers, NaN included.
    Rise at(double x_m, double y_m) const {
        const double u = within(x_m, grid_.x_m, u_max_), v = within(y_m, grid_.y_m, v_max_);
        const auto i = static_cast<std::size_t>(u), j = static_cast<std::size_t>(v);
        Rise rise = rise_in_square(&nodes_[(j + 1) * row_ + i + 1], row_, u - static_cast<double>(i),
                                   v - static_cast<double>(j));
        rise.height_m += datum_m_;
        rise.along_x *= per_spacing_;
        rise.along_y *= per_spacing_;
        return rise;
    }
    const Grid& grid() const { return grid_; }
    bool is_level() const { return is_level_; }  // the same height everywhere
    std::size_t bytes() const { return nodes_.size() * sizeof(float); }

  private:
    double within(double at_m, double from_m, double most) const {
        const double u = (at_m - from_m) * per_spacing_;
        return !(u > 0) ? 0 : u < most ? u : most;
    }

    Grid grid_;
    double datum_m_, per_spacing_, u_max_, v_max_;
    std::size_t row_;  // nodes of a stored row: the grid's, and copies of the edges, one before and two after
    std::vector<float> nodes_;
    bool is_level_;
};

}  // namespace synchrono::geo
