// A detector of objects. It lists the bodies and the static boxes of the scenario that are in view, in range
// and not hidden too much. It misses some of them, measures the rest with errors, and adds false objects.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <optional>
#include <variant>

#include "client/body/boxes_of.hpp"
#include "client/kind/appearance.hpp"
#include "client/sensors/c_values.hpp"
#include "client/sensors/ray_world.hpp"
#include "client/sensors/sensor.hpp"
#include "common/base/contract.hpp"
#include "common/base/random_normal.hpp"
#include "common/base/random_poisson.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::kRad;
using geo::Vec3;

constexpr int kRays = 32;                             // towards each thing in a scan
constexpr double kTouching_m = 0.02;                  // a ray that comes this close to a thing is not blocked
constexpr double kSize_m_min = 0.05;                  // least size in a list, after errors
constexpr std::uint64_t kFalseNumbers = 0xc000'0000;  // of false objects, from here up

// Parts of random keys, so that things, false objects and names get different random numbers.
constexpr std::uint64_t kThing = 0x7468696e67, kGhost = 0x67686f7374, kName = 0x6e616d65;

/// Something that may be detected.
struct Candidate {
    std::uint32_t number = 0;
    std::optional<AgentId> agent{};  // the agent to whom the body belongs; none for boxes
    std::uint32_t kind = SYN_OTHER_OBJECT;
    Vec3 size;           // length, width, height in m
    geo::Motion motion;  // of the thing's middle
};

/// Returns the id under which the sensor with this key lists a thing. The ids are a permutation of the
/// numbers (by a Feistel network of four rounds), so no two things have the same id.
std::uint32_t name_of(std::uint64_t key, std::uint32_t number) {
    std::uint32_t left = number >> 16, right = number & 0xffff;
    for (std::uint64_t round = 0; round < 4; ++round) {
        const std::uint64_t mixed = mix_bits(mix_bits(key ^ kName) ^ (round << 32 | right));
        left ^= static_cast<std::uint32_t>(mixed & 0xffff);
        std::swap(left, right);
    }
    return left << 16 | right;
}

class Objects final : public Sensor {
  public:
    Objects(const SensorSetup& setup, const config::ObjectsSpec& spec)
        : setup_(setup),
          spec_(spec),
          half_azimuth_rad_(spec.azimuth_view_deg / 2 * kRad),
          half_elevation_rad_(spec.elevation_view_deg / 2 * kRad) {
        SYN_REQUIRE(setup.world != nullptr);
        for (const body::Obstacle& box : body::boxes_of(setup.scenario)) {
            boxes_.push_back({.number = box.agent.value,
                              .size = {box.length_m, box.width_m, box.height_m},
                              .motion = box.motion});
        }
    }

    void sample(const BodyState& at, std::uint64_t index, Reading& reading) override {
        if (!std::holds_alternative<ObjectList>(reading)) reading.emplace<ObjectList>();
        auto& [head, objects] = std::get<ObjectList>(reading);
        objects.clear();
        const geo::Motion here = motion_at(at.motion, setup_);
        for (const RayWorld::Body& body : setup_.world->bodies()) {
            if (body.agent != setup_.agent.id) detect(here, thing_of(body), index, objects);
        }
        for (const Candidate& box : boxes_) detect(here, box, index, objects);
        add_false_objects(index, objects);
        std::sort(objects.begin(), objects.end(),
                  [](const SynObject& a, const SynObject& b) { return a.id < b.id; });
        head = {.objects = objects.data(),
                .count = static_cast<std::uint32_t>(objects.size()),
                .reserved = 0,
                .azimuth_view_rad = 2 * half_azimuth_rad_,
                .elevation_view_rad = 2 * half_elevation_rad_,
                .range_max_m = spec_.range_max_m};
    }

  private:
    Candidate thing_of(const RayWorld::Body& body) const {
        const RayWorld::Extent extent = setup_.world->extent(body.agent);
        Candidate thing{
            .number = body.agent.value,
            .agent = body.agent,
            .kind = static_cast<std::uint32_t>(kind::seen_as(setup_.scenario.agents[body.agent.value])),
            .size = extent.size,
            .motion = body.motion};
        const Vec3 arm{0, 0, extent.size.z / 2 - extent.above_ground_m};
        thing.motion.position = body.motion.position + body.motion.orientation.rotate(arm);
        thing.motion.velocity =
            body.motion.velocity + body.motion.orientation.rotate(cross(body.motion.angular_velocity, arm));
        return thing;
    }

    bool is_in_view(Vec3 point) const {
        return std::abs(std::atan2(point.y, point.x)) <= half_azimuth_rad_ &&
               std::abs(std::atan2(point.z, std::hypot(point.x, point.y))) <= half_elevation_rad_;
    }

    void detect(const geo::Motion& here, const Candidate& thing, std::uint64_t index,
                std::vector<SynObject>& objects) {
        const Vec3 away = thing.motion.position - here.position;
        const double range_m = geo::length(away);
        if (range_m > spec_.range_max_m) return;
        const double visible = visible_share(here, thing);
        if (visible <= 0 || visible < spec_.visible_min) return;
        Random random(setup_.key ^ mix_bits(kThing ^ std::uint64_t{thing.number} << 16), index);
        if (random.chance(spec_.miss_probability)) return;
        const geo::Quaternion back = here.orientation.conjugate();
        const Vec3 forward = back.rotate(thing.motion.orientation.rotate({1, 0, 0}));
        const double place_m = spec_.position_sigma_m + spec_.position_sigma_per_m * range_m;
        const double speed_m_s = spec_.speed_sigma_m_s;
        const auto sized = [&](double true_m) {
            return std::max(kSize_m_min, true_m + spec_.size_sigma_m * normal(random));
        };
        SynObject object{};
        object.id = name_of(setup_.key, thing.number);
        object.kind = thing.kind;
        object.position = to_c(back.rotate(away));
        object.position.x += place_m * normal(random);
        object.position.y += place_m * normal(random);
        object.velocity = to_c(back.rotate(thing.motion.velocity));
        object.velocity.x += speed_m_s * normal(random);
        object.velocity.y += speed_m_s * normal(random);
        object.velocity.z += speed_m_s * normal(random);
        object.yaw_rad =
            std::remainder(std::atan2(forward.y, forward.x) + spec_.yaw_sigma_deg * kRad * normal(random),
                           2 * std::numbers::pi);
        object.length_m = sized(thing.size.x);
        object.width_m = sized(thing.size.y);
        object.height_m = sized(thing.size.z);
        object.visible = visible;
        objects.push_back(object);
    }

    /// Returns the visible share of a thing, from 0 to 1. kRays rays go to points on those sides of the
    /// thing's box that face the sensor; the larger a side appears from the sensor, the more rays it gets.
    /// The result is the share of rays that are in view and that nothing else stops before the box. A ray
    /// that meets nothing at all counts, because a thing need not fill its box; but if no ray meets the
    /// thing, the result is 0.
    double visible_share(const geo::Motion& here, const Candidate& thing) {
        const geo::Quaternion turn = thing.motion.orientation;
        const Vec3 from = turn.conjugate().rotate(here.position - thing.motion.position);
        const std::array<double, 3> eye{from.x, from.y, from.z},
            half{thing.size.x / 2, thing.size.y / 2, thing.size.z / 2};
        std::array<double, 3> apparent_size{};  // the solid angle of each side, but for a constant factor
        double all = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const double before_m = std::abs(eye[i]) - half[i];
            if (before_m <= 0) continue;
            const double distance_m = std::hypot(before_m, eye[(i + 1) % 3], eye[(i + 2) % 3]);
            apparent_size[i] =
                half[(i + 1) % 3] * half[(i + 2) % 3] * before_m / (distance_m * distance_m * distance_m);
            all += apparent_size[i];
        }
        if (all <= 0) return 1;  // the sensor is within the box
        clear_ = met_ = 0;
        double sum = 0;
        int sent = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            const std::size_t j = (i + 1) % 3, k = (i + 2) % 3;
            const int first = sent;
            sum += apparent_size[i];
            sent = static_cast<int>(std::lround(kRays * sum / all));
            for (int n = first; n < sent; ++n) {
                // Spreads the points evenly over the side, on a lattice made with the golden ratio.
                const double across = (n - first + 0.5) / (sent - first);
                double unused = 0;
                const double up = std::modf((n - first + 0.5) * std::numbers::phi, &unused);
                std::array<double, 3> point{};
                point[i] = std::copysign(half[i], eye[i]);
                point[j] = (2 * across - 1) * half[j];
                point[k] = (2 * up - 1) * half[k];
                aim(here, thing.motion.position + turn.rotate({point[0], point[1], point[2]}), thing);
            }
        }
        cast(thing);
        return met_ > 0 ? static_cast<double>(clear_) / kRays : 0;
    }

    void aim(const geo::Motion& here, Vec3 point, const Candidate& thing) {
        const Vec3 away = point - here.position;
        if (!is_in_view(here.orientation.conjugate().rotate(away))) return;
        const double distance_m = geo::length(away);
        reach_m_[aimed_] = distance_m - kTouching_m;
        packet_.aim(aimed_++, here.position - setup_.world->origin(), away * (1 / distance_m), 0,
                    distance_m + geo::length(thing.size));
        if (aimed_ == RayPacket::kRays) cast(thing);
    }

    void cast(const Candidate& thing) {
        if (aimed_ == 0) return;
        setup_.world->intersect(packet_, aimed_);
        for (std::size_t i = 0; i < aimed_; ++i) {
            // A static box fills its volume exactly, so a ray that comes as far as the box has met it.
            const bool meets = thing.agent
                                   ? packet_.met(i) && setup_.world->surface(packet_, i).agent == thing.agent
                                   : packet_.met(i) && packet_.far_m[i] >= reach_m_[i];
            met_ += meets ? 1 : 0;
            clear_ += meets || !packet_.met(i) || packet_.far_m[i] >= reach_m_[i] ? 1 : 0;
        }
        aimed_ = 0;
    }

    /// Adds false objects: things that are not there. They stand on the plane on which the vehicle stands.
    void add_false_objects(std::uint64_t index, std::vector<SynObject>& objects) {
        if (spec_.false_per_scan <= 0) return;
        struct Kind {
            std::uint32_t kind;
            Vec3 size;
            double speed_m_s_max;
        };
        constexpr std::array<Kind, 4> kKinds{{{SYN_OTHER_VEHICLE, {4.5, 1.8, 1.5}, 15},
                                              {SYN_OTHER_VEHICLE, {4.5, 1.8, 1.5}, 0},
                                              {SYN_OTHER_PEDESTRIAN, {0.5, 0.5, 1.75}, 2},
                                              {SYN_OTHER_OBJECT, {0.5, 0.5, 0.8}, 0}}};
        constexpr int kTries = 100;
        Random random(setup_.key ^ kGhost, index);
        const std::uint32_t count = std::min(poisson(random, spec_.false_per_scan), kFalseObjectsMax);
        const geo::Quaternion back = setup_.orientation.conjugate();
        const double ahead_rad = setup_.orientation.yaw(), ground_m = -setup_.mounted.position.z;
        for (std::uint32_t i = 0; i < count; ++i) {
            const Kind& kind = kKinds[random.below(kKinds.size())];
            const double scale = random.uniform(0.8, 1.2);
            Vec3 place;
            int tries = 0;
            do {
                const double azimuth_rad = ahead_rad + random.uniform(-half_azimuth_rad_, half_azimuth_rad_);
                const double range_m = spec_.range_max_m * std::sqrt(random.uniform());
                place = back.rotate({range_m * std::cos(azimuth_rad), range_m * std::sin(azimuth_rad),
                                     ground_m + scale * kind.size.z / 2});
            } while (++tries < kTries && !(is_in_view(place) && geo::length(place) <= spec_.range_max_m));
            if (tries == kTries) return;  // the sensor does not see the ground
            const double yaw_rad = random.uniform(-std::numbers::pi, std::numbers::pi);
            const double speed_m_s = random.uniform(0, kind.speed_m_s_max);
            SynObject object{};
            object.id = name_of(
                setup_.key,
                static_cast<std::uint32_t>(kFalseNumbers | ((index * kFalseObjectsMax + i) & 0x3fff'ffff)));
            object.kind = kind.kind;
            object.position = to_c(place);
            object.velocity = {speed_m_s * std::cos(yaw_rad), speed_m_s * std::sin(yaw_rad), 0};
            object.yaw_rad = yaw_rad;
            object.length_m = scale * kind.size.x;
            object.width_m = scale * kind.size.y;
            object.height_m = scale * kind.size.z;
            object.visible = random.uniform(spec_.visible_min, 1);
            objects.push_back(object);
        }
    }

    const SensorSetup setup_;
    const config::ObjectsSpec spec_;
    const double half_azimuth_rad_, half_elevation_rad_;
    std::vector<Candidate> boxes_;
    // For the thing that visible_share() is working on: the rays that have not been cast yet, the distance in
    // m up to which each must come, and how many of the cast rays were clear, and how many met the thing.
    RayPacket packet_{};
    std::array<double, RayPacket::kRays> reach_m_{};
    std::size_t aimed_ = 0;
    int clear_ = 0, met_ = 0;
};

}  // namespace

std::unique_ptr<Sensor> make_objects(const SensorSetup& setup, const config::ObjectsSpec& spec) {
    return std::make_unique<Objects>(setup, spec);
}

}  // namespace synchrono::client::sensors
