#include "common/roadmap/internal/grid.hpp"

#include <algorithm>

namespace synchrono::roadmap {

namespace {

constexpr double kCell_m = 10;
constexpr double kCellsMax = 4e6;

struct Box {
    std::int64_t left, right, bottom, top;
};

float half_width_m(const WayPoint& point) {
    return static_cast<float>(std::min(point.width_m / 2, kHalfWidth_m_max));
}

Grid::Piece piece_of(const Way& way, std::uint32_t index, std::uint32_t point) {
    const WayPoint &a = way.points[point], &b = way.points[point + 1];
    return {.x_m = a.position.x,
            .y_m = a.position.y,
            .dx_m = b.position.x - a.position.x,
            .dy_m = b.position.y - a.position.y,
            .z_m = static_cast<float>(a.position.z),
            .dz_m = static_cast<float>(b.position.z - a.position.z),
            .half_width_m = half_width_m(a),
            .half_width_more_m = half_width_m(b) - half_width_m(a),
            .way = index,
            .point = point,
            .kind = kind_bit(way.kind)};
}

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
    // Two passes over the same boxes: the first counts, the second fills. Pieces are short, so a box covers
    // only a few squares.
    const auto each = [&](auto visit) {
        for (std::uint32_t way = 0; way < ways.size(); ++way) {
            const auto& points = ways[way].points;
            for (std::uint32_t i = 0; i + 1 < points.size(); ++i) {
                const Box box = box_of(points[i], points[i + 1]);
                for (std::int64_t row = box.bottom; row <= box.top; ++row) {
                    for (std::int64_t column = box.left; column <= box.right; ++column) {
                        visit(static_cast<std::size_t>(row * columns_ + column), way, i);
                    }
                }
            }
        }
    };
    begin_.assign(static_cast<std::size_t>(columns_ * rows_) + 1, 0);
    each([&](std::size_t cell, std::uint32_t, std::uint32_t) { ++begin_[cell + 1]; });
    for (std::size_t i = 1; i < begin_.size(); ++i) begin_[i] += begin_[i - 1];
    pieces_.resize(begin_.back());
    std::vector<std::uint32_t> at(begin_.begin(), begin_.end() - 1);
    each([&](std::size_t cell, std::uint32_t way, std::uint32_t point) {
        pieces_[at[cell]++] = piece_of(ways[way], way, point);
    });
}

}  // namespace synchrono::roadmap
