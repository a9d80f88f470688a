#include "pcp/urban_driver/giving_way.hpp"

#include <algorithm>

#include "pcp/urban_driver/following.hpp"

namespace synchrono::pcp::urban_driver {
namespace {

constexpr double kStopsForRed = 3.5;   // m/s^2; a braking vehicle that must brake harder runs the red light
constexpr double kBrakesForRed = 1.8;  // m/s^2; the same for a vehicle that does not brake
constexpr double kBrakes = -0.7;       // m/s^2; a vehicle that accelerates less is braking
constexpr double kYieldsAt = 2.5;      // m/s^2; a vehicle that would have to brake harder will not give way
constexpr double kStands = 0.3;        // m/s; a slower vehicle stands
constexpr double kCreeps = 3.0;        // m/s; a slower vehicle may accelerate by kSetsOff at any time
constexpr double kSetsOff = 1.5;       // m/s^2 of a vehicle that sets off
constexpr double kReaction = 0.6;      // s until a standing vehicle sets off
constexpr double kBefore = 1.0;        // s from our rear leaving the conflict to the other's front entering
constexpr double kBeforeMerge = 2.0;   // s, the same where the other then follows us on the same way
constexpr double kAfter = 0.4;         // s from the other's rear leaving the conflict to our front entering
constexpr double kTie = 0.7;           // s; times that differ by less are alike
constexpr double kPlacesDiffer = 1;    // m by which places must differ to decide
constexpr double kNorth = 0.618;  // weight of a metre north against one east, so that no roads of a grid tie
constexpr double kImpatience = 25;  // s of waiting after which margins have shrunk to half

}  // namespace

bool is_first_by_place(driving::Point one, driving::Point two) {
    const driving::Point off = one - two;
    return off.x + kNorth * off.y > kPlacesDiffer;
}

bool must_wait(const EgoAtConflict& us, const OtherAtConflict& other) {
    if (other.past_zone_m < 0) return false;
    const double speed = std::max(0.0, other.speed_m_s);
    const bool stands = speed < kStands;
    const bool there = other.to_zone_m < 0.3;
    const bool inside = other.to_line_m < -0.5;
    const double margin = 1 - 0.5 * std::min(1.0, us.waits_s / kImpatience);
    // If both have stood for longer than the ego's patience, the other waits for the ego or will not move at
    // all: the ego goes on. Should the other's body be in the way, the ego stops before it as it does for any
    // obstacle.
    const bool keeps_waiting = us.waits_s < us.patience_s || other.standing_s < us.patience_s;
    if (there) {
        if (stands) return keeps_waiting;
        return us.window.in_s < other.past_zone_m / std::max(speed, 1.0) + kAfter;
    }
    const bool faces_red = other.lamp && (*other.lamp == Lamp::red || *other.lamp == Lamp::yellow);
    const double for_red = other.acceleration_m_s2 < kBrakes ? kStopsForRed : kBrakesForRed;
    if (!inside && faces_red && (stands || braking_needed(speed, other.to_line_m) < for_red)) return false;

    // A vehicle that runs a red light does not give way either.
    const bool runs = !inside && other.lamp && *other.lamp == Lamp::red;
    const bool can_stop = !runs && braking_needed(speed, other.to_zone_m - 0.5) < kYieldsAt;
    const bool dark = us.lamps_dark || (other.lamp && *other.lamp == Lamp::stop_then_go);
    const double sets_off = speed < kCreeps ? kSetsOff : std::max(0.0, other.acceleration_m_s2);
    const double first_in = (stands ? kReaction : 0) +
                            travel_s(other.to_zone_m, speed, sets_off, std::max(speed, other.limit_m_s));
    if (dark || us.yields == other.yields) {
        // The first to come goes first. If both have waited, it is the one that has waited longer. Where
        // these times are alike, `goes_second` decides.
        if (inside != us.inside) {
            if (us.inside && can_stop) return false;
        } else if (can_stop) {
            const double earlier_s =
                stands && us.waits_s > 0 ? us.waits_s - other.standing_s : first_in - us.window.in_s;
            // If it is unsure whether the times or `goes_second` decide, both must favour the ego.
            const bool we_first = earlier_s > kTie + other.unsure_s ||
                                  (earlier_s >= other.unsure_s - kTie && other.goes_second);
            if (we_first) return false;
        }
    } else if (!us.yields && can_stop) {
        return false;
    }

    // The other goes first, unless the ego is gone before the other comes, or the other does not come.
    if (us.window.out_s + margin * (us.merges ? kBeforeMerge : kBefore) < first_in) return false;
    if (stands) return keeps_waiting;
    const double out = other.past_zone_m / std::max(speed, 1.0);
    return us.window.in_s < out + kAfter;
}

}  // namespace synchrono::pcp::urban_driver
