/// Proves that messages are converted to SI units and the world frame. The tests compare members with values
/// computed by hand. Among them are codes for "not known", lanes, and times that count from the start of a
/// minute, an hour or a year.

#include "client/radio/radio_message_view.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numbers>
#include <string_view>

namespace synchrono::client::radio {
namespace {

using testing::SizeIs;

constexpr double kRadPerDeg = std::numbers::pi / 180;
const geo::WorldFrame kWorld({48, 11, 500});
constexpr SimTime kSent = SimTime::nanoseconds(3'700'000'000'000);  // 1:01:40

void expect_near(const SynVec3& v, geo::Vec3 expected, double tolerance) {
    EXPECT_NEAR(v.x, expected.x, tolerance);
    EXPECT_NEAR(v.y, expected.y, tolerance);
    EXPECT_NEAR(v.z, expected.z, tolerance);
}

struct View {
    RadioMessageView view;
    j2735::Message message;

    template <typename T>
    T& of() {
        return message.emplace<T>();
    }
    const SynBasicSafety& safety() {
        view.assign(message, kWorld, kSent);
        EXPECT_NE(view.basic_safety(), nullptr);
        return *view.basic_safety();
    }
    const SynSignals& signals() {
        view.assign(message, kWorld, kSent);
        return view.signals().at(0);
    }
    const SynIntersection& intersection() {
        view.assign(message, kWorld, kSent);
        return view.intersections().at(0);
    }
};

TEST(RadioMessageView, UnavailableValuesAreNotNumbers) {
    View v;
    v.of<j2735::BasicSafetyMessage>().core_data.elev = -4'096;
    const SynBasicSafety& b = v.safety();
    for (const double value :
         {b.position.x, b.position.y, b.position.z, b.accuracy_m, b.speed_m_s, b.yaw_rad,
          b.steering_wheel_rad, b.acceleration_forward_m_s2, b.acceleration_left_m_s2, b.acceleration_up_m_s2,
          b.length_m, b.width_m, b.path_curvature_1_m, b.path_confidence})
        EXPECT_TRUE(std::isnan(value));
    EXPECT_EQ(b.time_ns, SYN_TIME_UNKNOWN);
    EXPECT_EQ(b.transmission, SYN_UNKNOWN);
    EXPECT_EQ(b.yaw_rate_rad_s, 0);  // the standard has no code for "not known" here
    EXPECT_EQ(b.brakes, 0u);
    EXPECT_EQ(b.events, 0u);
    EXPECT_EQ(b.lights, 0u);
    EXPECT_EQ(b.crumbs_count, 0u);
}

TEST(RadioMessageView, ReadsTheCoreOfASafetyMessage) {
    View v;
    auto& core = v.of<j2735::BasicSafetyMessage>().core_data;
    core = {.msg_cnt = 77,
            .id = {0xde, 0xad, 0xbe, 0xef},
            .sec_mark = 39'900,
            .lat = 480'010'000,
            .lon = 109'980'000,
            .elev = 5'123,
            .accuracy = {40, 20, 0},
            .transmission = j2735::TransmissionState::reverse_gears,
            .speed = 1'000,
            .heading = 10'800,  // 135 degrees: south-east
            .angle = -10,
            .accel_set = {150, -250, 5, 573},
            .brakes = {},
            .size = {180, 450}};
    const SynBasicSafety& b = v.safety();
    EXPECT_EQ(b.temporary_id, 0xdeadbeefu);
    EXPECT_EQ(b.count, 77u);
    EXPECT_EQ(b.time_ns, 3'699'900'000'000);
    expect_near(b.position, kWorld.to_world({48.001, 10.998, 512.3}), 1e-6);
    EXPECT_NEAR(b.accuracy_m, 2, 1e-12);
    EXPECT_EQ(b.transmission, SYN_TRANSMISSION_REVERSE);
    EXPECT_NEAR(b.speed_m_s, 20, 1e-12);
    EXPECT_NEAR(b.yaw_rad, -45 * kRadPerDeg, 1e-12);
    EXPECT_NEAR(b.steering_wheel_rad, 15 * kRadPerDeg, 1e-12);
    EXPECT_NEAR(b.acceleration_forward_m_s2, 1.5, 1e-12);
    EXPECT_NEAR(b.acceleration_left_m_s2, 2.5, 1e-12);
    EXPECT_NEAR(b.acceleration_up_m_s2, 0.980665, 1e-12);
    EXPECT_NEAR(b.yaw_rate_rad_s, -0.1, 1e-4);
    EXPECT_NEAR(b.width_m, 1.8, 1e-12);
    EXPECT_NEAR(b.length_m, 4.5, 1e-12);
}

TEST(RadioMessageView, ReadsTheNearerOfTwoPossibleMinutes) {
    struct Row {
        int mark_ms;
        std::int64_t after_sent_ms;
    };
    for (const Row& row : {Row{40'000, 0}, Row{39'999, -1}, Row{10'000, -30'000}, Row{9'999, 29'999},
                           Row{59'999, 19'999}, Row{0, 20'000}}) {
        SCOPED_TRACE(row.mark_ms);
        View v;
        v.of<j2735::BasicSafetyMessage>().core_data.sec_mark = static_cast<std::uint16_t>(row.mark_ms);
        EXPECT_EQ(v.safety().time_ns, kSent.count_ns() + row.after_sent_ms * 1'000'000);
    }
    View leap;
    leap.of<j2735::BasicSafetyMessage>().core_data.sec_mark = 60'000;
    EXPECT_EQ(leap.safety().time_ns, SYN_TIME_UNKNOWN);
}

TEST(RadioMessageView, ReadsBrakesEventsAndLights) {
    View v;
    auto& message = v.of<j2735::BasicSafetyMessage>();
    auto& brakes = message.core_data.brakes;
    brakes.wheel_brakes.set(j2735::BrakeAppliedStatus::kLeftRear);
    brakes.abs = j2735::AntiLockBrakeStatus::engaged;
    brakes.scs = j2735::StabilityControlStatus::on;
    brakes.aux_brakes = j2735::AuxiliaryBrakeStatus::on;
    j2735::VehicleSafetyExtensions extensions;
    extensions.events.emplace().set(j2735::VehicleEventFlags::kEventHardBraking);
    extensions.events->set(j2735::VehicleEventFlags::kEventHazardLights);
    extensions.lights.emplace().set(j2735::ExteriorLights::kParkingLightsOn);
    extensions.path_prediction = {.radius_of_curve = -2'000, .confidence = 150};
    message.part_ii.emplace_back(j2735::SupplementalVehicleExtensions{});
    message.part_ii.emplace_back(extensions);
    const SynBasicSafety& b = v.safety();
    EXPECT_EQ(b.brakes, static_cast<std::uint32_t>(SYN_BRAKE_LEFT_REAR | SYN_ANTI_LOCK_ENGAGED |
                                                   SYN_AUXILIARY_BRAKE_ON));
    EXPECT_EQ(b.events, static_cast<std::uint32_t>(SYN_EVENT_HARD_BRAKING | SYN_EVENT_HAZARD_LIGHTS));
    EXPECT_EQ(b.lights, static_cast<std::uint32_t>(SYN_LIGHT_PARKING));
    EXPECT_NEAR(b.path_curvature_1_m, 1 / 200.0, 1e-12);
    EXPECT_NEAR(b.path_confidence, 0.75, 1e-12);

    brakes.wheel_brakes.set(j2735::BrakeAppliedStatus::kUnavailable);
    EXPECT_EQ(v.safety().brakes & SYN_BRAKE_LEFT_REAR, 0u);
    auto& prediction = *std::get<j2735::VehicleSafetyExtensions>(message.part_ii[1]).path_prediction;
    prediction.radius_of_curve = 32'767;
    EXPECT_EQ(v.safety().path_curvature_1_m, 0);
    prediction.radius_of_curve = 0;
    EXPECT_TRUE(std::isnan(v.safety().path_curvature_1_m));
}

TEST(RadioMessageView, ReadsThePathHistory) {
    View v;
    auto& message = v.of<j2735::BasicSafetyMessage>();
    message.core_data.lat = 480'000'000;
    message.core_data.lon = 110'000'000;
    message.core_data.elev = 5'000;
    j2735::VehicleSafetyExtensions extensions;
    auto& crumbs = extensions.path_history.emplace().crumb_data;
    crumbs.push_back({.lat_offset = -1'000, .lon_offset = 2'000, .elevation_offset = -5, .time_offset = 150});
    crumbs.push_back(
        {.lat_offset = -131'072, .lon_offset = 0, .elevation_offset = -2'048, .time_offset = 65'535});
    message.part_ii.emplace_back(extensions);
    const SynBasicSafety& b = v.safety();
    ASSERT_EQ(b.crumbs_count, 2u);
    expect_near(b.crumbs[0].position, kWorld.to_world({47.9999, 11.0002, 499.5}), 1e-6);
    EXPECT_NEAR(b.crumbs[0].age_s, 1.5, 1e-12);
    EXPECT_TRUE(std::isnan(b.crumbs[1].position.y));
    EXPECT_TRUE(std::isnan(b.crumbs[1].position.x)) << "how far a meridian is depends on the latitude";
    EXPECT_TRUE(std::isnan(b.crumbs[1].position.z));
    EXPECT_TRUE(std::isnan(b.crumbs[1].age_s));

    auto& initial =
        std::get<j2735::VehicleSafetyExtensions>(message.part_ii[0]).path_history->initial_position.emplace();
    initial.lat = 480'100'000;
    initial.lon = 110'100'000;
    expect_near({v.safety().crumbs[0].position.x, v.safety().crumbs[0].position.y, 0},
                kWorld.to_world({48.0099, 11.0102, 500}), 1e-6);
}

j2735::MovementState movement(std::uint8_t group, j2735::MovementPhaseState state) {
    j2735::MovementState m;
    m.signal_group = group;
    m.state_time_speed.emplace_back().event_state = state;
    return m;
}

TEST(RadioMessageView, ReadsSignals) {
    View v;
    auto& spat = v.of<j2735::Spat>();
    auto& first = spat.intersections.emplace_back();
    first.name = "crossing";
    first.id = {.region = 7, .id = 1'234};
    first.revision = 5;
    first.status.set(j2735::IntersectionStatusObject::kFixedTimeOperation);
    first.moy = 61;
    first.time_stamp = 39'950;
    first.states.push_back(movement(2, j2735::MovementPhaseState::protected_movement_allowed));
    // These times are tenths of a second in the hour from 1:00.
    first.states[0].state_time_speed[0].timing = {.start_time = 900,
                                                  .min_end_time = 1'050,
                                                  .max_end_time = 1'100,
                                                  .likely_time = 1'075,
                                                  .next_time = 1'900};
    first.states.push_back(movement(5, j2735::MovementPhaseState::stop_and_remain));
    first.states.emplace_back().signal_group = 6;  // without a state
    auto& second = spat.intersections.emplace_back();
    second.id.id = 9;
    second.states.push_back(movement(1, j2735::MovementPhaseState::caution_conflicting_traffic));

    const SynSignals& s = v.signals();
    EXPECT_EQ(s.region, 7u);
    EXPECT_EQ(s.intersection, 1'234u);
    EXPECT_EQ(s.revision, 5u);
    EXPECT_EQ(s.status, 1u << 5);
    EXPECT_EQ(std::string_view(s.name), "crossing");
    EXPECT_EQ(s.time_ns, 3'699'950'000'000);
    ASSERT_EQ(s.groups_count, 2u);
    EXPECT_EQ(s.groups[0].group, 2u);
    EXPECT_EQ(s.groups[0].state, SYN_SIGNAL_PROTECTED_GREEN);
    EXPECT_EQ(s.groups[0].min_end_ns, 3'705'000'000'000);
    EXPECT_EQ(s.groups[0].max_end_ns, 3'710'000'000'000);
    EXPECT_EQ(s.groups[0].likely_end_ns, 3'707'500'000'000);
    EXPECT_EQ(s.groups[0].next_ns, 3'790'000'000'000);
    EXPECT_EQ(s.groups[1].group, 5u);
    EXPECT_EQ(s.groups[1].state, SYN_SIGNAL_STOP);
    EXPECT_EQ(s.groups[1].min_end_ns, SYN_TIME_UNKNOWN);

    ASSERT_THAT(v.view.signals(), SizeIs(2));
    const SynSignals& other = v.view.signals()[1];
    EXPECT_EQ(other.region, 0u);
    EXPECT_EQ(std::string_view(other.name), "");
    EXPECT_EQ(other.time_ns, SYN_TIME_UNKNOWN);
    ASSERT_EQ(other.groups_count, 1u);
    EXPECT_EQ(other.groups[0].state, SYN_SIGNAL_CAUTION);
}

TEST(RadioMessageView, KeepsNamesWhenTheMessageIsGone) {
    View v;
    auto& spat = v.of<j2735::Spat>();
    spat.name = "of all";
    for (const char* name : {"first", "", "a name that is too long for a string to keep it in itself"})
        spat.intersections.emplace_back().name = name;
    v.signals();
    v.message = {};
    ASSERT_THAT(v.view.signals(), SizeIs(3));
    EXPECT_EQ(std::string_view(v.view.signals()[0].name), "first");
    EXPECT_EQ(std::string_view(v.view.signals()[1].name), "of all");
    EXPECT_EQ(std::string_view(v.view.signals()[2].name),
              "a name that is too long for a string to keep it in itself");

    auto& map = v.of<j2735::MapData>();
    for (const char* name : {"north", "south"}) {
        auto& intersection = map.intersections.emplace_back();
        intersection.name = name;
        intersection.lane_set.emplace_back().name = std::string(name) + " in";
        intersection.lane_set.emplace_back();
        intersection.lane_set.emplace_back().name = std::string(name) + " out";
    }
    v.intersection();
    v.message = {};
    ASSERT_THAT(v.view.intersections(), SizeIs(2));
    for (const SynIntersection& intersection : v.view.intersections()) {
        const std::string name = intersection.name;
        EXPECT_EQ(name, &intersection == &v.view.intersections()[0] ? "north" : "south");
        ASSERT_EQ(intersection.lanes_count, 3u);
        EXPECT_EQ(intersection.lanes[0].name, name + " in");
        EXPECT_EQ(std::string_view(intersection.lanes[1].name), "");
        EXPECT_EQ(intersection.lanes[2].name, name + " out");
    }
}

TEST(RadioMessageView, ReadsTimeMarksAcrossTheHour) {
    struct Row {
        std::uint16_t mark;
        std::int64_t ns;
        const char* why;
    };
    const std::int64_t hour = 3'600'000'000'000;
    const Row rows[] = {
        {1'000, hour + 100'000'000'000, "now"},
        {0, hour, "a moment ago"},
        {34'000, hour - 200'000'000'000, "from the hour before"},
        {33'999, 2 * hour - 200'100'000'000, "in fifty-five minutes"},
        {35'999, hour - 100'000'000, "the last tenth"},
        {36'000, SYN_TIME_UNKNOWN, "more than an hour"},
        {36'001, SYN_TIME_UNKNOWN, "not known"},
        {36'111, SYN_TIME_UNKNOWN, "no mark at all"},
    };
    for (const Row& row : rows) {
        SCOPED_TRACE(row.why);
        View v;
        auto& state = v.of<j2735::Spat>().intersections.emplace_back();
        state.states.push_back(movement(1, j2735::MovementPhaseState::dark));
        state.states[0].state_time_speed[0].timing.emplace().min_end_time = row.mark;
        EXPECT_EQ(v.signals().groups[0].min_end_ns, row.ns);
    }
}

TEST(RadioMessageView, ReadsSignalTimesWithoutTheMinute) {
    View v;
    v.of<j2735::Spat>().intersections.emplace_back().time_stamp = 41'000;
    EXPECT_EQ(v.signals().time_ns, 3'701'000'000'000);
}

j2735::GenericLane lane(std::uint8_t id, const std::vector<std::pair<int, int>>& offsets_cm) {
    j2735::GenericLane l;
    l.lane_id = id;
    auto& nodes = l.node_list.emplace<std::vector<j2735::NodeXy>>();
    for (const auto& [x, y] : offsets_cm) {
        nodes.emplace_back().delta =
            j2735::NodeXy32b{static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)};
    }
    return l;
}

j2735::IntersectionGeometry& geometry(View& v) {
    auto& g = v.of<j2735::MapData>().intersections.emplace_back();
    g.name = "crossing";
    g.id = {.region = {}, .id = 1'234};
    g.revision = 5;
    g.ref_point.lat = 480'000'000;
    g.ref_point.lon = 110'000'000;
    g.ref_point.elevation = 5'000;
    g.lane_width = 350;
    return g;
}

TEST(RadioMessageView, ReadsLanes) {
    View v;
    auto& g = geometry(v);
    g.speed_limits.push_back({j2735::SpeedLimitType::vehicle_min_speed, 100});
    g.speed_limits.push_back({j2735::SpeedLimitType::vehicle_max_speed, 700});
    g.lane_set.push_back(lane(1, {{1'000, -200}, {3'000, 100}, {3'000, 0}}));
    auto& l = g.lane_set[0];
    l.name = "in";
    l.ingress_approach = 3;
    l.lane_attributes.directional_use.set(j2735::LaneDirection::kIngressPath);
    l.maneuvers.emplace().set(j2735::AllowedManeuvers::kManeuverLeftAllowed);
    l.connects_to.push_back({.connecting_lane = {.lane = 8, .maneuver = l.maneuvers},
                             .remote_intersection = {},
                             .signal_group = 4,
                             .user_class = {},
                             .connection_id = 11});
    l.connects_to.push_back({.connecting_lane = {.lane = 9, .maneuver = {}},
                             .remote_intersection = j2735::IntersectionReferenceId{.region = 2, .id = 5},
                             .signal_group = {},
                             .user_class = {},
                             .connection_id = {}});
    g.lane_set.push_back(lane(2, {{-100, 0}, {-100, 0}}));
    g.lane_set[1].lane_attributes.lane_type = j2735::LaneAttributesCrosswalk{};
    g.lane_set[1].lane_attributes.directional_use = j2735::LaneDirection{};

    const SynIntersection& i = v.intersection();
    EXPECT_EQ(i.region, 0u);
    EXPECT_EQ(i.intersection, 1'234u);
    EXPECT_EQ(i.revision, 5u);
    EXPECT_EQ(std::string_view(i.name), "crossing");
    expect_near(i.reference, {0, 0, 0}, 1e-6);
    ASSERT_EQ(i.lanes_count, 2u);

    const SynLane& in = i.lanes[0];
    EXPECT_EQ(in.lane, 1u);
    EXPECT_EQ(in.kind, SYN_LANE_VEHICLE);
    EXPECT_EQ(in.directions, static_cast<std::uint32_t>(SYN_LANE_INGRESS));
    EXPECT_EQ(in.manoeuvres, static_cast<std::uint32_t>(SYN_MANOEUVRE_LEFT));
    EXPECT_EQ(in.ingress_approach, 3);
    EXPECT_EQ(in.egress_approach, SYN_UNKNOWN);
    EXPECT_NEAR(in.width_m, 3.5, 1e-12);
    EXPECT_NEAR(in.speed_max_m_s, 14, 1e-12);
    EXPECT_EQ(std::string_view(in.name), "in");
    ASSERT_EQ(in.nodes_count, 3u);
    expect_near(in.nodes[0], {10, -2, 0}, 1e-6);
    expect_near(in.nodes[1], {40, -1, 0}, 1e-6);
    expect_near(in.nodes[2], {70, -1, 0}, 1e-6);
    ASSERT_EQ(in.connections_count, 2u);
    EXPECT_EQ(in.connections[0].lane, 8u);
    EXPECT_EQ(in.connections[0].manoeuvres, static_cast<std::uint32_t>(SYN_MANOEUVRE_LEFT));
    EXPECT_EQ(in.connections[0].signal_group, 4);
    EXPECT_EQ(in.connections[0].remote_intersection, SYN_UNKNOWN);
    EXPECT_EQ(in.connections[0].connection, 11);
    EXPECT_EQ(in.connections[1].signal_group, SYN_UNKNOWN);
    EXPECT_EQ(in.connections[1].remote_region, 2);
    EXPECT_EQ(in.connections[1].remote_intersection, 5);
    EXPECT_EQ(in.connections[1].connection, SYN_UNKNOWN);

    const SynLane& crosswalk = i.lanes[1];
    EXPECT_EQ(crosswalk.kind, SYN_LANE_CROSSWALK);
    EXPECT_EQ(crosswalk.directions, 0u);
    ASSERT_EQ(crosswalk.nodes_count, 2u);
    expect_near(crosswalk.nodes[1], {-2, 0, 0}, 1e-6);
    EXPECT_EQ(crosswalk.connections_count, 0u);
}

TEST(RadioMessageView, NodesChangeWidthHeightAndSpeedOfALane) {
    View v;
    auto& g = geometry(v);
    g.speed_limits.push_back({j2735::SpeedLimitType::vehicle_max_speed, 700});
    g.lane_set.push_back(lane(1, {{1'000, 0}, {1'000, 0}}));
    auto& nodes = std::get<std::vector<j2735::NodeXy>>(g.lane_set[0].node_list);
    auto& attributes = nodes[0].attributes.emplace();
    attributes.d_width = -50;
    attributes.d_elevation = 30;
    attributes.data.emplace_back(
        std::vector<j2735::RegulatorySpeedLimit>{{j2735::SpeedLimitType::vehicle_max_speed, 500}});
    nodes[1].attributes.emplace().d_elevation = -10;
    const SynLane& l = v.intersection().lanes[0];
    EXPECT_NEAR(l.width_m, 3, 1e-12);
    EXPECT_NEAR(l.speed_max_m_s, 10, 1e-12);
    EXPECT_NEAR(l.nodes[0].z, 0.3, 1e-9);
    EXPECT_NEAR(l.nodes[1].z, 0.2, 1e-9);
}

TEST(RadioMessageView, NodesMayBePlacesOnEarth) {
    View v;
    auto& g = geometry(v);
    g.lane_set.push_back(lane(1, {{100, 0}, {0, 0}, {100, 0}}));
    std::get<std::vector<j2735::NodeXy>>(g.lane_set[0].node_list)[1].delta =
        j2735::NodeLlmd64b{.lon = 110'010'000, .lat = 480'010'000};
    const geo::Vec3 there = kWorld.to_world({48.001, 11.001, 500});
    const SynLane& l = v.intersection().lanes[0];
    expect_near(l.nodes[1], there, 1e-6);
    expect_near(l.nodes[2], there + geo::Vec3{1, 0, 0}, 1e-6);
}

TEST(RadioMessageView, ALaneInARegionalFormatHasNoNodes) {
    View v;
    auto& g = geometry(v);
    g.lane_set.push_back(lane(1, {{100, 0}, {100, 0}}));
    std::get<std::vector<j2735::NodeXy>>(g.lane_set[0].node_list)[1].delta = j2735::RegionalExtension{};
    EXPECT_EQ(v.intersection().lanes[0].nodes_count, 0u);
}

TEST(RadioMessageView, ComputesLanesFromOthers) {
    View v;
    auto& g = geometry(v);
    j2735::GenericLane computed;
    computed.lane_id = 2;
    computed.node_list = j2735::ComputedLane{.reference_lane_id = 1,
                                             .offset_x_axis = j2735::DrivenLineOffsetSm{500},
                                             .offset_y_axis = j2735::DrivenLineOffsetLg{-100},
                                             .rotate_xy = {},
                                             .scale_x_axis = {},
                                             .scale_y_axis = {}};
    g.lane_set.push_back(computed);
    g.lane_set.push_back(lane(1, {{1'000, 0}, {1'000, 200}}));
    {
        const SynLane& l = v.intersection().lanes[0];
        ASSERT_EQ(l.nodes_count, 2u);
        expect_near(l.nodes[0], {15, -1, 0}, 1e-6);
        expect_near(l.nodes[1], {25, 1, 0}, 1e-6);
    }
    auto& how = std::get<j2735::ComputedLane>(g.lane_set[0].node_list);
    how.rotate_xy = 7'200;     // a quarter turn clockwise
    how.scale_x_axis = 1'000;  // half as long again
    {
        const SynLane& l = v.intersection().lanes[0];
        expect_near(l.nodes[0], {15, -1, 0}, 1e-6);
        expect_near(l.nodes[1], {15 + 2, -1 - 15, 0}, 1e-6);
    }
    how.reference_lane_id = 2;  // refers to itself
    EXPECT_EQ(v.intersection().lanes[0].nodes_count, 0u);
    how.reference_lane_id = 77;
    EXPECT_EQ(v.intersection().lanes[0].nodes_count, 0u);
}

TEST(RadioMessageView, AMapWithoutAReferencePointHasNoPlaces) {
    View v;
    auto& g = geometry(v);
    g.ref_point = {};
    g.lane_width.reset();
    g.lane_set.push_back(lane(1, {{100, 0}, {100, 0}}));
    const SynIntersection& i = v.intersection();
    EXPECT_TRUE(std::isnan(i.reference.x));
    EXPECT_TRUE(std::isnan(i.reference.z));
    EXPECT_TRUE(std::isnan(i.lanes[0].nodes[1].y));
    EXPECT_TRUE(std::isnan(i.lanes[0].width_m));
    EXPECT_TRUE(std::isnan(i.lanes[0].speed_max_m_s));
}

TEST(RadioMessageView, FindsPlacesAcrossTheDateLine) {
    for (const double origin_deg : {179.999, -179.999}) {
        const geo::WorldFrame world({0, origin_deg, 0});
        const double sign = origin_deg > 0 ? 1 : -1;
        View v;
        auto& core = v.of<j2735::BasicSafetyMessage>().core_data;
        core.lat = 0;
        core.lon = static_cast<std::int32_t>(-sign * 1'799'990'000);  // 0.002 degrees across the line
        v.view.assign(v.message, world, kSent);
        EXPECT_NEAR(v.view.basic_safety()->position.x, sign * 222.639, 0.01);
    }
}

TEST(RadioMessageView, KeepsNothingOfThePreviousMessage) {
    View v;
    geometry(v).lane_set.push_back(lane(1, {{100, 0}, {100, 0}}));
    EXPECT_EQ(v.intersection().lanes_count, 1u);
    v.of<j2735::Spat>().intersections.emplace_back();
    EXPECT_EQ(v.signals().groups_count, 0u);
    EXPECT_TRUE(v.view.intersections().empty());
    v.of<j2735::BasicSafetyMessage>();
    v.safety();
    EXPECT_TRUE(v.view.signals().empty());
    v.of<j2735::UnknownMessage>();
    v.view.assign(v.message, kWorld, kSent);
    EXPECT_EQ(v.view.basic_safety(), nullptr);
}

}  // namespace
}  // namespace synchrono::client::radio
