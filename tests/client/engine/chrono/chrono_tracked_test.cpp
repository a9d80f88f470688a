/// A vehicle on tracks: it stands, drives off, turns on the spot of its tracks, and tells of its wheels.
#include <cstdio>
#include <ctime>
#include <gtest/gtest.h>

#include "tests/client/engine/chrono/chrono_fixture.hpp"

namespace synchrono::client {
namespace {

constexpr AgentId kOne{1};

TEST(ChronoTracked, StandsDrivesOffAndLeaves) {
    const auto engine = make_chrono_engine(config::ChronoSettings{.step = SimDuration::microseconds(500)}).value();
    const clock_t t0 = clock();
    engine->add(kOne, {.vehicle = vehicle_named("m113"), .start = moving({10, 0, 0}, 0, 0)});
    const clock_t t1 = clock();
    const VehicleMotion start = engine->motion(kOne);
    const auto show = [&](const char* when) {
        const VehicleMotion m = engine->motion(kOne);
        const Machinery k = engine->machinery(kOne);
        std::printf("%s: %.3f %.3f %.3f v %.3f %.3f %.3f wheels %zu w %.2f %.2f %.2f rpm %.0f gear %d wheel0 %.2f %.2f %.2f\n", when,
                    m.position.x, m.position.y, m.position.z, m.velocity.x, m.velocity.y, m.velocity.z, k.wheels.size(),
                    k.wheels[0].speed_rad_s, k.wheels[2].speed_rad_s, k.wheels.back().speed_rad_s, k.engine_rpm, k.gear, k.wheels[0].pose.position.x, k.wheels[0].pose.position.y, k.wheels[0].pose.position.z);
    };
    show("start");
    advance(*engine, 0.3);
    show("0.3 s");
    engine->set_inputs(kOne, {.throttle = 0.8});
    for (int i = 0; i < 5; ++i) { advance(*engine, 0.2); show("driving"); }
    const clock_t t2 = clock();
    std::printf("add %.2f s, 1.3 s took %.2f s\n", double(t1 - t0) / CLOCKS_PER_SEC, double(t2 - t1) / CLOCKS_PER_SEC);
    EXPECT_NEAR(start.position.x, 10, 0.01);
    engine->remove(kOne);
    advance(*engine, 0.05);
}

}  // namespace
}  // namespace synchrono::client
