// Proves that the database and the CSV files hold every message, fate, load and late message of the log, with
// empty fields for unknown values. With a filter they hold only what the filter selects. Existing files are
// kept.
#include "tools/radio/radio_tables.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <sqlite3.h>
#include <sstream>

#include "tests/support/radio_run.hpp"

namespace synchrono::tools::radio {
namespace {

using testing::add_receiver;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::make_message;
using ::testing::StartsWith;

class RadioTables : public testing::RadioRuns {
  protected:
    /// Returns the rows of a query, with the cells joined by "|".
    std::vector<std::string> query(const std::string& sql) {
        sqlite3* database = nullptr;
        EXPECT_EQ(sqlite3_open_v2((root_ / "x.db").c_str(), &database, SQLITE_OPEN_READONLY, nullptr),
                  SQLITE_OK);
        sqlite3_stmt* statement = nullptr;
        EXPECT_EQ(sqlite3_prepare_v2(database, sql.c_str(), -1, &statement, nullptr), SQLITE_OK)
            << sqlite3_errmsg(database);
        std::vector<std::string> rows;
        while (sqlite3_step(statement) == SQLITE_ROW) {
            std::string row;
            for (int i = 0; i < sqlite3_column_count(statement); ++i) {
                const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement, i));
                row += (i == 0 ? "" : "|") + std::string(text == nullptr ? "NULL" : text);
            }
            rows.push_back(row);
        }
        sqlite3_finalize(statement);
        sqlite3_close(database);
        return rows;
    }
    Result<TableCounts> write_database(const std::filesystem::path& run,
                                       const RadioFilterOptions& options = {}) {
        const auto log = RadioLog::open(run);
        EXPECT_TRUE(log) << log.error().text;
        auto file = text::NewFile::open(root_ / "x.db", text::Existing::replace);
        EXPECT_TRUE(file);
        auto counts = write_sqlite(run, *log, *RadioFilter::make(options, *log), *file);
        EXPECT_TRUE(file->commit());
        return counts;
    }
    std::string text(const std::filesystem::path& file) {
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }
    std::filesystem::path one_of_each() {
        testing::RadioLogFile file(root_ / "run");
        file.station(0, "car,0");
        file.station(1, "car1");
        auto message = make_message(0, 1, 5);
        message.set_x_m(0.5);
        add_receiver(message, 1, RadioTransmission::ALTERED, 7, 1.5, -60.25);
        add_receiver(message, 1, RadioTransmission::DUPLICATE, 8, 1.5, -60.25);
        message.add_altered()->set_receiver(1);
        message.mutable_altered(0)->set_payload("zz");
        file.message(6, message);
        auto unsent = make_message(1, 1, 6);
        unsent.set_on_air(false);
        unsent.set_not_sent(RadioTransmission::ENDED);
        file.message(6, unsent);
        auto lost = make_message(0, 2, 7);
        add_receiver(lost, 1, RadioTransmission::WEAK, 0, 2);
        file.message(8, lost);
        file.station(1, "car1", RadioStation::VEHICLE, 9);
        file.close();
        return root_ / "run";
    }
};

TEST_F(RadioTables, TheDatabaseHasEveryMessageAndReception) {
    const auto counts = write_database(one_of_each());
    ASSERT_TRUE(counts) << counts.error().text;
    EXPECT_EQ(counts->messages, 3U);
    EXPECT_EQ(counts->receptions, 3U);
    EXPECT_THAT(query("PRAGMA integrity_check"), ElementsAre("ok"));
    EXPECT_THAT(query("SELECT * FROM stations"), ElementsAre("0|car,0|vehicle|0|NULL", "1|car1|vehicle|0|9"));
    EXPECT_THAT(
        query("SELECT message, sender, sequence, medium, type, type_name, bytes, sent_ns, x_m, on_air_ns, "
              "airtime_ns, not_sent, length(payload) FROM messages"),
        ElementsAre("1|0|1|dsrc|20|BSM|40|5|0.5|5|100000|NULL|40",
                    "2|1|1|dsrc|20|BSM|40|6|0.0|NULL|NULL|ended|40",
                    "3|0|2|dsrc|20|BSM|40|7|0.0|7|100000|NULL|40"));
    EXPECT_THAT(query("SELECT * FROM receptions"),
                ElementsAre("1|1|0|altered|7|1.5|-60.25|zz", "1|1|1|duplicate|8|1.5|-60.25|NULL",
                            "3|1|0|weak|NULL|2.0|NULL|NULL"));
    EXPECT_EQ(query("SELECT name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL").size(), 5U);
}

TEST_F(RadioTables, TheDatabaseHasLoadAndLateMessages) {
    const auto run = make("run", {.agents = 3, .messages = 20, .late = 2});
    ASSERT_TRUE(write_database(run));
    EXPECT_THAT(query("SELECT count(*) FROM messages"), ElementsAre("82"));
    EXPECT_THAT(query("SELECT count(*) FROM receptions"), ElementsAre("246"));
    EXPECT_THAT(query("SELECT count(*), min(from_ns), max(until_ns) FROM load"),
                ElementsAre("80|0|2000000000"));
    EXPECT_THAT(query("SELECT * FROM late"),
                ElementsAre("1|0|1|1000000|8000000", "1|0|2|101000000|108000000"));
    ASSERT_TRUE(write_database(run, {.receiver = "car2", .types = {"spat"}}));
    EXPECT_THAT(query("SELECT count(*) FROM messages"), ElementsAre("20"));
    EXPECT_THAT(query("SELECT count(*), min(receiver), max(receiver) FROM receptions"),
                ElementsAre("20|2|2"));
}

TEST_F(RadioTables, CsvFilesHaveTheSameRows) {
    const auto run = one_of_each();
    const auto log = RadioLog::open(run);
    const auto filter = RadioFilter::make({}, *log);
    const auto folder = root_ / "csv" / "deep";
    const auto counts = write_csv_tables(run, *log, *filter, folder, text::Existing::keep);
    ASSERT_TRUE(counts) << counts.error().text;
    EXPECT_EQ(text(folder / "stations.csv"),
              "station,name,kind,joined_ns,ended_ns\n0,\"car,0\",vehicle,0,\n1,car1,vehicle,0,9\n");
    EXPECT_EQ(text(folder / "receptions.csv"),
              "message,receiver,copy,outcome,delay_ns,distance_m,power_dbm,altered_payload\n1,1,0,altered,7,"
              "1.5,-60.25,7A7A\n"
              "1,1,1,duplicate,8,1.5,-60.25,\n3,1,0,weak,,2,,\n");
    EXPECT_THAT(text(folder / "messages.csv"), HasSubstr("\n1,0,1,dsrc,20,BSM,40,5,0.5,0,0,5,100000,,0014"));
    EXPECT_THAT(text(folder / "messages.csv"), HasSubstr("\n2,1,1,dsrc,20,BSM,40,6,0,0,0,,,ended,0014"));
    EXPECT_THAT(text(folder / "load.csv"), StartsWith("medium,"));
    EXPECT_THAT(text(folder / "late.csv"), StartsWith("receiver,"));
}

TEST_F(RadioTables, ExistingCsvFilesAreKept) {
    const auto run = one_of_each();
    const auto log = RadioLog::open(run);
    const auto filter = RadioFilter::make({}, *log);
    std::filesystem::create_directory(root_ / "csv");
    std::ofstream(root_ / "csv" / "receptions.csv") << "mine";
    const auto refused = write_csv_tables(run, *log, *filter, root_ / "csv", text::Existing::keep);
    ASSERT_FALSE(refused);
    EXPECT_THAT(refused.error().text, HasSubstr("receptions.csv exists"));
    EXPECT_EQ(text(root_ / "csv" / "receptions.csv"), "mine");
    EXPECT_FALSE(std::filesystem::exists(root_ / "csv" / "stations.csv"));
    ASSERT_TRUE(write_csv_tables(run, *log, *filter, root_ / "csv", text::Existing::replace));
    EXPECT_THAT(text(root_ / "csv" / "receptions.csv"), StartsWith("message,"));
}

}  // namespace
}  // namespace synchrono::tools::radio
