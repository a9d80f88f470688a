#include "common/roadmap/internal/grid.hpp"

#include <algorithm>

namespace synchrono::roadmap {

namespace {

constexpr double kCell_m = 10;
constexpr double kCellsMax = 4e6;

struct Box {
    std::int64_t left, right, bottom, top;
};

}  // namespace

void Grid::build(std::span<const Way> ways) {
    double left = 0, right = 0, bottom = 0, top = 0;
    bool any = false;
    for (const Way& way : ways) {
        for (const WayPoint& point : way.points) {
            const geo::Vec3 p = point.position;
            left = any ? std::min(left, p.x) : p.x;
            right = any ? std::max(right, p.x) : p.x;
            bottom = any ? std::min(bottom, p.y) : p.y;
            top = any ? std::max(top, p.y) : p.y;
            any = true;
        }
    }
    if (!any) return;
    x_m_ = left;
    y_m_ = bottom;
    const double width = right - left, height = top - bottom;
    cell_m_ = std::max({kCell_m, std::sqrt(width * height / kCellsMax), width / 1e5, height / 1e5});
    columns_ = static_cast<std::int64_t>(width / cell_m_) + 1;
    rows_ = static_cast<std::int64_t>(height / cell_m_) + 1;

    const auto box_of = [&](const WayPoint& a, const WayPoint& b) {
        const auto column = [&](double x) { return static_cast<std::int64_t>((x - x_m_) / cell_m_); };
        const auto row = [&](double y) { return static_cast<std::int64_t>((y - y_m_) / cell_m_); };
        const auto [x_low, x_high] = std::minmax(a.position.x, b.position.x);
        const auto [y_low, y_high] = std::minmax(a.position.y, b.position.y);
        return Box{column(x_low), column(x_high), row(y_low), row(y_high)};
    };
    // Counted first, then filled: two passes over the same boxes. The pieces are short, so a box is some
    // squares.
    const auto each = [&](auto visit) {
        for (std::uint32_t way = 0; way < ways.size(); ++way) {
            const auto& points = ways[way].points;
            for (std::uint32_t i = 0; i + 1 < points.size(); ++i) {
                const Box box = box_of(points[i], points[i + 1]);
                for (std::int64_t row = box.bottom; row <= box.top; ++row) {
                    for (std::int64_t column = box.left; column <= box.right; ++column) {
                        visit(static_cast<std::size_t>(row * columns_ + column), Piece{way, i});
                    }
                }
            }
        }
    };
    begin_.assign(static_cast<std::size_t>(columns_ * rows_) + 1, 0);
    each([&](std::size_t cell, Piece) { ++begin_[cell + 1]; });
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    pieces_.resize(begin_.back());
    std::vector<std::uint32_t> at(begin_.begin(), begin_.end() - 1);
    each([&](std::size_t cell, Piece piece) { pieces_[at[cell]++] = piece; });
}

}  // namespace synchrono::roadmap
