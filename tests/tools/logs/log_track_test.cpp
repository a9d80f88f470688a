/// Proves that the table of a drive has every state of the requested agent and of no other agent, and that
/// each impossible request is refused with one line.

#include "tools/logs/log_track.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sstream>

#include "common/log/log_writer.hpp"
#include "proto/record.pb.h"
#include "proto/state.pb.h"

namespace synchrono::tools::logs {
namespace {

using ::testing::HasSubstr;

class LogTrack : public ::testing::Test {
  protected:
    LogTrack() {
        std::string pattern = (std::filesystem::temp_directory_path() / "synchrono_track_XXXXXX").string();
        folder_ = ::mkdtemp(pattern.data());
        auto log = log::LogWriter::open(folder_ / "client1.mcap", {});
        EXPECT_TRUE(log);
        const auto car = log->channel("/agents/car", *AgentRecord::descriptor());
        const auto lamp = log->channel("/agents/lamp", *AgentRecord::descriptor());
        for (int i = 0; i < 3; ++i) {
            VehicleState state;
            state.set_x_m(10.5 + i);
            state.set_y_m(-2);
            state.set_qw(0.70710678F);
            state.set_qz(0.70710678F);
            state.set_vy_m_s(8);
            state.set_steering(0.25);
            AgentRecord record;
            record.mutable_state()->PackFrom(state);
            write(*log, car, i, record);
            record.mutable_state()->PackFrom(AgentRecord());  // a type that is not the state of a vehicle
            write(*log, lamp, i, record);
        }
        EXPECT_TRUE(log->close());
    }
    ~LogTrack() override { std::filesystem::remove_all(folder_); }

    static void write(log::LogWriter& log, log::ChannelId to, int i, const AgentRecord& record) {
        log.write(to, SimTime::nanoseconds(i * 5'000'000), WallTime{},
                  as_byte_view(record.SerializeAsString()));
    }
    std::filesystem::path folder_;
};

TEST_F(LogTrack, HasEveryStateOfTheAgent) {
    const auto rows = write_track(folder_, "car", folder_ / "car.csv", text::Existing::keep);
    ASSERT_TRUE(rows) << rows.error().text;
    EXPECT_EQ(*rows, 3u);
    std::ifstream in(folder_ / "car.csv");
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_THAT(text.str(),
                ::testing::StartsWith("time_s,x_m,y_m,z_m,yaw_deg,speed_m_s,steering,throttle,braking\n"
                                      "0.000000,10.500000,-2.000000,0.000000,90.0000,8.00000,0.25,0,0\n"
                                      "0.005000,11.500000,"));
}

TEST_F(LogTrack, SaysWhyATrackCannotBeWritten) {
    const auto why = [&](const std::filesystem::path& run, const std::string& agent,
                         const std::filesystem::path& out) {
        const auto rows = write_track(run, agent, out, text::Existing::keep);
        return rows ? std::string() : rows.error().text;
    };
    EXPECT_THAT(why(folder_, "bus", folder_ / "x.csv"),
                HasSubstr("no states of an agent 'bus'; expected one of "));
    EXPECT_THAT(why(folder_, "lamp", folder_ / "x.csv"), HasSubstr("not that of a vehicle"));
    EXPECT_THAT(why(folder_ / "not", "car", folder_ / "x.csv"), HasSubstr("cannot read"));
    EXPECT_FALSE(std::filesystem::exists(folder_ / "x.csv"));
    std::ofstream(folder_ / "there.csv") << "x";
    EXPECT_THAT(why(folder_, "car", folder_ / "there.csv"), HasSubstr("exists"));
}

}  // namespace
}  // namespace synchrono::tools::logs
