// Proves that the messages of a road-side unit decode to exactly what its intersection's file and its
// signals say, that they are sent at the right moments, and that a unit at work allocates no memory.
#include "comm_server/road_side_unit.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <map>

#include "common/j2735/codec.hpp"
#include "common/signal/signal_controller.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::comm_server {
namespace {

using j2735::MovementPhaseState;

const std::string kMaps = std::string(SYN_SOURCE_DIR) + "/maps/";
const geo::WorldFrame kFrame({.latitude_deg = 43.07, .longitude_deg = -89.4, .elevation_m = 260});

SimDuration ms(std::int64_t n) { return SimDuration::milliseconds(n); }
SimTime at_ms(std::int64_t n) { return SimTime{} + ms(n); }

config::Intersection crossing() { return config::load_intersection(kMaps + "crossing.json").value(); }
config::Intersection actuated() {
    return config::load_intersection(kMaps + "crossing_actuated.json").value();
}

config::RoadSideUnit spec(std::uint32_t id, const char* name = "unit") {
    config::RoadSideUnit spec;
    spec.id = AgentId{id};
    spec.name = name;
    return spec;
}

/// A unit and the controller of its signals. advance() passes every change of the signals to the unit, as the
/// client that owns the signals would.
struct Speaker {
    RoadSideUnit unit;
    std::unique_ptr<signal::SignalController> signals;

    std::span<const DueMessage> advance(SimTime from, SimTime until,
                                        std::span<const geo::Vec3> vehicles = {}) {
        if (signals) {
            signals->observe(from, vehicles);
            unit.add_signals_report(from, signals->groups());
            for (auto next = signals->next_event(); next && *next < until; next = signals->next_event()) {
                signals->advance(*next);
                unit.add_signals_report(*next, signals->groups());
            }
        }
        return unit.advance(from, until);
    }
};

Speaker unit(const config::Intersection& intersection, std::uint32_t id = 0) {
    auto made = RoadSideUnit::make(spec(id), intersection, kFrame);
    EXPECT_TRUE(made) << made.error().text;
    return {std::move(*made), intersection.signals ? signal::make_signal_controller(intersection) : nullptr};
}

/// Returns the messages that the unit sends from `from_ms` until `until_ms`, in heartbeats of 20 ms.
std::vector<std::pair<SimTime, j2735::MessageFrame>> sent(Speaker& unit, std::int64_t from_ms,
                                                          std::int64_t until_ms) {
    std::vector<std::pair<SimTime, j2735::MessageFrame>> all;
    for (std::int64_t t = from_ms; t < until_ms; t += 20) {
        for (const DueMessage& due : unit.advance(at_ms(t), at_ms(t + 20))) {
            auto frame = j2735::decode(due.payload);
            EXPECT_TRUE(frame) << frame.error().text;
            all.emplace_back(due.time, std::move(*frame));
        }
    }
    return all;
}

j2735::MapData map_sent(const config::Intersection& intersection) {
    Speaker speaker = unit(intersection);
    for (const auto& [time, frame] : sent(speaker, 0, 1000)) {
        if (const auto* map = std::get_if<j2735::MapData>(&frame.value)) return *map;
    }
    ADD_FAILURE() << "no MAP within a second";
    return {};
}

std::array<std::int64_t, 2> offset_cm(const j2735::NodeXy& node) {
    return std::visit(
        [](const auto& delta) -> std::array<std::int64_t, 2> {
            if constexpr (requires { delta.x; }) {
                return {delta.x, delta.y};
            } else {
                ADD_FAILURE() << "no offset";
                return {};
            }
        },
        node.delta);
}

TEST(MapMessage, HasTheIntersectionOfTheFile) {
    for (const config::Intersection& x : {crossing(), actuated()}) {
        const j2735::MapData map = map_sent(x);
        EXPECT_EQ(map.msg_issue_revision, 0);
        EXPECT_EQ(map.layer_type, j2735::LayerType::intersection_data);
        ASSERT_EQ(map.intersections.size(), 1u);
        const j2735::IntersectionGeometry& published = map.intersections[0];
        EXPECT_EQ(published.name, x.name);
        EXPECT_EQ(published.id.id, x.id);
        EXPECT_EQ(published.id.region, x.region);
        EXPECT_EQ(published.ref_point.lat, 430'700'000);
        EXPECT_EQ(published.ref_point.lon, -894'000'000);
        EXPECT_EQ(published.ref_point.elevation, 2600);
        EXPECT_EQ(published.lane_width, 350);
        ASSERT_EQ(published.speed_limits.size(), 1u);
        EXPECT_EQ(published.speed_limits[0].type, j2735::SpeedLimitType::vehicle_max_speed);
        EXPECT_EQ(published.speed_limits[0].speed, 695);
        ASSERT_EQ(published.lane_set.size(), x.lanes.size());
        for (std::size_t i = 0; i < x.lanes.size(); ++i) {
            const config::Lane& lane = x.lanes[i];
            const j2735::GenericLane& generic = published.lane_set[i];
            EXPECT_EQ(generic.lane_id, lane.id);
            const bool in = lane.direction != config::LaneDirection::egress,
                       out = lane.direction != config::LaneDirection::ingress;
            EXPECT_EQ(generic.lane_attributes.directional_use.test(j2735::LaneDirection::kIngressPath), in);
            EXPECT_EQ(generic.lane_attributes.directional_use.test(j2735::LaneDirection::kEgressPath), out);
            EXPECT_EQ(generic.ingress_approach, in ? lane.approach : std::nullopt);
            EXPECT_EQ(generic.egress_approach, out ? lane.approach : std::nullopt);
            EXPECT_EQ(generic.lane_attributes.lane_type.index(), static_cast<std::size_t>(lane.use));
            const auto& nodes = std::get<std::vector<j2735::NodeXy>>(generic.node_list);
            ASSERT_EQ(nodes.size(), lane.points.size());
            std::array<std::int64_t, 2> place{};
            for (std::size_t p = 0; p < nodes.size(); ++p) {
                for (const std::size_t axis : {0u, 1u}) place[axis] += offset_cm(nodes[p])[axis];
                EXPECT_EQ(place, in_cm(x, lane.points[p])) << "lane " << int{lane.id} << ", point " << p;
            }
            ASSERT_EQ(generic.connects_to.size(), lane.connections.size());
            for (std::size_t c = 0; c < lane.connections.size(); ++c) {
                const config::LaneConnection& connection = lane.connections[c];
                const j2735::Connection& to = generic.connects_to[c];
                EXPECT_EQ(to.connecting_lane.lane, connection.to);
                EXPECT_EQ(to.signal_group, connection.signal_group);
                ASSERT_EQ(to.connecting_lane.maneuver.has_value(), connection.manoeuvre.has_value());
                if (!connection.manoeuvre) continue;
                const auto bit = static_cast<unsigned>(*connection.manoeuvre);
                EXPECT_EQ(to.connecting_lane.maneuver->bits(), 1U << (11 - bit));
                EXPECT_TRUE(generic.maneuvers->test(bit));
            }
        }
    }
}

TEST(MapMessage, HasTheWidthAndSpeedLimitOfALane) {
    config::Intersection x = crossing();
    x.region = 840;
    x.position.z = 12.34;
    x.lanes[0].width_m = 3.19;
    x.lanes[0].speed_limit_m_s = 8.34;
    x.lanes[1].use = config::LaneUse::median;
    x.name = std::string(64, 'n');
    const j2735::MapData map = map_sent(x);
    const j2735::IntersectionGeometry& published = map.intersections[0];
    EXPECT_EQ(published.id.region, 840);
    EXPECT_EQ(published.ref_point.elevation, 2723);
    EXPECT_EQ(published.name, std::string(63, 'n')) << "J2735 has no room for more";
    const auto& nodes = std::get<std::vector<j2735::NodeXy>>(published.lane_set[0].node_list);
    ASSERT_TRUE(nodes[0].attributes);
    EXPECT_EQ(nodes[0].attributes->d_width, -31);
    ASSERT_EQ(nodes[0].attributes->data.size(), 1u);
    const auto& limits = std::get<std::vector<j2735::RegulatorySpeedLimit>>(nodes[0].attributes->data[0]);
    ASSERT_EQ(limits.size(), 1u);
    EXPECT_EQ(limits[0].speed, 417);
    EXPECT_FALSE(nodes[1].attributes);
    const auto& barrier =
        std::get<j2735::LaneAttributesBarrier>(published.lane_set[1].lane_attributes.lane_type);
    EXPECT_TRUE(barrier.test(j2735::LaneAttributesBarrier::kMedian));
}

TEST(MapMessage, TakesTheSmallestFormOfAnOffset) {
    config::Intersection x = crossing();
    struct Row {
        double x_m, y_m;
        std::size_t form;
    };
    const std::vector<Row> rows{{5.11, -5.12, 0}, {5.12, 0, 1},  {0, -10.24, 1}, {0, -10.25, 2},
                                {20.47, 0, 2},    {20.48, 0, 3}, {-40.96, 0, 3}, {-40.97, 0, 4},
                                {0, 81.91, 4},    {0, 81.92, 5}, {327.67, 0, 5}, {-327.68, 0.01, 5}};
    for (const Row& row : rows) {
        x.lanes[0].points = {{1, 2}, {1 + row.x_m, 2 + row.y_m}};
        const j2735::MapData map = map_sent(x);
        const auto& nodes = std::get<std::vector<j2735::NodeXy>>(map.intersections[0].lane_set[0].node_list);
        EXPECT_EQ(nodes[1].delta.index(), row.form) << row.x_m << ", " << row.y_m;
        EXPECT_EQ(offset_cm(nodes[1])[0], std::lround(row.x_m * 100));
        EXPECT_EQ(offset_cm(nodes[1])[1], std::lround(row.y_m * 100));
    }
}

TEST(MapMessage, RoundingOfOffsetsDoesNotAddUp) {
    config::Intersection x = crossing();
    x.lanes[0].points.clear();
    for (int i = 0; i < 60; ++i) x.lanes[0].points.push_back({5.004 + 10.004 * i, 1.006});
    const j2735::MapData map = map_sent(x);
    std::int64_t east_cm = 0;
    const auto& nodes = std::get<std::vector<j2735::NodeXy>>(map.intersections[0].lane_set[0].node_list);
    for (const j2735::NodeXy& node : nodes) east_cm += offset_cm(node)[0];
    EXPECT_EQ(east_cm, std::llround((5.004 + 10.004 * 59) * 100));
}

TEST(RoadSideUnit, RefusesAnIntersectionBeyondTheEarth) {
    config::Intersection x = crossing();
    x.position.y = 9e6;
    for (config::Lane& lane : x.lanes) {
        for (config::GroundPoint& point : lane.points) point[1] += 9e6;
    }
    const auto made = RoadSideUnit::make(spec(3, "far"), x, kFrame);
    ASSERT_FALSE(made);
    EXPECT_EQ(
        made.error().text,
        "road-side unit far: intersection crossing: it is too far from the world's origin to have a place "
        "on earth");
}

TEST(RoadSideUnit, SendsPeriodicallyWithItsOwnOffset) {
    std::map<std::int64_t, int> at;  // messages of the first second, by millisecond
    for (std::uint32_t id = 100; id < 200; ++id) {
        Speaker speaker = unit(crossing(), id);
        std::vector<SimTime> maps, spats;
        for (const auto& [time, frame] : sent(speaker, 0, 3000)) {
            (std::holds_alternative<j2735::MapData>(frame.value) ? maps : spats).push_back(time);
            if (time < at_ms(1000)) ++at[time.count_ns() / 1'000'000];
        }
        ASSERT_EQ(maps.size(), 3u);
        ASSERT_EQ(spats.size(), 30u);
        for (std::size_t i = 1; i < maps.size(); ++i) EXPECT_EQ(maps[i] - maps[i - 1], ms(1000));
        for (std::size_t i = 1; i < spats.size(); ++i) EXPECT_EQ(spats[i] - spats[i - 1], ms(100));
        EXPECT_LT(spats[0], at_ms(100));
        EXPECT_LT(maps[0], at_ms(1000));
    }
    for (const auto& [moment, count] : at) EXPECT_LE(count, 3) << "too many at " << moment << " ms";
}

TEST(RoadSideUnit, SendsTheSameForAnyHeartbeat) {
    Speaker fine = unit(crossing(), 17), coarse = unit(crossing(), 17);
    std::vector<std::pair<SimTime, Bytes>> one, other;
    for (std::int64_t t = 0; t < 4000; t += 5) {
        for (const auto& due : fine.advance(at_ms(t), at_ms(t + 5))) one.emplace_back(due.time, due.payload);
    }
    for (std::int64_t t = 0; t < 4000; t += 2000) {
        for (const auto& due : coarse.advance(at_ms(t), at_ms(t + 2000)))
            other.emplace_back(due.time, due.payload);
    }
    EXPECT_EQ(one.size(), 44u);
    EXPECT_EQ(one, other);
}

TEST(RoadSideUnit, WithoutSignalsSendsOnlyMaps) {
    config::Intersection x = crossing();
    x.signals.reset();
    for (config::Lane& lane : x.lanes) {
        for (config::LaneConnection& connection : lane.connections) connection.signal_group.reset();
    }
    Speaker speaker = unit(x);
    const auto messages = sent(speaker, 0, 2000);
    EXPECT_EQ(messages.size(), 2u);
    for (const auto& [time, frame] : messages)
        EXPECT_TRUE(std::holds_alternative<j2735::MapData>(frame.value));
}

/// Returns the SPAT that the unit with number 0 sends at this time, which must be a multiple of 100 ms.
j2735::IntersectionState spat_at(const config::Intersection& x, std::int64_t time_ms) {
    Speaker speaker = unit(x);
    for (const auto& [time, frame] : sent(speaker, time_ms, time_ms + 20)) {
        if (const auto* spat = std::get_if<j2735::Spat>(&frame.value); spat && time == at_ms(time_ms)) {
            EXPECT_EQ(spat->intersections.size(), 1u);
            EXPECT_EQ(spat->time_stamp, spat->intersections[0].moy);
            return spat->intersections[0];
        }
    }
    ADD_FAILURE() << "no SPAT at " << time_ms;
    return {};
}

const j2735::MovementEvent& event(const j2735::IntersectionState& state, int group) {
    for (const j2735::MovementState& movement : state.states) {
        if (movement.signal_group == group) return movement.state_time_speed.at(0);
    }
    throw std::out_of_range("no such group");
}

TEST(SpatMessage, CountsDownPhaseByPhase) {
    // In crossing.json the phase of left turns lasts from 0 to 12 s and that of straight traffic from 12 to
    // 45 s, with yellow and all-red; then east and west have the same phases until 90 s.
    const config::Intersection x = crossing();
    struct Row {
        double time_s;
        int group;
        MovementPhaseState state;
        double start_s, end_s, next_s;
    };
    constexpr auto kStop = MovementPhaseState::stop_and_remain;
    constexpr auto kProtected = MovementPhaseState::protected_movement_allowed;
    constexpr auto kPermissive = MovementPhaseState::permissive_movement_allowed;
    constexpr auto kProtectedEnds = MovementPhaseState::protected_clearance;
    constexpr auto kPermissiveEnds = MovementPhaseState::permissive_clearance;
    const std::vector<Row> rows{
        {90, 1, kProtected, 90, 98, 180},      {97.9, 1, kProtected, 90, 98, 180},
        {98, 1, kProtectedEnds, 98, 101, 188}, {101, 1, kStop, 101, 102, 133},
        {102, 1, kPermissive, 102, 129, 192},  {129, 1, kPermissiveEnds, 129, 133, 219},
        {102, 2, kProtected, 102, 129, 192},   {90, 2, kStop, 43, 102, 133},
        {102, 12, kProtected, 102, 109, 192},  {109, 12, kProtectedEnds, 109, 124, 199},
        {124, 12, kStop, 124, 192, 214},       {110, 22, kPermissive, 102, 129, 192},
        {135, 3, kProtected, 135, 143, 225},   {150, 4, kProtected, 147, 174, 237},
        {150, 24, kPermissive, 147, 174, 237}, {150, 14, kProtected, 147, 154, 237},
    };
    for (const Row& row : rows) {
        const auto state = spat_at(x, std::llround(row.time_s * 1000));
        const j2735::MovementEvent& published = event(state, row.group);
        EXPECT_EQ(published.event_state, row.state) << row.time_s << " group " << row.group;
        ASSERT_TRUE(published.timing);
        const auto tenths = [](double s) { return static_cast<std::uint16_t>(std::lround(s * 10)); };
        EXPECT_EQ(published.timing->start_time, tenths(row.start_s)) << row.time_s << " group " << row.group;
        EXPECT_EQ(published.timing->min_end_time, tenths(row.end_s)) << row.time_s << " group " << row.group;
        EXPECT_EQ(published.timing->max_end_time, tenths(row.end_s));
        EXPECT_EQ(published.timing->likely_time, tenths(row.end_s));
        EXPECT_EQ(published.timing->next_time, tenths(row.next_s)) << row.time_s << " group " << row.group;
    }
}

TEST(SpatMessage, HasIdentifierTimeAndStatus) {
    const config::Intersection x = crossing();
    j2735::IntersectionState state = spat_at(x, (3 * 3600 + 25 * 60 + 7) * 1000 + 300);
    EXPECT_EQ(state.id.id, 1201);
    EXPECT_EQ(state.moy, 3 * 60 + 25);
    EXPECT_EQ(state.time_stamp, 7300);
    EXPECT_EQ(state.states.size(), x.signals->groups.size());
    EXPECT_TRUE(state.status.test(j2735::IntersectionStatusObject::kFixedTimeOperation));
    EXPECT_FALSE(state.status.test(j2735::IntersectionStatusObject::kTrafficDependentOperation));
    state = spat_at(actuated(), 0);
    EXPECT_TRUE(state.status.test(j2735::IntersectionStatusObject::kTrafficDependentOperation));
}

TEST(SpatMessage, PhasesFromBeforeTheRunHaveNoStartTime) {
    const j2735::IntersectionState state = spat_at(crossing(), 0);
    EXPECT_EQ(event(state, 1).timing->start_time, 0);
    EXPECT_EQ(event(state, 2).timing->start_time, std::nullopt) << "the phase began in the cycle before";
}

TEST(SpatMessage, TimeMarksWrapAtTheFullHour) {
    // At 3599.5 s the cycle has run for 89.5 s. East and west have red; group 1 gets green when the new hour
    // begins.
    const config::Intersection x = crossing();
    const j2735::IntersectionState state = spat_at(x, 3'599'500);
    EXPECT_EQ(event(state, 1).event_state, MovementPhaseState::stop_and_remain);
    EXPECT_EQ(event(state, 1).timing->min_end_time, 0);
    EXPECT_EQ(event(state, 1).timing->start_time, 35'530);
}

TEST(SpatMessage, CountsItsRevisionUpWhenStatesChange) {
    Speaker speaker = unit(crossing());
    std::optional<j2735::IntersectionState> before;
    int changes = 0;
    for (const auto& [time, frame] : sent(speaker, 0, 90'000)) {
        const auto* spat = std::get_if<j2735::Spat>(&frame.value);
        if (spat == nullptr) continue;
        const j2735::IntersectionState& now = spat->intersections[0];
        if (!before) {
            EXPECT_EQ(now.revision, 0);
        } else if (now.states == before->states) {
            EXPECT_EQ(now.revision, before->revision);
        } else {
            ++changes;
            EXPECT_EQ(now.revision, (before->revision + 1) % 128);
        }
        before = now;
    }
    EXPECT_GE(changes, 12);
    EXPECT_LE(changes, 20) << "too many changes within a cycle";
}

TEST(SpatMessage, HasNoEndWhereNoneIsKnown) {
    config::Intersection x = crossing();
    auto& programme = std::get<config::FixedProgramme>(x.signals->programme);
    programme.phases.resize(1);
    programme.cycle = SimDuration::seconds(12);
    j2735::IntersectionState state = spat_at(x, 5000);
    EXPECT_EQ(event(state, 1).event_state, MovementPhaseState::protected_movement_allowed)
        << "a signal that never changes stays green";
    EXPECT_EQ(event(state, 1).timing->min_end_time, 36'001);
    EXPECT_EQ(event(state, 1).timing->max_end_time, std::nullopt);
    // A time mark cannot express a moment an hour away.
    programme = std::get<config::FixedProgramme>(crossing().signals->programme);
    programme.phases[1].green = SimDuration::seconds(3600);
    programme.cycle = programme.cycle + SimDuration::seconds(3600 - 27);
    state = spat_at(x, 12'000);
    EXPECT_EQ(event(state, 2).timing->min_end_time, 36'001);
    EXPECT_EQ(event(state, 2).timing->max_end_time, std::nullopt);
    EXPECT_EQ(event(spat_at(x, 12'100), 2).timing->min_end_time, 120);
}

TEST(SpatMessage, RoundsTheEarliestEndDownAndTheLatestUp) {
    config::Intersection x = crossing();
    auto& programme = std::get<config::FixedProgramme>(x.signals->programme);
    programme.phases[0].green = programme.phases[0].green + ms(30);
    programme.cycle = programme.cycle + ms(30);
    const j2735::IntersectionState state = spat_at(x, 1000);
    EXPECT_EQ(event(state, 1).timing->min_end_time, 80);
    EXPECT_EQ(event(state, 1).timing->max_end_time, 81);
}

TEST(RoadSideUnit, SendsNoSpatWithoutSignalStates) {
    RoadSideUnit lonely = unit(crossing()).unit;
    for (const DueMessage& due : lonely.advance(at_ms(0), at_ms(2000)))
        EXPECT_TRUE(std::holds_alternative<j2735::MapData>(j2735::decode(due.payload)->value));
    const auto signals = signal::make_signal_controller(crossing());
    signals->advance(at_ms(2000));
    lonely.add_signals_report(at_ms(2450), signals->groups());
    EXPECT_EQ(lonely.advance(at_ms(2000), at_ms(3000)).size(), 6u)
        << "expected one MAP, and SPAT from 2.5 s on";
    lonely.add_signals_report(at_ms(3700), signals->groups());
    lonely.forget_signals();
    EXPECT_EQ(lonely.advance(at_ms(3000), at_ms(4000)).size(), 1u);
}

TEST(RoadSideUnit, SendsNoEndInThePast) {
    // The unit gets its signals only once, at the beginning: the first group does not change before 300 ms.
    RoadSideUnit speaker = unit(crossing()).unit;
    auto signals = signal::make_signal_controller(crossing());
    std::vector<signal::GroupSignal> groups(signals->groups().begin(), signals->groups().end());
    groups[0].min_end = groups[0].likely_end = at_ms(300);
    speaker.add_signals_report(at_ms(0), groups);
    std::uint16_t tenth = 0;
    for (const DueMessage& due : speaker.advance(at_ms(0), at_ms(1000))) {
        const auto frame = j2735::decode(due.payload);
        const auto* spat = std::get_if<j2735::Spat>(&frame->value);
        if (spat == nullptr) continue;
        const auto& timing = *spat->intersections[0].states[0].state_time_speed[0].timing;
        EXPECT_EQ(timing.min_end_time, std::max<std::uint16_t>(3, tenth));
        EXPECT_EQ(timing.likely_time, std::max<std::uint16_t>(3, tenth));
        ++tenth;
    }
    EXPECT_EQ(tenth, 10);
}

TEST(RoadSideUnit, AllocatesNothingInTheSteadyState) {
    for (const config::Intersection& x : {crossing(), actuated()}) {
        Speaker speaker = unit(x);
        const std::vector<geo::Vec3> vehicles{{22, 1.75, 0.5}, {5.25, -20, 0.5}};
        std::size_t messages = 0;
        std::uint64_t before = 0;
        for (std::int64_t t = 0; t < 300'000; t += 50) {
            if (t == 150'000) before = log::testing::allocations_of_this_thread();
            messages += speaker.advance(at_ms(t), at_ms(t + 50), vehicles).size();
        }
        EXPECT_EQ(log::testing::allocations_of_this_thread() - before, 0u) << x.name;
        EXPECT_EQ(messages, 3300u);
    }
}

}  // namespace
}  // namespace synchrono::comm_server
