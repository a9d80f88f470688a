// Measures how long a 1 ms step of a vehicle takes, for each model, for five of the vehicles that ship, and
// for one vehicle alone and many together. The full model computes four vehicles at once, so a vehicle alone
// wastes three quarters of the work, and takes about four times as long as each of many. The floor is a
// kinematic bicycle: a point that moves along its heading, whose yaw follows from the steering angle, which
// is the least that can be called a vehicle. All drive with varying throttle, steering and braking.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <limits>
#include <string>
#include <vector>

#include "bench/table.hpp"
#include "client/engine/embedded/embedded_engine.hpp"
#include "common/base/contract.hpp"

namespace {

using namespace synchrono;
namespace fs = std::filesystem;

const fs::path kVehicles =
    fs::canonical("/proc/self/exe").parent_path().parent_path() / "share/synchrono/vehicles";
constexpr SimDuration kStep = SimDuration::milliseconds(1);
constexpr SimDuration kHeartbeat = SimDuration::milliseconds(10);
constexpr int kStepsAMeasurement = 400'000;
constexpr int kMeasurements = 5;  // the shortest counts, because disturbances only add time

double ns_a_step(const config::VehicleSpec& vehicle, client::engine::VehicleModel model, int count) {
    const auto engine = client::engine::make_embedded_engine(kStep);
    for (int i = 0; i < count; ++i) {
        geo::Motion start;
        start.position.y = 10.0 * i;
        start.velocity.x = 10 + 0.01 * i;
        engine->add(AgentId{static_cast<std::uint32_t>(i)},
                    {.vehicle = vehicle, .start = start, .model = model, .gear = {}});
    }
    const int beats = std::max(1, kStepsAMeasurement / 10 / count);
    double best = std::numeric_limits<double>::infinity();
    int beat = 0;
    for (int m = 0; m < kMeasurements; ++m) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < beats; ++i, ++beat) {
            for (int k = 0; k < count; ++k) {
                const double phase = 0.01 * beat + k;
                engine->set_controls(AgentId{static_cast<std::uint32_t>(k)},
                                     client::body::DriverInputs{.steering = 0.1 * std::sin(phase),
                                                                .throttle = beat % 400 < 320 ? 0.3 : 0.0,
                                                                .braking = beat % 400 < 320 ? 0.0 : 0.2});
            }
            engine->advance(kHeartbeat);
        }
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / (10.0 * beats * count));
    }
    return best;
}

/// The floor: kinematic bicycles, one after the other.
double ns_a_step_of_bicycles(int count) {
    struct Bicycle {
        double x = 0, y = 0, yaw = 0, speed = 10;
    };
    constexpr double kWheelbase_m = 2.8, kDt_s = 0.001;
    std::vector<Bicycle> bicycles(static_cast<std::size_t>(count));
    const int beats = std::max(1, kStepsAMeasurement / 10 / count);
    double best = std::numeric_limits<double>::infinity();
    int beat = 0;
    double sum = 0;
    for (int m = 0; m < kMeasurements; ++m) {
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < beats; ++i, ++beat) {
            int k = 0;
            for (Bicycle& b : bicycles) {
                const double bend = std::tan(0.1 * std::sin(0.01 * beat + k++)) / kWheelbase_m,
                             push = beat % 400 < 320 ? 0.3 : -1.2;
                for (int step = 0; step < 10; ++step) {
                    b.x += b.speed * std::cos(b.yaw) * kDt_s;
                    b.y += b.speed * std::sin(b.yaw) * kDt_s;
                    b.yaw += b.speed * bend * kDt_s;
                    b.speed += push * kDt_s;
                }
            }
        }
        const std::chrono::duration<double, std::nano> took = std::chrono::steady_clock::now() - start;
        best = std::min(best, took.count() / (10.0 * beats * count));
        for (const Bicycle& b : bicycles) sum += b.x + b.y;
    }
    SYN_REQUIRE(std::isfinite(sum));
    return best;
}

}  // namespace

int main() {
    const std::vector<int> counts{1, 4, 8, 64, 1024};
    const bench::Table table({"ns for a vehicle and step", "alone", "4", "8", "64", "1024",
                              "64, times the floor", "vehicles in real time on a core"});
    double floor = 0;
    const auto measure = [&](const std::string& what, const auto& ns_of) {
        std::vector<std::string> cells{what};
        double many = 0;
        for (const int count : counts) {
            const double ns = ns_of(count);
            if (count == 64) many = ns;
            cells.push_back(bench::with_commas(ns));
        }
        if (floor == 0) floor = many;
        cells.push_back(fmt::format("{:.0f}", many / floor));
        cells.push_back(bench::with_commas(1e6 / many));
        table.row(cells);
    };
    measure("kinematic bicycle, the floor", ns_a_step_of_bicycles);
    for (const auto model :
         {client::engine::VehicleModel::full, client::engine::VehicleModel::single_track}) {
        for (const std::string name : {"sedan", "audi", "hmmwv", "citybus", "truck"}) {
            const auto vehicle = config::load_vehicle(kVehicles / (name + ".json"));
            SYN_REQUIRE(vehicle.has_value());
            measure(model == client::engine::VehicleModel::full ? name : name + ", single track",
                    [&](int count) { return ns_a_step(*vehicle, model, count); });
        }
    }
}
