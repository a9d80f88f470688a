/// Which pieces of ways are near a place: squares on the ground, each with the pieces that touch it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "common/geo/vector.hpp"
#include "common/roadmap/road_map.hpp"

namespace synchrono::roadmap {

/// Threading: const functions from any thread.  Owns: its lists.
class Grid {
  public:
    struct Piece {
        std::uint32_t way, point;  // from this point of the way to the next
    };

    void build(std::span<const Way> ways);

    /// Calls `visit(piece)` for the pieces near a place, the nearer squares first, until `done(distance_m)`
    /// says that nothing at least so far away is wanted. A piece may come several times.
    template <typename Visit, typename Done>
    void near(double x_m, double y_m, double distance_m, Visit visit, Done done) const {
        if (columns_ == 0) return;
        const double column_at = (x_m - x_m_) / cell_m_, row_at = (y_m - y_m_) / cell_m_;
        // A place that is further from the squares than the distance sees none of them.
        const double rings_max = std::min(std::ceil(distance_m / cell_m_) + 1, 1e9);
        if (!(column_at > -rings_max && column_at < static_cast<double>(columns_) + rings_max)) return;
        if (!(row_at > -rings_max && row_at < static_cast<double>(rows_) + rings_max)) return;
        const auto column = static_cast<std::int64_t>(std::floor(column_at));
        const auto row = static_cast<std::int64_t>(std::floor(row_at));
        // Rings of squares round the place, and of each only what there is.
        const std::int64_t first =
            std::max({std::int64_t{0}, -column, column - (columns_ - 1), -row, row - (rows_ - 1)});
        const std::int64_t last = std::min(std::max({column, columns_ - 1 - column, row, rows_ - 1 - row}),
                                           static_cast<std::int64_t>(rings_max));
        for (std::int64_t ring = first; ring <= last; ++ring) {
            if (ring > 0 && done(static_cast<double>(ring - 1) * cell_m_)) return;
            const std::int64_t left = std::max(column - ring, std::int64_t{0});
            const std::int64_t right = std::min(column + ring, columns_ - 1);
            for (std::int64_t j = std::max(row - ring, std::int64_t{0}); j <= std::min(row + ring, rows_ - 1);
                 ++j) {
                if (j == row - ring || j == row + ring) {
                    for (std::int64_t i = left; i <= right; ++i) cell(i, j, visit);
                    continue;
                }
                if (column - ring >= 0) cell(column - ring, j, visit);
                if (column + ring < columns_) cell(column + ring, j, visit);
            }
        }
    }

  private:
    template <typename Visit>
    void cell(std::int64_t column, std::int64_t row, Visit& visit) const {
        const auto index = static_cast<std::size_t>(row * columns_ + column);
        for (std::uint32_t i = begin_[index]; i < begin_[index + 1]; ++i) visit(pieces_[i]);
    }

    double x_m_ = 0, y_m_ = 0, cell_m_ = 1;
    std::int64_t columns_ = 0, rows_ = 0;
    std::vector<std::uint32_t> begin_;  // of each square in the list of pieces, and the end of the last
    std::vector<Piece> pieces_;
};

}  // namespace synchrono::roadmap
