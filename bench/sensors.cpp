// Measures what sensors cost in the world of scenarios/intersection_30.json, on one core. Rounds alternate,
// and medians are compared.
//
// The floor of a LiDAR is the bare call of the ray caster with the same packets of rays. These are copied,
// some at a time and outside of the measurement, to memory that is in the processor's cache, where a LiDAR's
// own packets are as well. No LiDAR gets its distances without that call. The second table has all the work
// of a client for a LiDAR: it updates the world at each heartbeat, casts the rays and makes the samples.
#include <algorithm>
#include <fmt/format.h>
#include <numeric>

#include "bench/camera_frames.hpp"
#include "bench/sensor_world.hpp"
#include "bench/table.hpp"
#include "client/sensors/lidar_scan.hpp"
#include "client/sensors/suite.hpp"
#include "common/base/contract.hpp"

namespace {

using namespace synchrono;
using bench::SensorWorld;
using client::sensors::RayPacket;

constexpr int kRounds = 15;
// They fit into the second cache, and take so long that the clock does not matter.
constexpr std::size_t kHotPackets = 128;

SimTime at(const SensorWorld& world, std::int64_t beat) {
    return SimTime{} + world.scenario().heartbeat * beat;
}

/// Returns the packets of a sweep, separately for each heartbeat.
std::vector<std::vector<RayPacket>> packets_of(SensorWorld& world,
                                               const client::sensors::SensorSetup& setup) {
    const auto& spec = std::get<config::LidarSpec>(setup.spec.model);
    const client::sensors::LidarScan scan(spec, setup.spec.period);
    std::vector<std::vector<RayPacket>> beats;
    for (std::int64_t beat = 1; at(world, beat) <= SimTime{} + setup.spec.period; ++beat) {
        const auto from = world.ego_at(at(world, beat - 1)), to = world.ego_at(at(world, beat));
        const auto glide = client::sensors::glide_of(from, to, setup);
        std::vector<RayPacket>& packets = beats.emplace_back();
        client::sensors::LidarStrip strip;
        const std::uint32_t end = scan.first_from(to.time - SimTime{});
        for (std::uint32_t c = scan.first_from(from.time - SimTime{}); c < end; c += strip.count) {
            scan.strip(c, end, SimTime{}, glide, strip);
            for (std::uint32_t p = 0; p < strip.packets; ++p) scan.aim(strip, p, packets.emplace_back());
        }
    }
    return beats;
}

/// Compares a LiDAR with the bare call of the ray caster.
void lidar_against_floor(const bench::Table& table, const std::string& name) {
    SensorWorld world({name});
    const client::sensors::SensorSetup setup = world.setup_of(0);
    const auto prepared = packets_of(world, setup);
    std::vector<RayPacket> hot(kHotPackets);
    const auto lidar = client::sensors::make_lidar(setup, std::get<config::LidarSpec>(setup.spec.model));
    client::sensors::Reading reading;
    std::vector<double> ours_s, floor_s;
    for (int round = 0; round < kRounds; ++round) {
        double ours = 0, floor = 0;
        lidar->restart();
        for (std::size_t i = 0; i < prepared.size(); ++i) {
            const auto beat = static_cast<std::int64_t>(i);
            const auto from = world.ego_at(at(world, beat)), to = world.ego_at(at(world, beat + 1));
            world.update(to.time);
            const auto floor_of = [&] {
                for (std::size_t p = 0; p < prepared[i].size(); p += kHotPackets) {
                    const std::size_t n = std::min(kHotPackets, prepared[i].size() - p);
                    std::copy_n(prepared[i].begin() + static_cast<std::ptrdiff_t>(p), n, hot.begin());
                    const double start = bench::cpu_seconds();
                    for (std::size_t h = 0; h < n; ++h) world.rays().intersect(hot[h]);
                    floor += bench::cpu_seconds() - start;
                }
            };
            if (round % 2 == 0) floor_of();
            const double start = bench::cpu_seconds();
            lidar->expect(SimTime{} + setup.spec.period, 0);
            lidar->scan(from, to);
            if (i + 1 == prepared.size()) lidar->sample(to, 0, reading);
            ours += bench::cpu_seconds() - start;
            if (round % 2 != 0) floor_of();
        }
        ours_s.push_back(ours);
        floor_s.push_back(floor);
    }
    const auto& cloud = std::get<client::sensors::PointCloud>(reading).head;
    const double rays = cloud.rays, ours = bench::median(ours_s), floor = bench::median(floor_s);
    table.row({name, bench::with_commas(cloud.rays), bench::with_commas(cloud.count),
               fmt::format("{:.0f}", rays / ours / 1e6), fmt::format("{:.0f}", rays / floor / 1e6),
               bench::percent(floor / ours)});
}

/// Measures all that a client does for one LiDAR.
void lidar_in_a_client(const bench::Table& table, const std::string& name) {
    SensorWorld world({name});
    const SimDuration beat = world.scenario().heartbeat, period = world.scenario().sensors.at(name).period;
    client::sensors::Suite suite(world.scenario(), world.ego(), &world.rays(), {});
    suite.restart(SimTime{});
    std::vector<double> sweeps_s;
    std::uint64_t points = 0;
    SimTime now;
    for (int round = 0; round < kRounds; ++round) {
        const double start = bench::cpu_seconds();
        for (const SimTime end = now + period; now < end;) {
            const client::sensors::BodyState from = world.ego_at(now);
            now = now + beat;
            if (suite.needs_scan(now)) {
                world.update(now);
                world.rays().pass_through(world.ego().id);
                suite.scan(from, world.ego_at(now));
            }
            suite.release(now);
            for (std::uint32_t i = 0; i < suite.for_pilot().samples_count; ++i)
                points += static_cast<const SynPointCloud*>(suite.for_pilot().samples[i].data)->count;
            suite.end_pilot_step();
        }
        sweeps_s.push_back(bench::cpu_seconds() - start);
    }
    SYN_REQUIRE(points > 0);
    const double sweep = bench::median(sweeps_s);
    table.row({name, fmt::format("{:.2f} ms", sweep * 1e3),
               fmt::format("{:.0f} ms", period.to_seconds() * 1e3),
               fmt::format("{:.1f} %", 100 * sweep / period.to_seconds())});
}

}  // namespace

int main() {
    const std::vector<std::string> lidars{"lidar_16", "lidar_64", "lidar_128", "lidar_solid_state"};
    const bench::Table floors({"LiDAR", "rays in a sweep", "points", "million rays/s",
                               "floor, million rays/s", "share of the floor"});
    for (const std::string& name : lidars) lidar_against_floor(floors, name);
    fmt::print("\n");
    const bench::Table whole({"in a client", "time for a sweep", "period", "share of a core"});
    for (const char* name : {"lidar_16", "lidar_64", "lidar_128", "lidar_solid_state", "lidar_flash"})
        lidar_in_a_client(whole, name);
    fmt::print("\n");
    bench::camera_frames();
}
