#include "server/interest.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::server {

void InterestGrid::clear(double cell_m) {
    SYN_REQUIRE(cell_m > 0);
    cell_m_ = cell_m;
    places_.clear();
}

void InterestGrid::add(std::uint32_t index, float x_m, float y_m) {
    // An agent whose position is not finite is near no other agent.
    if (std::isfinite(x_m) && std::isfinite(y_m))
        places_.push_back({cell(column(x_m), column(y_m)), index, x_m, y_m});
}

void InterestGrid::sort() {
    // The order is by cell, then by index. It is fixed, so that the same world gives the same results.
    std::sort(places_.begin(), places_.end(), [](const Place& a, const Place& b) {
        return a.cell != b.cell ? a.cell < b.cell : a.index < b.index;
    });
}

void InterestGrid::near(float x_m, float y_m, double radius_m, std::vector<std::uint32_t>& found) const {
    if (!std::isfinite(x_m) || !std::isfinite(y_m)) return;
    for (std::int32_t row = column(y_m - radius_m); row <= column(y_m + radius_m); ++row) {
        // The cells of one row follow each other in the sorted order, so a row needs one search.
        const auto first = cell(column(x_m - radius_m), row);
        const auto last = cell(column(x_m + radius_m), row);
        auto place = std::lower_bound(places_.begin(), places_.end(), first,
                                      [](const Place& a, std::uint64_t wanted) { return a.cell < wanted; });
        for (; place != places_.end() && place->cell <= last; ++place) {
            if (geo::within(place->x_m, place->y_m, x_m, y_m, radius_m)) found.push_back(place->index);
        }
    }
}

std::int32_t InterestGrid::column(double metres) const {
    return static_cast<std::int32_t>(std::clamp(std::floor(metres / cell_m_), -1e9, 1e9));
}

std::uint64_t InterestGrid::cell(std::int32_t column, std::int32_t row) {
    // The row comes first, and both numbers are shifted to unsigned ones, so that cells sort by row, then
    // by column.
    const auto shifted = [](std::int32_t n) { return static_cast<std::uint32_t>(n) ^ 0x80000000U; };
    return std::uint64_t{shifted(row)} << 32 | shifted(column);
}

}  // namespace synchrono::server
