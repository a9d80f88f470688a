#include "tools/study/encounters.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>

#include "common/geo/angle.hpp"

namespace synchrono::tools::study {
namespace {

constexpr double kCell_m = 0.5;        // size of a piece of ground
constexpr double kStoreyHeight_m = 3;  // bodies further apart in height cannot meet
constexpr double kMoving_m_s = 0.3;    // a faster body is moving

/// A body that is in the world at the current time.
struct Present {
    std::size_t drive = 0;
    Pose pose;
    Box box;
    double radius_m = 0, speed_m_s = 0;
};

using Pair = std::pair<std::size_t, std::size_t>;

Encounter encounter_of(const Present& a, const Present& b, SimTime time, double seconds) {
    const bool in_order = a.drive < b.drive;
    const Present &one = in_order ? a : b, &other = in_order ? b : a;
    return {.one = one.drive,
            .other = other.drive,
            .time = time,
            .place = (one.pose.place + other.pose.place) * 0.5,
            .one_m_s = one.speed_m_s,
            .other_m_s = other.speed_m_s,
            .seconds = seconds};
}

/// Keeps, for each pair, the encounter with the fewest seconds.
class ClosestByPair {
  public:
    void add(const Encounter& encounter) {
        const auto [known, is_new] = all_.try_emplace({encounter.one, encounter.other}, encounter);
        if (!is_new && encounter.seconds < known->second.seconds) known->second = encounter;
    }
    /// Returns the encounters of fewer than `seconds`, without those of the pairs in `excluded`.
    std::vector<Encounter> below(double seconds, const std::map<Pair, Encounter>& excluded) const {
        std::vector<Encounter> list;
        for (const auto& [pair, encounter] : all_) {
            if (encounter.seconds < seconds && !excluded.contains(pair)) list.push_back(encounter);
        }
        return list;
    }
    std::optional<double> least() const {
        std::optional<double> least;
        for (const auto& [pair, encounter] : all_) {
            if (!least || encounter.seconds < *least) least = encounter.seconds;
        }
        return least;
    }

  private:
    std::map<Pair, Encounter> all_;
};

/// Keeps which body was last on each piece of ground, and when. When another body comes to the same piece on
/// a crossing course, the time that lies between the two bodies is known.
class Ground {
  public:
    explicit Ground(const EncounterLimits& limits)
        : limits_(&limits), crossing_(std::cos(limits.crossing_deg * geo::kRad)) {}

    /// Puts a body onto the ground. Calls `found(seconds, drive, speed_m_s)` for each piece of ground on
    /// which another body was shortly before on a crossing course. Call this for all bodies of one time,
    /// then for all bodies of the next time.
    template <typename Found>
    void cover(const Present& who, SimTime now, const Found& found) {
        const double reach_x = who.box.reach({1, 0}), reach_y = who.box.reach({0, 1});
        const auto low_x = cell_of(who.pose.place.x - reach_x), high_x = cell_of(who.pose.place.x + reach_x);
        const auto low_y = cell_of(who.pose.place.y - reach_y), high_y = cell_of(who.pose.place.y + reach_y);
        for (std::int64_t x = low_x; x <= high_x; ++x) {
            for (std::int64_t y = low_y; y <= high_y; ++y) {
                const geo::Vec2 middle{(static_cast<double>(x) + 0.5) * kCell_m,
                                       (static_cast<double>(y) + 0.5) * kCell_m};
                if (!who.box.holds(middle)) continue;
                auto& last = cells_[key_of(x, y)];
                if (last.drive != who.drive && last.drive != kNobody && last.time < now &&
                    std::abs(last.z_m - who.pose.z_m) < kStoreyHeight_m &&
                    dot(last.course, course_of(who)) < crossing_) {
                    const double seconds = (now - last.time).to_seconds();
                    if (seconds < limits_->close_pass_s) found(seconds, last.drive, last.speed_m_s);
                }
                last = {who.drive, now, course_of(who), who.pose.z_m, who.speed_m_s};
            }
        }
    }

  private:
    static constexpr std::size_t kNobody = SIZE_MAX;
    /// The last time that a body was on a piece of ground.
    struct Visit {
        std::size_t drive = kNobody;
        SimTime time;
        geo::Vec2 course;
        double z_m = 0, speed_m_s = 0;
    };
    static std::int64_t cell_of(double at_m) { return static_cast<std::int64_t>(std::floor(at_m / kCell_m)); }
    static std::uint64_t key_of(std::int64_t x, std::int64_t y) {
        return (static_cast<std::uint64_t>(x) << 32) ^ (static_cast<std::uint64_t>(y) & 0xffff'ffff);
    }
    /// Returns the direction in which a body moves or, if it stands, in which it points.
    static geo::Vec2 course_of(const Present& who) {
        return who.speed_m_s > kMoving_m_s ? who.pose.velocity * (1 / who.speed_m_s) : who.box.forward;
    }

    const EncounterLimits* limits_;
    double crossing_;  // the cosine of the smallest angle between crossing courses
    std::unordered_map<std::uint64_t, Visit> cells_;  // never iterated, since the order is arbitrary
};

/// Calls `visit(a, b)` for each pair of bodies whose middles are at most `reach_m` apart along x, if at least
/// one body is a vehicle and both are on the same storey. Requires `all` to be sorted by x.
template <typename Visit>
void each_near(const std::vector<Present>& all, const std::vector<Drive>& drives, double reach_m,
               const Visit& visit) {
    for (std::size_t i = 0; i < all.size(); ++i) {
        for (std::size_t j = i + 1; j < all.size(); ++j) {
            if (all[j].pose.place.x - all[i].pose.place.x > reach_m) break;
            if (drives[all[i].drive].kind != Drive::Kind::vehicle &&
                drives[all[j].drive].kind != Drive::Kind::vehicle)
                continue;
            if (std::abs(all[i].pose.z_m - all[j].pose.z_m) >= kStoreyHeight_m) continue;
            visit(all[i], all[j]);
        }
    }
}

}  // namespace

Encounters find_encounters(const Drives& drives, const EncounterLimits& limits) {
    std::vector<DriveCursor> cursors(drives.drives.begin(), drives.drives.end());
    std::map<Pair, Encounter> collisions;
    ClosestByPair courses, passes;
    Ground ground(limits);
    std::vector<Present> present;
    double radius_max_m = 0;
    for (const Drive& drive : drives.drives)
        radius_max_m = std::max(radius_max_m, drive.box(Pose{}).radius_m());
    SimDuration every = drives.step;
    while (every < limits.courses_every) every = every + drives.step;

    for (SimTime now; now <= drives.end; now = now + drives.step) {
        present.clear();
        double fastest_m_s = 0;
        for (std::size_t i = 0; i < cursors.size(); ++i) {
            const auto pose = cursors[i].at(now);
            if (!pose) continue;
            const Box box = drives.drives[i].box(*pose);
            present.push_back({i, *pose, box, box.radius_m(), pose->speed_m_s()});
            fastest_m_s = std::max(fastest_m_s, present.back().speed_m_s);
        }
        const bool checks_courses = now.since_start() % every == SimDuration{};
        if (checks_courses) {
            for (const Present& who : present) {
                ground.cover(who, now, [&](double seconds, std::size_t earlier, double earlier_m_s) {
                    if (who.speed_m_s < kMoving_m_s ||
                        (drives.drives[earlier].kind != Drive::Kind::vehicle &&
                         drives.drives[who.drive].kind != Drive::Kind::vehicle))
                        return;
                    Present before = who;
                    before.drive = earlier;
                    before.speed_m_s = earlier_m_s;
                    passes.add(encounter_of(who, before, now, seconds));
                });
            }
        }
        std::sort(present.begin(), present.end(), [](const Present& a, const Present& b) {
            return a.pose.place.x != b.pose.place.x ? a.pose.place.x < b.pose.place.x : a.drive < b.drive;
        });
        each_near(present, drives.drives, 2 * radius_max_m, [&](const Present& a, const Present& b) {
            const geo::Vec2 apart = b.pose.place - a.pose.place;
            const double reach_m = a.radius_m + b.radius_m;
            if (dot(apart, apart) > reach_m * reach_m || !overlap(a.box, b.box)) return;
            const Encounter collision = encounter_of(a, b, now, 0);
            collisions.try_emplace({collision.one, collision.other}, collision);
        });
        if (!checks_courses) continue;
        each_near(present, drives.drives, 2 * (radius_max_m + fastest_m_s * limits.horizon_s),
                  [&](const Present& a, const Present& b) {
                      const geo::Vec2 apart = b.pose.place - a.pose.place;
                      const geo::Vec2 closing = b.pose.velocity - a.pose.velocity;
                      const double reach_m = a.radius_m + b.radius_m;
                      const double far_m = reach_m + length(closing) * limits.horizon_s;
                      if (dot(apart, apart) > far_m * far_m) return;
                      const auto seconds = time_to_collision(a.box, a.pose.velocity, b.box, b.pose.velocity);
                      // Bodies that overlap already are listed as a collision.
                      if (seconds && *seconds > 0 && *seconds < limits.horizon_s)
                          courses.add(encounter_of(a, b, now, *seconds));
                  });
    }

    Encounters found;
    found.smallest_ttc_s = collisions.empty() ? courses.least() : 0.0;
    for (const auto& [pair, collision] : collisions) found.collisions.push_back(collision);
    found.conflicts = courses.below(limits.conflict_s, collisions);
    found.close_passes = passes.below(limits.close_pass_s, collisions);
    for (auto* list : {&found.collisions, &found.conflicts, &found.close_passes}) {
        std::stable_sort(list->begin(), list->end(),
                         [](const Encounter& a, const Encounter& b) { return a.time < b.time; });
    }
    return found;
}

}  // namespace synchrono::tools::study
