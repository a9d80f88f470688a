// Proves `synchrono vehicle drive` as a user meets it: the files that it leaves, its output, its comparison,
// and one clear line for each mistake. The tests run the real program.
#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <json/json.h>
#include <sstream>
#include <stdlib.h>

#include "client/engine/engine_registry.hpp"
#include "common/base/quoted_list.hpp"
#include "common/config/data_file.hpp"
#include "tools/drive/drive_sample.hpp"
#include "tools/drive/manoeuvre.hpp"
#include "tools/process/process.hpp"

namespace synchrono::tools::drive {
namespace {

namespace fs = std::filesystem;
using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::StartsWith;

constexpr WallDuration kBound = WallDuration::seconds(60);
const std::string kSedan = SYN_SOURCE_DIR "/vehicles/sedan.json";

class VehicleCommandTest : public ::testing::Test {
  protected:
    struct Answer {
        int code = -1;
        std::string output, error;
    };

    VehicleCommandTest() {
        std::string name = ::testing::TempDir() + "synchrono_XXXXXX";
        if (::mkdtemp(name.data()) == nullptr) ADD_FAILURE() << "no temporary folder";
        root_ = name;
    }
    ~VehicleCommandTest() override { fs::remove_all(root_); }

    /// Runs `synchrono vehicle drive` with these arguments, writing into out().
    Answer drive(std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), {"vehicle", "drive"});
        arguments.insert(arguments.end(), {"--out", out().string()});
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
    /// Expects exit 2, nothing on standard output, no file, and only this complaint.
    void expect_complaint(std::vector<std::string> arguments, const std::string& complaint) {
        const Answer answer = drive(std::move(arguments));
        EXPECT_EQ(answer.code, 2) << complaint;
        EXPECT_EQ(answer.output, "");
        EXPECT_EQ(answer.error, "synchrono vehicle: " + complaint + "\n");
        EXPECT_FALSE(fs::exists(out())) << complaint;
    }
    static std::string text(const fs::path& file) {
        std::ostringstream text;
        text << std::ifstream(file).rdbuf();
        return text.str();
    }
    fs::path write(const std::string& name, const std::string& text) const {
        std::ofstream(root_ / name) << text;
        return root_ / name;
    }
    /// Writes a reference drive of a second at 10 m/s, with this steering input throughout, and returns the
    /// file.
    fs::path reference(const std::string& name, double steering = 0, double interval = 0.01) const {
        std::vector<DriveSample> samples(101);
        for (std::size_t i = 0; i < samples.size(); ++i) {
            samples[i].t = 40 + interval * static_cast<double>(i);
            samples[i].inputs.steering = steering;
            samples[i].x = 0.1 * static_cast<double>(i);
            samples[i].vx = 10;
        }
        return write(name, to_csv(samples));
    }
    fs::path out() const { return root_ / "out"; }
    const fs::path& root() const { return root_; }

  private:
    fs::path root_;
};

std::string manoeuvres() {
    std::string text = "Manoeuvres:";
    for (const ManoeuvreName& name : manoeuvre_names()) {
        std::string line = name.name;
        line.resize(std::max<std::size_t>(line.size(), 16), ' ');
        text += "\n  " + line + " " + name.description;
    }
    return text;
}

TEST_F(VehicleCommandTest, WritesADriveAndItsPicture) {
    const Answer answer = drive({kSedan, "step_steer"});
    EXPECT_EQ(answer.code, 0) << answer.error;
    EXPECT_EQ(answer.error, "");
    const fs::path csv = out() / "sedan_step_steer.csv", picture = out() / "sedan_step_steer.svg";
    EXPECT_EQ(answer.output, csv.string() + "\n" + picture.string() + "\n");
    const auto samples = read_drive(csv, true);
    ASSERT_TRUE(samples) << samples.error().text;
    EXPECT_EQ(samples->size(), 701u);
    EXPECT_THAT(text(picture), AllOf(StartsWith("<svg"), HasSubstr("sedan_step_steer")));
}

TEST_F(VehicleCommandTest, FindsAVehicleByItsName) {
    EXPECT_EQ(drive({"sedan", "low_speed_turn"}).code, 0);
    EXPECT_TRUE(fs::exists(out() / "sedan_low_speed_turn.csv"));
}

TEST_F(VehicleCommandTest, TakesSpeedFrictionStepAndEngine) {
    const Answer answer = drive(
        {kSedan, "coast", "--speed", "3", "--friction", "0.3", "--step", "2", "--engine", "single_track"});
    EXPECT_EQ(answer.code, 0) << answer.error;
    const auto samples = read_drive(out() / "sedan_coast.csv", true).value();
    EXPECT_EQ(samples.front().vx, 3);
    EXPECT_EQ(samples.front().rpm, 0) << "single_track has no engine speed";
}

TEST_F(VehicleCommandTest, RefusesOptionsThatAreNotNumbers) {
    for (const std::string option : {"--speed", "--friction", "--step"}) {
        const Answer answer = drive({kSedan, "coast", option, "nan"});
        EXPECT_EQ(answer.code, 2) << option;
        EXPECT_THAT(answer.error, HasSubstr("not 'nan'")) << option;
        EXPECT_FALSE(fs::exists(out())) << option;
    }
}

TEST_F(VehicleCommandTest, RepeatsADriveAndPrintsTheErrors) {
    ASSERT_EQ(drive({kSedan, "step_steer"}).code, 0);
    const fs::path mine = root() / "mine.csv";
    fs::rename(out() / "sedan_step_steer.csv", mine);
    const Answer json = drive({kSedan, "--inputs", mine, "--against", mine, "--json"});
    EXPECT_EQ(json.code, 0) << json.error;
    EXPECT_EQ(std::count(json.output.begin(), json.output.end(), '\n'), 1)
        << "the output must be one JSON object";
    Json::Value root;
    ASSERT_TRUE(Json::Reader().parse(json.output, root)) << json.output;
    using Names = std::vector<std::string>;
    EXPECT_EQ(root.getMemberNames(), (Names{"distance_m", "nrmse", "position_error_m", "vehicle"}));
    EXPECT_EQ(root["nrmse"].getMemberNames(), (Names{"lateral_acceleration", "roll", "speed", "yaw_rate"}));
    EXPECT_EQ(root["vehicle"], "sedan");
    for (const std::string& channel : root["nrmse"].getMemberNames())
        EXPECT_LT(root["nrmse"][channel].asDouble(), 0.01) << channel;
    EXPECT_LT(root["position_error_m"].asDouble(), 0.1);
    EXPECT_NEAR(root["distance_m"].asDouble(), 98, 3);
    EXPECT_TRUE(fs::exists(out() / "sedan_mine.csv"));

    const Answer result = drive({kSedan, "--inputs", mine, "--against", mine});
    EXPECT_EQ(result.code, 0);
    EXPECT_THAT(result.output, StartsWith("against " + mine.string() + "\n  speed"));
    for (const char* part :
         {"\n  yaw rate ", "\n  lateral acceleration ", "\n  roll ", " % of its range\n", "\n  position "}) {
        EXPECT_THAT(result.output, HasSubstr(part));
    }
    EXPECT_THAT(result.output, HasSubstr("\n" + (out() / "sedan_mine.csv").string() + "\n"));
}

TEST_F(VehicleCommandTest, PrintsNoSteeringErrorsWithoutSteering) {
    const fs::path straight = reference("straight.csv");
    const Answer json = drive({kSedan, "--inputs", straight, "--against", straight, "--json"});
    EXPECT_EQ(json.code, 0) << json.error;
    Json::Value root;
    ASSERT_TRUE(Json::Reader().parse(json.output, root)) << json.output;
    EXPECT_TRUE(root["nrmse"]["speed"].isDouble());
    for (const char* channel : {"yaw_rate", "lateral_acceleration", "roll"})
        EXPECT_TRUE(root["nrmse"].isMember(channel) && root["nrmse"][channel].isNull()) << channel;
    EXPECT_NEAR(root["distance_m"].asDouble(), 10, 1e-9);
    const Answer result = drive({kSedan, "--inputs", straight, "--against", straight});
    EXPECT_THAT(result.output, HasSubstr("  yaw rate                    - (no steering)\n"));
    const fs::path bend = reference("bend.csv", 0.1);
    EXPECT_THAT(drive({kSedan, "--inputs", bend, "--against", bend, "--json"}).output,
                ::testing::Not(HasSubstr("null")));
}

TEST_F(VehicleCommandTest, SpeedOverridesThatOfTheInputs) {
    const fs::path inputs = reference("inputs.csv");
    ASSERT_EQ(drive({kSedan, "--inputs", inputs, "--speed", "4"}).code, 0);
    EXPECT_NEAR(read_drive(out() / "sedan_inputs.csv", true)->front().vx, 4, 0.01);
}

TEST_F(VehicleCommandTest, WrongUsageGivesOneComplaint) {
    const std::string either = "expected either a MANOEUVRE or --inputs FILE.csv\n" + manoeuvres();
    expect_complaint({kSedan}, either);
    expect_complaint({kSedan, "brake", "--inputs", "x.csv"}, either);
    expect_complaint(
        {"nope", "brake"},
        "no vehicle 'nope'; looked for vehicles/nope.json and " SYN_BINARY_DIR
        "/share/synchrono/vehicles/nope.json" +
            expected_one_of("nope", config::data_names({"vehicles", config::installed_folder("vehicles")}),
                            [](const std::string& name) { return name; }));
    expect_complaint({"./nope.json", "brake"}, "./nope.json: no such file");
    expect_complaint({kSedan, "duble_lane"},
                     "no manoeuvre 'duble_lane'; did you mean 'double_lane'?\n" + manoeuvres());
    expect_complaint({kSedan, "jump"}, "no manoeuvre 'jump'\n" + manoeuvres());
    expect_complaint({kSedan, "brake", "--engine", "steam"},
                     "--engine: unknown engine 'steam'; expected one of " + client::engine::engine_names());
    expect_complaint({SYN_SOURCE_DIR "/vehicles/m113.json", "brake"},
                     "vehicle 'm113' can be used only with the engine 'chrono'");
    expect_complaint({kSedan, "brake", "--step", "3"}, "--step: expected a step that divides 10 ms");
    expect_complaint({kSedan, "brake", "--json"}, "--json requires --against FILE.csv");
    const fs::path broken = write("broken.json", "{\n\"body\": 7}");
    const Answer answer = drive({broken.string(), "brake"});
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.error,
                StartsWith("synchrono vehicle: " + broken.string() + ":2: key 'body': expected an object\n"));
}

TEST_F(VehicleCommandTest, OptionsOutOfRangeExitWithTwoAndAreNamed) {
    const struct {
        const char *option, *value;
    } cases[] = {{"--speed", "-1"}, {"--speed", "101"}, {"--friction", "0"}, {"--friction", "2.1"},
                 {"--step", "0"},   {"--step", "5.1"},  {"--step", "x"},     {"--colour", "red"}};
    for (const auto& c : cases) {
        const Answer answer = drive({kSedan, "brake", c.option, c.value});
        EXPECT_EQ(answer.code, 2) << c.option << " " << c.value;
        EXPECT_THAT(answer.error, HasSubstr(c.option));
        EXPECT_EQ(answer.output, "");
    }
    EXPECT_EQ(drive({}).code, 2) << "the vehicle is missing";
}

TEST_F(VehicleCommandTest, RefusesInvalidFiles) {
    const std::string no_motion =
        write("no_motion.csv", "t,throttle,steering,braking,vx\n0,0,0,0,5\n1,0,0,0\n");
    const std::string good = reference("good.csv"), coarse = reference("coarse.csv", 0, 0.005);
    expect_complaint({kSedan, "--inputs", "/no/such.csv"}, "/no/such.csv: no such file");
    expect_complaint({kSedan, "--inputs", write("empty.csv", "").string()},
                     (root() / "empty.csv").string() + ": is empty");
    expect_complaint({kSedan, "--inputs", no_motion, "--against", no_motion},
                     no_motion + ":1: no column 'x'");
    expect_complaint({kSedan, "brake", "--against", "/no/such.csv"}, "/no/such.csv: no such file");
    expect_complaint({kSedan, "--inputs", good, "--against", coarse},
                     coarse + ":3: t: expected a row every 10 ms");
    const std::string brief = write("brief.csv", "t,throttle,steering,braking,vx\n0,0,0,0,5\n0.5,0,0,0\n");
    expect_complaint({kSedan, "--inputs", brief, "--against", good},
                     good + ": 101 rows, 50 more than were driven");
}

TEST_F(VehicleCommandTest, ReplacesADriveButNeverItsOwnInputs) {
    ASSERT_EQ(drive({kSedan, "brake"}).code, 0);
    const fs::path csv = out() / "sedan_brake.csv";
    const std::string first = text(csv);
    const std::string complaint = "synchrono vehicle: --out: would replace " + csv.string() + "\n";
    // The output would have the name of its input, which already begins with the vehicle's name.
    const Answer again = drive({kSedan, "--inputs", csv});
    EXPECT_EQ(again.code, 2);
    EXPECT_EQ(again.error, complaint);
    const Answer against = drive({kSedan, "brake", "--speed", "14", "--against", csv});
    EXPECT_EQ(against.code, 2);
    EXPECT_EQ(against.error, complaint);
    EXPECT_EQ(text(csv), first);
    fs::rename(csv, out() / "sedan_brake.svg");
    EXPECT_EQ(drive({kSedan, "--inputs", out() / "sedan_brake.svg"}).code, 2);
    EXPECT_EQ(text(out() / "sedan_brake.svg"), first);
    EXPECT_EQ(drive({kSedan, "brake", "--speed", "14"}).code, 0);
    EXPECT_NE(text(csv), first);
}

TEST_F(VehicleCommandTest, NamesFilesThatItCannotWrite) {
    write("out", "a file");
    const Answer answer = drive({kSedan, "brake"});
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.error, StartsWith("synchrono vehicle: --out: " + out().string() + ": "));
    fs::remove(out());
    fs::create_directories(out() / "sedan_brake.csv");
    const Answer blocked = drive({kSedan, "brake"});
    EXPECT_EQ(blocked.code, 2);
    EXPECT_EQ(blocked.error,
              "synchrono vehicle: " + (out() / "sedan_brake.csv").string() + ": cannot be written\n");
}

TEST_F(VehicleCommandTest, HelpNamesEveryManoeuvreAndOption) {
    const Answer help = drive({"--help"});
    EXPECT_EQ(help.code, 0);
    for (const ManoeuvreName& name : manoeuvre_names()) EXPECT_THAT(help.output, HasSubstr(name.name));
    for (const char* option :
         {"--inputs", "--against", "--engine", "--speed", "--friction", "--step", "--out", "--json"}) {
        EXPECT_THAT(help.output, HasSubstr(option));
    }
}

}  // namespace
}  // namespace synchrono::tools::drive
