#include "pcp/urban_driver/crosswalk.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::pcp::urban_driver {
namespace {

constexpr double kAboutToStep = 2.0;  // s; a person who will be on the crosswalk by then is let across
constexpr double kMargin = 0.5;       // m around the crosswalk
constexpr double kWalks = 0.2;        // m/s; a slower person stands
constexpr double kInHand = 1.5;       // s from our rear leaving the crosswalk to a person reaching our line

}  // namespace

bool on_crosswalk(const SynCrosswalk& crosswalk, driving::Point p, double margin_m) {
    const auto list = corners(crosswalk);
    bool inside = false;
    for (std::size_t i = 0, j = list.size() - 1; i < list.size(); j = i++) {
        const driving::Point a = driving::flat(list[i]), b = driving::flat(list[j]);
        if ((a.y > p.y) != (b.y > p.y) && p.x < (b.x - a.x) * (p.y - a.y) / (b.y - a.y) + a.x)
            inside = !inside;
        const driving::Point ab = b - a;
        const double run = driving::dot(ab, ab);
        const double share = run > 0 ? std::clamp(driving::dot(p - a, ab) / run, 0.0, 1.0) : 0;
        const driving::Point off = p - (a + ab * share);
        if (driving::dot(off, off) <= margin_m * margin_m) return true;
    }
    return inside;
}

bool must_let_across(const SynCrosswalk& crosswalk, const CrossingLine& line, const Body& person) {
    if (crosswalk.corners_count < 3) return false;
    const driving::Point p = person.box.at, v = person.velocity;
    bool there = on_crosswalk(crosswalk, p, kMargin);
    const bool walks = driving::dot(v, v) > kWalks * kWalks;
    for (double t = 0.5; !there && walks && t <= kAboutToStep; t += 0.5)
        there = on_crosswalk(crosswalk, p + v * t, 0);
    if (!there) return false;
    const double aside = driving::cross(line.along, p - line.at), aside_rate = driving::cross(line.along, v);
    if (std::abs(aside) < line.half_width_m) return true;
    // A person who stands on the crosswalk near our line may go on at any time; one at the kerb is not
    // expected to.
    if (!walks) return std::abs(aside) < line.half_width_m + 1 && on_crosswalk(crosswalk, p, 0);
    if (aside * aside_rate >= 0) return false;
    const double reaches_s = (std::abs(aside) - line.half_width_m) / std::max(std::abs(aside_rate), 0.1);
    return reaches_s < line.until_s + kInHand;
}

}  // namespace synchrono::pcp::urban_driver
