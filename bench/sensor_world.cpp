#include "bench/sensor_world.hpp"

#include <algorithm>
#include <ctime>
#include <filesystem>

#include "client/ground/make_ground.hpp"
#include "common/base/contract.hpp"
#include "common/config/map_text.hpp"

namespace synchrono::bench {
namespace {

namespace fs = std::filesystem;
const fs::path kShare = fs::canonical("/proc/self/exe").parent_path().parent_path() / "share/synchrono";
constexpr SimDuration kWhile = SimDuration::seconds(1);

geo::Motion start_of(const config::Scenario& scenario, const config::AgentSpec& agent) {
    geo::Motion motion;
    motion.position = agent.position + geo::Vec3{0, 0, config::height_of_cg_m(scenario.vehicle_of(agent))};
    motion.orientation = geo::Quaternion::from_yaw(agent.yaw_rad());
    motion.velocity = motion.orientation.rotate({agent.speed_m_s, 0, 0});
    return motion;
}

}  // namespace

SensorWorld::SensorWorld(const std::vector<std::string>& sensors) {
    auto loaded = config::load_scenario(kShare / "scenarios/intersection_30.json");
    SYN_REQUIRE(loaded.has_value());
    scenario_ = std::make_unique<config::Scenario>(std::move(*loaded));
    config::AgentSpec& ego = scenario_->agents[kEgo];
    for (const std::string& name : sensors) {
        auto sensor = config::load_sensor(kShare / "vehicles/sensors" / (name + ".json"));
        SYN_REQUIRE(sensor.has_value());
        scenario_->sensors[name] = std::move(*sensor);
        ego.sensors.push_back({.name = name, .sensor = name, .position = {0, 0, 1.8}});
    }
    for (const config::AgentSpec& agent : scenario_->agents) {
        if (agent.element) continue;
        geo::Motion start = start_of(*scenario_, agent);
        // An agent that enters later may start where an earlier agent starts. It is moved ahead to a free
        // place.
        const auto taken = [&] {
            return std::any_of(starts_.begin(), starts_.end(), [&](const geo::Motion& other) {
                return geo::length(other.position - start.position) < 14;
            });
        };
        while (taken()) start.position = start.position + start.orientation.rotate({1, 0, 0});
        starts_.push_back(start);
    }
    const auto roads = config::road_map_of(*scenario_->map);
    SYN_REQUIRE(roads.has_value());
    rays_ = std::make_unique<client::sensors::RayWorld>(*scenario_, &*roads,
                                                        *client::ground::make_ground(*scenario_));
    update(SimTime{} + scenario_->heartbeat);
    rays_->pass_through(ego.id);
}

geo::Motion SensorWorld::motion_of(std::size_t agent, SimTime time) const {
    geo::Motion motion = starts_[agent];
    motion.position = motion.position + motion.velocity * ((time - SimTime{}) % kWhile).to_seconds();
    return motion;
}

client::sensors::SensorSetup SensorWorld::setup_of(std::size_t sensor) {
    const config::MountedSensor& mounted = ego().sensors[sensor];
    const config::SensorSpec& spec = scenario_->sensors.at(mounted.sensor);
    return {
        .scenario = *scenario_,
        .agent = ego(),
        .mounted = mounted,
        .spec = spec,
        .key = sensor + 1,
        .position = mounted.position - geo::Vec3{0, 0, config::height_of_cg_m(scenario_->vehicle_of(ego()))},
        .orientation = {},
        .world = rays_.get()};
}

client::sensors::BodyState SensorWorld::ego_at(SimTime time) const {
    client::sensors::BodyState instant{.time = time, .motion = {}};
    static_cast<geo::Motion&>(instant.motion) = motion_of(kEgo, time);
    return instant;
}

void SensorWorld::update(SimTime to) {
    bodies_.clear();
    for (std::size_t i = 0; i < starts_.size(); ++i)
        bodies_.push_back({.agent = scenario_->agents[i].id, .motion = motion_of(i, to)});
    rays_->update(to - scenario_->heartbeat, to, bodies_);
}

double cpu_seconds() {
    timespec now{};
    SYN_REQUIRE(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

}  // namespace synchrono::bench
