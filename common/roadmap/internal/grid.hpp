/// Finds the pieces of ways near a place. The grid divides the ground into squares, each with a list of the
/// pieces whose boxes touch it. The list holds copies of the pieces' coordinates, not references to the ways,
/// because every agent searches at every step: the search reads one stretch of memory per square.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "common/geo/vector.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::roadmap {

inline constexpr double kHalfWidth_m_max = 5;  // of a lane; a wider lane is cut to this, to bound the search

/// The squares and their pieces.  Threading: const functions from any thread.  Owns: its lists.
class Grid {
  public:
    /// A part of a way, from one of its points to the next.
    struct Piece {
        double x_m, y_m, dx_m, dy_m;
        float z_m, dz_m;
        float half_width_m, half_width_more_m;  // at the beginning, and how much more at the end
        std::uint32_t way, point;               // the piece begins at this point of this way
        Kinds kind;                             // the bit of the way's kind
    };
    static_assert(sizeof(Piece) <= 64, "a line of the cache");

    void build(std::span<const Way> ways);

    /// Calls `visit(piece)` for the pieces near a place, in rings of squares from the place outwards.
    /// `reach()` returns the distance up to which pieces are of interest; this distance may shrink during the
    /// search. A piece may come several times.
    template <typename Visit, typename Reach>
    void near(double x_m, double y_m, Visit visit, Reach reach) const {
        if (columns_ == 0) return;
        const double column_at = (x_m - x_m_) / cell_m_, row_at = (y_m - y_m_) / cell_m_;
        // No square is within reach of a place this far outside.
        const double rings_max = std::min(std::ceil(reach() / cell_m_) + 1, 1e9);
        if (!(column_at > -rings_max && column_at < static_cast<double>(columns_) + rings_max)) return;
        if (!(row_at > -rings_max && row_at < static_cast<double>(rows_) + rings_max)) return;
        const auto column = static_cast<std::int64_t>(std::floor(column_at));
        const auto row = static_cast<std::int64_t>(std::floor(row_at));
        const auto visit_square = [&](std::int64_t i, std::int64_t j) {
            // The distance of the square from the place, in squares.
            const double across =
                std::max({static_cast<double>(i) - column_at, column_at - static_cast<double>(i + 1), 0.0});
            const double up =
                std::max({static_cast<double>(j) - row_at, row_at - static_cast<double>(j + 1), 0.0});
            const double reach_cells = reach() / cell_m_ * (1 + 1e-9);
            if (across * across + up * up > reach_cells * reach_cells) return;
            const auto index = static_cast<std::size_t>(j * columns_ + i);
            for (std::uint32_t k = begin_[index]; k < begin_[index + 1]; ++k) visit(pieces_[k]);
        };
        // Rings of squares around the place, each limited to the squares that exist.
        const std::int64_t first =
            std::max({std::int64_t{0}, -column, column - (columns_ - 1), -row, row - (rows_ - 1)});
        const std::int64_t last = std::min(std::max({column, columns_ - 1 - column, row, rows_ - 1 - row}),
                                           static_cast<std::int64_t>(rings_max));
        for (std::int64_t ring = first; ring <= last; ++ring) {
            if (static_cast<double>(ring - 1) * cell_m_ > reach()) return;
            const std::int64_t left = std::max(column - ring, std::int64_t{0});
            const std::int64_t right = std::min(column + ring, columns_ - 1);
            const std::int64_t bottom = std::max(row - ring, std::int64_t{0});
            const std::int64_t top = std::min(row + ring, rows_ - 1);
            for (std::int64_t j = bottom; j <= top; ++j) {
                if (j == row - ring || j == row + ring) {
                    for (std::int64_t i = left; i <= right; ++i) visit_square(i, j);
                    continue;
                }
                if (column - ring >= 0) visit_square(column - ring, j);
                if (column + ring < columns_) visit_square(column + ring, j);
            }
        }
    }

  private:
    double x_m_ = 0, y_m_ = 0, cell_m_ = 1;
    std::int64_t columns_ = 0, rows_ = 0;
    std::vector<std::uint32_t> begin_;  // where each square's list begins in pieces_, and the end of the last
    std::vector<Piece> pieces_;
};

}  // namespace synchrono::roadmap
