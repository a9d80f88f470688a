/// Proves which bodies the driver knows, and on which ways they may be. The driver knows the bodies that it
/// sees, and those that it hears of by radio alone if they meet the conditions of docs/pilots.md.

#include "pcp/urban_driver/surroundings.hpp"

#include <gtest/gtest.h>

#include "tests/support/road_builder.hpp"

namespace synchrono::pcp::urban_driver {
namespace {

using namespace synchrono::testing;

constexpr std::int64_t kSecond = 1'000'000'000;

SynOther someone(std::uint32_t agent, Point at, double yaw, double speed) {
    SynOther o{};
    o.agent = agent;
    o.length_m = 4.7;
    o.width_m = 1.9;
    o.motion.position = {at.x, at.y, 0};
    o.motion.orientation = {std::cos(yaw / 2), 0, 0, std::sin(yaw / 2)};
    o.motion.velocity = {speed * std::cos(yaw), speed * std::sin(yaw), 0};
    return o;
}

struct SurroundingsTest : ::testing::Test {
    CrossingMap map;
    std::optional<Sightline> sight;
    std::optional<Surroundings> around;
    SynBasicSafety safety{};
    SynNeighbour neighbour{};

    SurroundingsTest() {
        map.building({{-60, -60}, {-8, -60}, {-8, -8}, {-60, -8}});
        const Map m(&map.map());
        sight.emplace(m);
        around.emplace(m, *sight);
        safety.time_ns = kSecond;
        safety.position = {1.75, -40, 0};  // hidden by the building from a vehicle in the west
        safety.accuracy_m = 1;
        safety.speed_m_s = 10;
        safety.yaw_rad = 1.5708;
        safety.length_m = 4.7;
        safety.width_m = 1.9;
        neighbour.temporary_id = 9;
        neighbour.received = 5;
        neighbour.last_ns = kSecond;
        neighbour.newest = &safety;
    }
    std::size_t count(std::int64_t now = kSecond, std::span<const SynOther> others = {}) {
        around->update(now, {-40, -1.75}, 130, {.others = others}, {&neighbour, 1});
        return around->bodies().size();
    }
};

TEST_F(SurroundingsTest, AShortMotionDoesNotEndStandingButARealStartDoes) {
    constexpr std::int64_t kTenth = kSecond / 10;
    std::int64_t now = kSecond;
    const auto standing_s = [&](double speed, int tenths) {
        for (int i = 0; i < tenths; ++i, now += kTenth) {
            const SynOther other = someone(1, {-30, -1.75}, 0, speed);
            around->update(now, {-40, -1.75}, 130, {.others = {&other, 1}}, {});
        }
        return around->bodies()[0].standing_s;
    };
    EXPECT_NEAR(standing_s(0, 21), 2, 1e-9);
    EXPECT_NEAR(standing_s(0.5, 5), 2.5, 1e-9);
    EXPECT_NEAR(standing_s(0, 5), 3, 1e-9);
    EXPECT_EQ(standing_s(0.5, 6), 0);
    EXPECT_NEAR(standing_s(0, 11), 1, 1e-9) << "counted from the new stop";
}

TEST_F(SurroundingsTest, BelievesTheSizesSentByRadio) {
    safety.length_m = 40.95;
    safety.width_m = 10.23;
    ASSERT_EQ(count(), 1u);
    EXPECT_NEAR(around->bodies()[0].box.length_m, 40.95 + 2 * safety.accuracy_m, 1e-9);
    EXPECT_NEAR(around->bodies()[0].box.width_m, 10.23, 1e-9);
}

TEST_F(SurroundingsTest, KnowsHiddenVehiclesByRadio) {
    ASSERT_EQ(count(kSecond + kSecond / 10), 1u);
    const Body& body = around->bodies()[0];
    EXPECT_TRUE(body.by_radio);
    EXPECT_EQ(body.id, kByRadio + 9);
    EXPECT_NEAR(body.box.at.y, -39, 0.01);      // where it is a tenth of a second later
    EXPECT_NEAR(body.box.length_m, 6.7, 0.01);  // enlarged by the accuracy of its place
    ASSERT_EQ(body.places_count, 1u);
    EXPECT_EQ(body.places[0].way, map.in(1));
}

TEST_F(SurroundingsTest, DistrustsVehiclesByRadioThatShouldBeInSight) {
    safety.position = {-20, 1.75, 0};  // in plain sight
    EXPECT_EQ(count(), 0u);
}

TEST_F(SurroundingsTest, WithoutEyesBelievesVehiclesByRadioAnywhere) {
    safety.position = {-20, 1.75, 0};
    around->update(kSecond, {-40, -1.75}, 130, {.others = {}, .eyes = false}, {&neighbour, 1});
    ASSERT_EQ(around->bodies().size(), 1u);
    EXPECT_FALSE(around->bodies()[0].has_number);
}

TEST_F(SurroundingsTest, CountsAVehicleSeenAndHeardOnce) {
    const SynOther seen = someone(3, {1.75, -39}, 1.57, 10);
    EXPECT_EQ(count(kSecond, {&seen, 1}), 1u);
    EXPECT_FALSE(around->bodies()[0].by_radio);
}

TEST_F(SurroundingsTest, DistrustsRareOldVagueAndImpossibleMessages) {
    const auto good = neighbour;
    const auto good_safety = safety;
    const auto refused = [&] {
        const bool none = count() == 0;
        neighbour = good;
        safety = good_safety;
        return none;
    };
    neighbour.received = 2;
    EXPECT_TRUE(refused());
    neighbour.last_ns = -kSecond;
    EXPECT_TRUE(refused());
    safety.accuracy_m = 9;
    EXPECT_TRUE(refused());
    safety.speed_m_s = 200;
    EXPECT_TRUE(refused());
    safety.speed_m_s = NAN;
    EXPECT_TRUE(refused());
    safety.yaw_rad = NAN;
    EXPECT_TRUE(refused());
    safety.position.x = NAN;
    EXPECT_TRUE(refused());
    safety.time_ns = 5 * kSecond;
    EXPECT_TRUE(refused());
    neighbour.newest = nullptr;
    EXPECT_TRUE(refused());
    EXPECT_EQ(count(), 1u);
}

TEST_F(SurroundingsTest, FollowsOthersFromWayToWay) {
    // The vehicle comes from the south and goes straight on; only at first may it also be turning.
    std::uint32_t last = SYN_NONE;
    for (int i = 0; i < 60; ++i) {
        const SynOther o = someone(3, {1.75, -30.0 + i}, 1.5708, 10);
        neighbour.newest = nullptr;
        count(kSecond + i * kSecond / 10, {&o, 1});
        ASSERT_EQ(around->bodies().size(), 1u);
        const auto on = around->bodies()[0].on();
        ASSERT_GE(on.size(), 1u) << i;
        last = on[0].way;
        const std::string road = map.given(last).road;
        EXPECT_EQ(road, -30 + i <= -12 ? "in_n" : -30 + i <= 12 ? "x_n_n" : "out_n") << i;
    }
    EXPECT_EQ(last, map.out(1));
}

TEST_F(SurroundingsTest, MeasuresHowLongAVehicleHasStood) {
    neighbour.newest = nullptr;
    const SynOther stands = someone(3, {-20, -1.75}, 0, 0);
    for (int i = 0; i <= 20; ++i) count(kSecond + i * kSecond / 10, {&stands, 1});
    EXPECT_NEAR(around->bodies()[0].standing_s, 2, 1e-6);
    const SynOther moves = someone(3, {-20, -1.75}, 0, 2);
    count(4 * kSecond, {&moves, 1});
    EXPECT_EQ(around->bodies()[0].standing_s, 0);
}

TEST_F(SurroundingsTest, BuildingsHidePlacesBehindThem) {
    EXPECT_FALSE(sight->clear({-40, -1.75}, {1.75, -40}));
    EXPECT_TRUE(sight->clear({-40, -1.75}, {1.75, 40}));
    EXPECT_TRUE(sight->clear({-7, -1.75}, {1.75, -40}));
    EXPECT_TRUE(sight->clear({-40, -1.75}, {100, -1.75}));
}

}  // namespace
}  // namespace synchrono::pcp::urban_driver
