// Measures what our engine costs beyond Chrono. One HMMWV drives in the engine. The same vehicle drives in a
// loop that calls Chrono directly, as Chrono's demonstrations do. Both have the same steps, the same solver
// and level ground. They run in this process and take turns at each heartbeat of 10 ms, so that whatever else
// the machine does slows down both. The engine is given the other vehicles at each heartbeat. The ratio of
// the two processor times is computed for parts of the run, and the spread of these ratios shows how small a
// difference the measurement shows.
#include <algorithm>
#include <chrono_vehicle/ChTerrain.h>
#include <chrono_vehicle/ChVehicleDataPath.h>
#include <chrono_vehicle/utils/ChUtilsJSON.h>
#include <chrono_vehicle/wheeled_vehicle/vehicle/WheeledVehicle.h>
#include <filesystem>
#include <fmt/format.h>
#include <iostream>
#include <time.h>
#include <vector>

#include "bench/table.hpp"
#include "client/engine/chrono/chrono_engine.hpp"
#include "common/base/contract.hpp"

namespace {

using namespace synchrono;
namespace cv = ::chrono::vehicle;
namespace fs = std::filesystem;

constexpr SimDuration kStep = SimDuration::milliseconds(1);
constexpr SimDuration kHeartbeat = SimDuration::milliseconds(10);
constexpr int kHeartbeats = 100, kRounds = 21;
constexpr double kSpeed = 10;  // m/s

double cpu_s() {
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

class Level final : public cv::ChTerrain {
  public:
    double GetHeight(const ::chrono::ChVector3d&) const override { return 0; }
    ::chrono::ChVector3d GetNormal(const ::chrono::ChVector3d&) const override { return {0, 0, 1}; }
    float GetCoefficientFriction(const ::chrono::ChVector3d&) const override { return 0.9F; }
};

/// Chrono alone, in a system of the vehicle's own.
class Bare {
  public:
    Bare(const config::VehicleSpec& spec, const fs::path& data)
        : vehicle_((data / spec.chrono.vehicle).string(), ::chrono::ChContactMethod::SMC, false, false) {
        vehicle_.Initialize({{0, 0, spec.body.reference_height_m}, ::chrono::QUNIT}, kSpeed);
        vehicle_.InitializePowertrain(chrono_types::make_shared<cv::ChPowertrainAssembly>(
            cv::ReadEngineJSON((data / spec.chrono.engine).string()),
            cv::ReadTransmissionJSON((data / spec.chrono.transmission).string())));
        for (const auto& axle : vehicle_.GetAxles()) {
            for (const auto& wheel : axle->GetWheels()) {
                vehicle_.InitializeTire(cv::ReadTireJSON((data / spec.chrono.tyres.front()).string()), wheel,
                                        ::chrono::VisualizationType::NONE);
            }
        }
        vehicle_.GetSystem()->SetNumThreads(1, 1, 1);
        vehicle_.GetSystem()->SetCollisionSystemType(::chrono::ChCollisionSystem::Type::BULLET);
    }

    void beat(const client::body::DriverInputs& given) {
        cv::DriverInputs inputs{};
        inputs.m_steering = given.steering;
        inputs.m_throttle = given.throttle;
        inputs.m_braking = given.braking;
        for (SimDuration t; t < kHeartbeat; t = t + kStep) {
            const double time = vehicle_.GetSystem()->GetChTime();
            terrain_.Synchronize(time);
            vehicle_.Synchronize(time, inputs, terrain_);
            terrain_.Advance(kStep.to_seconds());
            vehicle_.Advance(kStep.to_seconds());
        }
    }

  private:
    Level terrain_;
    cv::WheeledVehicle vehicle_;
};

client::body::DriverInputs inputs_at(int beat) {
    return {.steering = beat % 100 < 50 ? 0.1 : -0.1, .throttle = 0.3, .braking = 0};
}

}  // namespace

int main() {
    const fs::path share = fs::canonical("/proc/self/exe").parent_path().parent_path() / "share/synchrono";
    const auto spec = config::load_vehicle(share / "vehicles/hmmwv.json").value();
    const config::ChronoSettings settings{.step = kStep};
    const auto good = client::engine::check_chrono(settings, spec);  // also sets Chrono's data path
    if (!good) {
        fmt::print(stderr, "{}\n", good.error().text);
        return 1;
    }
    const AgentId self{0}, other{1};
    const auto engine = client::engine::make_chrono_engine(settings).value();
    geo::Motion start;
    start.velocity.x = kSpeed;
    engine->add(self, {.vehicle = spec, .start = start});
    std::streambuf* out = std::cout.rdbuf(nullptr);  // hides what Chrono prints while loading
    Bare bare(spec, cv::GetVehicleDataPath());
    std::cout.rdbuf(out);

    // Twenty-nine other vehicles are in the world, none of them near.
    std::vector<client::body::Obstacle> others;
    for (std::uint32_t i = 0; i < 29; ++i) {
        client::body::Obstacle each{.agent = AgentId{other.value + i},
                                    .length_m = 4.5,
                                    .width_m = 1.8,
                                    .height_m = 1.5,
                                    .motion = {}};
        each.motion.position = {10.0 * i, 50, 0.6};
        others.push_back(each);
    }
    std::vector<double> ratios;
    double ours_s = 0, bare_s = 0;
    int beat = 0;
    for (int round = 0; round < kRounds; ++round) {
        double cost[2] = {};
        for (int i = 0; i < kHeartbeats; ++i, ++beat) {
            for (const int which : {beat % 2, 1 - beat % 2}) {
                const double from = cpu_s();
                if (which == 0) {
                    engine->set_controls(self, inputs_at(beat));
                    engine->set_surroundings({.now = {}, .bodies = others, .signals = {}});
                    engine->advance(kHeartbeat);
                    SYN_ENSURE(engine->machinery(self).wheels.size() == 4);
                } else {
                    bare.beat(inputs_at(beat));
                }
                cost[which] += cpu_s() - from;
            }
        }
        ours_s += cost[0];
        bare_s += cost[1];
        ratios.push_back(cost[0] / cost[1]);
    }
    std::sort(ratios.begin(), ratios.end());
    const double simulated = kRounds * kHeartbeats * kHeartbeat.to_seconds();
    const auto each = [&](double seconds) { return fmt::format("{:.3f} s", seconds / simulated); };
    const synchrono::bench::Table table(
        {"", "Chrono alone", "in the engine", "ratio", "half of the parts lie within"});
    table.row({"processor time of a HMMWV at 1 ms for a simulated second", each(bare_s), each(ours_s),
               fmt::format("{:.3f}", ratios[kRounds / 2]),
               fmt::format("{:.3f} to {:.3f}", ratios[kRounds / 4], ratios[kRounds - 1 - kRounds / 4])});
}
