/// Proves that vehicles drive in Chrono's engine as they do in Chrono alone. The references are the
/// manoeuvres of tests/data/vehicle_reference, which were driven with the same files, steps and solver, so
/// any difference comes from the engine.
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <gtest/gtest.h>

#include "client/engine/chrono/chrono_engine.hpp"
#include "tools/drive/drive.hpp"

namespace synchrono::client::engine {
namespace {

namespace fs = std::filesystem;

const fs::path kReferences = fs::path(SYN_TEST_DATA) / "vehicle_reference";

// A slow turn at constant speed has a range of 0.06 m/s, of which an error of 3 mm/s would be 5 %.
constexpr double kSpeedRangeMin = 1;

std::vector<std::string> names() {
    std::vector<std::string> all;
    for (const auto& entry : fs::directory_iterator(kReferences)) {
        if (entry.path().extension() == ".csv") all.push_back(entry.path().stem().string());
    }
    std::sort(all.begin(), all.end());
    return all;
}

/// Inserts half a second with released brakes before a start from rest, as the README of the references says.
void release_brakes_before(std::vector<tools::drive::DriveSample>& rows) {
    constexpr std::size_t kRows = 50;
    tools::drive::DriveSample released = rows.front();
    released.inputs = {};
    for (tools::drive::DriveSample& row : rows) row.t += 0.5;
    rows.insert(rows.begin(), kRows, released);
    for (std::size_t i = 0; i < kRows; ++i) rows[i].t = 0.01 * static_cast<double>(i);
}

/// Returns the root mean square of the differences, divided by the range of the reference's values or, if
/// that is smaller, by `range_min`.
double error(const std::vector<tools::drive::DriveSample>& driven,
             const std::vector<tools::drive::DriveSample>& reference, double range_min,
             double (*value)(const tools::drive::DriveSample&)) {
    double sum = 0, least = value(reference.front()), greatest = least;
    for (std::size_t i = 0; i < reference.size(); ++i) {
        const double off = value(driven[i]) - value(reference[i]);
        sum += off * off;
        least = std::min(least, value(reference[i]));
        greatest = std::max(greatest, value(reference[i]));
    }
    return std::sqrt(sum / static_cast<double>(reference.size())) / std::max(greatest - least, range_min);
}

bool steers(const std::vector<tools::drive::DriveSample>& reference) {
    return std::any_of(reference.begin(), reference.end(),
                       [](const tools::drive::DriveSample& s) { return std::abs(s.inputs.steering) > 1e-3; });
}

class ChronoReference : public testing::TestWithParam<std::string> {};

TEST_P(ChronoReference, IsReproducedWithinOnePercent) {
    const std::string name = GetParam(), vehicle_name = name.substr(0, name.find('_'));
    const auto vehicle =
        config::load_vehicle(fs::path(SYN_SOURCE_DIR) / "vehicles" / (vehicle_name + ".json")).value();
    const config::ChronoSettings settings{.step = SimDuration::microseconds(500)};
    ASSERT_TRUE(check_chrono(settings, vehicle).has_value());
    auto reference = tools::drive::read_drive(kReferences / (name + ".csv"), true).value();
    const bool from_rest = reference.front().vx < 0.2;
    if (from_rest) release_brakes_before(reference);
    const auto replay = tools::drive::make_replay(reference);
    const auto engine = make_chrono_engine(settings).value();
    const auto driven = tools::drive::drive(*engine, vehicle, *replay, {.step = settings.step}).value();
    const double speed = error(driven, reference, kSpeedRangeMin,
                               [](const tools::drive::DriveSample& s) { return std::hypot(s.vx, s.vy); });
    const double yaw_rate = steers(reference) ? error(driven, reference, 0,
                                                      [](const tools::drive::DriveSample& s) { return s.wz; })
                                              : 0;
    std::printf("%s: speed %.3f %%, yaw rate %.3f %%\n", name.c_str(), 100 * speed, 100 * yaw_rate);
    EXPECT_LE(speed, 0.01);
    EXPECT_LE(yaw_rate, 0.01);
}

INSTANTIATE_TEST_SUITE_P(Vehicles, ChronoReference, testing::ValuesIn(names()),
                         [](const auto& param_info) { return param_info.param; });

}  // namespace
}  // namespace synchrono::client::engine
