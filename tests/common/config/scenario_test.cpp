// Proves how a scenario is read: with exact times and defaults, with groups expanded along paths, and with
// chance that depends only on the seed. A resolved file reads back equal and has the same id.
#include "common/config/scenario.hpp"

#include <cmath>
#include <gtest/gtest.h>
#include <set>

#include "common/config/internal/json_reader.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

Scenario read(const ScenarioText& text, const Overrides& overrides = {}) {
    auto scenario = read_scenario(text.text(), "d/s.json", overrides);
    EXPECT_TRUE(scenario) << scenario.error().text;
    return scenario.value();
}

TEST(ReadScenario, FillsInTheDefaults) {
    const Scenario s = read({});
    EXPECT_EQ(s.name, "s");
    EXPECT_EQ(s.heartbeat, SimDuration::milliseconds(5));
    EXPECT_EQ(s.step, SimDuration::milliseconds(1));
    EXPECT_EQ(s.duration, SimDuration::seconds(1));
    EXPECT_EQ(s.seed, 1u);
    EXPECT_EQ(s.gate, (GatePolicy{GatePolicy::Kind::window, 2}));
    EXPECT_FALSE(s.pace.factor);
    EXPECT_EQ(s.interest.kind, Interest::Kind::world);
    EXPECT_EQ(s.silence_limit, WallDuration::seconds(1));
    EXPECT_EQ(s.start_limit, WallDuration::seconds(30));
    EXPECT_EQ(s.server_limit, WallDuration::seconds(5));
    EXPECT_TRUE(s.log_states);
    ASSERT_EQ(s.agents.size(), 1u);
    const AgentSpec& a = s.agents[0];
    EXPECT_EQ(a.id, AgentId{0});
    EXPECT_EQ(a.engine, "embedded");
    EXPECT_EQ(a.pilot, "");
    EXPECT_EQ(a.enter, SimTime{});
    EXPECT_EQ(a.period, s.heartbeat);
    EXPECT_EQ(a.pilot_period, s.heartbeat);
    EXPECT_EQ(s.vehicle_of(a).body.mass_kg, 1400);
}

TEST(ReadScenario, ReadsEveryKey) {
    const Scenario s =
        read({.extra = R"("heartbeat_ms": 2.5, "step_ms": 0.5, "seed": 18446744073709551615,
        "gate": {"exact": 3}, "rate": "2x", "interest": {"radius_m": 150.5}, "silence_limit_s": 0.25,
        "start_limit_s": 7, "server_limit_s": 1.5, "pilot_limit_s": 0.02, "sight_m": 120.5,
        "log_states": false,)",
              .agent = R"("engine": "chrono", "speed_m_s": 12.5, "enter_s": 0.0025, "period_ms": 5,
        "pilot": {"library": "p", "period_ms": 20, "config": {"b": [1, 2.5], "a": {"x": null}}}, )",
              .place = R"({"position": [1, -2, 3.5], "yaw_deg": 90})"});
    EXPECT_EQ(s.heartbeat.count_ns(), 2'500'000);
    EXPECT_EQ(s.step.count_ns(), 500'000);
    EXPECT_EQ(s.seed, ~std::uint64_t{0});
    EXPECT_EQ(s.gate, (GatePolicy{GatePolicy::Kind::exact, 3}));
    EXPECT_EQ(s.pace, Pace{2.0});
    EXPECT_EQ(s.interest.kind, Interest::Kind::radius);
    EXPECT_EQ(s.interest.radius_m, 150.5);
    EXPECT_EQ(s.silence_limit, WallDuration::milliseconds(250));
    EXPECT_EQ(s.start_limit, WallDuration::seconds(7));
    EXPECT_EQ(s.server_limit, WallDuration::milliseconds(1500));
    EXPECT_EQ(s.pilot_limit, WallDuration::milliseconds(20));
    EXPECT_EQ(s.sight_m, 120.5);
    EXPECT_FALSE(s.log_states);
    const AgentSpec& a = s.agents.at(0);
    EXPECT_EQ(a.engine, "chrono");
    EXPECT_EQ(a.pilot, "p");
    EXPECT_EQ(a.pilot_config, R"({"a":{"x":null},"b":[1,2.5]})");
    EXPECT_EQ(a.position, (geo::Vec3{1, -2, 3.5}));
    EXPECT_DOUBLE_EQ(a.yaw_rad(), std::numbers::pi / 2);
    EXPECT_EQ(a.speed_m_s, 12.5);
    EXPECT_EQ(a.enter.count_ns(), 2'500'000);
    EXPECT_EQ(a.period.count_ns(), 5'000'000);
    EXPECT_EQ(a.pilot_period.count_ns(), 20'000'000);
}

TEST(ReadScenario, PilotLimitIsHalfTheSilenceLimitByDefault) {
    EXPECT_EQ(read({}).pilot_limit, WallDuration::milliseconds(500));
    EXPECT_EQ(read({.extra = R"("silence_limit_s": 4,)"}).pilot_limit, WallDuration::seconds(2));
}

TEST(ReadScenario, LetsTheCommandLineOverrideTheFile) {
    const Scenario s = read({.extra = R"("gate": {"window": 4}, "rate": "real", "seed": 3,)"},
                            {.gate = GatePolicy{GatePolicy::Kind::exact, 2},
                             .pace = Pace{},
                             .duration = SimDuration::seconds(9),
                             .seed = 0});
    EXPECT_EQ(s.gate, (GatePolicy{GatePolicy::Kind::exact, 2}));
    EXPECT_EQ(s.pace, Pace{});
    EXPECT_EQ(s.duration, SimDuration::seconds(9));
    EXPECT_EQ(s.seed, 0u);
}

TEST(ReadScenario, NeedsNoDurationIfTheCommandLineHasOne) {
    EXPECT_EQ(read({.head = R"("name": "s",)"}, {.duration = SimDuration::seconds(2)}).duration,
              SimDuration::seconds(2));
}

TEST(ReadScenario, LeavesOutAgentsThatWouldEnterAfterTheEndOfTheCommandLine) {
    const std::string agents =
        R"({"name": "late", "vehicle": "v", "enter_s": 0.5, "place": {"position": [0, 0, 0]}},
           {"name": "a", "vehicle": "v", "enter_s": 0.1, "place": {"position": [9, 0, 0]}})";
    const Scenario s = read({.agents = agents}, {.duration = SimDuration::milliseconds(500)});
    ASSERT_EQ(s.agents.size(), 1u);
    EXPECT_EQ(s.agents[0].name, "a");
    EXPECT_EQ(s.agents[0].id, AgentId{0});
    EXPECT_DOUBLE_EQ(s.agents[0].position.x, 9);
    EXPECT_EQ(s.stay_out, std::vector<std::string>{"late"});
    EXPECT_TRUE(read({.agents = agents}, {.duration = SimDuration::milliseconds(505)}).stay_out.empty());
    const auto named = [&](const std::string& extra) {
        const auto refused = read_scenario(ScenarioText{.extra = extra, .agents = agents}.text(), "d/s.json",
                                           {.duration = SimDuration::milliseconds(500)});
        return refused ? "" : refused.error().text;
    };
    EXPECT_EQ(
        named(R"("interest": {"agents": ["late"]},)"),
        "--duration: 'late' would enter after the end: key 'interest.agents[0]': no agent 'late'; expected "
        "one of a");
}

TEST(ReadScenario, MakesAPilotsFileAbsolute) {
    const Scenario s = read({.agent = R"("pilot": {"library": "./my.so"}, )"});
    EXPECT_EQ(s.agents[0].pilot, (std::filesystem::current_path() / "d" / "my.so").string());
    EXPECT_EQ(s.agents[0].pilot_config, "{}");
}

TEST(ReadScenario, TurnsNamesOfInterestIntoAgents) {
    const Scenario s = read(
        {.extra = R"("interest": {"agents": ["car2", "car0"]},)",
         .agents =
             R"({"name": "car", "count": 3, "vehicle": "v", "place": {"path": "ring", "spacing_m": 5}})"});
    EXPECT_EQ(s.interest.agents, (std::vector{AgentId{0}, AgentId{2}}));
}

TEST(ReadScenario, SpreadsAGroupEvenlyRoundACircle) {
    const Scenario s = read(
        {.agents =
             R"({"name": "car", "count": 8, "vehicle": "v", "place": {"path": "ring", "spacing_m": "even"}})"});
    ASSERT_EQ(s.agents.size(), 8u);
    for (std::size_t i = 0; i < 8; ++i) {
        const AgentSpec& a = s.agents[i];
        EXPECT_EQ(a.id.value, i);
        EXPECT_EQ(a.name, "car" + std::to_string(i));
        EXPECT_NEAR(std::hypot(a.position.x, a.position.y), 50, 0.02);
        const double angle = 2 * std::numbers::pi * static_cast<double>(i) / 8;
        EXPECT_NEAR(a.position.x, 50 * std::cos(angle), 0.05);
        EXPECT_NEAR(a.position.y, 50 * std::sin(angle), 0.05);
        // The agent heads along the circle, anticlockwise.
        EXPECT_NEAR(std::remainder(a.yaw_rad() - angle - std::numbers::pi / 2, 2 * std::numbers::pi), 0,
                    0.03);
    }
}

TEST(ReadScenario, PlacesAlongALineFromItsStart) {
    const Scenario s = read({.paths = R"({"bent": {"points": [[0, 0], [10, 0], [10, 20]]}})",
                             .agents = R"({"name": "car", "count": 3, "vehicle": "v",
                                           "place": {"path": "bent", "start_m": 4, "spacing_m": 13}})"});
    EXPECT_EQ(s.agents[0].position, (geo::Vec3{4, 0, 0}));
    EXPECT_EQ(s.agents[0].yaw_deg, 0);
    EXPECT_EQ(s.agents[1].position, (geo::Vec3{10, 7, 0}));
    EXPECT_EQ(s.agents[1].yaw_deg, 90);
    EXPECT_EQ(s.agents[2].position, (geo::Vec3{10, 20, 0}));
}

TEST(ReadScenario, GivesEachAgentIndependentJitter) {
    const auto places = [](std::uint64_t seed, const std::string& before) {
        const Scenario s = read({.agents = before + R"({"name": "car", "count": 5, "vehicle": "v",
                                 "place": {"path": "ring", "spacing_m": 20, "jitter_m": 3}})"},
                                {.seed = seed});
        std::vector<double> x;
        for (const AgentSpec& a : s.agents) x.push_back(a.position.x);
        return x;
    };
    EXPECT_EQ(places(1, ""), places(1, ""));
    EXPECT_NE(places(1, ""), places(2, ""));
    const Scenario near = read({.place = R"({"position": [5, 6, 7], "jitter_m": 3})"});
    EXPECT_LE(std::abs(near.agents[0].position.x - 5), 3);
    EXPECT_LE(std::abs(near.agents[0].position.y - 6), 3);
    EXPECT_NE(near.agents[0].position.x, 5);
    EXPECT_EQ(near.agents[0].position.z, 7);
}

TEST(ReadScenario, KeepsJitterWithinItsBound) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
        const Scenario s =
            read({.place = R"({"path": "line", "start_m": 10, "jitter_m": 3})"}, {.seed = seed});
        EXPECT_LE(std::abs(s.agents[0].position.x - 10), 3) << "seed " << seed;
    }
}

ScenarioText rich() {
    return {
        .extra = R"("heartbeat_ms": 0.1, "step_ms": 0.1, "seed": 77, "gate": {"exact": 1}, "rate": "0.3x",
                        "silence_limit_s": 0.223456789, "interest": {"agents": ["b3", "a"]},)",
        .agents =
            R"({"name": "a", "vehicle": "v", "place": {"position": [0.1, 0.2, 0.3], "yaw_deg": 33.3, "jitter_m": 1},
                          "pilot": {"library": "./p.so", "config": {"z": -0.0, "path": "line", "t": "\u0000\"\\é", "n": 1e300}}},
                         {"name": "b", "count": 7, "vehicle": "v", "speed_m_s": 1e-7, "enter_s": 0.0007, "period_ms": 1.6,
                          "pilot": {"library": "p"},
                          "place": {"path": "ring", "spacing_m": "even", "jitter_m": 0.5}})"};
}

/// An agent with a body that no program of this repository knows.
const std::string kBalloon = R"({"name": "a", "engine": "wind", "place": {"position": [0, 0, 9]},
    "body": {"volume_m3": 0.5, "kind": "balloon", "ropes": [{"length_m": 2}, {}]}})";

TEST(ReadScenario, KeepsABodyOfAnotherKindAsJson) {
    const Scenario s = read({.agents = kBalloon});
    ASSERT_TRUE(s.agents[0].body);
    EXPECT_EQ(s.agents[0].body->kind, "balloon");
    EXPECT_EQ(s.agents[0].body->json, R"({"ropes":[{"length_m":2},{}],"volume_m3":0.5})");
    EXPECT_EQ(s.agents[0].kind_of_body(), "balloon");
    EXPECT_EQ(s.agents[0].vehicle, "");
    EXPECT_EQ(read({}).agents[0].kind_of_body(), kVehicleKind);
}

TEST(ToJson, ReadsBackEqualFromAnyFolder) {
    for (const ScenarioText& text : {ScenarioText{}, rich(), ScenarioText{.agents = kBalloon}}) {
        const Scenario s = read(text);
        const auto again = read_scenario(to_json(s), "/elsewhere/scenario.json");
        ASSERT_TRUE(again) << again.error().text;
        EXPECT_EQ(*again, s);
        EXPECT_EQ(to_json(*again), to_json(s));
        EXPECT_EQ(scenario_id(*again), scenario_id(s));
    }
}

TEST(ToJson, KeepsPlacesForAnySeed) {
    const Scenario s = read(rich());
    const Scenario again = read_scenario(to_json(s), "s.json", {.seed = 99}).value();
    EXPECT_EQ(again.agents, s.agents);
    EXPECT_EQ(again.seed, 99u);
}

TEST(ScenarioId, DiffersForEveryChange) {
    std::set<std::string> ids;
    const Scenario base = read(rich());
    ids.insert(scenario_id(base).to_hex());
    const auto differs = [&](auto change) {
        Scenario s = base;
        change(s);
        EXPECT_TRUE(ids.insert(scenario_id(s).to_hex()).second);
    };
    differs([](Scenario& s) { s.seed += 1; });
    differs([](Scenario& s) { s.heartbeat = SimDuration::microseconds(200); });
    differs([](Scenario& s) { s.duration = s.duration + s.heartbeat; });
    differs([](Scenario& s) { s.gate.heartbeats = 2; });
    differs([](Scenario& s) { s.interest.agents.pop_back(); });
    differs([](Scenario& s) { s.agents[3].position.x = std::nextafter(s.agents[3].position.x, 1e9); });
    differs([](Scenario& s) { s.agents.pop_back(); });
    differs([](Scenario& s) { s.vehicles.at("v").tyre.adhesion = 0.8; });
    differs([](Scenario& s) { s.vehicles.at("v").axles[1].steering_left_rad = {{-1, 0}, {1, 0}}; });
    differs([](Scenario& s) { s.agents[0].engine = "single_track"; });
    differs([](Scenario& s) { s.agents[0].body = {.kind = "balloon", .json = "{}"}; });
    differs([](Scenario& s) { s.agents[0].body = {.kind = "balloon", .json = R"({"volume_m3":1})"}; });
    differs([](Scenario& s) { s.agents[0].body = {.kind = "kite", .json = "{}"}; });
    differs([](Scenario& s) { s.paths.at("line").points[1][0] = 31; });
    EXPECT_EQ(ids.begin()->size(), 32u);
}

TEST(PilotConfigJson, ReplacesTheNameOfAPathByThePath) {
    const Scenario s = read(rich());
    Diagnostics diagnostics;
    const auto json = JsonText::parse(pilot_config_json(s, s.agents[0]), "c", diagnostics);
    ASSERT_TRUE(json);
    EXPECT_EQ(write_compact(json->root()["path"]), R"({"closed":false,"points":[[0,0],[30,0]]})");
    EXPECT_EQ(json->root()["n"].asDouble(), 1e300);
    EXPECT_EQ(pilot_config_json(s, s.agents[1]), "{}");
    EXPECT_EQ(pilot_config_json(read({}), read({}).agents[0]), "{}");
}

TEST(PilotConfigJson, ResolvesItsFileRelativeToTheScenario) {
    const auto config = [](const std::string& file) {
        return read({.agents = R"({"name": "a", "vehicle": "v", "place": {"position": [0, 0, 0]},
                                   "pilot": {"library": "p", "config": {"file": )" +
                               file + "}}}"})
            .agents[0]
            .pilot_config;
    };
    EXPECT_TRUE(config(R"("drives/one.csv")").ends_with(R"(/drives/one.csv"})"));
    EXPECT_TRUE(config(R"("drives/one.csv")").starts_with(R"({"file":"/)"));
    EXPECT_EQ(config(R"("/data/one.csv")"), R"({"file":"/data/one.csv"})");
    EXPECT_EQ(config("7"), R"({"file":7})");
    EXPECT_EQ(config(R"("")"), R"({"file":""})");
}

}  // namespace
}  // namespace synchrono::config
