#include "common/geo/height_field.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "common/base/contract.hpp"

namespace synchrono::geo {

namespace {

/// Returns the slope at a node from the slopes of the squares before and after it. The result is zero at an
/// edge, at a peak and at the foot of a kerb, so that the surface does not overshoot there.
double limited(double before, double after) {
    const double both = before * after;
    return both > 0 ? 2 * both / (before + after) : 0;
}

constexpr int kSweeps = 8;  // few suffice on each grid, since a coarser grid has spread the heights

/// Gives each gap the mean of its neighbours, again and again: that is how a membrane spans the gaps.
void relax(std::vector<float>& heights, const std::vector<bool>& gap, std::size_t columns, std::size_t rows) {
    for (int sweep = 0; sweep < kSweeps; ++sweep) {
        for (std::size_t j = 0; j < rows; ++j) {
            for (std::size_t i = 0; i < columns; ++i) {
                const std::size_t at = j * columns + i;
                if (!gap[at]) continue;
                float sum = 0;
                int count = 0;
                const auto add = [&](bool is_there, std::size_t other) {
                    if (!is_there) return;
                    sum += heights[other];
                    ++count;
                };
                add(i > 0, at - 1);
                add(i + 1 < columns, at + 1);
                add(j > 0, at - columns);
                add(j + 1 < rows, at + columns);
                if (count > 0) heights[at] = sum / static_cast<float>(count);
            }
        }
    }
}

}  // namespace

SurfacePoint surface_in_square(const float* node, std::size_t row, double u, double v) {
    const float *const r1 = node, *const r0 = node - row, *const r2 = node + row, *const r3 = node + 2 * row;
    const double h00 = r1[0], h10 = r1[1], h01 = r2[0], h11 = r2[1];
    const double low = h10 - h00, high = h11 - h01, left = h01 - h00, right = h11 - h10;
    const double x00 = limited(h00 - r1[-1], low), x10 = limited(low, r1[2] - h10);
    const double x01 = limited(h01 - r2[-1], high), x11 = limited(high, r2[2] - h11);
    const double y00 = limited(h00 - r0[0], left), y01 = limited(left, r3[0] - h01);
    const double y10 = limited(h10 - r0[1], right), y11 = limited(right, r3[1] - h11);
    // Hermite's polynomials: p goes from 0 to 1, a and b are the effects of the slopes at either end, and d
    // marks derivatives.
    const double u1 = 1 - u, v1 = 1 - v;
    const double pu = u * u * (3 - 2 * u), pv = v * v * (3 - 2 * v);
    const double au = u * u1 * u1, bu = -u * u * u1, av = v * v1 * v1, bv = -v * v * v1;
    const double dpu = 6 * u * u1, dpv = 6 * v * v1;
    const double dau = u1 * (1 - 3 * u), dbu = u * (3 * u - 2), dav = v1 * (1 - 3 * v), dbv = v * (3 * v - 2);

    const double row_low = h00 + pu * low + au * x00 + bu * x10;
    const double row_high = h01 + pu * high + au * x01 + bu * x11;
    const double y_low = y00 + pu * (y10 - y00), y_high = y01 + pu * (y11 - y01);
    const double slope_low = dpu * low + dau * x00 + dbu * x10;
    const double slope_high = dpu * high + dau * x01 + dbu * x11;
    return {row_low + pv * (row_high - row_low) + av * y_low + bv * y_high,
            slope_low + pv * (slope_high - slope_low) + dpu * (av * (y10 - y00) + bv * (y11 - y01)),
            dpv * (row_high - row_low) + dav * y_low + dbv * y_high};
}

void fill_gaps(std::vector<float>& heights, std::size_t columns, std::size_t rows) {
    SYN_REQUIRE(heights.size() == columns * rows);
    std::vector<bool> gap(heights.size());
    std::size_t gaps = 0;
    for (std::size_t i = 0; i < heights.size(); ++i) gaps += (gap[i] = std::isnan(heights[i])) ? 1U : 0U;
    if (gaps == 0) return;
    if (gaps == heights.size()) {
        std::fill(heights.begin(), heights.end(), 0.0F);
        return;
    }
    // First fills the gaps of a grid with half as many columns and rows, in which the gaps are half as many
    // nodes wide.
    const std::size_t half_columns = (columns + 1) / 2, half_rows = (rows + 1) / 2;
    std::vector<float> half(half_columns * half_rows);
    for (std::size_t j = 0; j < half_rows; ++j) {
        for (std::size_t i = 0; i < half_columns; ++i) {
            float sum = 0;
            int count = 0;
            for (std::size_t y = 2 * j; y < std::min(2 * j + 2, rows); ++y) {
                for (std::size_t x = 2 * i; x < std::min(2 * i + 2, columns); ++x) {
                    if (gap[y * columns + x]) continue;
                    sum += heights[y * columns + x];
                    ++count;
                }
            }
            half[j * half_columns + i] =
                count > 0 ? sum / static_cast<float>(count) : std::numeric_limits<float>::quiet_NaN();
        }
    }
    fill_gaps(half, half_columns, half_rows);
    for (std::size_t j = 0; j < rows; ++j) {
        for (std::size_t i = 0; i < columns; ++i) {
            if (gap[j * columns + i]) heights[j * columns + i] = half[j / 2 * half_columns + i / 2];
        }
    }
    relax(heights, gap, columns, rows);
}

HeightField::HeightField(Grid grid, const std::vector<float>& heights_m, double datum_m)
    : grid_(grid),
      datum_m_(datum_m),
      per_spacing_(1 / grid.spacing_m),
      // Just below the index of the last node, so that there is always a square to the right and above. A
      // single node has such a square too, made of its copies.
      u_max_(grid.columns > 1 ? std::nextafter(static_cast<double>(grid.columns - 1), 0.0) : 0),
      v_max_(grid.rows > 1 ? std::nextafter(static_cast<double>(grid.rows - 1), 0.0) : 0),
      row_(grid.columns + 3) {
    SYN_REQUIRE(grid.columns > 0 && grid.rows > 0 && heights_m.size() == grid.columns * grid.rows);
    SYN_REQUIRE(grid.spacing_m > 0);
    nodes_.resize(row_ * (grid.rows + 3));
    for (std::size_t j = 0; j < grid.rows + 3; ++j) {
        for (std::size_t i = 0; i < row_; ++i) {
            const std::size_t x = std::min(i > 0 ? i - 1 : 0, grid.columns - 1);
            const std::size_t y = std::min(j > 0 ? j - 1 : 0, grid.rows - 1);
            nodes_[j * row_ + i] = heights_m[y * grid.columns + x];
        }
    }
    is_level_ = std::all_of(nodes_.begin(), nodes_.end(), [&](float h) { return h == nodes_.front(); });
}

}  // namespace synchrono::geo
