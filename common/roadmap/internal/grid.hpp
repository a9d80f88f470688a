/// Which pieces of ways are near a place: squares on the ground, each with the pieces that touch it, as they
/// lie. What is asked for at every step of every agent is in one place in memory.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "common/geo/vector.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::roadmap {

inline constexpr double kHalfWidth_m_max = 5;  // what is wider does not keep others away

/// Threading: const functions from any thread.  Owns: its lists.
class Grid {
  public:
    /// From one point of a way to the next.
    struct Piece {
        double x_m, y_m, dx_m, dy_m;
        float z_m, dz_m;
        float half_width_m, half_width_more_m;  // at the beginning, and from there to the end
        std::uint32_t way, point;
        Kinds kind;  // its bit
    };
    static_assert(sizeof(Piece) <= 64, "a line of the cache");

    void build(std::span<const Way> ways);

    /// Calls `visit(piece)` for the pieces near a place, the nearer squares first. `reach()` says how far
    /// away something may be to be of interest still; it may shrink meanwhile. A piece may come several
    /// times.
    template <typename Visit, typename Reach>
    void near(double x_m, double y_m, Visit visit, Reach reach) const {
        if (columns_ == 0) return;
        const double column_at = (x_m - x_m_) / cell_m_, row_at = (y_m - y_m_) / cell_m_;
        // A place that is further from the squares than the reach sees none of them.
        const double rings_max = std::min(std::ceil(reach() / cell_m_) + 1, 1e9);
        if (!(column_at > -rings_max && column_at < static_cast<double>(columns_) + rings_max)) return;
        if (!(row_at > -rings_max && row_at < static_cast<double>(rows_) + rings_max)) return;
        const auto column = static_cast<std::int64_t>(std::floor(column_at));
        const auto row = static_cast<std::int64_t>(std::floor(row_at));
        const auto look = [&](std::int64_t i, std::int64_t j) {
            // How far the square is, in squares.
            const double across =
                std::max({static_cast<double>(i) - column_at, column_at - static_cast<double>(i + 1), 0.0});
            const double up =
                std::max({static_cast<double>(j) - row_at, row_at - static_cast<double>(j + 1), 0.0});
            const double reach_cells = reach() / cell_m_ * (1 + 1e-9);
            if (across * across + up * up > reach_cells * reach_cells) return;
            const auto index = static_cast<std::size_t>(j * columns_ + i);
            for (std::uint32_t k = begin_[index]; k < begin_[index + 1]; ++k) visit(pieces_[k]);
        };
        // Rings of squares round the place, and of each only what there is.
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
                    for (std::int64_t i = left; i <= right; ++i) look(i, j);
                    continue;
                }
                if (column - ring >= 0) look(column - ring, j);
                if (column + ring < columns_) look(column + ring, j);
            }
        }
    }

  private:
    double x_m_ = 0, y_m_ = 0, cell_m_ = 1;
    std::int64_t columns_ = 0, rows_ = 0;
    std::vector<std::uint32_t> begin_;  // of each square in the list of pieces, and the end of the last
    std::vector<Piece> pieces_;
};

}  // namespace synchrono::roadmap
