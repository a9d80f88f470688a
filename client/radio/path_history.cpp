#include "client/radio/path_history.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"

namespace synchrono::client::radio {
namespace {

// A little less than the metre that is allowed, since the path may bend between two added places and numbers
// are rounded.
constexpr double kErrorMax_m = 0.95;
constexpr double kChordMax_m = 210;
constexpr double kSpacing_m = 1;  // a place that is nearer than this to the last place is left out

double distance(geo::Vec3 a, geo::Vec3 b) { return std::hypot(a.x - b.x, a.y - b.y); }

double distance_to_chord(geo::Vec3 p, geo::Vec3 from, geo::Vec3 to) {
    const double dx = to.x - from.x, dy = to.y - from.y;
    const double length2 = dx * dx + dy * dy;
    const double along =
        length2 > 0 ? std::clamp(((p.x - from.x) * dx + (p.y - from.y) * dy) / length2, 0.0, 1.0) : 0;
    return std::hypot(p.x - from.x - along * dx, p.y - from.y - along * dy);
}

}  // namespace

bool PathHistory::is_straight_to(geo::Vec3 here) const {
    const geo::Vec3 from = kept_.back().position;
    if (distance(from, here) > kChordMax_m) return false;
    return std::all_of(pending_.begin(), pending_.end(), [&](const Point& p) {
        return distance_to_chord(p.position, from, here) <= kErrorMax_m;
    });
}

void PathHistory::add(const Point& here) {
    SYN_REQUIRE(kept_.empty() || here.time >= here_.time);
    here_ = here;
    if (kept_.empty()) {
        kept_.push_back(here);
        return;
    }
    if (!pending_.empty() && !is_straight_to(here.position)) {
        // The path to the last pending place was straight enough: that was checked when the place was added.
        if (kept_.size() == kPointsMax) kept_.erase(kept_.begin());
        kept_.push_back(pending_.back());
        pending_.clear();
    }
    const geo::Vec3 last = pending_.empty() ? kept_.back().position : pending_.back().position;
    if (distance(last, here.position) >= kSpacing_m) pending_.push_back(here);
}

void PathHistory::collect(std::vector<Point>& out) const {
    out.clear();
    double way_m = 0;
    geo::Vec3 from = here_.position;
    for (auto point = kept_.rbegin(); point != kept_.rend() && way_m < kReach_m; ++point) {
        way_m += distance(from, point->position);
        from = point->position;
        out.push_back(*point);
    }
}

}  // namespace synchrono::client::radio
