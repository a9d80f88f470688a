// A pilot to start from. It follows the lane that it stands on and goes straight on where the lane divides.
// It stops at red lights in sight, keeps its distance from whoever is ahead, takes curves slowly, and leaves
// the world where the road ends. It gives way to nobody, changes no lanes and has no destination: that is
// yours to write.

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "pcp/pilot.hpp"

namespace {

namespace pcp = synchrono::pcp;

constexpr double kSpeedUnknown_m_s = 12;  // where the map has no limit
constexpr double kAhead_m = 150;          // how far ahead it plans
constexpr double kComfort_m_s2 = 2.5;     // of braking, and of the lateral acceleration in curves
constexpr double kTimeGap_s = 1.5, kStandstillGap_m = 3;

double yaw_of(const SynQuaternion& q) {
    return std::atan2(2 * (q.w * q.z + q.x * q.y), 1 - 2 * (q.y * q.y + q.z * q.z));
}

/// Returns the speed from which the vehicle can still brake to `speed_m_s` within `distance_m`.
double speed_before(double distance_m, double speed_m_s = 0) {
    return std::sqrt(speed_m_s * speed_m_s + 2 * kComfort_m_s2 * std::max(0.0, distance_m));
}

class MyPilot final : public pcp::Pilot {
  public:
    explicit MyPilot(const pcp::Setup& setup) : map_(pcp::map_of(setup)), vehicle_(setup.vehicle) {
        setup.note(setup.note_context, SYN_NOTE_INFO,
                   map_ ? "follows the lanes of the map" : "no map: drives straight ahead");
    }

    pcp::DriverInputs step(const pcp::Input& input) override {
        const SynMotion& ego = input.ego;
        const double speed = std::hypot(ego.velocity.x, ego.velocity.y);
        if (!map_) return drive(0, speed, kSpeedUnknown_m_s);
        const auto on = map_.nearest(ego.position, 20, pcp::kDrivingWays, yaw_of(ego.orientation));
        if (!on) return drive(0, speed, 0);  // off the road: stop
        collect_path(*on);

        double wish = kSpeedUnknown_m_s;
        for (const Piece& piece : path_) wish = std::min(wish, speed_for(piece, input));
        for (const SynOther& other : input.others) wish = std::min(wish, speed_behind(other));
        const double end_m = path_.back().to_m;
        if (ends_) wish = std::min(wish, speed_before(end_m - 1));
        pcp::DriverInputs inputs = drive(steering_to(ego, speed), speed, wish);
        inputs.leave = ends_ && end_m < 5 && speed < 1;
        return inputs;
    }

  private:
    /// A way of the path, and where it begins and ends along the path. The ego is at 0.
    struct Piece {
        const SynWay* way;
        double from_m, to_m;
    };

    /// Collects the ways ahead in `path_`. Where the lane divides it takes the way straight on, if there is
    /// one.
    void collect_path(const SynOnWay& on) {
        path_.clear();
        ends_ = false;
        double from_m = -on.s_m;
        for (std::uint32_t at = on.way; from_m < kAhead_m;) {
            const SynWay& way = map_.ways()[at];
            path_.push_back({&way, from_m, from_m + way.length_m});
            from_m += way.length_m;
            const auto next = pcp::next(way);
            ends_ = next.empty();
            if (ends_) return;
            at = next.front();
            for (const std::uint32_t one : next)
                if (map_.ways()[one].turn == SYN_TURN_STRAIGHT) at = one;
        }
    }

    /// Returns the speed that a way permits now: by its limit, its curves and its light.
    double speed_for(const Piece& piece, const pcp::Input& input) const {
        const SynWay& way = *piece.way;
        double speed = 1e3;
        if (std::isfinite(way.speed_limit_m_s)) speed = speed_before(piece.from_m, way.speed_limit_m_s);
        for (const SynWayPoint& point : pcp::points(way)) {
            const double ahead_m = piece.from_m + point.s_m;
            if (ahead_m < 0 || point.curvature_1_m == 0) continue;
            const double in_curve = std::sqrt(kComfort_m_s2 / std::abs(point.curvature_1_m));
            speed = std::min(speed, speed_before(ahead_m, in_curve));
        }
        if (piece.from_m > 0 && has_to_stop(way, input)) {
            const double stop_m = piece.from_m - way.stop_m - vehicle_.length_m / 2 - 1;
            // Ignores the light once the front is more than a metre past the stop line.
            if (stop_m > -2) speed = std::min(speed, speed_before(stop_m));
        }
        return speed;
    }

    /// Returns whether a light in sight that controls the entry to this way is not green.
    bool has_to_stop(const SynWay& way, const pcp::Input& input) const {
        if (way.signal_group == SYN_NONE || way.junction == SYN_NONE) return false;
        const SynJunction& junction = map_.junctions()[way.junction];
        for (const SynSignals& signals : input.signals) {
            if (static_cast<std::int64_t>(signals.intersection) != junction.intersection) continue;
            for (std::uint32_t i = 0; i < signals.groups_count; ++i) {
                if (signals.groups[i].group != way.signal_group) continue;
                const std::int32_t state = signals.groups[i].state;
                return state != SYN_SIGNAL_PERMISSIVE_GREEN && state != SYN_SIGNAL_PROTECTED_GREEN;
            }
        }
        return false;  // no light in sight
    }

    /// Returns the speed that another body permits; 1000 m/s if the body is not on our path.
    double speed_behind(const SynOther& other) const {
        for (const Piece& piece : path_) {
            const auto points = pcp::points(*piece.way);
            for (std::size_t i = 0; i + 1 < points.size(); ++i) {  // a way is straight between its points
                const SynVec3 &from = points[i].position, &to = points[i + 1].position;
                const double length_m = points[i + 1].s_m - points[i].s_m;
                const double ahead_x = (to.x - from.x) / length_m, ahead_y = (to.y - from.y) / length_m;
                const double dx = other.motion.position.x - from.x, dy = other.motion.position.y - from.y;
                const double along_m = dx * ahead_x + dy * ahead_y, aside_m = dy * ahead_x - dx * ahead_y;
                const double where_m = piece.from_m + points[i].s_m + along_m;
                if (along_m < 0 || along_m > length_m || where_m < 0) continue;
                if (std::abs(aside_m) > (vehicle_.width_m + other.width_m) / 2 + 0.3) continue;
                const double gap_m = where_m - (vehicle_.length_m + other.length_m) / 2 - kStandstillGap_m;
                const double theirs =
                    std::max(0.0, other.motion.velocity.x * ahead_x + other.motion.velocity.y * ahead_y);
                return std::min(speed_before(gap_m, theirs),
                                std::max(0.0, gap_m) / kTimeGap_s + 0.1 * theirs);
            }
        }
        return 1e3;
    }

    /// Returns the steering towards the place on the path that is about a second ahead.
    double steering_to(const SynMotion& ego, double speed) const {
        const double wanted_m = std::max(6.0, 0.9 * speed);
        SynVec3 target = ego.position;
        for (const Piece& piece : path_) {
            const auto points = pcp::points(*piece.way);
            for (std::size_t i = 0; i + 1 < points.size(); ++i) {
                const SynVec3 &from = points[i].position, &to = points[i + 1].position;
                const double length_m = points[i + 1].s_m - points[i].s_m;
                const double share = (wanted_m - piece.from_m - points[i].s_m) / length_m;
                target = {from.x + (to.x - from.x) * std::min(share, 1.0),
                          from.y + (to.y - from.y) * std::min(share, 1.0), 0};
                if (share <= 1) return steering_to(ego, target);
            }
        }
        return steering_to(ego, target);
    }
    double steering_to(const SynMotion& ego, const SynVec3& target) const {
        const double dx = target.x - ego.position.x, dy = target.y - ego.position.y;
        const double angle = std::atan2(dy, dx) - yaw_of(ego.orientation);
        const double curvature = 2 * std::sin(angle) / std::max(1.0, std::hypot(dx, dy));
        const double wheel_rad = std::atan(curvature * vehicle_.wheelbase_m);
        return std::clamp(wheel_rad / vehicle_.steering_angle_max_rad, -1.0, 1.0);
    }

    static pcp::DriverInputs drive(double steering, double speed, double wish) {
        const double more = wish - speed;
        return {.steering = steering,
                .throttle = std::clamp(0.3 * more + (more > 0 ? 0.05 : 0), 0.0, 1.0),
                .braking = wish < 0.1 ? 0.4 : std::clamp(-0.3 * more - 0.05, 0.0, 1.0)};
    }

    pcp::Map map_;
    SynVehicle vehicle_;
    std::vector<Piece> path_;
    bool ends_ = false;  // no way follows the last piece
};

}  // namespace

SYN_PILOT(MyPilot);
