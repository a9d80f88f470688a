// Proves that the radio's log is read as a stream of checked records with names, and that cut logs are read
// up to their last whole chunk. A run without a radio and a wrong record are named.
#include "tools/radio/radio_log.hpp"

#include <fstream>
#include <gmock/gmock.h>

#include "tests/support/radio_run.hpp"

namespace synchrono::tools::radio {
namespace {

using testing::add_receiver;
using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::make_message;
using testing::RadioLogFile;

class RadioLogTest : public testing::RadioRuns {
  protected:
    /// Returns the error of visiting a log with this message; empty: none.
    std::string error_of(const RadioTransmission& message) {
        const auto folder = root_ / std::to_string(++count_);
        RadioLogFile file(folder);
        file.station(0, "car0");
        file.station(1, "car1");
        file.message(1'000'000, message);
        file.close();
        const auto log = RadioLog::open(folder);
        EXPECT_TRUE(log) << log.error().text;
        const auto visited = log->visit({.message = [](SimTime, const RadioTransmission&) {}});
        return visited ? "" : visited.error().text;
    }
    int count_ = 0;
};

TEST_F(RadioLogTest, GivesStationsAndRecordsInOrder) {
    const auto log = RadioLog::open(make("run", {.agents = 3, .messages = 20}));
    ASSERT_TRUE(log) << log.error().text;
    EXPECT_EQ(log->damage(), "");
    EXPECT_EQ(log->end(), SimTime::nanoseconds(2'000'000'000));
    ASSERT_EQ(log->stations().size(), 4U);
    EXPECT_EQ(log->stations().at(3).name, "crossing");
    EXPECT_EQ(log->stations().at(3).kind, RadioStation::ROAD_SIDE_UNIT);
    EXPECT_EQ(log->name_of(2), "car2");
    EXPECT_EQ(log->name_of(9), "station 9");
    EXPECT_EQ(log->index_of(3), 3U);

    std::size_t messages = 0, loads = 0;
    SimTime last;
    std::uint64_t progress = 0;
    const auto visited = log->visit({.message =
                                         [&](SimTime now, const RadioTransmission& message) {
                                             ++messages;
                                             EXPECT_GE(now, last);
                                             last = now;
                                             EXPECT_EQ(message.receiver_size(), 3);
                                         },
                                     .load =
                                         [&](Medium medium, SimTime, const RadioLoad& load) {
                                             ++loads;
                                             EXPECT_EQ(medium, DSRC);
                                             EXPECT_EQ(load.station_size(), 4);
                                         }},
                                    [&](std::uint64_t done) { progress = done; });
    ASSERT_TRUE(visited) << visited.error().text;
    EXPECT_EQ(messages, 20U * 4 + 2);
    EXPECT_EQ(loads, 20U);
    EXPECT_GT(progress, 0U);
}

TEST_F(RadioLogTest, StationsMayEndAndReturn) {
    RadioLogFile file(root_ / "run");
    file.station(5, "a");
    file.station(5, "a", RadioStation::VEHICLE, 7);
    file.station(6, "b", RadioStation::GHOST, 9);
    file.station(6, "b", RadioStation::GHOST);
    file.close();
    const auto log = RadioLog::open(root_ / "run");
    ASSERT_TRUE(log);
    EXPECT_EQ(log->stations().at(5).ended, SimTime::nanoseconds(7));
    EXPECT_EQ(log->stations().at(6).ended, std::nullopt);
    EXPECT_EQ(log->index_of(5), 0U);
    EXPECT_EQ(log->index_of(6), 1U);
}

TEST_F(RadioLogTest, StationsAreFoundByNameOrNumber) {
    const auto log = RadioLog::open(make("run", {.agents = 50}));
    ASSERT_TRUE(log);
    EXPECT_EQ(log->find_station("car7"), 7U);
    EXPECT_EQ(log->find_station("50"), 50U);
    const auto unknown = log->find_station("51");
    ASSERT_FALSE(unknown);
    EXPECT_THAT(unknown.error().text,
                AllOf(HasSubstr("no station '51'"), HasSubstr("the stations are: car0, car1,"),
                      HasSubstr("and 11 more")));
}

TEST_F(RadioLogTest, ARunWithoutARadioIsRefusedInOneLine) {
    std::filesystem::create_directory(root_ / "run");
    const auto none = RadioLog::open(root_ / "run");
    ASSERT_FALSE(none);
    EXPECT_EQ(none.error().text,
              (root_ / "run").string() + ": this run had no radio: there is no radio.mcap");
    const auto nowhere = RadioLog::open(root_ / "nowhere");
    ASSERT_FALSE(nowhere);
    EXPECT_EQ(nowhere.error().text, (root_ / "nowhere").string() + ": not the folder of a run");
    std::ofstream(root_ / "run" / "radio.mcap") << "something else";
    EXPECT_FALSE(RadioLog::open(root_ / "run"));
}

TEST_F(RadioLogTest, ACutLogIsReadUpToItsLastWholeChunk) {
    const auto folder = make("run", {.messages = 100, .options = {.chunk_bytes = 8192}});
    const auto count = [&] {
        const auto log = RadioLog::open(folder);
        EXPECT_TRUE(log) << log.error().text;
        std::size_t messages = 0;
        EXPECT_TRUE(log->visit({.message = [&](SimTime, const RadioTransmission&) { ++messages; }}));
        return std::pair(messages, log->damage());
    };
    const auto whole = count();
    EXPECT_EQ(whole.second, "");
    std::filesystem::resize_file(folder / "radio.mcap",
                                 std::filesystem::file_size(folder / "radio.mcap") / 2);
    const auto cut = count();
    EXPECT_THAT(cut.second, HasSubstr("ends at byte"));
    EXPECT_GT(cut.first, 10U);
    EXPECT_LT(cut.first, whole.first);
}

TEST_F(RadioLogTest, ContradictoryRecordsAreNamed) {
    auto good = make_message(0, 1, 0);
    add_receiver(good, 1, RadioTransmission::DELIVERED, 1'000, 5);
    EXPECT_EQ(error_of(good), "");

    using Change = std::function<void(RadioTransmission&)>;
    const std::pair<const char*, Change> cases[] = {
        {"1 receivers, but 2 outcomes", [](auto& m) { m.add_outcome(RadioTransmission::WEAK); }},
        {"sender 2 is not a known station", [](auto& m) { m.set_sender(2); }},
        {"receiver 4000000000 is not a known station", [](auto& m) { m.set_receiver(0, 4'000'000'000); }},
        {"not in order", [](auto& m) { add_receiver(m, 0, RadioTransmission::WEAK, 0, 1); }},
        {"sent_ns", [](auto& m) { m.set_sent_ns(-1); }},
        {"sent_ns", [](auto& m) { m.set_sent_ns(INT64_MAX); }},
        {"airtime_ns", [](auto& m) { m.set_airtime_ns(-5); }},
        {"delay_ns 0", [](auto& m) { m.set_delay_ns(0, -1); }},
        {"distance_m 0", [](auto& m) { m.set_distance_m(0, -1); }},
        {"distance_m 0", [](auto& m) { m.set_distance_m(0, std::nanf("")); }},
        {"power_dbm 0", [](auto& m) { m.set_power_dbm(0, INFINITY); }},
        {"x_m, y_m or z_m is not a finite number", [](auto& m) { m.set_y_m(std::nan("")); }},
    };
    for (const auto& [names, change] : cases) {
        auto bad = good;
        change(bad);
        EXPECT_THAT(error_of(bad),
                    AllOf(HasSubstr("radio.mcap: topic /radio/dsrc at 0.001 s: "), HasSubstr(names)));
    }
}

TEST_F(RadioLogTest, ContradictoryLoadsAreNamed) {
    using Change = std::function<void(RadioLoad&)>;
    const std::pair<const char*, Change> cases[] = {
        {"1 stations, but 2 ratios", [](auto& load) { load.add_busy_ratio(0.5F); }},
        {"busy_ratio", [](auto& load) { load.set_busy_ratio(0, -0.5F); }},
        {"from_ns", [](auto& load) { load.set_from_ns(9); }},
    };
    int number = 0;
    for (const auto& [names, change] : cases) {
        RadioLoad load;
        load.add_station(0);
        load.add_busy_ratio(0.25F);
        change(load);
        const auto folder = root_ / std::to_string(++number);
        RadioLogFile file(folder);
        file.load(5, load);
        file.close();
        const auto log = RadioLog::open(folder);
        ASSERT_TRUE(log);
        const auto visited = log->visit({.load = [](Medium, SimTime, const RadioLoad&) {}});
        ASSERT_FALSE(visited);
        EXPECT_THAT(visited.error().text, HasSubstr(names));
    }
}

TEST_F(RadioLogTest, LateMessagesAreFoundInTheClientsLogs) {
    std::vector<std::string> found;
    const auto visited =
        visit_late(make("run", {.late = 2}), [&](std::string_view receiver, const RadioLate& late) {
            found.push_back(fmt::format("{} {} {} {}", receiver, late.sender(), late.sequence(),
                                        late.seen_ns() - late.time_ns()));
        });
    ASSERT_TRUE(visited) << visited.error().text;
    EXPECT_THAT(found, ElementsAre("car1 0 1 7000000", "car1 0 2 7000000"));
}

}  // namespace
}  // namespace synchrono::tools::radio
