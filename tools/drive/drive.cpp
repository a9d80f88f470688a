#include "tools/drive/drive.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "client/engine/engine_registry.hpp"
#include "common/base/contract.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::tools::drive {
namespace {

constexpr double kMoving = 0.5;    // m/s; samples in which the reference is slower are not compared
constexpr double kSpeedMax = 1e3;  // m/s; the motion of a faster vehicle counts as diverging
constexpr double kSteers = 1e-3;   // a greater steering input counts as steering

/// Converts the motion that an engine returns to samples. The engine's motion is that of the centre of
/// gravity; the samples are about the vehicle's reference point.
class Sampler {
  public:
    Sampler(const config::VehicleSpec& vehicle, const client::body::BodyMotion& start) {
        const auto whole = config::figures(vehicle);
        arm_ = {-whole.cg_m, 0, vehicle.body.reference_height_m - whole.cg_height_m};
        origin_ = place(start);
        velocity_ = velocity(start);
        ground_ = start.position.z - whole.cg_height_m;
    }

    /// Computes the acceleration over the step that has just ended.
    void step(const client::body::BodyMotion& now, double dt) {
        const geo::Vec3 velocity_now = velocity(now);
        acceleration_ = (velocity_now - velocity_) * (1 / dt);
        velocity_ = velocity_now;
    }

    DriveSample sample(double t, const client::body::BodyMotion& now,
                       const client::body::Machinery& machinery) const {
        DriveSample s;
        s.t = t;
        s.inputs = client::body::driver_inputs(now.applied);
        const geo::Vec3 at = place(now);
        s.x = at.x - origin_.x;
        s.y = at.y - origin_.y;
        s.z = at.z - ground_;
        const geo::Quaternion& q = now.orientation;
        s.yaw = q.yaw();
        s.pitch = std::asin(std::clamp(2 * (q.w * q.y - q.z * q.x), -1.0, 1.0));
        s.roll = std::atan2(2 * (q.w * q.x + q.y * q.z), 1 - 2 * (q.x * q.x + q.y * q.y));
        const geo::Vec3 v = q.conjugate().rotate(velocity_), a = q.conjugate().rotate(acceleration_);
        s.vx = v.x;
        s.vy = v.y;
        s.wx = now.angular_velocity.x;
        s.wy = now.angular_velocity.y;
        s.wz = now.angular_velocity.z;
        s.ax = a.x;
        s.ay = a.y;
        const auto wheels = client::body::wheel_speeds(machinery);
        if (wheels.size() >= 4) s.wheels = {wheels[0], wheels[1], wheels[wheels.size() - 2], wheels.back()};
        s.rpm = machinery.engine_rpm;
        s.gear = machinery.gear;
        return s;
    }

  private:
    geo::Vec3 place(const client::body::BodyMotion& m) const {
        return m.position + m.orientation.rotate(arm_);
    }
    geo::Vec3 velocity(const client::body::BodyMotion& m) const {
        return m.velocity + m.orientation.rotate(geo::cross(m.angular_velocity, arm_));
    }

    geo::Vec3 arm_, origin_, velocity_, acceleration_;
    double ground_ = 0;
};

Result<std::unique_ptr<client::engine::BodyEngine>> make_engine(const config::VehicleSpec& vehicle,
                                                                const DriveSettings& settings) {
    const auto ground = std::make_shared<client::ground::PlaneGround>(
        client::ground::GroundPlane{.friction = settings.friction});
    const client::engine::EngineEntry* const engine = client::engine::engine_named(settings.engine);
    SYN_REQUIRE(engine != nullptr);
    config::Scenario scenario;
    scenario.step = scenario.chrono.step = settings.step;
    scenario.vehicles.emplace(vehicle.name, vehicle);
    config::AgentSpec agent;
    agent.vehicle = vehicle.name;
    agent.engine = settings.engine;
    if (std::string why = client::engine::objection_of(*engine, scenario, agent); !why.empty())
        return fail(std::move(why));
    return engine->make(scenario, ground);
}

}  // namespace

Result<std::vector<DriveSample>> drive(const config::VehicleSpec& vehicle, Manoeuvre& manoeuvre,
                                       const DriveSettings& settings) {
    const auto engine = make_engine(vehicle, settings);
    if (!engine) return tl::unexpected(engine.error());
    return drive(**engine, vehicle, manoeuvre, settings);
}

Result<std::vector<DriveSample>> drive(client::engine::BodyEngine& engine, const config::VehicleSpec& vehicle,
                                       Manoeuvre& manoeuvre, const DriveSettings& settings) {
    SYN_REQUIRE(kDriveSample % settings.step == SimDuration{});
    const AgentId self{0};
    geo::Motion start;
    start.velocity.x = manoeuvre.initial_speed();
    const client::engine::EngineEntry* const entry = client::engine::engine_named(settings.engine);
    SYN_REQUIRE(entry != nullptr);
    engine.add(self,
               {.vehicle = vehicle, .start = start, .model = entry->model, .gear = manoeuvre.initial_gear()});

    Sampler sampler(vehicle, engine.motion(self));
    const double dt = settings.step.to_seconds();
    const auto steps = static_cast<std::int64_t>(std::llround(manoeuvre.duration_s() / dt));
    const std::int64_t every = kDriveSample / settings.step;
    std::vector<DriveSample> samples;
    DriveSample now = sampler.sample(0, engine.motion(self), engine.machinery(self));
    for (std::int64_t i = 0; i <= steps; ++i) {
        const double t = static_cast<double>(i) * dt;
        const client::body::DriverInputs inputs = manoeuvre.inputs(t, now);
        engine.set_controls(self, inputs);
        now = sampler.sample(t, engine.motion(self), engine.machinery(self));
        now.inputs = inputs;
        if (i % every == 0) samples.push_back(now);
        engine.advance(settings.step);
        sampler.step(engine.motion(self), dt);
        if (const auto& v = engine.motion(self).velocity; !(geo::length(v) < kSpeedMax)) {
            return fail(fmt::format(
                "{}: its motion diverges at {:.3f} s: check its masses, springs and tyres", vehicle.name, t));
        }
    }
    return samples;
}

DriveErrors compare(std::span<const DriveSample> driven, std::span<const DriveSample> reference) {
    SYN_REQUIRE(driven.size() >= reference.size() && reference.size() >= 2);
    const auto error = [&](auto value, double range_min) {
        double sum = 0, low = 0, high = 0;
        std::size_t count = 0;
        for (std::size_t i = 0; i < reference.size(); ++i) {
            if (std::hypot(reference[i].vx, reference[i].vy) <= kMoving) continue;
            const double was = value(reference[i]), is = value(driven[i]);
            low = count == 0 ? was : std::min(low, was);
            high = count == 0 ? was : std::max(high, was);
            sum += (is - was) * (is - was);
            ++count;
        }
        if (count == 0) return 0.0;
        return std::sqrt(sum / static_cast<double>(count)) / std::max(high - low, range_min);
    };
    DriveErrors errors;
    errors.speed = error([](const DriveSample& s) { return std::hypot(s.vx, s.vy); }, 1);
    const bool steers = std::any_of(reference.begin(), reference.end(), [](const DriveSample& s) {
        return std::abs(s.inputs.steering) > kSteers;
    });
    if (steers) {
        errors.yaw_rate = error([](const DriveSample& s) { return s.wz; }, 0.05);
        errors.lateral_acceleration = error([](const DriveSample& s) { return s.ay; }, 0.5);
        errors.roll = error([](const DriveSample& s) { return s.roll; }, 0.5 * geo::kRad);
    }
    const DriveSample &end = driven[reference.size() - 1], &wanted = reference.back();
    errors.position_m = std::hypot(end.x - wanted.x, end.y - wanted.y);
    for (std::size_t i = 1; i < reference.size(); ++i) {
        errors.distance_m +=
            std::hypot(reference[i].x - reference[i - 1].x, reference[i].y - reference[i - 1].y);
    }
    return errors;
}

}  // namespace synchrono::tools::drive
