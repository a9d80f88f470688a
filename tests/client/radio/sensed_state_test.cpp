/// The errors of a vehicle's knowledge of itself have the spread and the memory that they were asked for, and
/// come again from the same seed.

#include "client/radio/sensed_state.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <numbers>
#include <vector>

namespace synchrono::client {
namespace {

constexpr SimDuration kPeriod = SimDuration::milliseconds(100);
const config::SensedState kSpec{
    .position_sigma_m = 2, .correlation_s = 0.5, .speed_sigma_m_s = 0.25, .heading_sigma_deg = 3};

std::vector<SensedErrors::Errors> take(SensedErrors errors, int count) {
    std::vector<SensedErrors::Errors> all;
    for (int i = 0; i < count; ++i) all.push_back(errors.at(i));
    return all;
}

/// Mean product of a number and the one `lag` later.
template <typename Get>
double covariance(const std::vector<SensedErrors::Errors>& all, std::size_t lag, Get get) {
    double sum = 0;
    for (std::size_t i = 0; i + lag < all.size(); ++i) sum += get(all[i]) * get(all[i + lag]);
    return sum / static_cast<double>(all.size() - lag);
}

TEST(SensedErrors, HaveTheSpreadAskedFor) {
    const auto all = take(SensedErrors(kSpec, kPeriod, 7, AgentId{3}), 40'000);
    const auto sigma = [&](auto get) { return std::sqrt(covariance(all, 0, get)); };
    EXPECT_NEAR(sigma([](const auto& e) { return e.position_m.x; }), 2, 0.06);
    EXPECT_NEAR(sigma([](const auto& e) { return e.position_m.y; }), 2, 0.06);
    EXPECT_NEAR(sigma([](const auto& e) { return e.position_m.z; }), 2, 0.06);
    EXPECT_NEAR(sigma([](const auto& e) { return e.speed_m_s; }), 0.25, 0.005);
    EXPECT_NEAR(sigma([](const auto& e) { return e.yaw_rad; }), 3 * std::numbers::pi / 180, 0.001);
}

TEST(SensedErrors, PositionForgetsItselfInTheTimeAskedFor) {
    const auto all = take(SensedErrors(kSpec, kPeriod, 7, AgentId{3}), 40'000);
    for (const std::size_t lag : {1u, 2u, 5u, 10u}) {
        SCOPED_TRACE(lag);
        EXPECT_NEAR(covariance(all, lag, [](const auto& e) { return e.position_m.x; }) / 4,
                    std::exp(-0.1 * static_cast<double>(lag) / 0.5), 0.04);
        EXPECT_NEAR(covariance(all, lag, [](const auto& e) { return e.speed_m_s / 0.25; }), 0, 0.02);
    }
}

TEST(SensedErrors, TheFirstIsAsWrongAsAnyOther) {
    double sum = 0;
    for (std::uint32_t agent = 0; agent < 4'000; ++agent) {
        const double x = SensedErrors(kSpec, kPeriod, 1, AgentId{agent}).at(0).position_m.x;
        sum += x * x;
    }
    EXPECT_NEAR(std::sqrt(sum / 4'000), 2, 0.1);
}

TEST(SensedErrors, ComeAgainFromTheSameSeedAndAgentOnly) {
    const auto x = [](std::uint64_t seed, std::uint32_t agent) {
        return take(SensedErrors(kSpec, kPeriod, seed, AgentId{agent}), 10).back().position_m.x;
    };
    EXPECT_EQ(x(1, 1), x(1, 1));
    EXPECT_NE(x(1, 1), x(2, 1));
    EXPECT_NE(x(1, 1), x(1, 2));
    EXPECT_NE(x(1, 2), x(2, 1));
}

TEST(SensedErrors, SpeedAndHeadingDoNotDependOnWhatWasLeftOut) {
    SensedErrors each(kSpec, kPeriod, 1, AgentId{1}), some(kSpec, kPeriod, 1, AgentId{1});
    for (int i = 0; i < 9; ++i) each.at(i);
    some.at(2);
    EXPECT_EQ(each.at(9).speed_m_s, some.at(9).speed_m_s);
    EXPECT_EQ(each.at(10).yaw_rad, some.at(10).yaw_rad);
}

TEST(SensedErrors, PositionWandersOnOverAGap) {
    double sum = 0;
    constexpr int kAgents = 4'000;
    for (std::uint32_t agent = 0; agent < kAgents; ++agent) {
        SensedErrors errors(kSpec, kPeriod, 1, AgentId{agent});
        const double before = errors.at(0).position_m.x;
        sum += before * errors.at(5).position_m.x;  // one correlation time later
    }
    EXPECT_NEAR(sum / kAgents / 4, std::exp(-1), 0.05);
}

TEST(SensedErrorsDeathTest, ObservationsRise) {
    SensedErrors errors(kSpec, kPeriod, 1, AgentId{1});
    errors.at(3);
    EXPECT_DEATH(errors.at(3), "requirement failed");
}

}  // namespace
}  // namespace synchrono::client
