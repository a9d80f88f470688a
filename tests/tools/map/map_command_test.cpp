// Proves `synchrono map` as a user meets it: what it prints and writes, its exit codes, and one clear line
// for each mistake. The tests run the real program.
#include "tools/map/map_command.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <stdlib.h>

#include "common/j2735/codec.hpp"
#include "common/j2735/hex.hpp"
#include "tools/process/process.hpp"

namespace synchrono::tools::map {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::EndsWith;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr WallDuration kBound = WallDuration::seconds(60);
const std::string kMap = SYN_SOURCE_DIR "/maps/park_university/map.xodr";

class MapCommandTest : public ::testing::Test {
  protected:
    struct Answer {
        int code = -1;
        std::string output, error;
    };

    MapCommandTest() {
        std::string name = ::testing::TempDir() + "synchrono_XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
        root_ = name;
    }
    ~MapCommandTest() override { fs::remove_all(root_); }

    Answer run(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "map");
        auto child = process::ChildProcess::spawn({.program = SYN_BINARY_DIR "/bin/synchrono",
                                                   .arguments = std::move(arguments),
                                                   .log = root_ / "error",
                                                   .output = process::ProcessSpec::Output::pipe});
        Answer answer;
        if (!child) {
            ADD_FAILURE() << child.error().text;
            return answer;
        }
        while (const auto line = child->read_line(kBound)) answer.output += *line + "\n";
        const auto exit = child->wait(kBound);
        if (exit && exit->kind == process::ExitStatus::Kind::exited) answer.code = exit->value;
        answer.error = text(root_ / "error");
        fs::remove(root_ / "error");
        return answer;
    }
    static std::string text(const fs::path& file) {
        std::ifstream in(file, std::ios::binary);
        return {std::istreambuf_iterator<char>(in), {}};
    }
    fs::path write(const std::string& name, const std::string& content) const {
        std::ofstream(root_ / name, std::ios::binary) << content;
        return root_ / name;
    }

    fs::path root_;
};

TEST_F(MapCommandTest, ChecksAMapByItsNameOrItsFile) {
    for (const std::string& name : {std::string("park_university"), kMap}) {
        const Answer answer = run({"check", name});
        EXPECT_EQ(answer.code, 0) << answer.error;
        EXPECT_EQ(answer.error, "");
        EXPECT_THAT(answer.output,
                    AllOf(HasSubstr("junctions    2 with 25 movements"), EndsWith("\nsound\n")));
    }
}

TEST_F(MapCommandTest, PrintsProblemsLineByLineAndExitsWithOne) {
    const Answer answer = run({"check", SYN_TEST_DATA "/roadmap/two_roads.xodr"});
    EXPECT_EQ(answer.code, 1);
    EXPECT_EQ(answer.error, "");
    EXPECT_THAT(answer.output,
                AllOf(HasSubstr("two_roads.xodr:7: lane 1:1:-3: leads nowhere\n"), EndsWith("1 problem\n")));
}

TEST_F(MapCommandTest, DrawsIntoAFileOrOntoStandardOutput) {
    const fs::path out = write("map.svg", "old");
    const Answer answer = run({"draw", "park_university", "--out", out.string()});
    EXPECT_EQ(answer.code, 0) << answer.error;
    EXPECT_EQ(answer.output + answer.error, "");
    EXPECT_THAT(text(out), AllOf(StartsWith("<svg "), EndsWith("</svg>\n"), HasSubstr(">park_university<")));
    EXPECT_EQ(run({"draw", kMap, "--out", "-"}).output, text(out));
}

TEST_F(MapCommandTest, PrintsTheMapMessageOfAnIntersection) {
    const Answer answer = run({"message", "park_university", "university"});
    EXPECT_EQ(answer.code, 0) << answer.error;
    Bytes bytes;
    ASSERT_TRUE(j2735::parse_hex(answer.output.substr(0, answer.output.size() - 1), bytes)) << answer.output;
    const auto frame = j2735::decode(bytes);
    ASSERT_TRUE(frame) << frame.error().text;
    const auto& map = std::get<j2735::MapData>(frame->value);
    EXPECT_EQ(map.intersections.at(0).id.id, 100);
    EXPECT_EQ(map.intersections.at(0).name, "university");
    EXPECT_NEAR(map.intersections.at(0).ref_point.lat, 430'731'000, 500);
    EXPECT_NEAR(map.intersections.at(0).ref_point.lon, -894'007'000, 500);
    EXPECT_EQ(map.intersections.at(0).lane_set.size(), 29u);

    const std::string file = SYN_SOURCE_DIR "/maps/park_university/university.json";
    EXPECT_EQ(run({"message", kMap, file}).output, answer.output);
    const Answer json = run({"message", "park_university", "university", "--json"});
    EXPECT_THAT(json.output, AllOf(StartsWith("{"), HasSubstr("\"laneSet\"")));
}

TEST_F(MapCommandTest, PrintsErrorsInOneLine) {
    const auto expect_complaint = [&](std::vector<std::string> arguments, const std::string& complaint) {
        const Answer answer = run(std::move(arguments));
        EXPECT_EQ(answer.code, 2) << complaint;
        EXPECT_EQ(answer.output, "");
        EXPECT_THAT(answer.error, HasSubstr(complaint));
    };
    expect_complaint({"check", "atlantis"},
                     "synchrono map: no map 'atlantis'; expected one of park_university (looked for "
                     "maps/atlantis/map.xodr and ");
    expect_complaint({"check", "park_universty"},
                     "synchrono map: no map 'park_universty'; did you mean 'park_university'? ");
    expect_complaint({"check", "./none.xodr"}, "synchrono map: ./none.xodr: no such file\n");
    const std::string broken = write("broken.xodr", "<OpenDRIVE>\n<road/></OpenDRIVE>").string();
    expect_complaint({"check", broken}, "synchrono map: " + broken + ":");
    expect_complaint({"draw", broken, "--out", (root_ / "x.svg").string()}, "synchrono map: " + broken + ":");
    EXPECT_FALSE(fs::exists(root_ / "x.svg"));
    expect_complaint({"draw", kMap, "--out", (root_ / "none/x.svg").string()}, "none/x.svg");
    expect_complaint({"message", "park_university", "atlantis"},
                     "no intersection 'atlantis'; expected one of ");
    expect_complaint({"message", broken, "university"}, "synchrono map: " + broken + ":");
    expect_complaint({"message", kMap, write("bad.json", "{}").string()}, "bad.json:1: key 'id': missing");
    expect_complaint({}, "A subcommand is required");
    expect_complaint({"check"}, "MAP is required");
}

}  // namespace
}  // namespace synchrono::tools::map
