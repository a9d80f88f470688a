#include "client/sensors/suite.hpp"

#include <algorithm>
#include <numeric>
#include <tuple>

#include "common/base/contract.hpp"
#include "common/base/random.hpp"

namespace synchrono::client::sensors {
namespace {

constexpr std::uint64_t kPurpose = 0x73656e736f72;  // keeps these keys apart from the agent's others

std::uint64_t key_of(std::uint64_t seed, AgentId agent, std::string_view name) {
    std::uint64_t key = mix_bits(mix_bits(seed ^ kPurpose) ^ agent.value);
    for (const char c : name) key = mix_bits(key ^ static_cast<unsigned char>(c));
    return key;
}

std::unique_ptr<Sensor> make(const SensorSetup& setup) {
    struct Maker {
        const SensorSetup& setup;
        std::unique_ptr<Sensor> operator()(const config::GpsSpec& spec) { return make_gps(setup, spec); }
        std::unique_ptr<Sensor> operator()(const config::ImuSpec& spec) { return make_imu(setup, spec); }
        std::unique_ptr<Sensor> operator()(const config::WheelSpeedSpec& spec) {
            return make_wheel_speed(setup, spec);
        }
        std::unique_ptr<Sensor> operator()(const config::SteeringSpec& spec) {
            return make_steering(setup, spec);
        }
        std::unique_ptr<Sensor> operator()(const config::StateSpec& spec) { return make_state(setup, spec); }
        std::unique_ptr<Sensor> operator()(const config::LidarSpec& spec) { return make_lidar(setup, spec); }
        std::unique_ptr<Sensor> operator()(const config::RadarSpec& spec) { return make_radar(setup, spec); }
        std::unique_ptr<Sensor> operator()(const config::CameraSpec& spec) {
            return make_camera(setup, spec);
        }
        std::unique_ptr<Sensor> operator()(const config::ObjectsSpec& spec) {
            return make_objects(setup, spec);
        }
    };
    return std::visit(Maker{setup}, setup.spec.model);
}

/// Returns how long a sensor measures for one sample: a whole period for a LiDAR that sweeps, the exposure
/// and the rolling shutter for a camera, and no time for all others.
SimDuration open_time(const config::SensorSpec& spec) {
    if (const auto* lidar = std::get_if<config::LidarSpec>(&spec.model))
        return lidar->scan != config::LidarSpec::Scan::flash ? spec.period : SimDuration{};
    if (const auto* camera = std::get_if<config::CameraSpec>(&spec.model))
        return camera->exposure() + camera->rolling_shutter();
    return {};
}

}  // namespace

struct Suite::Mounted {
    const config::SensorSpec& spec;
    const std::size_t number;
    const SimDuration open;  // how long before the sample's time the measurement begins
    std::unique_ptr<Sensor> sensor;
    // Samples that are measured but whose delay has not passed; ascending by time.
    std::vector<std::unique_ptr<Sample>> pending;
    std::vector<std::unique_ptr<Sample>> free;  // memory to be used again

    /// Returns whether a sample is due at `time`. Periods are counted from the first entry, so that samples
    /// stay at the same times however often the agent leaves and comes back.
    bool is_due(SimTime entry, SimTime first_entry, SimTime time) const {
        return time > entry && (time - first_entry) % spec.period == SimDuration{};
    }
    /// Returns when the next sample is due, at `time` or later.
    SimTime next_due(SimTime first_entry, SimTime time) const {
        const SimDuration over = (time - first_entry) % spec.period;
        return over == SimDuration{} ? time : time + (spec.period - over);
    }
    /// Returns whether at least a part of the next sample is measured in the heartbeat that ends at `time`.
    bool is_open(SimTime entry, SimTime first_entry, SimTime time) const {
        const SimTime due = next_due(first_entry, time);
        return time > entry && (due == time || due - time < open);
    }
};

bool needs_world(const config::Scenario& scenario, const config::AgentSpec& agent) {
    return std::any_of(agent.sensors.begin(), agent.sensors.end(), [&](const config::MountedSensor& one) {
        const config::SensorSpec& spec = scenario.sensors.at(one.sensor);
        return spec.has_rays() || std::holds_alternative<config::GpsSpec>(spec.model);
    });
}

Suite::Suite(const config::Scenario& scenario, const config::AgentSpec& agent, RayWorld* world, SampleTap tap)
    : agent_(agent), tap_(std::move(tap)), measuring_interval_(scenario.heartbeat) {
    SYN_REQUIRE(!agent.sensors.empty());
    SYN_REQUIRE(world != nullptr || !needs_world(scenario, agent));
    for (std::size_t i = 0; i < agent.sensors.size(); ++i) {
        const config::MountedSensor& mounted = agent.sensors[i];
        const config::SensorSpec& spec = scenario.sensors.at(mounted.sensor);
        auto one = std::make_unique<Mounted>(Mounted{
            .spec = spec, .number = i, .open = open_time(spec), .sensor = {}, .pending = {}, .free = {}});
        const Mount mount = mount_of(scenario, agent, mounted);
        const SensorSetup setup{.scenario = scenario,
                                .agent = agent,
                                .mounted = mounted,
                                .spec = spec,
                                .key = key_of(scenario.seed, agent.id, mounted.name),
                                .position = mount.position,
                                .orientation = mount.orientation,
                                .world = world};
        one->sensor = make(setup);
        if (!spec.has_rays())
            measuring_interval_ =
                SimDuration::nanoseconds(std::gcd(measuring_interval_.count_ns(), spec.period.count_ns()));
        sensors_.push_back({.name = mounted.name.c_str(),
                            .model = spec.name.c_str(),
                            .kind = static_cast<std::uint32_t>(spec.model.index() + 1),
                            .reserved = 0,
                            .period_ns = spec.period.count_ns(),
                            .delay_ns = spec.delay.count_ns(),
                            .position = {setup.position.x, setup.position.y, setup.position.z},
                            .orientation = {setup.orientation.w, setup.orientation.x, setup.orientation.y,
                                            setup.orientation.z}});
        mounted_.push_back(std::move(one));
    }
    new_samples_.struct_size = for_pilot_.struct_size = sizeof(SynSensors);
    new_samples_.sensors_count = for_pilot_.sensors_count = static_cast<std::uint32_t>(sensors_.size());
    new_samples_.sensors = for_pilot_.sensors = sensors_.data();
}

Suite::~Suite() = default;

void Suite::restart(SimTime entry) {
    // `entry` may be earlier than at the first call: if a client loses its connection before an agent is to
    // enter, the agent may enter sooner once the client has come back.
    if (!first_entry_ || entry < *first_entry_) first_entry_ = entry;
    entry_ = entry;
    for (const auto& one : mounted_) {
        one->sensor->restart();
        for (auto& sample : one->pending) one->free.push_back(std::move(sample));
        one->pending.clear();
    }
}

bool Suite::is_due(SimTime time) const {
    return std::any_of(mounted_.begin(), mounted_.end(), [&](const auto& one) {
        return !one->spec.has_rays() && one->is_due(*entry_, *first_entry_, time);
    });
}

bool Suite::wants_wheels(SimTime time) const {
    return std::any_of(mounted_.begin(), mounted_.end(), [&](const auto& one) {
        return std::holds_alternative<config::WheelSpeedSpec>(one->spec.model) &&
               one->is_due(*entry_, *first_entry_, time);
    });
}

void Suite::measure(const BodyState& at) {
    for (const auto& one : mounted_) {
        if (!one->spec.has_rays() && one->is_due(*entry_, *first_entry_, at.time)) add_sample(*one, at);
    }
}

bool Suite::needs_scan(SimTime time) const {
    return time > *entry_ && std::any_of(mounted_.begin(), mounted_.end(), [&](const auto& one) {
               return one->spec.has_rays() && one->is_open(*entry_, *first_entry_, time);
           });
}

void Suite::scan(const BodyState& from, const BodyState& to) {
    for (const auto& one : mounted_) {
        if (!one->spec.has_rays() || !one->is_open(*entry_, *first_entry_, to.time)) continue;
        const SimTime due = one->next_due(*first_entry_, to.time);
        one->sensor->expect(due, index_of(*one, due));
        one->sensor->scan(from, to);
        if (due == to.time) add_sample(*one, to);
    }
}

std::uint64_t Suite::index_of(const Mounted& one, SimTime due) const {
    return static_cast<std::uint64_t>((due - *first_entry_) / one.spec.period - 1);
}

void Suite::add_sample(Mounted& one, const BodyState& at) {
    std::unique_ptr<Sample> sample;
    if (one.free.empty()) {
        sample = std::make_unique<Sample>();
    } else {
        sample = std::move(one.free.back());
        one.free.pop_back();
    }
    const std::uint64_t index = index_of(one, at.time);
    one.sensor->sample(at, index, sample->reading);
    sample->head = {.sensor = static_cast<std::uint32_t>(one.number),
                    .kind = static_cast<std::uint32_t>(one.spec.model.index() + 1),
                    .index = index,
                    .time_ns = at.time.count_ns(),
                    .arrival_ns = (at.time + one.spec.delay).count_ns(),
                    .data = data_of(sample->reading)};
    SYN_REQUIRE(sample->reading.index() == one.spec.model.index());
    if (tap_) tap_(agent_.id, one.number, sample->head, at.motion);
    one.pending.push_back(std::move(sample));
}

void Suite::release(SimTime now) {
    if (pilot_step_ended_) {
        for (auto& [mounted, sample] : released_) mounted->free.push_back(std::move(sample));
        released_.clear();
        samples_.clear();
        pilot_step_ended_ = false;
    }
    const std::size_t known = released_.size();
    for (const auto& one : mounted_) {
        auto& pending = one->pending;  // only a few, in the order of their arrival
        const auto later = std::find_if(pending.begin(), pending.end(), [&](const auto& sample) {
            return sample->head.arrival_ns > now.count_ns();
        });
        for (auto it = pending.begin(); it != later; ++it) released_.emplace_back(one.get(), std::move(*it));
        pending.erase(pending.begin(), later);
    }
    const auto order = [](const auto& entry) {
        const SynSample& head = entry.second->head;
        return std::tuple(head.arrival_ns, head.sensor, head.index);
    };
    std::sort(released_.begin() + static_cast<std::ptrdiff_t>(known), released_.end(),
              [&](const auto& a, const auto& b) { return order(a) < order(b); });
    for (std::size_t i = known; i < released_.size(); ++i) samples_.push_back(released_[i].second->head);
    for_pilot_.samples = samples_.data();
    for_pilot_.samples_count = static_cast<std::uint32_t>(samples_.size());
    new_samples_.samples = samples_.data() + known;
    new_samples_.samples_count = static_cast<std::uint32_t>(samples_.size() - known);
}

}  // namespace synchrono::client::sensors
