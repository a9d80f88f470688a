/// Heights at the nodes of a square grid, and a smooth surface through them. The surface and its slopes are
/// continuous, and a step such as a kerb causes no ripples beside it. Heights on a plane give that plane,
/// except in the outermost squares, because the surface is level at the edge of the grid.
#pragma once

#include <cstddef>
#include <vector>

namespace synchrono::geo {

/// The height and the slopes of a surface at one place.
struct SurfacePoint {
    double height_m = 0, slope_x = 0, slope_y = 0;  // the slopes in m per m
};

/// Returns the surface at a place in the square whose lower left node is *node. The place is u to the right
/// and v upwards, each from 0 to 1. The nodes of a row lie side by side in memory; successive nodes of a
/// column are `row` floats apart. Requires one more node on each side of the square. The slopes are those of
/// a square with sides of one metre.
SurfacePoint surface_in_square(const float* node, std::size_t row, double u, double v);

/// Replaces nodes that are NaN by heights that pass smoothly between the known nodes around them, or by 0 if
/// no node is known. The rows lie one after the other.
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

    /// Returns the surface at a place. Beyond the grid the surface continues level from the edge. Accepts any
    /// numbers, NaN included.
    SurfacePoint at(double x_m, double y_m) const {
        const double u = within(x_m, grid_.x_m, u_max_), v = within(y_m, grid_.y_m, v_max_);
        const auto i = static_cast<std::size_t>(u), j = static_cast<std::size_t>(v);
        SurfacePoint point = surface_in_square(&nodes_[(j + 1) * row_ + i + 1], row_,
                                               u - static_cast<double>(i), v - static_cast<double>(j));
        point.height_m += datum_m_;
        point.slope_x *= per_spacing_;
        point.slope_y *= per_spacing_;
        return point;
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
    std::size_t row_;  // nodes of a stored row: the grid's, and copies of its edges, 1 before and 2 after
    std::vector<float> nodes_;
    bool is_level_;
};

}  // namespace synchrono::geo
