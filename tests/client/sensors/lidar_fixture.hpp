/// A LiDAR in a world of a few known things. The fixture calls the LiDAR at each heartbeat, as a suite does.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "client/sensors/sensor.hpp"
#include "tests/client/sensors/ray_fixture.hpp"

namespace synchrono::client::sensors::testing {

/// Returns the specification of a LiDAR with a beam for each elevation and `columns` columns in a sweep. It
/// has no errors and sees everything in its range.
inline config::LidarSpec perfect(std::vector<double> elevations_deg, std::uint32_t columns) {
    config::LidarSpec spec;
    spec.elevations_deg = std::move(elevations_deg);
    spec.columns = columns;
    spec.range_max_m = 200;
    spec.range_at_10_percent_m = 10'000;
    spec.range_sigma_m = spec.intensity_sigma = 0;
    return spec;
}
inline config::LidarSpec perfect_raster(std::vector<double> elevations_deg, std::uint32_t columns,
                                        double view_deg) {
    config::LidarSpec spec = perfect(std::move(elevations_deg), columns);
    spec.scan = config::LidarSpec::Scan::raster;
    spec.view_deg = view_deg;
    return spec;
}

struct LidarWorld {
    struct Cloud {
        std::vector<SynPoint> points;
        std::uint32_t rays = 0;
    };

    LidarWorld(const std::string& statics, const config::LidarSpec& lidar)
        : scenario(scenario_with(statics)), world(scenario, nullptr, ground) {
        spec.name = "lidar";
        spec.period = SimDuration::milliseconds(100);
        spec.model = lidar;
    }
    LidarWorld(const LidarWorld&) = delete;

    const config::LidarSpec& lidar() const { return std::get<config::LidarSpec>(spec.model); }
    std::unique_ptr<Sensor> make(std::uint64_t key = 1) {
        return make_lidar({.scenario = scenario,
                           .agent = scenario.agents[0],
                           .mounted = mounted,
                           .spec = spec,
                           .key = key,
                           .position = position,
                           .orientation = orientation,
                           .world = &world},
                          lidar());
    }
    BodyState at(SimTime time) const {
        BodyState instant{.time = time, .motion = {}};
        static_cast<geo::Motion&>(instant.motion) = motion(time);
        return instant;
    }
    void pass(Sensor& sensor, SimTime from) {
        const SimTime to = from + kHeartbeat;
        const std::int64_t index = (from - SimTime{}) / spec.period;
        world.update(from, to, bodies(from, to));
        sensor.expect(SimTime{} + spec.period * (index + 1), static_cast<std::uint64_t>(index));
        sensor.scan(at(from), at(to));
    }
    /// Scans in the heartbeats of sample `index`, or only in the last `beats` of them, and returns the
    /// sample.
    Cloud sweep(Sensor& sensor, std::uint64_t index, std::int64_t beats = 1'000) {
        const SimTime end = SimTime{} + spec.period * static_cast<std::int64_t>(index + 1);
        for (std::int64_t left = std::min(beats, spec.period / kHeartbeat); left > 0; --left)
            pass(sensor, end - kHeartbeat * left);
        sensor.sample(at(end), index, reading);
        const SynPointCloud& cloud = *static_cast<const SynPointCloud*>(data_of(reading));
        return {{cloud.points, cloud.points + cloud.count}, cloud.rays};
    }
    Cloud sweep() {
        const auto sensor = make();
        return sweep(*sensor, 0);
    }
    /// Returns the column whose rays go out at the time of this point.
    std::uint32_t column_of(const SynPoint& point) const {
        const auto period_ns = static_cast<double>(spec.period.count_ns());
        return static_cast<std::uint32_t>(
            std::lround((point.time_ns + period_ns) * lidar().columns / period_ns));
    }
    /// Returns the direction of a ray in the sensor's own frame.
    geo::Vec3 direction_of(std::uint32_t column, std::size_t beam) const {
        const double share = column / static_cast<double>(lidar().columns);
        const double azimuth = lidar().scan == config::LidarSpec::Scan::spinning
                                   ? 180 - 360 * share
                                   : lidar().view_deg * (0.5 - share - 0.5 / lidar().columns);
        return towards(azimuth + (lidar().azimuths_deg.empty() ? 0 : lidar().azimuths_deg[beam]),
                       lidar().elevations_deg[beam]);
    }

    static constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);
    const ground::PlaneGround ground;
    config::Scenario scenario;
    RayWorld world;
    config::SensorSpec spec;
    config::MountedSensor mounted;
    geo::Vec3 position;
    geo::Quaternion orientation;
    std::function<geo::Motion(SimTime)> motion = [](SimTime) { return motion_of({0, 0, 2}); };
    std::function<std::vector<RayWorld::Body>(SimTime, SimTime)> bodies = [](SimTime, SimTime) {
        return std::vector<RayWorld::Body>{};
    };
    Reading reading;
};

inline geo::Vec3 place_of(const SynPoint& point) { return {point.x, point.y, point.z}; }
inline double range_of(const SynPoint& point) { return geo::length(place_of(point)); }
inline double angle_deg(geo::Vec3 a, geo::Vec3 b) {
    return std::atan2(geo::length(geo::cross(a, b)), geo::dot(a, b)) / kRad;
}

}  // namespace synchrono::client::sensors::testing
