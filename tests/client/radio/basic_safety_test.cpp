/// Proves that basic safety messages describe their vehicle: for known motions the fields have the values
/// computed by hand. Also proves when messages are sent, whatever the length of the heartbeat, and which
/// identities and counts they carry.

#include "client/radio/basic_safety.hpp"

#include <cmath>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <map>
#include <numbers>
#include <set>
#include <variant>
#include <vector>

#include "common/j2735/codec.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::client::radio {
namespace {

using testing::SizeIs;

constexpr SimDuration kBeat = SimDuration::milliseconds(5);
constexpr double kRadPerDeg = std::numbers::pi / 180;

BasicSafetySource source(config::BasicSafety spec = {}, std::uint32_t agent = 3, std::uint64_t seed = 1,
                         geo::Geodetic origin = {}) {
    return {spec, sedan(), geo::WorldFrame(origin), seed, AgentId{agent}};
}

/// Returns the motion of a vehicle that stands on the ground at the origin and heads along x, which is east.
body::BodyMotion standing() {
    body::BodyMotion motion;
    motion.position.z = config::figures(sedan()).cg_height_m;
    return motion;
}

/// Returns the first message that a vehicle with this motion sends at or after `from`.
const j2735::BasicSafetyMessage& make_message(BasicSafetySource& source, const body::BodyMotion& motion,
                                              SimTime from = {}) {
    SimTime now = from;
    while (!source.step(now, kBeat, motion)) now = now + kBeat;
    return std::get<j2735::BasicSafetyMessage>(source.message().value);
}
j2735::BsmCoreData core_of(const body::BodyMotion& motion) {
    BasicSafetySource s = source();
    return make_message(s, motion).core_data;
}
j2735::VehicleSafetyExtensions extensions_of(const body::BodyMotion& motion) {
    BasicSafetySource s = source();
    return std::get<j2735::VehicleSafetyExtensions>(make_message(s, motion).part_ii.at(0));
}

TEST(BasicSafety, DescribesAVehicleAtRest) {
    const j2735::BsmCoreData core = core_of(standing());
    EXPECT_EQ(core.lat, 0);
    EXPECT_EQ(core.lon, 0);
    EXPECT_EQ(core.elev, 0);
    EXPECT_EQ(core.accuracy, (j2735::PositionalAccuracy{0, 0, 0}));
    EXPECT_EQ(core.transmission, j2735::TransmissionState::forward_gears);
    EXPECT_EQ(core.speed, 0);
    EXPECT_EQ(core.heading, 7'200);  // east
    EXPECT_EQ(core.angle, 0);
    EXPECT_EQ(core.accel_set, (j2735::AccelerationSet4Way{0, 0, 0, 0}));
    EXPECT_EQ(core.brakes, j2735::BrakeSystemStatus{});
    EXPECT_EQ(core.size.width, std::lround(sedan().body.width_m * 100));
    EXPECT_EQ(core.size.length, std::lround(sedan().body.length_m * 100));
}

TEST(BasicSafety, GivesItsPlaceOnEarth) {
    // At the equator a degree is 110574.27 m to the north and 111319.49 m to the east.
    body::BodyMotion motion = standing();
    motion.position = motion.position + geo::Vec3{1113.1949, -552.871, 12.34};
    const j2735::BsmCoreData core = core_of(motion);
    EXPECT_EQ(core.lon, 100'000);
    EXPECT_EQ(core.lat, -50'000);
    EXPECT_EQ(core.elev, 123);

    BasicSafetySource munich = source({}, 3, 1, {48.1, 11.5, 500});
    const j2735::BsmCoreData there = make_message(munich, standing()).core_data;
    EXPECT_EQ(there.lat, 481'000'000);
    EXPECT_EQ(there.lon, 115'000'000);
    EXPECT_EQ(there.elev, 5'000);
}

TEST(BasicSafety, GivesThePlaceOnTheGroundBelowTheVehicle) {
    body::BodyMotion motion = standing();
    // The vehicle has fallen onto its right side.
    motion.orientation = {std::sqrt(0.5), std::sqrt(0.5), 0, 0};
    motion.position = {0, 0, 0};
    const double height = config::figures(sedan()).cg_height_m;
    const j2735::BsmCoreData core = core_of(motion);
    EXPECT_EQ(core.lat, std::lround(height / 110574.27 * 1e7));
    EXPECT_EQ(core.elev, 0);
}

TEST(BasicSafety, CountsHeadingsClockwiseFromTheNorth) {
    const std::map<double, int> rows{{0, 7'200},    {90, 0},     {-90, 14'400},
                                     {180, 21'600}, {45, 3'600}, {-45, 10'800},
                                     {91, 28'720},  {89.999, 0}, {-179, 14'400 + 7'120}};
    for (const auto& [yaw_deg, heading] : rows) {
        SCOPED_TRACE(yaw_deg);
        body::BodyMotion motion = standing();
        motion.orientation = geo::Quaternion::from_yaw(yaw_deg * kRadPerDeg);
        EXPECT_EQ(core_of(motion).heading, heading);
    }
    body::BodyMotion almost = standing();
    almost.orientation = geo::Quaternion::from_yaw(90.004 * kRadPerDeg);  // rounds to 0, not to 28800
    EXPECT_EQ(core_of(almost).heading, 0);
}

TEST(BasicSafety, DescribesItsMotion) {
    body::BodyMotion motion = standing();
    motion.orientation = geo::Quaternion::from_yaw(std::numbers::pi / 2);  // to the north
    motion.velocity = {0, 20.02, 0};
    motion.angular_velocity = {0, 0, 0.1};         // to the left
    motion.acceleration = {-2.5, 1.5, 0.4903325};  // to the left, forward, up
    motion.applied = body::DriverInputs{.steering = 0.1, .throttle = 0.2, .braking = 0};
    const j2735::BsmCoreData core = core_of(motion);
    EXPECT_EQ(core.speed, 1'001);
    EXPECT_EQ(core.transmission, j2735::TransmissionState::forward_gears);
    EXPECT_EQ(core.accel_set.lon, 150);
    EXPECT_EQ(core.accel_set.lat, -250);
    EXPECT_EQ(core.accel_set.vert, 3);  // 2.5 steps of 0.02 g, rounded
    EXPECT_EQ(core.accel_set.yaw, -573);
    // The steering wheel is taken to turn sixteen times as far as the front wheels.
    const double wheel_deg = 0.1 * config::figures(sedan()).steering_angle_max_rad * 16 / kRadPerDeg;
    EXPECT_EQ(core.angle, -std::lround(wheel_deg / 1.5));
    EXPECT_EQ(core.brakes.wheel_brakes.bits(), 0);
}

TEST(BasicSafety, DescribesBrakingAndReversing) {
    body::BodyMotion motion = standing();
    motion.applied[body::DriverInputs::kBraking] = 0.01;
    motion.velocity = {-2, 0, 0};
    const j2735::BsmCoreData core = core_of(motion);
    EXPECT_EQ(core.brakes.wheel_brakes.bits(), 0b01111);
    EXPECT_EQ(core.transmission, j2735::TransmissionState::reverse_gears);
    EXPECT_EQ(core.speed, 100);
    EXPECT_EQ(core.heading, 7'200);  // the direction of the front
}

TEST(BasicSafety, KeepsEveryFieldInItsRange) {
    body::BodyMotion motion = standing();
    motion.position = {0, 0, -9e9};
    motion.velocity = {900, 0, 0};
    motion.acceleration = {-900, 900, 900};
    motion.angular_velocity = {0, 0, -900};
    motion.applied = body::DriverInputs{.steering = 1, .throttle = 0, .braking = 1};
    BasicSafetySource s = source();
    const j2735::BsmCoreData core = make_message(s, motion).core_data;
    EXPECT_EQ(core.elev, -4'095);
    EXPECT_EQ(core.speed, 8'190);
    EXPECT_EQ(core.accel_set, (j2735::AccelerationSet4Way{-2'000, -2'000, 127, 32'767}));
    EXPECT_EQ(core.angle, -126);
    Bytes bytes;
    EXPECT_TRUE(j2735::encode(s.message(), bytes));
    motion.position = {0, 0, 9e9};
    motion.acceleration = {900, -900, -900};
    motion.angular_velocity = {0, 0, 900};
    motion.applied[body::DriverInputs::kSteering] = -1;
    const j2735::BsmCoreData other = make_message(s, motion, SimTime{} + SimDuration::seconds(1)).core_data;
    EXPECT_EQ(other.elev, 61'439);
    EXPECT_EQ(other.accel_set, (j2735::AccelerationSet4Way{2'000, 2'000, -126, -32'767}));
    EXPECT_EQ(other.angle, 126);
    EXPECT_TRUE(j2735::encode(s.message(), bytes));
    motion.position = {-9e9, 9e9, 0};
    EXPECT_EQ(make_message(s, motion, SimTime{} + SimDuration::seconds(2)).core_data.lat, 900'000'001)
        << "nowhere on earth";
    EXPECT_TRUE(j2735::encode(s.message(), bytes));
}

TEST(BasicSafety, GivesTheMillisecondOfTheMinuteOfItsState) {
    BasicSafetySource s = source();
    const SimTime from = SimTime{} + SimDuration::seconds(60) + SimDuration::milliseconds(15);
    SimTime now = from;
    while (!s.step(now, kBeat, standing())) now = now + kBeat;
    const auto& core = std::get<j2735::BasicSafetyMessage>(s.message().value).core_data;
    EXPECT_EQ(core.sec_mark, (now.count_ns() / 1'000'000) % 60'000);
}

TEST(BasicSafety, SendsExactlyEveryPeriodForAnyHeartbeat) {
    const auto times = [](std::uint32_t agent, std::int64_t beat_ms) {
        BasicSafetySource s = source({}, agent);
        std::vector<std::int64_t> all;
        const SimDuration beat = SimDuration::milliseconds(beat_ms);
        for (Tick k; k.at(beat) < SimTime{} + SimDuration::seconds(3); k = k + 1) {
            if (const auto at = s.step(k.at(beat), beat, standing())) {
                EXPECT_GE(*at, k.at(beat));
                EXPECT_LT(*at, (k + 1).at(beat));
                all.push_back(at->count_ns());
            }
        }
        return all;
    };
    std::set<std::int64_t> phases;
    for (std::uint32_t agent = 0; agent < 20; ++agent) {
        const auto reference = times(agent, 5);
        ASSERT_THAT(reference, SizeIs(30));
        for (std::size_t i = 1; i < reference.size(); ++i)
            EXPECT_EQ(reference[i] - reference[i - 1], 100'000'000);
        EXPECT_LT(reference[0], 100'000'000);
        phases.insert(reference[0]);
        for (const std::int64_t beat_ms : {1, 10, 20, 50, 100}) EXPECT_EQ(times(agent, beat_ms), reference);
    }
    EXPECT_THAT(phases, SizeIs(20));  // they do not all send at once
}

TEST(BasicSafety, ALateAgentKeepsTheRhythm) {
    BasicSafetySource early = source(), late = source();
    const SimTime from = SimTime{} + SimDuration::seconds(2);
    std::optional<SimTime> first, second;
    for (Tick k; !second; k = k + 1) {
        const auto at = early.step(k.at(kBeat), kBeat, standing());
        if (at && k.at(kBeat) >= from) second = at;
    }
    for (Tick k{400}; !first; k = k + 1) first = late.step(k.at(kBeat), kBeat, standing());
    EXPECT_EQ(first, second);
}

TEST(BasicSafety, ANewIdentityStartsANewCount) {
    BasicSafetySource s =
        source({.period = SimDuration::milliseconds(100), .identity_period = SimDuration::seconds(2)});
    std::vector<std::pair<std::uint32_t, int>> sent;  // id, count
    std::map<std::uint32_t, int> messages;
    for (Tick k; k.at(kBeat) < SimTime{} + SimDuration::seconds(60); k = k + 1) {
        if (!s.step(k.at(kBeat), kBeat, standing())) continue;
        const auto& core = std::get<j2735::BasicSafetyMessage>(s.message().value).core_data;
        const std::uint32_t id = static_cast<std::uint32_t>(core.id[0]) << 24 |
                                 static_cast<std::uint32_t>(core.id[1]) << 16 |
                                 static_cast<std::uint32_t>(core.id[2]) << 8 | core.id[3];
        EXPECT_EQ(id, s.temporary_id(k.at(kBeat)));
        if (!sent.empty() && sent.back().first == id) {
            EXPECT_EQ(core.msg_cnt, (sent.back().second + 1) % 128);
        }
        sent.emplace_back(id, core.msg_cnt);
        ++messages[id];
    }
    EXPECT_GE(messages.size(), 30u);
    EXPECT_LE(messages.size(), 31u);
    std::set<int> starts;
    for (std::size_t i = 1; i < sent.size(); ++i) {
        if (sent[i].first != sent[i - 1].first) starts.insert(sent[i].second);
    }
    EXPECT_GT(starts.size(), 15u);  // counts begin anywhere from 0 to 127
    const auto whole =
        std::count_if(messages.begin(), messages.end(), [](const auto& m) { return m.second == 20; });
    EXPECT_GE(whole, 29);  // all but the first and the last
}

TEST(BasicSafety, CountsModulo128) {
    BasicSafetySource s = source();
    std::set<int> counts;
    int last = -1;
    for (Tick k; counts.size() < 128 || last != 0; k = k + 1) {
        if (!s.step(k.at(kBeat), kBeat, standing())) continue;
        last = std::get<j2735::BasicSafetyMessage>(s.message().value).core_data.msg_cnt;
        counts.insert(last);
        ASSERT_LT(last, 128);
        ASSERT_LT(k.index, 10'000);
    }
}

TEST(BasicSafety, IdentitiesDependOnSeedAndAgent) {
    const auto id = [](std::uint64_t seed, std::uint32_t agent) {
        return source({}, agent, seed).temporary_id(SimTime{});
    };
    EXPECT_EQ(id(1, 1), id(1, 1));
    EXPECT_NE(id(1, 1), id(1, 2));
    EXPECT_NE(id(1, 1), id(2, 1));
    EXPECT_NE(id(1, 2), id(2, 1));
}

TEST(BasicSafety, WarnsOfHardBrakingAboveFourTenthsOfG) {
    body::BodyMotion motion = standing();
    motion.acceleration = {-3.92, 0, 0};
    EXPECT_FALSE(extensions_of(motion).events);
    motion.acceleration = {-3.93, 0, 0};
    const auto events = extensions_of(motion).events;
    ASSERT_TRUE(events);
    for (unsigned bit = 0; bit < events->size(); ++bit)
        EXPECT_EQ(events->test(bit), bit == j2735::VehicleEventFlags::kEventHardBraking);
    EXPECT_EQ(events->size(), 13u);
    motion.acceleration = {0, -8, 0};  // sideways, as in a bend
    EXPECT_FALSE(extensions_of(motion).events);
}

TEST(BasicSafety, PredictsThePathAhead) {
    body::BodyMotion motion = standing();
    motion.velocity = {20, 0, 0};
    EXPECT_EQ(extensions_of(motion).path_prediction->radius_of_curve, 32'767);
    motion.angular_velocity.z = 0.1;  // turns left with a radius of 200 m
    EXPECT_EQ(extensions_of(motion).path_prediction->radius_of_curve, -2'000);
    motion.angular_velocity.z = -0.1;
    EXPECT_EQ(extensions_of(motion).path_prediction->radius_of_curve, 2'000);
    motion.angular_velocity.z = 0.0079;  // a radius of 2532 m
    EXPECT_EQ(extensions_of(motion).path_prediction->radius_of_curve, 32'767);
    EXPECT_EQ(extensions_of(motion).path_prediction->confidence, 200);
    motion.velocity = {0.9, 0, 0};
    motion.angular_velocity.z = 0.5;
    EXPECT_EQ(extensions_of(motion).path_prediction->radius_of_curve, 32'767);  // it hardly moves
    motion.velocity = {1.1, 0, 0};
    motion.angular_velocity.z = 100;  // it spins: the radius must not become 0
    EXPECT_EQ(extensions_of(motion).path_prediction->radius_of_curve, -1);
}

TEST(BasicSafety, LosesConfidenceWhileTheBendChanges) {
    body::BodyMotion motion = standing();
    motion.velocity = {20, 0, 0};
    BasicSafetySource s = source();
    const auto confidence = [&](double yaw_rate_deg_s, std::int64_t at_ms) {
        motion.angular_velocity.z = yaw_rate_deg_s * kRadPerDeg;
        const auto& message = make_message(s, motion, SimTime{} + SimDuration::milliseconds(at_ms));
        return std::get<j2735::VehicleSafetyExtensions>(message.part_ii.at(0)).path_prediction->confidence;
    };
    EXPECT_EQ(confidence(0, 0), 200);
    EXPECT_EQ(confidence(0.075, 100), 170);  // 0.75 deg/s^2: 85 %
    EXPECT_EQ(confidence(0.075, 200), 200);
    EXPECT_EQ(confidence(10, 300), 0);
}

TEST(BasicSafety, ContainsThePathHistory) {
    BasicSafetySource s = source();
    body::BodyMotion motion = standing();
    motion.velocity = {20, 0, 0};
    std::vector<j2735::PathHistoryPoint> crumbs;
    std::int64_t messages = 0;
    SimTime at;
    geo::Vec3 start{};
    for (Tick k; k.at(kBeat) <= SimTime{} + SimDuration::seconds(9); k = k + 1) {
        motion.position.x = 20 * k.at(kBeat).to_seconds();
        if (!s.step(k.at(kBeat), kBeat, motion)) continue;
        const auto& extensions = std::get<j2735::VehicleSafetyExtensions>(
            std::get<j2735::BasicSafetyMessage>(s.message().value).part_ii.at(0));
        if (messages++ == 0) {
            EXPECT_FALSE(extensions.path_history);  // it has not moved yet
            start = motion.position;
            continue;
        }
        at = k.at(kBeat);
        ASSERT_TRUE(extensions.path_history);
        crumbs = extensions.path_history->crumb_data;
    }
    ASSERT_THAT(crumbs, SizeIs(1));
    const double metres = 20 * at.to_seconds() - start.x;
    EXPECT_NEAR(crumbs[0].lon_offset, -metres / 111319.49 * 1e7, 1);
    EXPECT_EQ(crumbs[0].lat_offset, 0);
    EXPECT_EQ(crumbs[0].elevation_offset, 0);
    EXPECT_NEAR(crumbs[0].time_offset, metres / 20 * 100, 1);
}

TEST(BasicSafety, LeavesOutPathPointsThatAreTooFarToEncode) {
    // Near a pole a degree of longitude is so short that 18 bits reach 25 m only.
    BasicSafetySource s = source({}, 3, 1, {88.9, 0, 0});
    body::BodyMotion motion = standing();
    const auto history = [&](double x, std::int64_t at_ms) {
        motion.position.x = x;
        const auto& message = make_message(s, motion, SimTime{} + SimDuration::milliseconds(at_ms));
        return std::get<j2735::VehicleSafetyExtensions>(message.part_ii.at(0)).path_history;
    };
    EXPECT_FALSE(history(0, 0));
    ASSERT_TRUE(history(10, 100));
    EXPECT_FALSE(history(100, 200));
    Bytes bytes;
    EXPECT_TRUE(j2735::encode(s.message(), bytes));
}

TEST(BasicSafety, SendsTheStateThatTheVehicleBelieves) {
    BasicSafetySource s = source();
    body::BodyMotion motion = standing();
    motion.velocity = {10, 0, 0};
    motion.applied[body::DriverInputs::kBraking] = 0.3;
    OwnState own;
    own.position = {0, 55, 2};
    own.accuracy_m = 1.5;
    own.yaw_rad = 90 * kRadPerDeg;
    own.speed_m_s = 11;
    own.yaw_rate_rad_s = -0.1;
    own.acceleration = {-5, 0, 0};
    own.steering_angle_rad = -0.1;
    SimTime now;
    while (!s.step(now, kBeat, motion, own)) now = now + kBeat;
    const auto& message = std::get<j2735::BasicSafetyMessage>(s.message().value);
    const j2735::BsmCoreData& core = message.core_data;
    EXPECT_NEAR(core.lat, 4'974, 1);  // 55 m of a degree's 110.574 km
    EXPECT_EQ(core.lon, 0);
    EXPECT_EQ(core.elev, 20);
    EXPECT_EQ(core.accuracy, (j2735::PositionalAccuracy{30, 30, 0}));
    EXPECT_EQ(core.heading, 0);
    EXPECT_EQ(core.speed, 550);
    EXPECT_EQ(core.accel_set.lon, -500);
    EXPECT_EQ(core.accel_set.yaw, 573);
    EXPECT_EQ(core.angle, std::lround(0.1 * 16 / kRadPerDeg / 1.5));
    EXPECT_NE(core.brakes.wheel_brakes, j2735::BrakeAppliedStatus{}) << "the bus knows";
    const auto& extensions = std::get<j2735::VehicleSafetyExtensions>(message.part_ii.at(0));
    EXPECT_TRUE(extensions.events);
    EXPECT_EQ(extensions.path_prediction->radius_of_curve, 1'100);
}

TEST(BasicSafety, UnknownValuesAreUnavailable) {
    BasicSafetySource s = source();
    const body::BodyMotion motion = standing();
    SimTime now;
    while (!s.step(now, kBeat, motion)) now = now + kBeat;
    OwnState own;
    own.position = {NAN, NAN, NAN};
    own.accuracy_m = own.yaw_rad = own.speed_m_s = NAN;
    do now = now + kBeat;
    while (!s.step(now, kBeat, motion, own));
    const auto& message = std::get<j2735::BasicSafetyMessage>(s.message().value);
    const j2735::BsmCoreData& core = message.core_data;
    EXPECT_EQ(core.lat, 900'000'001);
    EXPECT_EQ(core.lon, 1'800'000'001);
    EXPECT_EQ(core.elev, -4'096);
    EXPECT_EQ(core.accuracy, (j2735::PositionalAccuracy{255, 255, 65'535}));
    EXPECT_EQ(core.speed, 8'191);
    EXPECT_EQ(core.heading, 28'800);
    const auto& extensions = std::get<j2735::VehicleSafetyExtensions>(message.part_ii.at(0));
    EXPECT_FALSE(extensions.path_history);
    EXPECT_EQ(extensions.path_prediction->confidence, 0);
    Bytes bytes;
    EXPECT_TRUE(j2735::encode(s.message(), bytes));
}

TEST(BasicSafety, GivesAPlaceOfUnknownHeight) {
    BasicSafetySource s = source();
    OwnState own;
    const auto make_message_at = [&](double x, double z, SimTime now) {
        own.position = {x, 0, z};
        while (!s.step(now, kBeat, standing(), own)) now = now + kBeat;
        return std::get<j2735::BasicSafetyMessage>(s.message().value);
    };
    make_message_at(0, 5, SimTime{});
    make_message_at(20, 5, SimTime{} + SimDuration::milliseconds(100));
    const auto message = make_message_at(40, NAN, SimTime{} + SimDuration::milliseconds(200));
    EXPECT_NE(message.core_data.lat, 900'000'001);
    EXPECT_EQ(message.core_data.elev, -4'096);
    const auto& history = std::get<j2735::VehicleSafetyExtensions>(message.part_ii.at(0)).path_history;
    ASSERT_TRUE(history);
    ASSERT_FALSE(history->crumb_data.empty());
    EXPECT_EQ(history->crumb_data[0].elevation_offset, -2'048);
    Bytes bytes;
    EXPECT_TRUE(j2735::encode(s.message(), bytes));
}

TEST(BasicSafetyDeathTest, AHeartbeatMustNotExceedThePeriod) {
    BasicSafetySource s = source();
    EXPECT_DEATH((void)s.step(SimTime{}, SimDuration::milliseconds(101), standing()), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client::radio
