// Measures how long a 1 ms step of a vehicle takes, for each model, for five of the vehicles that ship, and
// for one vehicle alone and many together. The column to watch is alone/64: the time of a vehicle alone
// divided by the time of a vehicle among 64. The full model computes four vehicles at once, so a vehicle
// alone wastes three quarters of the work and the ratio should be about 4. The vehicles drive with varying
// throttle, steering and braking.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <fmt/format.h>
#include <limits>

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

}  // namespace

int main() {
    fmt::print("{:<24} {:>9} {:>9} {:>9} {:>9} {:>9}   alone/64   real time at 1 ms, 64 together\n",
               "ns a vehicle-step", "alone", "4", "8", "64", "1024");
    for (const char* name : {"sedan", "audi", "hmmwv", "citybus", "truck"}) {
        const auto vehicle = config::load_vehicle(kVehicles / (std::string(name) + ".json"));
        SYN_REQUIRE(vehicle.has_value());
        for (const auto model :
             {client::engine::VehicleModel::full, client::engine::VehicleModel::single_track}) {
            double alone = 0, many = 0;
            fmt::print("{:<24}",
                       fmt::format("{}{}", name,
                                   model == client::engine::VehicleModel::full ? "" : " single track"));
            for (const int count : {1, 4, 8, 64, 1024}) {
                const double ns = ns_a_step(*vehicle, model, count);
                if (count == 1) alone = ns;
                if (count == 64) many = ns;
                fmt::print(" {:>9.0f}", ns);
                std::fflush(stdout);
            }
            fmt::print("   {:>8.2f}   {:.0f} vehicles\n", alone / many, 1e6 / many);
        }
    }
}
