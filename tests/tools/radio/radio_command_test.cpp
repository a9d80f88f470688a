// Proves the commands as a user meets them: data on standard output, one line on standard error for each
// mistake, exit codes, and files that are whole or not there at all. The tests run the real program.
#include "tools/radio/radio_command.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <json/json.h>
#include <sstream>
#include <sys/wait.h>

#include "tests/support/radio_run.hpp"
#include "tools/process/process.hpp"

namespace synchrono::tools::radio {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::StartsWith;

class RadioCommandTest : public testing::RadioRuns {
  protected:
    struct Answer {
        int code = -1;
        std::string output, error;
    };
    Answer log(std::vector<std::string> arguments) {
        constexpr WallDuration kBound = WallDuration::seconds(60);
        arguments.insert(arguments.begin(), "log");
        auto child = process::ChildProcess::spawn({.program = SYN_BINARY_DIR "/bin/synchrono",
                                                   .arguments = std::move(arguments),
                                                   .log = root_ / "error",
                                                   .output = process::ProcessSpec::Output::pipe});
        EXPECT_TRUE(child) << child.error().text;
        Answer answer;
        while (const auto line = child->read_line(kBound)) answer.output += *line + "\n";
        const auto exit = child->wait(kBound);
        if (exit && exit->kind == process::ExitStatus::Kind::exited) answer.code = exit->value;
        answer.error = text(root_ / "error");
        std::filesystem::remove(root_ / "error");
        return answer;
    }
    static std::string text(const std::filesystem::path& file) {
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }
    std::string run_ = make("run", {.agents = 3, .messages = 20, .late = 1}).string();
};

TEST_F(RadioCommandTest, MessagesPrintsEachForm) {
    const auto table = log({"messages", run_, "--type", "map"});
    EXPECT_EQ(table.code, 0) << table.error;
    EXPECT_EQ(std::count(table.output.begin(), table.output.end(), '\n'), 3);
    EXPECT_EQ(table.error, "");
    const auto csv = log({"messages", run_, "--csv", "--receiver", "car1", "--from", "0.5", "--until", "1"});
    EXPECT_THAT(csv.output, StartsWith("sent_ns,"));
    EXPECT_EQ(std::count(csv.output.begin(), csv.output.end(), '\n'), 1 + 15);
    const auto json =
        log({"messages", run_, "--json", "--decode", "--sender", "crossing", "--type", "spat,map"});
    std::istringstream lines(json.output);
    std::size_t count = 0;
    for (std::string line; std::getline(lines, line); ++count) {
        Json::Value message;
        ASSERT_TRUE(Json::Reader().parse(line, message)) << line;
        EXPECT_TRUE(message["decoded"].isObject());
    }
    EXPECT_EQ(count, 22U);
    EXPECT_EQ(log({"messages", run_, "--area", "-100,-100,-50,-50", "--json"}).output, "");
}

TEST_F(RadioCommandTest, ShowAcceptsAMessageOfTheRunOrBytes) {
    const auto shown = log({"show", run_, "car1", "2"});
    EXPECT_EQ(shown.code, 0) << shown.error;
    EXPECT_THAT(shown.output,
                AllOf(StartsWith("BSM 2 of car1 over dsrc"), HasSubstr("coreData.msgCnt = 25")));
    Json::Value json;
    ASSERT_TRUE(Json::Reader().parse(log({"show", run_, "1", "2", "--json"}).output, json));
    EXPECT_EQ(json["sender"], "car1");
    EXPECT_THAT(log({"show", std::string(testing::kSpatHex)}).output,
                HasSubstr("intersections[0].id.id = 5813"));
    ASSERT_TRUE(Json::Reader().parse(log({"show", "0013", "--json"}).output, json));
    EXPECT_TRUE(json["error"].isString());
}

TEST_F(RadioCommandTest, StatsPrintsEachForm) {
    const auto words = log({"stats", run_, "--pairs", "--range", "100"});
    EXPECT_EQ(words.code, 0) << words.error;
    EXPECT_THAT(words.output,
                AllOf(StartsWith("Radio of " + run_), HasSubstr("\nsender           receiver")));
    Json::Value json;
    ASSERT_TRUE(Json::Reader().parse(log({"stats", run_, "--json", "--bin", "25"}).output, json));
    EXPECT_EQ(json["bin_m"].asDouble(), 25);
    const std::string page = (root_ / "page.html").string();
    const auto html = log({"stats", run_, "--html", page});
    EXPECT_EQ(html.code, 0) << html.error;
    EXPECT_THAT(html.output, HasSubstr("\n" + page + "\n"));
    EXPECT_THAT(text(page), StartsWith("<!doctype html>"));
}

TEST_F(RadioCommandTest, ExportsAreWholeAndReplacedOnlyWithForce) {
    const std::string pcap = (root_ / "a.pcap").string(), database = (root_ / "a.db").string(),
                      csv = (root_ / "csv").string();
    const auto exported = log({"export", run_, "--pcap", pcap, "--sqlite", database, "--csv", csv});
    EXPECT_EQ(exported.code, 0) << exported.error;
    EXPECT_EQ(exported.output, pcap + ": 82 packets\n" + database + ": 82 messages, 246 receptions\n" + csv +
                                   ": 82 messages, 246 receptions\n");
    for (const auto& [option, file] : {std::pair("--pcap", pcap), {"--sqlite", database}, {"--csv", csv}}) {
        const auto refused = log({"export", run_, option, file});
        EXPECT_EQ(refused.code, 2);
        EXPECT_THAT(refused.error,
                    MatchesRegex("synchrono log: [^\n]* exists already; use --force to replace it\n"));
        EXPECT_EQ(log({"export", run_, option, file, "--force"}).code, 0);
    }
    EXPECT_EQ(log({"stats", run_, "--html", pcap}).code, 2);
}

TEST_F(RadioCommandTest, ErrorsAreOneLineAndExitWithTwo) {
    std::filesystem::create_directory(root_ / "plain");
    const std::string plain = (root_ / "plain").string(), nowhere = (root_ / "no" / "where").string();
    const std::string no_radio = plain + ": this run had no radio";
    const std::pair<std::vector<std::string>, std::string> cases[] = {
        {{"messages", plain}, no_radio},
        {{"show", plain, "car0", "1"}, no_radio},
        {{"stats", plain}, no_radio},
        {{"export", plain, "--pcap", nowhere}, no_radio},
        {{"messages", nowhere}, nowhere + ": not the folder of a run"},
        {{"messages", run_, "--agent", "bus"},
         "--agent: no station 'bus'; the stations are: car0, car1, car2, crossing"},
        {{"messages", run_, "--type", "bms"},
         "--type: no type 'bms'; did you mean 'bsm'? Expected one of map, "},
        {{"messages", run_, "--type", "cam"}, "--type: no type 'cam'; expected one of map, spat, bsm"},
        {{"messages", run_, "--area", "1,2"}, "--area: expected X0,Y0,X1,Y1"},
        {{"messages", run_, "--from", "soon"}, "--from: expected seconds"},
        {{"show", run_, "bus", "1"}, "no station 'bus'"},
        {{"show", run_, "car0", "99"}, "car0 sent no message 99; it sent 1 to 20"},
        {{"show", run_, "car0", "x"}, "SEQUENCE: expected a number, not 'x'"},
        {{"show", run_, "car0"}, "expected RUN SENDER SEQUENCE"},
        {{"show", "xyz"}, "'xyz' is not a message in hexadecimal"},
        {{"stats", run_, "--bin", "0"}, "--bin: expected 1 to 1000000 metres"},
        {{"stats", run_, "--range", "-3"}, "--range: expected more than 0 metres"},
        {{"stats", run_, "--html", nowhere}, "cannot write " + nowhere},
        {{"export", run_}, "expected --pcap FILE, --sqlite FILE, --csv DIR or --sensors DIR"},
        {{"export", run_, "--pcap", plain}, plain + " is a folder"},
        {{"export", run_, "--csv", run_ + "/radio.mcap"}, "cannot make"},
    };
    for (const auto& [arguments, names] : cases) {
        const auto answer = log(arguments);
        EXPECT_EQ(answer.code, 2) << names;
        EXPECT_EQ(answer.output, "") << names;
        EXPECT_THAT(answer.error, AllOf(MatchesRegex("synchrono log: [^\n]*\n"), HasSubstr(names)));
    }
    EXPECT_EQ(log({"messages", run_, "--json", "--csv"}).code, 2);
    EXPECT_EQ(log({"messages", run_, "--decode"}).code, 2);
    EXPECT_EQ(log({"messages"}).code, 2);
    EXPECT_EQ(log({"show"}).code, 2);
}

TEST_F(RadioCommandTest, AFullDiskBehindStandardOutputIsAnError) {
    const std::string command = SYN_BINARY_DIR "/bin/synchrono log messages --json '" + run_ +
                                "' > /dev/full 2> '" + (root_ / "error").string() + "'";
    const int status = std::system(command.c_str());
    EXPECT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 2);
    EXPECT_EQ(text(root_ / "error"),
              "synchrono log: cannot write to standard output: No space left on device\n");
}

TEST_F(RadioCommandTest, ACutLogIsReadAndNamed) {
    const auto cut = make("cut", {.messages = 100, .options = {.chunk_bytes = 8192}});
    std::filesystem::resize_file(cut / "radio.mcap", std::filesystem::file_size(cut / "radio.mcap") / 2);
    const auto answer = log({"messages", cut.string()});
    EXPECT_EQ(answer.code, 0);
    EXPECT_GT(std::count(answer.output.begin(), answer.output.end(), '\n'), 10);
    EXPECT_THAT(
        answer.error,
        MatchesRegex(
            "synchrono log: [^\n]*radio.mcap ends at byte [^\n]*; only the data before that is read\n"));
    EXPECT_THAT(log({"stats", cut.string()}).output, HasSubstr("radio.mcap is not whole: ends at byte"));
}

TEST_F(RadioCommandTest, AMalformedRecordLeavesNoFile) {
    testing::RadioLogFile file(root_ / "bad");
    file.station(0, "car0");
    file.message(0, testing::make_message(7, 1, 0));
    file.close();
    for (const char* option : {"--pcap", "--sqlite", "--csv"}) {
        const auto answer = log({"export", (root_ / "bad").string(), option, (root_ / "out").string()});
        EXPECT_EQ(answer.code, 2);
        EXPECT_THAT(answer.error, HasSubstr("sender 7 is not a known station"));
        EXPECT_TRUE(!std::filesystem::exists(root_ / "out") || std::filesystem::is_empty(root_ / "out"));
        EXPECT_FALSE(std::filesystem::exists(root_ / "out.part"));
    }
}

TEST_F(RadioCommandTest, DiffComparesTheRadio) {
    const auto same = log({"diff", run_, make("same", {.agents = 3, .messages = 20, .late = 1}).string()});
    EXPECT_EQ(same.code, 0) << same.error;
    EXPECT_EQ(same.output, "identical: 1 agent, 1 message, 82 radio messages\n");
    const auto other =
        log({"diff", run_, make("other", {.agents = 3, .messages = 20, .seed = 2, .late = 1}).string()});
    EXPECT_EQ(other.code, 1);
    EXPECT_THAT(other.output,
                StartsWith("first difference at 0.000 s, on the radio\nBSM 1 of car0, sent at 0.000 s\n"));
}

}  // namespace
}  // namespace synchrono::tools::radio
