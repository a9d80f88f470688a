// Proves that the server's log holds each change of who is in the world, at its simulated time, and then
// the summary.
#include "server/program/world_log.hpp"

#include <gtest/gtest.h>

#include "tests/common/log/log_fixture.hpp"

namespace synchrono::server {
namespace {

struct WorldLogTest : log::testing::LogTest {
    std::vector<log::testing::Seen> messages() const {
        const auto reader = log::LogReader::open(path("server.mcap"));
        EXPECT_TRUE(reader);
        return log::testing::messages_of(*reader);
    }
    config::Scenario scenario;
};

TEST_F(WorldLogTest, EventsHaveTheirSimulatedTime) {
    auto log = WorldLog::open(path(""), scenario);
    ASSERT_TRUE(log) << log.error().text;
    WorldEvent joined, ended;
    joined.set_client("first");
    joined.mutable_joined()->set_time_ns(10);
    ended.mutable_ended()->set_time_ns(20);
    (*log)->write(joined, WallTime::nanoseconds(3));
    (*log)->write(ended, WallTime::nanoseconds(4));
    (*log)->close(program::make_summary({"server", "enough", SimTime::nanoseconds(30), {}}),
                  SimTime::nanoseconds(30), WallTime::nanoseconds(5));
    EXPECT_FALSE((*log)->has_failed());
    const auto all = messages();
    ASSERT_EQ(all.size(), 3u);
    EXPECT_EQ(all[0], (log::testing::Seen{"/world", 0, 10, 3, joined.SerializeAsString()}));
    EXPECT_EQ(all[1], (log::testing::Seen{"/world", 1, 20, 4, ended.SerializeAsString()}));
    EXPECT_EQ(all[2].topic, "/summary");
    EXPECT_EQ(all[2].log_ns, 30);
    ProgramSummary summary;
    ASSERT_TRUE(summary.ParseFromString(all[2].payload));
    EXPECT_EQ(summary.ended_because(), "enough");
}

TEST_F(WorldLogTest, AnExistingLogIsKept) {
    std::ofstream(path("server.mcap")) << "kept";
    const auto log = WorldLog::open(path(""), scenario);
    ASSERT_FALSE(log);
    EXPECT_NE(log.error().text.find("server.mcap"), std::string::npos) << log.error().text;
    EXPECT_EQ(log::testing::bytes_of(path("server.mcap")).size(), 4u);
}

}  // namespace
}  // namespace synchrono::server
