// Proves that each mistake in a scenario is refused with one line that names file, line and key, and that
// all mistakes of a file are named at once. Each row spoils one part of a scenario that is otherwise
// correct.
#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "common/base/quoted_list.hpp"
#include "common/config/data_file.hpp"
#include "common/config/scenario.hpp"
#include "tests/common/config/internal/schemas.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

std::string refusal(const ScenarioText& scenario, const Overrides& overrides = {}) {
    const auto result = read_scenario(scenario.text(), "d/s.json", overrides);
    return result ? "accepted" : result.error().text;
}

TEST(ReadScenario, AcceptsTheUnspoiledFile) { EXPECT_EQ(refusal({}), "accepted"); }

struct Case {
    ScenarioText scenario;
    std::string refusal;
};

class Refusals : public ::testing::TestWithParam<Case> {};

TEST_P(Refusals, AreExactlyOneLine) {
    EXPECT_EQ(refusal(GetParam().scenario), "d/s.json:" + GetParam().refusal);
}

const std::string kName =
    "expected a name that begins with a letter, a digit or '_' and continues with these, '-' or '.'";
const std::string kLongName(65, 'n');

INSTANTIATE_TEST_SUITE_P(
    Root, Refusals,
    ::testing::Values(
        Case{{.head = R"("duration_s": 1,)"}, "1: key 'name': missing"},
        Case{{.head = R"("name": "s",)"}, "1: key 'duration_s': missing"},
        Case{{.head = R"("name": 1, "duration_s": 1,)"}, "2: key 'name': expected a string"},
        Case{{.head = R"("name": "a b", "duration_s": 1,)"}, "2: key 'name': " + kName},
        Case{{.head = R"("name": "", "duration_s": 1,)"}, "2: key 'name': " + kName},
        Case{{.head = R"("name": "../up", "duration_s": 1,)"}, "2: key 'name': " + kName},
        Case{{.head = R"("name": ")" + kLongName + R"(", "duration_s": 1,)"},
             "2: key 'name': expected a name of at most 64 characters"},
        Case{{.extra = R"("gates": {},)"}, "3: key 'gates': " + known_here(".", "gate")},
        Case{{.extra = R"("heartbeat_ms": 0,)"},
             "3: key 'heartbeat_ms': expected more than 0 and at most 10000"},
        Case{{.extra = R"("heartbeat_ms": -5,)"},
             "3: key 'heartbeat_ms': expected more than 0 and at most 10000"},
        Case{{.extra = R"("heartbeat_ms": 10001,)"},
             "3: key 'heartbeat_ms': expected more than 0 and at most 10000"},
        Case{{.extra = R"("heartbeat_ms": "5",)"}, "3: key 'heartbeat_ms': expected a number"},
        Case{{.extra = R"("heartbeat_ms": 0.0000001,)"},
             "3: key 'heartbeat_ms': expected a whole number of nanoseconds"},
        Case{{.extra = R"("heartbeat_ms": 1e300,)"},
             "3: key 'heartbeat_ms': expected a time below 292 years"},
        Case{{.extra = R"("step_ms": 0,)"}, "3: key 'step_ms': expected more than 0 and at most 10000"},
        Case{{.extra = R"("step_ms": 2,)"},
             "3: key 'step_ms': expected a heartbeat to be a whole number of steps, not 5 ms of 2 ms"},
        Case{{.extra = R"("step_ms": 10,)"},
             "3: key 'step_ms': expected a heartbeat to be a whole number of steps, not 5 ms of 10 ms"},
        Case{{.extra = R"("heartbeat_ms": 2.5,)"},
             "3: key 'heartbeat_ms': expected a heartbeat to be a whole number of steps, not 2.5 ms of 1 ms"},
        Case{{.head = R"("name": "s", "duration_s": 0,)"},
             "2: key 'duration_s': expected more than 0 and at most 1000000"},
        Case{{.head = R"("name": "s", "duration_s": 1000001,)"},
             "2: key 'duration_s': expected more than 0 and at most 1000000"},
        Case{{.head = R"("name": "s", "duration_s": 0.004,)"},
             "2: key 'duration_s': expected a whole number of heartbeats of 5 ms"},
        Case{{.head = R"("name": "s", "duration_s": 1.0000000001,)"},
             "2: key 'duration_s': expected a whole number of nanoseconds"},
        Case{{.extra = R"("seed": -1,)"},
             "3: key 'seed': expected a whole number from 0 to 18446744073709551615"},
        Case{{.extra = R"("seed": 1.5,)"},
             "3: key 'seed': expected a whole number from 0 to 18446744073709551615"},
        Case{{.extra = R"("seed": "1",)"},
             "3: key 'seed': expected a whole number from 0 to 18446744073709551615"},
        Case{{.extra = R"("seed": 18446744073709551616,)"},
             "3: key 'seed': expected a whole number from 0 to 18446744073709551615"},
        Case{{.extra = R"("gate": "exact",)"},
             "3: key 'gate': expected {\"window\": n} with n from 1 to 16, or {\"exact\": m} with m from 1 "
             "to 8"},
        Case{{.extra = R"("gate": {},)"}, "3: key 'gate': expected either \"window\" or \"exact\""},
        Case{{.extra = R"("gate": {"window": 2, "exact": 1},)"},
             "3: key 'gate': expected either \"window\" or \"exact\""},
        Case{{.extra = R"("gate": {"window": 0},)"},
             "3: key 'gate.window': expected a whole number from 1 to 16"},
        Case{{.extra = R"("gate": {"window": 17},)"},
             "3: key 'gate.window': expected a whole number from 1 to 16"},
        Case{{.extra = R"("gate": {"exact": 9},)"},
             "3: key 'gate.exact': expected a whole number from 1 to 8"},
        Case{{.extra = R"("rate": 2,)"}, "3: key 'rate': expected a string"},
        Case{{.extra = R"("rate": "fast",)"},
             "3: key 'rate': 'fast' is not a rate: expected max, real, or a factor from 0.001x to 1000x"},
        Case{{.extra = R"("silence_limit_s": 0.199,)"}, "3: key 'silence_limit_s': expected 0.2 to 3600"},
        Case{{.extra = R"("silence_limit_s": 3601,)"}, "3: key 'silence_limit_s': expected 0.2 to 3600"},
        Case{{.extra = R"("start_limit_s": 3601,)"},
             "3: key 'start_limit_s': expected more than 0 and at most 3600"},
        Case{{.extra = R"("server_limit_s": "5",)"}, "3: key 'server_limit_s': expected a number"},
        Case{{.extra = R"("pilot_limit_s": 0.009,)"}, "3: key 'pilot_limit_s': expected 0.01 to 3600"},
        Case{{.extra = R"("sight_m": 0,)"}, "3: key 'sight_m': expected more than 0 and at most 100000"},
        Case{{.extra = R"("log_states": 1,)"}, "3: key 'log_states': expected true or false"},
        Case{{.extra = R"("origin": [43, -89],)"}, "3: key 'origin': expected an object"},
        Case{{.extra = R"("origin": {"latitude_deg": 43},)"}, "3: key 'origin.longitude_deg': missing"},
        Case{{.extra = R"("origin": {"latitude_deg": 90, "longitude_deg": 0},)"},
             "3: key 'origin.latitude_deg': expected -89 to 89"},
        Case{{.extra = R"("origin": {"latitude_deg": 0, "longitude_deg": 0, "elevation_m": 9000},)"},
             "3: key 'origin.elevation_m': expected -400 to 6100"},
        Case{{.extra = R"("radio": false,)"}, "3: key 'radio': expected an object"},
        Case{{.agent = R"("radio": 1, )"}, "7: key 'agents[0].radio': expected true or false"}));

INSTANTIATE_TEST_SUITE_P(
    Interest, Refusals,
    ::testing::Values(
        Case{{.extra = R"("interest": "all",)"}, "3: key 'interest': expected \"world\" or an object"},
        Case{{.extra = R"("interest": {},)"},
             "3: key 'interest': expected either \"radius_m\" or \"agents\""},
        Case{{.extra = R"("interest": {"radius_m": 1, "agents": []},)"},
             "3: key 'interest': expected either \"radius_m\" or \"agents\""},
        Case{{.extra = R"("interest": {"radius_m": 0},)"},
             "3: key 'interest.radius_m': expected more than 0 and at most 10000000"},
        Case{{.extra = R"("interest": {"agents": "a"},)"}, "3: key 'interest.agents': expected an array"},
        Case{{.extra = R"("interest": {"agents": [7]},)"}, "3: key 'interest.agents[0]': expected a string"},
        Case{{.extra = R"("interest": {"agents": ["a", "b"]},)"},
             "3: key 'interest.agents[1]': no agent 'b'; expected one of a"},
        Case{{.extra = R"("interest": {"agents": ["a", "a"]},)"},
             "3: key 'interest.agents': an agent is listed twice"}));

INSTANTIATE_TEST_SUITE_P(
    Paths, Refusals,
    ::testing::Values(
        Case{{.paths = "[]"}, "4: key 'paths': expected an object"},
        Case{{.paths = R"({"a b": {}})"}, "4: key 'paths.a b': " + kName},
        Case{{.paths = R"({"p": 1})"}, "4: key 'paths.p': expected an object"},
        Case{{.paths = R"({"p": {}})"}, "4: key 'paths.p': expected either \"circle\" alone or \"points\""},
        Case{{.paths = R"({"p": {"circle": {"center": [0, 0], "radius_m": 9}, "closed": true}})"},
             "4: key 'paths.p': expected either \"circle\" alone or \"points\""},
        Case{{.paths = R"({"p": {"circle": 5}})"}, "4: key 'paths.p.circle': expected an object"},
        Case{{.paths = R"({"p": {"circle": {"radius_m": 9}}})"}, "4: key 'paths.p.circle.center': missing"},
        Case{{.paths = R"({"p": {"circle": {"center": [0], "radius_m": 9}}})"},
             "4: key 'paths.p.circle.center': expected an array of 2 numbers"},
        Case{{.paths = R"({"p": {"circle": {"center": [0, 1e7], "radius_m": 9}}})"},
             "4: key 'paths.p.circle.center[1]': expected -9900000 to 9900000"},
        Case{{.paths = R"({"p": {"circle": {"center": [0, 0], "radius_m": 0}}})"},
             "4: key 'paths.p.circle.radius_m': expected 1 to 100000"},
        Case{{.paths = R"({"p": {"points": {}}})"}, "4: key 'paths.p.points': expected an array"},
        Case{{.paths = R"({"p": {"points": [[0, 0]]}})"},
             "4: key 'paths.p.points': expected at least 2 points"},
        Case{{.paths = R"({"p": {"points": [[0, 0], [1, "x"]]}})"},
             "4: key 'paths.p.points[1][1]': expected a number"},
        Case{{.paths = R"({"p": {"points": [[0, 0], [1, 2e7]]}})"},
             "4: key 'paths.p.points[1][1]': expected -10000000 to 10000000"},
        Case{{.paths = R"({"p": {"points": [[0, 0], [1, 0], [1, 0]]}})"},
             "4: key 'paths.p.points': points 1 and 2 coincide"},
        Case{{.paths = R"({"p": {"points": [[0, 0], [1, 0], [0, 0]], "closed": true}})"},
             "4: key 'paths.p.points': points 2 and 0 coincide"},
        Case{{.paths = R"({"p": {"points": [[0, 0], [1, 0]], "closed": 1}})"},
             "4: key 'paths.p.closed': expected true or false"}));

INSTANTIATE_TEST_SUITE_P(
    Agents, Refusals,
    ::testing::Values(
        Case{{.agents = ""}, "6: key 'agents': expected at least one agent"},
        Case{{.agents = "3"}, "7: key 'agents[0]': expected an object"},
        Case{{.agents = R"({"vehicle": "v", "place": {"position": [0, 0, 0]}})"},
             "7: key 'agents[0].name': missing"},
        Case{{.agents = R"({"name": "a", "place": {"position": [0, 0, 0]}})"},
             "7: key 'agents[0].vehicle': missing"},
        Case{{.agents = R"({"name": "a", "vehicle": "v"})"}, "7: key 'agents[0].place': missing"},
        Case{{.agent = R"("body": {"kind": "balloon"}, )"},
             "7: key 'agents[0].vehicle': expected either \"vehicle\" or \"body\""},
        Case{{.agents = R"({"name": "a", "body": "balloon", "place": {"position": [0, 0, 0]}})"},
             "7: key 'agents[0].body': expected an object"},
        Case{{.agents = R"({"name": "a", "body": {"volume_m3": 1}, "place": {"position": [0, 0, 0]}})"},
             "7: key 'agents[0].body.kind': missing"},
        Case{{.agents = R"({"name": "a", "body": {"kind": "a b"}, "place": {"position": [0, 0, 0]}})"},
             "7: key 'agents[0].body.kind': " + kName},
        Case{{.agents = R"({"name": "a", "body": {"kind": "vehicle"}, "place": {"position": [0, 0, 0]}})"},
             "7: key 'agents[0].body.kind': use the key \"vehicle\" for a vehicle, not \"body\""},
        Case{{.agents = R"({"name": "é", "vehicle": "v", "place": {"position": [0, 0, 0]}})"},
             "7: key 'agents[0].name': " + kName},
        Case{{.agents = R"({"name": "a", "vehicle": "v", "place": {"position": [0, 0, 0]}},
                           {"name": "a", "vehicle": "v", "place": {"position": [9, 0, 0]}})"},
             "8: key 'agents[1].name': the name 'a' is already that of agent 0"},
        Case{{.agents =
                  R"({"name": "a", "count": 2, "vehicle": "v", "place": {"path": "ring", "spacing_m": 9}},
                           {"name": "a1", "vehicle": "v", "place": {"position": [9, 0, 0]}})"},
             "8: key 'agents[1].name': the name 'a1' is already that of agent 1"},
        Case{{.agents = R"({"name": ")" + kLongName.substr(1) +
                        R"(", "count": 1, "vehicle": "v", "place": {"position": [0, 0, 0]}})"},
             "7: key 'agents[0].name': '" + kLongName.substr(1) +
                 "0': expected a name of at most 64 characters"},
        Case{{.agent = R"("count": 0, )"},
             "7: key 'agents[0].count': expected a whole number from 1 to 16384"},
        Case{{.agent = R"("count": 16385, )"},
             "7: key 'agents[0].count': expected a whole number from 1 to 16384"},
        Case{
            {.agents =
                 R"({"name": "a", "count": 16384, "vehicle": "v", "place": {"path": "ring", "spacing_m": "even"}},
                           {"name": "b", "vehicle": "v", "place": {"position": [0, 0, 0]}})"},
            "8: key 'agents[1]': expected at most 16384 agents in all"},
        Case{{.agent = R"("engine": 1, )"}, "7: key 'agents[0].engine': expected a string"},
        Case{{.agent = R"("engine": "a b", )"}, "7: key 'agents[0].engine': " + kName},
        Case{{.agent = R"("speed_m_s": -1, )"}, "7: key 'agents[0].speed_m_s': expected 0 to 200"},
        Case{{.agent = R"("enter_s": -1, )"}, "7: key 'agents[0].enter_s': expected 0 to 1000000"},
        Case{{.agent = R"("enter_s": 0.001, )"},
             "7: key 'agents[0].enter_s': expected a whole number of heartbeats of 5 ms"},
        Case{{.agent = R"("enter_s": 1, )"},
             "7: key 'agents[0].enter_s': expected less than the duration of 1 s"},
        Case{{.agent = R"("period_ms": 0, )"},
             "7: key 'agents[0].period_ms': expected more than 0 and at most 160000"},
        Case{{.agent = R"("period_ms": 7, )"},
             "7: key 'agents[0].period_ms': expected a whole number of heartbeats of 5 ms"},
        Case{{.agent = R"("period_ms": 85, )"},
             "7: key 'agents[0].period_ms': expected at most 16 heartbeats"},
        Case{{.agent = R"("pilot": "x", )"}, "7: key 'agents[0].pilot': expected an object"},
        Case{{.agent = R"("pilot": {}, )"}, "7: key 'agents[0].pilot.library': missing"},
        Case{{.agent = R"("pilot": {"library": "p", "period_ms": 7}, )"},
             "7: key 'agents[0].pilot.period_ms': expected a whole number of heartbeats of 5 ms"},
        Case{{.agent = R"("pilot": {"library": "p", "period_ms": 1005}, )"},
             "7: key 'agents[0].pilot.period_ms': expected at most 200 heartbeats"},
        Case{{.agent = R"("pilot": {"library": ""}, )"},
             "7: key 'agents[0].pilot.library': expected a library"},
        Case{{.agent = R"("pilot": {"library": "a\u0000b"}, )"},
             "7: key 'agents[0].pilot.library': expected no control characters"},
        Case{{.agent = R"("pilot": {"library": "x", "config": []}, )"},
             "7: key 'agents[0].pilot.config': expected an object"},
        Case{{.agent = R"("pilot": {"library": "x", "config": {"path": "rong"}}, )"},
             "7: key 'agents[0].pilot.config.path': no path 'rong' in \"paths\""},
        Case{{.agent = R"("pilot": {"library": "x", "speed": 1}, )"},
             "7: key 'agents[0].pilot.speed': unknown; known here: config, library, period_ms"},
        Case{{.agent = R"("colour": "red", )"},
             "7: key 'agents[0].colour': " + known_here(".properties.agents.items")}));

const std::string kEitherPlace =
    "7: key 'agents[0].place': expected the keys \"path\", \"start_m\", \"spacing_m\"; or \"position\", "
    "\"yaw_deg\"; or \"road\", \"lane\", \"s_m\", \"spacing_m\"";

INSTANTIATE_TEST_SUITE_P(
    Places, Refusals,
    ::testing::Values(
        Case{{.place = "[0, 0, 0]"}, "7: key 'agents[0].place': expected an object"},
        Case{{.place = "{}"}, kEitherPlace},
        Case{{.place = R"({"path": "ring", "position": [0, 0, 0]})"}, kEitherPlace},
        Case{{.place = R"({"path": "ring", "yaw_deg": 0})"}, kEitherPlace},
        Case{{.place = R"({"position": [0, 0, 0], "start_m": 0})"}, kEitherPlace},
        Case{{.place = R"({"position": [0, 0, 0], "spacing_m": 1})"}, kEitherPlace},
        Case{{.place = R"({"position": [0, 0]})"},
             "7: key 'agents[0].place.position': expected an array of 3 numbers"},
        Case{{.place = R"({"position": [0, 0, 2e7]})"},
             "7: key 'agents[0].place.position[2]': expected -10000000 to 10000000"},
        Case{{.place = R"({"position": [0, 0, 0], "yaw_deg": 361})"},
             "7: key 'agents[0].place.yaw_deg': expected -360 to 360"},
        Case{{.place = R"({"position": [0, 0, 0], "jitter_m": -1})"},
             "7: key 'agents[0].place.jitter_m': expected 0 to 1000"},
        Case{{.agent = R"("count": 2, )"},
             "7: key 'agents[0].place.position': expected \"path\" instead, as there are several agents"},
        Case{{.place = R"({"path": "rong"})"}, "7: key 'agents[0].place.path': no path 'rong' in \"paths\""},
        Case{{.place = R"({"path": "ring", "start_m": -1})"},
             "7: key 'agents[0].place.start_m': expected 0 to 10000000"},
        Case{{.place = R"({"path": "ring", "spacing_m": "odd"})"},
             "7: key 'agents[0].place.spacing_m': expected a number or \"even\""},
        Case{{.place = R"({"path": "ring", "spacing_m": 0})"},
             "7: key 'agents[0].place.spacing_m': expected more than 0 and at most 10000000"},
        Case{{.place = R"({"path": "line", "spacing_m": "even"})"},
             "7: key 'agents[0].place.spacing_m': expected a number, as the path is not closed"},
        Case{{.agent = R"("count": 2, )", .place = R"({"path": "ring"})"},
             "7: key 'agents[0].place.path': expected \"spacing_m\" too, as there are several agents"},
        Case{{.agent = R"("count": 3, )", .place = R"({"path": "line", "start_m": 1, "spacing_m": 15})"},
             "7: key 'agents[0].place.path': the path is 30.00 m long; the last agent would be at 31.00 m"}));

TEST(ReadScenario, RefusesAMissingVehicle) {
    EXPECT_EQ(refusal({.vehicles = "{}"}),
              "d/s.json:7: key 'agents[0].vehicle': no vehicle 'v'; looked for "
              "vehicles/v.json and " SYN_BINARY_DIR "/share/synchrono/vehicles/v.json" +
                  expected_one_of("v", data_names({"vehicles", installed_folder("vehicles")}),
                                  [](const std::string& name) { return name; }));
    EXPECT_EQ(
        refusal({.agents = R"({"name": "a", "vehicle": "./v.json", "place": {"position": [0, 0, 0]}})"}),
        "d/s.json:7: key 'agents[0].vehicle': no vehicle './v.json'; looked for d/v.json");
    EXPECT_EQ(refusal({.agents = R"({"name": "a", "vehicle": "..", "place": {"position": [0, 0, 0]}})"}),
              "d/s.json:7: key 'agents[0].vehicle': " + kName);
}

TEST(ReadScenario, NamesAMissingVehicleOnce) {
    const std::string one = R"({"name": "a", "vehicle": "./v.json", "place": {"position": [0, 0, 0]}})";
    EXPECT_EQ(
        refusal({.agents = one + ", " +
                           R"({"name": "b", "vehicle": "./v.json", "place": {"position": [0, 0, 0]}})"}),
        "d/s.json:7: key 'agents[0].vehicle': no vehicle './v.json'; looked for d/v.json");
}

class VehicleFile : public ::testing::Test {
  protected:
    VehicleFile() {
        std::filesystem::create_directories(folder_);
        std::ofstream(folder_ / "odd.json") << R"({"body": {"mass_kg": 0}})";
        std::ofstream(folder_ / "v.json") << kVehicleText;
    }
    ~VehicleFile() override { std::filesystem::remove_all(folder_); }

    std::string refusal_of(const ScenarioText& scenario) {
        const auto result = read_scenario(scenario.text(), folder_ / "s.json");
        return result ? "accepted" : result.error().text;
    }
    static ScenarioText with(const std::string& vehicle) {
        return {.agents =
                    R"({"name": "a", "vehicle": ")" + vehicle + R"(", "place": {"position": [0, 0, 0]}})"};
    }

    const std::filesystem::path folder_ =
        std::filesystem::path(::testing::TempDir()) /
        (std::string("syn_config_") + ::testing::UnitTest::GetInstance()->current_test_info()->name());
};

TEST_F(VehicleFile, HasItsProblemsNamed) {
    const std::string text = refusal_of(with("./odd.json"));
    const std::string head =
        folder_ / "s.json:7: key 'agents[0].vehicle': vehicle './odd.json' has problems:\n";
    EXPECT_EQ(text.substr(0, head.size()), head);
    EXPECT_NE(text.find((folder_ / "odd.json:1: key 'body.mass_kg': expected more than 0").string()),
              text.npos)
        << text;
}

TEST_F(VehicleFile, MustHaveAUniqueName) {
    EXPECT_EQ(
        refusal_of(with("./v.json")),
        (folder_ / "s.json:7: key 'agents[0].vehicle': another vehicle is called 'v' already").string());
}

TEST_F(VehicleFile, BesideTheScenarioIsNotAShippedVehicle) {
    // A file beside the scenario never stands for a shipped vehicle of the same name, whichever comes
    // first.
    std::filesystem::copy_file(folder_ / "v.json", folder_ / "sedan.json");
    const auto two = [&](const std::string& first, const std::string& second) {
        return refusal_of({.agents = R"({"name": "a", "vehicle": ")" + first +
                                     R"(", "place": {"position": [0, 0, 0]}}, {"name": "b", "vehicle": ")" +
                                     second + R"(", "place": {"position": [9, 0, 0]}})"});
    };
    const std::string taken =
        folder_ / "s.json:7: key 'agents[1].vehicle': another vehicle is called 'sedan' already";
    EXPECT_EQ(two("./sedan.json", "sedan"), taken);
    EXPECT_EQ(two("sedan", "./sedan.json"), taken);
    EXPECT_EQ(two("./sedan.json", "././sedan.json"), "accepted") << "the same file";
}

TEST_F(VehicleFile, HasASingleProblemNamedInOneLine) {
    std::ofstream(folder_ / "bad.json") << "[]";
    EXPECT_EQ(refusal_of(with("./bad.json")),
              (folder_ / "s.json:7: key 'agents[0].vehicle': vehicle './bad.json': ").string() +
                  (folder_ / "bad.json:1: expected an object").string());
}

TEST(ReadScenario, RefusesInvalidVehiclesInTheScenarioLikeFiles) {
    EXPECT_EQ(refusal({.vehicles = "7"}).substr(0, 51),
              "d/s.json:5: key 'vehicles': expected an object\nd/s.");
    std::string vehicle = on_one_line(kVehicleText);
    vehicle.replace(vehicle.find("1400"), 4, "-400");
    EXPECT_EQ(refusal({.vehicles = "{\"v\": " + vehicle + "}"}),
              "d/s.json:5: key 'vehicles.v.body.mass_kg': expected more than 0 and at most 1000000");
    EXPECT_EQ(refusal({.vehicles = R"({"v": )" + on_one_line(kVehicleText) + R"(, "w": []})"}),
              "d/s.json:5: key 'vehicles.w': expected an object");
}

TEST(ReadScenario, RefusesInvalidOptions) {
    EXPECT_EQ(refusal({}, {.duration = SimDuration::milliseconds(7)}),
              "--duration: expected a whole number of heartbeats of 5 ms");
    EXPECT_EQ(refusal({}, {.duration = SimDuration::seconds(1'000'000)}), "accepted");
    EXPECT_EQ(refusal({}, {.duration = SimDuration::seconds(1'000'001)}),
              "--duration: expected more than 0 and at most 1000000");
    EXPECT_EQ(read_scenario("[]", "s.json", {.duration = SimDuration::seconds(5)}).error().text,
              "s.json:1: expected an object");
    EXPECT_EQ(refusal({.agent = R"("enter_s": 0.5, )"}, {.duration = SimDuration::milliseconds(100)}),
              "--duration: no vehicle enters before the end");
    EXPECT_EQ(refusal({.agent = R"("enter_s": 1, )"}),
              "d/s.json:7: key 'agents[0].enter_s': expected less than the duration of 1 s");
}

TEST(ReadScenario, NamesEveryProblemAtOnce) {
    EXPECT_EQ(refusal({.head = R"("name": 5, "duration_s": 0.001,)",
                       .extra = R"("log_state": true, "gate": {"window": 99},)",
                       .agent = R"("speed_m_s": "fast", )",
                       .place = R"({"path": "rong"})"}),
              "d/s.json:2: key 'name': expected a string\n"
              "d/s.json:2: key 'duration_s': expected a whole number of heartbeats of 5 ms\n"
              "d/s.json:3: key 'gate.window': expected a whole number from 1 to 16\n"
              "d/s.json:7: key 'agents[0].speed_m_s': expected a number\n"
              "d/s.json:7: key 'agents[0].place.path': no path 'rong' in \"paths\"\n"
              "d/s.json:3: key 'log_state': " +
                  known_here(".", "log_states"));
}

TEST(ReadScenario, RefusesFilesThatAreNotAScenario) {
    EXPECT_EQ(read_scenario("[]", "s.json").error().text, "s.json:1: expected an object");
    EXPECT_EQ(read_scenario("{\"name\": }", "s.json").error().text,
              "s.json:1: Syntax error: value, object or array expected (column 10)");
    EXPECT_EQ(load_scenario("/no/such.json").error().text, "/no/such.json: no such file");
}

}  // namespace
}  // namespace synchrono::config
