// Proves that all stations within the reach are found, once and in ascending order, wherever they were
// before.
#include "comm_server/channel/internal/stations.hpp"

#include <algorithm>
#include <cmath>
#include <gtest/gtest.h>
#include <limits>

#include "common/base/random.hpp"

namespace synchrono::comm_server::channel {
namespace {

std::vector<std::uint32_t> near(Stations& stations, std::uint32_t center) {
    std::vector<std::uint32_t> found;
    stations.near(AgentId{center}, [&](std::uint32_t id) { found.push_back(id); });
    return found;
}

TEST(Stations, FindsAllWithinTheReachAscending) {
    constexpr double kReach_m = 100;
    Stations stations(kReach_m);
    Random random(3);
    std::vector<geo::Vec3> places(200);
    std::vector<bool> here(200);
    for (int round = 0; round < 2000; ++round) {
        const auto id = static_cast<std::uint32_t>(random.below(200));
        if (here[id] && random.chance(0.2)) {
            stations.remove(AgentId{id});
            here[id] = false;
        } else {
            places[id] = {random.uniform(-500, 500), random.uniform(-500, 500), 0};
            stations.place(AgentId{id}, places[id]);
            here[id] = true;
        }
        EXPECT_EQ(stations.has(AgentId{id}), here[id]);
        if (!here[id]) continue;
        const auto found = near(stations, id);
        EXPECT_TRUE(std::is_sorted(found.begin(), found.end()));
        EXPECT_EQ(std::adjacent_find(found.begin(), found.end()), found.end());
        for (std::uint32_t other = 0; other < 200; ++other) {
            if (other == id || !here[other] || geo::length(places[other] - places[id]) > kReach_m) continue;
            EXPECT_TRUE(std::binary_search(found.begin(), found.end(), other)) << id << " " << other;
        }
        for (const std::uint32_t other : found) EXPECT_TRUE(here[other] && other != id);
    }
}

TEST(Stations, EndlessReachFindsEverybody) {
    Stations stations(std::numeric_limits<double>::infinity());
    stations.place(AgentId{5}, {-1e9, 3, 0});
    stations.place(AgentId{1}, {1e9, -7, 0});
    stations.place(AgentId{900}, {0, 0, 0});
    EXPECT_EQ(near(stations, 5), (std::vector<std::uint32_t>{1, 900}));
}

TEST(Stations, InvalidPlacesDoNoHarm) {
    Stations stations(100);
    const double kNan = std::nan(""), kFar = std::numeric_limits<double>::infinity();
    stations.place(AgentId{0}, {kNan, kNan, 0});
    stations.place(AgentId{1}, {kFar, -kFar, 0});
    stations.place(AgentId{2}, {1e300, 1e300, 0});
    stations.place(AgentId{3}, {0, 0, 0});
    EXPECT_TRUE(near(stations, 3).empty());
    near(stations, 0);
    near(stations, 1);
    near(stations, 2);
}

TEST(Stations, CountsMoves) {
    Stations stations(100);
    stations.place(AgentId{0}, {1, 2, 3});
    const std::uint32_t moves = stations.move_count(0);
    stations.place(AgentId{0}, {1, 2, 3});
    EXPECT_EQ(stations.move_count(0), moves);
    stations.place(AgentId{0}, {1, 2, 4});
    EXPECT_NE(stations.move_count(0), moves);
}

TEST(StationsDeathTest, RefusesNumbersBeyondItsLimit) {
    Stations stations(100);
    EXPECT_DEATH(stations.place(AgentId{Stations::kMax}, {}), "requirement failed");
    EXPECT_DEATH(stations.remove(AgentId{3}), "requirement failed");
}

}  // namespace
}  // namespace synchrono::comm_server::channel
