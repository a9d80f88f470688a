// Proves that drives are read from whole and cut logs of a run, with a step between samples that bounds the
// memory. A drive has a pose between its samples. A signal keeps its state until its next change, and has
// none before the first.
#include "tools/study/drives.hpp"

#include <gmock/gmock.h>
#include <limits>
#include <numbers>

#include "tests/tools/study/make_drives.hpp"
#include "tests/tools/study/make_run.hpp"
#include "tools/study/study.hpp"

namespace synchrono::tools::study {
namespace {

using testing::at_s;

class DrivesOfRuns : public testing::RunFolder {};

TEST_F(DrivesOfRuns, AreReadEveryTenMilliseconds) {
    const auto run = study_run(make("run"));
    ASSERT_TRUE(run.study) << run.study.error().text;
    const Drives& drives = run.study->drives;
    EXPECT_EQ(drives.step, SimDuration::milliseconds(10));
    EXPECT_EQ(drives.end, at_s(4));
    ASSERT_EQ(drives.drives.size(), 2u);
    const Drive& drive = drives.drives[1];
    EXPECT_EQ(drive.name, names_[1]);
    EXPECT_GT(drive.length_m, 3);
    EXPECT_GT(drive.width_m, 1.5);
    ASSERT_EQ(drive.samples.size(), 401u);
    EXPECT_EQ(drive.samples[100].time_ns, 1'000'000'000);
    EXPECT_DOUBLE_EQ(drive.samples[100].x_m, 190);
    EXPECT_NEAR(std::abs(drive.samples[100].yaw_rad), std::numbers::pi, 1e-6);
    EXPECT_EQ(drive.samples[100].vx_m_s, -10);
    EXPECT_FALSE(drive.left_at);
    ASSERT_EQ(drives.clients.size(), 2u);
    EXPECT_EQ(drives.clients[1].client, "client1");
    ASSERT_EQ(drives.clients[1].wall_ns.size(), 401u);
    EXPECT_EQ(drives.clients[1].wall_ns[1], 1'021'000'000);
    EXPECT_TRUE(run.study->problems.empty());
}

TEST_F(DrivesOfRuns, WallTimesOfAnotherHostAreOnTheServersClockOrLeftOut) {
    constexpr std::int64_t kAhead = 300'000'000'000;
    auto run = study_run(make("compared", {.other_clock_is_ahead_ns = kAhead}));
    ASSERT_EQ(run.study->drives.clients.size(), 2u);
    EXPECT_EQ(run.study->drives.clients[0].wall_ns[1], 1'020'000'000);
    EXPECT_NEAR(static_cast<double>(run.study->drives.clients[1].wall_ns[1]), 1'021'000'000, 100'000);
    run = study_run(make("alone", {.other_clock_is_ahead_ns = kAhead, .clocks_are_compared = false}));
    EXPECT_EQ(run.study->drives.clients[0].wall_ns[1], 1'020'000'000);
    EXPECT_THAT(run.study->drives.clients[1].wall_ns, ::testing::Each(0)) << "nobody knows when that was";
}

TEST_F(DrivesOfRuns, AgentsThatLeaveOfTheirOwnAccordHaveLeft) {
    auto run = study_run(make("left", {.leaves = true}));
    EXPECT_EQ(run.study->drives.drives[0].left_at, at_s(4));
    EXPECT_EQ(run.study->totals.arrived, 1u);
    run = study_run(make("stopped"));
    EXPECT_FALSE(run.study->drives.drives[0].left_at) << "its client was told to stop";
    EXPECT_EQ(run.study->totals.arrived, 0u);
}

TEST_F(DrivesOfRuns, ACutLogIsReadUpToItsEnd) {
    const auto folder = make("cut", {.seconds = 60, .duration_s = 60});
    const auto log = folder / "client1.mcap";
    std::filesystem::resize_file(log, std::filesystem::file_size(log) / 2);
    const auto run = study_run(folder);
    ASSERT_TRUE(run.study) << run.study.error().text;
    EXPECT_EQ(run.study->drives.drives[0].samples.size(), 6001u);
    ASSERT_EQ(run.study->drives.drives.size(), 2u);
    EXPECT_LT(run.study->drives.drives[1].samples.size(), 6001u);
    ASSERT_EQ(run.study->problems.size(), 1u);
    EXPECT_THAT(run.study->problems[0], ::testing::HasSubstr("client1.mcap"));
}

TEST_F(DrivesOfRuns, WithoutScenarioOrLogsThereIsNoStudy) {
    const auto folder = make("run");
    std::filesystem::remove(folder / "scenario.json");
    EXPECT_FALSE(study_run(folder).study);
    EXPECT_TRUE(study_run(folder).logs);
    const auto empty = make("empty");
    for (const char* name : {"server.mcap", "client0.mcap", "client1.mcap"})
        std::filesystem::remove(empty / name);
    EXPECT_FALSE(study_run(empty).study);
    EXPECT_FALSE(study_run(root_ / "nowhere").study);
}

/// A fixture that passes records of agents to a collector, as a log would.
class DriveCollectorTest : public ::testing::Test {
  protected:
    DriveCollectorTest() {
        scenario_.duration = SimDuration::seconds(10);
        scenario_.agents.resize(3);
        scenario_.agents[0].name = "lights";
        scenario_.agents[0].element = config::SignalsElement{"crossing"};
        scenario_.agents[1].name = "walker";
        scenario_.agents[1].element = config::PedestrianElement{};
        scenario_.agents[2].name = "cone";
        scenario_.agents[2].element = config::BodyElement::of("cone");
    }
    void add(DriveCollector& collector, const std::string& agent, double second,
             const google::protobuf::Message& state) {
        AgentRecord record;
        record.mutable_state()->PackFrom(state, "");
        add_bytes(collector, agent, second, record.SerializeAsString());
    }
    void add_bytes(DriveCollector& collector, const std::string& agent, double second,
                   const std::string& bytes) {
        const log::LogSchema schema{.name = "synchrono.AgentRecord", .encoding = "protobuf", .data = {}};
        const log::LogChannel channel{.id = {}, .topic = "/agents/" + agent, .schema = &schema};
        collector.add("world", {channel, 0, at_s(second), {}, as_byte_view(bytes)});
    }
    static SignalsState shown(std::initializer_list<std::uint32_t> groups,
                              std::initializer_list<std::uint32_t> states) {
        SignalsState state;
        state.set_intersection(7);
        state.set_region(2);
        for (const auto group : groups) state.add_group(group);
        for (const auto of : states) state.add_state(of);
        return state;
    }
    config::Scenario scenario_;
};

TEST_F(DriveCollectorTest, KeepsOnlyChangesOfSignals) {
    DriveCollector collector(scenario_);
    add(collector, "lights", 0, shown({1, 2}, {3, 6}));
    add(collector, "lights", 1, shown({1, 2}, {3, 6}));
    add(collector, "lights", 2, shown({2, 1}, {8, 3}));
    add(collector, "lights", 3, shown({1, 2, 9}, {6, 3}));
    const Drives drives = collector.finish();
    EXPECT_TRUE(drives.drives.empty());
    ASSERT_EQ(drives.signals.size(), 1u);
    const SignalHistory& signals = drives.signals[0];
    EXPECT_EQ(signals.name, "lights");
    EXPECT_EQ(signals.intersection, 7);
    EXPECT_EQ(signals.region, 2);
    EXPECT_EQ(signals.changes.size(), 5u);
    EXPECT_EQ(signals.state_at(1, at_s(2.5)), 3);
    EXPECT_EQ(signals.state_at(2, at_s(2.5)), 8);
    EXPECT_EQ(signals.state_at(1, at_s(3)), 6);
    EXPECT_FALSE(signals.state_at(9, at_s(3))) << "the group has no state";
}

TEST_F(DriveCollectorTest, GivesElementsTheirSizeAndKind) {
    DriveCollector collector(scenario_);
    VehicleState state;
    state.set_qw(1);
    add(collector, "walker", 0, state);
    add(collector, "cone", 0, state);
    const Drives drives = collector.finish();
    ASSERT_EQ(drives.drives.size(), 2u);
    EXPECT_EQ(drives.drives[0].kind, Drive::Kind::pedestrian);
    EXPECT_DOUBLE_EQ(drives.drives[0].width_m, config::PedestrianElement::kWidth_m);
    EXPECT_EQ(drives.drives[1].kind, Drive::Kind::object);
    EXPECT_DOUBLE_EQ(drives.drives[1].length_m, 0.4);
}

TEST_F(DriveCollectorTest, LeavesOutInvalidStates) {
    DriveCollector collector(scenario_);
    VehicleState broken;
    broken.set_x_m(std::numeric_limits<double>::quiet_NaN());
    add(collector, "cone", 0, broken);
    add(collector, "nobody", 0, VehicleState());
    add(collector, "cone", 1e6, VehicleState());  // long after the end
    add_bytes(collector, "cone", 1, "no record");
    AgentRecord other;
    other.mutable_state()->set_type_url("/somebody.State");
    add_bytes(collector, "cone", 2, other.SerializeAsString());
    EXPECT_TRUE(collector.finish().drives.empty());
}

TEST(DriveCollectorSteps, GrowWithAgentsAndTime) {
    const auto ms = [](std::int64_t n) { return SimDuration::milliseconds(n); };
    EXPECT_EQ(DriveCollector::step_of(ms(5), 30, SimDuration::seconds(120)), ms(10));
    EXPECT_EQ(DriveCollector::step_of(ms(2), 30, SimDuration::seconds(120)), ms(10));
    EXPECT_EQ(DriveCollector::step_of(ms(4), 30, SimDuration::seconds(120)), ms(12));
    EXPECT_EQ(DriveCollector::step_of(ms(20), 1, SimDuration::seconds(1)), ms(20));
    EXPECT_EQ(DriveCollector::step_of(ms(5), 1000, SimDuration::seconds(60)), ms(20));
}

TEST(DriveCursors, InterpolateBetweenSamples) {
    Drive drive{.name = "a"};
    drive.samples = {{.time_ns = 0, .x_m = 0, .yaw_rad = 3.1F, .vx_m_s = 2},
                     {.time_ns = 1'000'000'000, .x_m = 4, .yaw_rad = -3.1F, .vx_m_s = 4}};
    DriveCursor cursor(drive);
    const auto middle = cursor.at(at_s(0.5));
    ASSERT_TRUE(middle);
    EXPECT_DOUBLE_EQ(middle->place.x, 2);
    EXPECT_DOUBLE_EQ(middle->speed_m_s(), 3);
    EXPECT_NEAR(middle->yaw_rad, std::numbers::pi, 1e-6) << "headings are interpolated the short way round";
    EXPECT_TRUE(cursor.at(at_s(1)));
    EXPECT_FALSE(cursor.at(at_s(1.01)));
    Drive later{.name = "b", .samples = {{.time_ns = 2'000'000'000}}};
    DriveCursor other(later);
    EXPECT_FALSE(other.at(at_s(1)));
    EXPECT_TRUE(other.at(at_s(2)));
}

TEST(SignalHistories, HaveTheStateOfAGroupAtATime) {
    const SignalHistory signals{
        .changes = {{at_s(1), 1, 3}, {at_s(1), 2, 6}, {at_s(5), 2, 8}, {at_s(8), 1, 6}, {at_s(8), 2, 3}}};
    EXPECT_FALSE(signals.state_at(1, at_s(0.5)));
    EXPECT_EQ(signals.state_at(1, at_s(1)), 3);
    EXPECT_EQ(signals.state_at(2, at_s(4.99)), 6);
    EXPECT_EQ(signals.state_at(2, at_s(5)), 8);
    EXPECT_EQ(signals.state_at(1, at_s(7)), 3);
    EXPECT_EQ(signals.state_at(1, at_s(9)), 6);
    EXPECT_FALSE(signals.state_at(3, at_s(9)));
}

}  // namespace
}  // namespace synchrono::tools::study
