// Proves when a suite of sensors measures, and when and in which order a pilot gets the samples. Also proves
// that a suite allocates nothing once it runs.
#include "client/sensors/suite.hpp"

#include <gtest/gtest.h>
#include <map>

#include "tests/common/log/allocation_watch.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::sensors {
namespace {

SimTime ms(std::int64_t n) { return SimTime{} + SimDuration::milliseconds(n); }

/// A car that goes east at a metre a second, with sensors that measure its true state.
struct SuiteTest : testing::Test {
    SuiteTest() {
        scenario.heartbeat = SimDuration::milliseconds(5);
        scenario.vehicles["sedan"] = sedan();
        scenario.agents.resize(1);
        scenario.agents[0].vehicle = "sedan";
    }
    void mount(const std::string& name, std::int64_t period_ms, std::int64_t delay_ms) {
        scenario.sensors[name] = {.name = name,
                                  .period = SimDuration::milliseconds(period_ms),
                                  .delay = SimDuration::milliseconds(delay_ms),
                                  .model = config::StateSpec{}};
        scenario.agents[0].sensors.push_back({.name = name, .sensor = name, .position = {0.5, 0, 1}});
    }
    Suite& make() {
        return suite.emplace(
            scenario, scenario.agents[0], nullptr,
            [this](AgentId, std::size_t sensor, const SynSample& sample, const geo::Motion&) {
                measured[sensor].push_back(sample.time_ns / 1'000'000);
            });
    }
    /// Makes a heartbeat and returns the samples that the pilot would get then, as "sensor@time".
    std::string heartbeat(std::int64_t now_ms) {
        BodyState at{.time = ms(now_ms), .motion = {}};
        at.motion.position.x = static_cast<double>(now_ms) / 1000;
        suite->measure(at);
        suite->release(ms(now_ms));
        return text(suite->for_pilot());
    }
    static std::string text(const SynSensors& sensors) {
        std::string text;
        for (std::uint32_t i = 0; i < sensors.samples_count; ++i) {
            const SynSample& sample = sensors.samples[i];
            text += (text.empty() ? "" : " ") + std::string(sensors.sensors[sample.sensor].name) + "@" +
                    std::to_string(sample.time_ns / 1'000'000);
        }
        return text;
    }

    config::Scenario scenario;
    std::optional<Suite> suite;
    std::map<std::size_t, std::vector<std::int64_t>> measured;
};

TEST_F(SuiteTest, MeasuresOnePeriodAfterEntryAndThenEveryPeriod) {
    mount("slow", 15, 0);
    mount("quick", 2, 0);
    make().restart(ms(100));
    EXPECT_EQ(suite->measuring_interval(), SimDuration::milliseconds(1));
    for (std::int64_t now = 100; now <= 130; ++now) {
        if (now % 5 == 0 || suite->is_due(ms(now))) suite->measure({.time = ms(now), .motion = {}});
    }
    EXPECT_EQ(measured[0], (std::vector<std::int64_t>{115, 130}));
    EXPECT_EQ(measured[1].size(), 15u);
    EXPECT_EQ(measured[1].front(), 102);
}

TEST_F(SuiteTest, DeliversASampleOnceAfterItsDelay) {
    mount("late", 10, 12);
    mount("now", 5, 0);
    make().restart(ms(0));
    EXPECT_EQ(heartbeat(0), "");
    suite->end_pilot_step();
    EXPECT_EQ(heartbeat(5), "now@5");
    suite->end_pilot_step();
    EXPECT_EQ(heartbeat(10), "now@10");
    suite->end_pilot_step();
    EXPECT_EQ(heartbeat(15), "now@15");
    suite->end_pilot_step();
    EXPECT_EQ(heartbeat(20), "now@20");
    suite->end_pilot_step();
    EXPECT_EQ(heartbeat(25), "late@10 now@25");
}

TEST_F(SuiteTest, KeepsSamplesForASlowPilotAndGivesTheRadioNewOnes) {
    mount("now", 5, 0);
    make().restart(ms(0));
    heartbeat(5);
    EXPECT_EQ(heartbeat(10), "now@5 now@10");
    EXPECT_EQ(text(suite->new_samples()), "now@10");
    EXPECT_EQ(heartbeat(15), "now@5 now@10 now@15");
    suite->end_pilot_step();
    EXPECT_EQ(heartbeat(20), "now@20");
    EXPECT_EQ(text(suite->new_samples()), "now@20");
}

TEST_F(SuiteTest, OrdersByArrivalThenSensorThenIndex) {
    mount("b", 5, 5);
    mount("a", 10, 0);
    make().restart(ms(0));
    heartbeat(5);
    heartbeat(10);
    EXPECT_EQ(heartbeat(15), "b@5 a@10 b@10");
}

TEST_F(SuiteTest, KeepsDataInPlaceUntilItIsTaken) {
    mount("truth", 5, 5);
    make().restart(ms(0));
    heartbeat(5);
    heartbeat(10);
    const auto* first = static_cast<const SynMotion*>(suite->for_pilot().samples[0].data);
    EXPECT_NEAR(first->position.x, 0.005, 1e-12);
    heartbeat(15);
    EXPECT_EQ(suite->for_pilot().samples[0].data, first);
    EXPECT_NEAR(first->position.x, 0.005, 1e-12);
    EXPECT_NE(suite->for_pilot().samples[1].data, first);
    const SynSensor& sensor = suite->for_pilot().sensors[0];
    EXPECT_STREQ(sensor.name, "truth");
    EXPECT_EQ(sensor.kind, static_cast<std::uint32_t>(SYN_SENSOR_STATE));
    EXPECT_NEAR(sensor.position.z, 1 - config::height_of_cg_m(scenario.vehicles.at("sedan")), 1e-12);
}

TEST_F(SuiteTest, DropsSamplesOfAnAbsenceAndThoseUnderway) {
    mount("late", 10, 20);
    make().restart(ms(0));
    for (const std::int64_t now : {5, 10, 15}) heartbeat(now);
    suite->restart(ms(55));
    std::string tapped;
    for (std::int64_t now = 55; now <= 90; now += 5) {
        tapped = heartbeat(now);
    }
    EXPECT_EQ(tapped, "late@60 late@70");
    EXPECT_EQ(suite->for_pilot().samples[0].index, 5u);
}

TEST_F(SuiteTest, AnAgentThatEntersEarlierBeginsThen) {
    mount("truth", 10, 0);
    make().restart(ms(500));
    suite->restart(ms(103));
    for (std::int64_t now = 103; now <= 128; now += 5) suite->measure({.time = ms(now), .motion = {}});
    ASSERT_EQ(measured[0], (std::vector<std::int64_t>{113, 123}));
    suite->release(ms(128));
    EXPECT_EQ(suite->for_pilot().samples[1].index, 1u);
}

TEST_F(SuiteTest, AllocatesNothingOnceItRuns) {
    mount("quick", 1, 3);
    mount("late", 10, 40);
    make().restart(ms(0));
    std::int64_t now = 0;
    const auto run = [&](std::int64_t until) {
        for (; now <= until; ++now) {
            const BodyState at{.time = ms(now), .motion = {}};
            suite->measure(at);
            if (now % 5 != 0) continue;
            suite->release(ms(now));
            suite->end_pilot_step();
        }
    };
    run(500);
    for (auto& [sensor, times] : measured) times.reserve(5'000);
    const std::uint64_t before = log::testing::allocations_of_this_thread();
    run(2'000);
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

}  // namespace
}  // namespace synchrono::client::sensors
