#include "common/geo/footprints.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace synchrono::geo {

namespace {

constexpr double kCell_m = 80;              // about the size of a city block
constexpr std::int64_t kCellsAside = 1024;  // about the most along each side of the grid

}  // namespace

Footprints::Footprints(std::span<const Outline> outlines) {
    constexpr double kFar = std::numeric_limits<double>::infinity();
    Point low{kFar, kFar}, high{-kFar, -kFar};
    for (std::size_t i = 0; i < outlines.size(); ++i) {
        if (outlines[i].size() < 3) continue;
        Shape shape{i, corners_.size(), outlines[i].size(), {kFar, kFar}, {-kFar, -kFar}};
        for (const auto& [x, y] : outlines[i]) {
            corners_.push_back({x, y});
            shape.low = {std::min(shape.low.x, x), std::min(shape.low.y, y)};
            shape.high = {std::max(shape.high.x, x), std::max(shape.high.y, y)};
        }
        low = {std::min(low.x, shape.low.x), std::min(low.y, shape.low.y)};
        high = {std::max(high.x, shape.high.x), std::max(high.y, shape.high.y)};
        shapes_.push_back(shape);
    }
    if (shapes_.empty()) return;

    origin_ = low;
    cell_m_ = std::max(kCell_m, std::max(high.x - low.x, high.y - low.y) / kCellsAside);
    columns_ = static_cast<std::int64_t>((high.x - low.x) / cell_m_) + 1;
    rows_ = static_cast<std::int64_t>((high.y - low.y) / cell_m_) + 1;
    seen_.resize(shapes_.size());
    const auto each_cell = [&](const Shape& o, auto visit) {
        const auto at = [&](double v, double from) {
            return static_cast<std::int64_t>((v - from) / cell_m_);
        };
        for (std::int64_t row = at(o.low.y, low.y); row <= at(o.high.y, low.y); ++row) {
            for (std::int64_t column = at(o.low.x, low.x); column <= at(o.high.x, low.x); ++column)
                visit(cell(column, row));
        }
    };
    first_of_cell_.assign(static_cast<std::size_t>(columns_ * rows_) + 1, 0);
    for (const Shape& o : shapes_) each_cell(o, [&](std::size_t c) { ++first_of_cell_[c + 1]; });
    for (std::size_t c = 1; c < first_of_cell_.size(); ++c) first_of_cell_[c] += first_of_cell_[c - 1];
    of_cells_.resize(first_of_cell_.back());
    std::vector<std::uint32_t> next(first_of_cell_.begin(), first_of_cell_.end() - 1);
    for (std::uint32_t b = 0; b < shapes_.size(); ++b)
        each_cell(shapes_[b], [&](std::size_t c) { of_cells_[next[c]++] = b; });
}

Footprints::Crossed Footprints::crossed(const Shape& shape, Point from, Point to) {
    const Point along{to.x - from.x, to.y - from.y};
    const auto side = [&](Point p) { return along.x * (p.y - from.y) - along.y * (p.x - from.x); };
    // Finds all cuts of the infinite line with the outline. A corner on the line counts as lying to the left
    // of the line, so the number of cuts is even, and the line is inside the outline between the two cuts of
    // each pair.
    cuts_.clear();
    const Point* corners = &corners_[shape.first];
    Point p = corners[shape.count - 1];
    double side_p = side(p);
    for (std::size_t i = 0; i < shape.count; ++i) {
        const Point q = corners[i];
        const double side_q = side(q);
        if ((side_p >= 0) != (side_q >= 0)) {
            const double share = side_p / (side_p - side_q);
            const Point cut{p.x + (q.x - p.x) * share, p.y + (q.y - p.y) * share};
            cuts_.push_back(((cut.x - from.x) * along.x + (cut.y - from.y) * along.y) /
                            (along.x * along.x + along.y * along.y));
        }
        p = q;
        side_p = side_q;
    }
    std::sort(cuts_.begin(), cuts_.end());
    Crossed result{.outline = shape.outline};
    double inside = 0;
    for (std::size_t i = 0; i + 1 < cuts_.size(); i += 2) {
        for (const double cut : {cuts_[i], cuts_[i + 1]}) result.walls += cut >= 0 && cut <= 1;
        inside += std::max(0.0, std::min(1.0, cuts_[i + 1]) - std::max(0.0, cuts_[i]));
    }
    result.inside_m = inside * std::sqrt(along.x * along.x + along.y * along.y);
    return result;
}

void Footprints::each_crossed(Point from, Point to, bool (*visit)(void*, const Crossed&), void* context) {
    if (empty()) return;
    // A line is always walked from the same end, whatever the order of `from` and `to`, so that both orders
    // give the same result to the last bit.
    if (to.x < from.x || (to.x == from.x && to.y < from.y)) std::swap(from, to);
    const double dx = to.x - from.x, dy = to.y - from.y;
    if (!(dx * dx + dy * dy > 0) || !std::isfinite(dx * dx + dy * dy)) return;
    // Walks the part of the line within the grid column by column, and within each column through all rows
    // that the line passes.
    const double left = (from.x - origin_.x) / cell_m_, right = (to.x - origin_.x) / cell_m_;
    const double low_y = (from.y - origin_.y) / cell_m_, high_y = (to.y - origin_.y) / cell_m_;
    if (right < 0 || left >= static_cast<double>(columns_)) return;
    const auto column_of = [&](double x) {
        return static_cast<std::int64_t>(std::clamp(x, 0.0, static_cast<double>(columns_ - 1)));
    };
    ++walk_;
    for (std::int64_t column = column_of(left); column <= column_of(right); ++column) {
        const double enter = std::max(left, static_cast<double>(column));
        const double leave = std::min(right, static_cast<double>(column + 1));
        const double slope = right > left ? (high_y - low_y) / (right - left) : 0;
        double y0 = low_y + (enter - left) * slope, y1 = low_y + (leave - left) * slope;
        if (!(right > left)) y1 = high_y;
        const bool down = y1 < y0;
        if (down) std::swap(y0, y1);
        // Widens the range a little, so that rounding does not lose a cell.
        y0 -= 1e-6, y1 += 1e-6;
        if (y1 < 0 || y0 >= static_cast<double>(rows_)) continue;
        const auto row_of = [&](double y) {
            return static_cast<std::int64_t>(std::clamp(y, 0.0, static_cast<double>(rows_ - 1)));
        };
        const std::int64_t first = row_of(y0), last = row_of(y1);
        for (std::int64_t i = 0; i <= last - first; ++i) {
            const std::size_t c = cell(column, down ? last - i : first + i);
            for (std::uint32_t k = first_of_cell_[c]; k < first_of_cell_[c + 1]; ++k) {
                const std::uint32_t b = of_cells_[k];
                if (seen_[b] == walk_) continue;
                seen_[b] = walk_;
                const Shape& o = shapes_[b];
                if (o.high.x < from.x || o.low.x > to.x || o.high.y < std::min(from.y, to.y) ||
                    o.low.y > std::max(from.y, to.y))
                    continue;
                const Crossed found = crossed(o, from, to);
                if (found.walls == 0 && !(found.inside_m > 0)) continue;
                if (!visit(context, found)) return;
            }
        }
    }
}

bool Footprints::blocks(Vec3 from, Vec3 to) {
    bool blocked = false;
    along(from, to, [&](const Crossed&) {
        blocked = true;
        return false;
    });
    return blocked;
}

}  // namespace synchrono::geo
