/// Chrono inside the engine against Chrono alone: the manoeuvres of tests/data/vehicle_reference, which were
/// driven with the same files, steps and solver. What the engine adds or loses would show here.
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>

#include "client/engine/chrono/chrono_engine.hpp"
#include "tools/drive.hpp"

namespace synchrono::client {
namespace {

namespace fs = std::filesystem;

const fs::path kReferences = fs::path(SYN_TEST_DATA) / "vehicle_reference";
constexpr double kUntil_s = 3;

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(kReferences)) {
        if (entry.path().extension() == ".csv") all.push_back(entry.path().stem().string());
    }
    std::sort(all.begin(), all.end());
    return all;
}

class ChronoReference : public testing::TestWithParam<std::string> {};

TEST_P(ChronoReference, IsReproducedWithinOnePercent) {
    const std::string name = GetParam(), vehicle_name = name.substr(0, name.find('_'));
    const auto vehicle =
        config::load_vehicle(fs::path(SYN_SOURCE_DIR) / "vehicles" / (vehicle_name + ".json")).value();
    const config::ChronoSettings settings{.step = SimDuration::microseconds(500)};
    ASSERT_TRUE(check_chrono(settings, vehicle).has_value());
    auto reference = tools::read_drive(kReferences / (name + ".csv"), true).value();
    // Long enough to steer or brake and see what comes of it; Chrono takes longer than the time it simulates.
    while (reference.back().t > kUntil_s) reference.pop_back();
    const auto replay = tools::make_replay(reference);
    const auto engine = make_chrono_engine(settings).value();
    const auto driven = tools::drive(*engine, vehicle, *replay, {.step = settings.step}).value();
    const tools::DriveErrors errors = tools::compare(driven, reference);
    std::printf("%s: speed %.3f %%, yaw rate %.3f %% of the reference's range\n", name.c_str(),
                100 * errors.speed, 100 * errors.yaw_rate.value_or(0));
    EXPECT_LE(errors.speed, 0.01);
    EXPECT_LE(errors.yaw_rate.value_or(0), 0.01);
}

INSTANTIATE_TEST_SUITE_P(Vehicles, ChronoReference, testing::ValuesIn(names()),
                         [](const auto& param_info) { return param_info.param; });

}  // namespace
}  // namespace synchrono::client
