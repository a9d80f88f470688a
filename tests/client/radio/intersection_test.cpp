/// Proves that a pilot reads from the air the data of an intersection that the road-side unit there was
/// given. The unit sends the intersections that ship with Synchrono as MAP and SPAT messages, and the tests
/// read these messages.

#include <cmath>
#include <filesystem>
#include <gtest/gtest.h>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "client/radio/radio_messages.hpp"
#include "comm_server/road_side_unit.hpp"
#include "common/signal/signal_controller.hpp"

namespace synchrono::client::radio {
namespace {

constexpr SimDuration kBeat = SimDuration::milliseconds(5);

std::int64_t to_tenth(std::int64_t ns, bool up) {
    constexpr std::int64_t kTenth = 100'000'000;
    return (ns + (up ? kTenth - 1 : 0)) / kTenth * kTenth;
}

/// Has a road-side unit send the messages of one intersection for a while, and reads them.
class RoadSideUnitTest : public testing::TestWithParam<const char*> {
  protected:
    RoadSideUnitTest() {
        const auto loaded =
            config::load_intersection(std::filesystem::path(SYN_SOURCE_DIR) / "maps" / GetParam());
        if (!loaded) ADD_FAILURE() << loaded.error().text;
        data = *loaded;
        config::RoadSideUnit spec;
        spec.id = AgentId{7};
        spec.name = "unit";
        auto made = comm_server::RoadSideUnit::make(spec, data, world);
        if (!made) ADD_FAILURE() << made.error().text;
        unit.emplace(std::move(*made));
        if (data.signals) controller = signal::make_signal_controller(data);
    }
    /// Calls `visit` for each message of one minute, from 59:30 on, so that a full hour passes within it.
    template <typename Visit>
    void listen(Visit visit) {
        const SimTime end = SimTime{} + SimDuration::seconds(3'630);
        for (SimTime now = SimTime{} + SimDuration::seconds(3'570); now < end; now = now + kBeat) {
            if (controller) {
                // The unit may send the signals of any millisecond of the heartbeat, so it gets all of them.
                for (int ms = 0; ms < 5; ++ms) {
                    controller->advance(now + SimDuration::milliseconds(ms));
                    shown[(now + SimDuration::milliseconds(ms)).count_ns()] = {controller->groups().begin(),
                                                                               controller->groups().end()};
                    unit->add_signals_report(now + SimDuration::milliseconds(ms), controller->groups());
                }
            }
            for (const comm_server::DueMessage& due : unit->advance(now, now + kBeat))
                visit(*frames.read(due.payload, due.time), due.time);
            shown.clear();
        }
    }

    const geo::WorldFrame world{{48, 11, 500}};
    Counters<RadioCounter> counters;
    RadioMessages frames{world, counters};
    config::Intersection data;
    std::optional<comm_server::RoadSideUnit> unit;
    std::unique_ptr<signal::SignalController> controller;
    // the signals at each millisecond of the current heartbeat, by time in ns
    std::map<std::int64_t, std::vector<signal::GroupSignal>> shown;
};

TEST_P(RoadSideUnitTest, PilotsReadTheLanesOfTheIntersection) {
    int maps = 0;
    listen([&](const RadioMessage& frame, SimTime) {
        ASSERT_EQ(frame.problem, "");
        if (frame.type != SYN_MESSAGE_MAP) return;
        ++maps;
        ASSERT_EQ(frame.view.intersections().size(), 1u);
        const SynIntersection& read = frame.view.intersections()[0];
        EXPECT_EQ(read.intersection, data.id);
        EXPECT_EQ(read.region, data.region.value_or(0));
        EXPECT_NEAR(read.reference.x, data.position.x, 0.011);
        EXPECT_NEAR(read.reference.y, data.position.y, 0.011);
        EXPECT_NEAR(read.reference.z, data.position.z, 0.051);
        ASSERT_EQ(read.lanes_count, data.lanes.size());
        for (std::size_t i = 0; i < data.lanes.size(); ++i) {
            const config::Lane& lane = data.lanes[i];
            const SynLane& decoded = read.lanes[i];
            SCOPED_TRACE(int{lane.id});
            EXPECT_EQ(decoded.lane, lane.id);
            EXPECT_EQ(decoded.kind, static_cast<std::int32_t>(lane.use));
            const std::uint32_t directions[] = {SYN_LANE_INGRESS, SYN_LANE_EGRESS,
                                                SYN_LANE_INGRESS | SYN_LANE_EGRESS};
            EXPECT_EQ(decoded.directions, directions[static_cast<std::size_t>(lane.direction)]);
            EXPECT_NEAR(decoded.width_m, lane.width_m, 0.006);
            const auto limit = lane.speed_limit_m_s ? lane.speed_limit_m_s : data.speed_limit_m_s;
            if (limit) {
                EXPECT_NEAR(decoded.speed_max_m_s, *limit, 0.011);
            }
            ASSERT_EQ(decoded.nodes_count, lane.points.size());
            for (std::size_t n = 0; n < lane.points.size(); ++n) {
                EXPECT_NEAR(decoded.nodes[n].x, lane.points[n][0], 0.02);
                EXPECT_NEAR(decoded.nodes[n].y, lane.points[n][1], 0.02);
            }
            ASSERT_EQ(decoded.connections_count, lane.connections.size());
            for (std::size_t c = 0; c < lane.connections.size(); ++c) {
                EXPECT_EQ(decoded.connections[c].lane, lane.connections[c].to);
                EXPECT_EQ(decoded.connections[c].signal_group,
                          lane.connections[c].signal_group ? std::int32_t{*lane.connections[c].signal_group}
                                                           : SYN_UNKNOWN);
            }
        }
    });
    EXPECT_EQ(maps, 60);
}

TEST_P(RoadSideUnitTest, PilotsReadTheSignalsOfTheIntersection) {
    int spats = 0;
    listen([&](const RadioMessage& frame, SimTime at) {
        if (frame.type != SYN_MESSAGE_SPAT) return;
        ++spats;
        ASSERT_EQ(frame.view.signals().size(), 1u);
        const SynSignals& read = frame.view.signals()[0];
        EXPECT_EQ(read.intersection, data.id);
        EXPECT_EQ(read.time_ns, at.count_ns() / 1'000'000 * 1'000'000);
        const auto& groups = shown.at(at.count_ns());
        ASSERT_EQ(read.groups_count, groups.size());
        for (std::size_t i = 0; i < groups.size(); ++i) {
            EXPECT_EQ(read.groups[i].group, groups[i].group);
            EXPECT_EQ(read.groups[i].state, static_cast<std::int32_t>(groups[i].state));
            const auto expect = [](std::int64_t decoded, std::optional<SimTime> time, bool up) {
                EXPECT_EQ(decoded, time ? to_tenth(time->count_ns(), up) : SYN_TIME_UNKNOWN);
            };
            expect(read.groups[i].min_end_ns, groups[i].min_end, false);
            expect(read.groups[i].max_end_ns, groups[i].max_end, true);
            expect(read.groups[i].likely_end_ns, groups[i].likely_end, false);
            expect(read.groups[i].next_ns, groups[i].next, false);
        }
    });
    EXPECT_EQ(spats, 600);
}

INSTANTIATE_TEST_SUITE_P(Intersection, RoadSideUnitTest,
                         testing::Values("crossing.json", "crossing_actuated.json"));

}  // namespace
}  // namespace synchrono::client::radio
