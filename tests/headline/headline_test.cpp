// Proves with the real programs what the pages promise of the showpiece: thirty vehicles cross two
// intersections without a collision and without running a red light, with ten seeds, and so do the overlays
// of the scenario that lose, weaken or forge messages. Proves that a hidden truck is less dangerous with a
// radio than without, that another pilot really drives, that Chrono's vehicles take part, and that a run
// repeats bit for bit under load, over a network that loses datagrams, and with another division of the
// agents.
#include <atomic>
#include <cstdlib>
#include <fstream>
#include <gmock/gmock.h>
#include <thread>

#include "common/j2735/codec.hpp"
#include "common/log/log_reader.hpp"
#include "proto/radio.pb.h"
#include "tests/headline/internal/figures.hpp"
#include "tests/process/relay.hpp"
#include "tests/process/test_run.hpp"
#include "tools/logs/log_diff.hpp"
#include "tools/radio/radio_log.hpp"

namespace synchrono::testing {
namespace {

using ::testing::StartsWith;
namespace fs = std::filesystem;

// Under `exact` the division changes nothing but the time that a run takes.
const std::vector<std::string> kQuick{"--clients", "2"};

class Headline : public ::testing::Test {
  protected:
    /// Runs a scenario, expects that the run is good, and returns it.
    HeadlineRun good_run(const std::string& scenario, const std::vector<std::string>& options = kQuick) {
        auto run = run_headline(scenario, next_folder(), options);
        EXPECT_EQ(run.exit, "exit 0") << run.progress;
        EXPECT_THAT(run.report["verdict"].asString(), StartsWith("all good"));
        return run;
    }
    /// Runs a scenario with each of the seeds from 1 on.
    Figures good_runs(const std::string& scenario, int seeds, const std::vector<std::string>& more = {}) {
        Figures sums;
        for (int seed = 1; seed <= seeds; ++seed) {
            std::vector<std::string> options = kQuick;
            options.insert(options.end(), {"--seed", std::to_string(seed)});
            options.insert(options.end(), more.begin(), more.end());
            sums.add(good_run(scenario, options).report);
        }
        fmt::print("{} {}: {}\n", scenario, fmt::join(more, " "), sums.text());
        return sums;
    }
    static void expect_clean(const Figures& figures) {
        EXPECT_EQ(figures.collisions, 0u);
        EXPECT_EQ(figures.red_lights_run, 0u);
        EXPECT_EQ(figures.arrived, figures.vehicles);
        EXPECT_EQ(figures.vehicles, 30 * figures.runs);
        EXPECT_EQ(figures.passages, 42 * figures.runs) << "every passage of a junction has a signal";
        EXPECT_GT(figures.smallest_ttc_s, 1);
    }
    fs::path next_folder() { return folder_.path() / std::to_string(runs_++); }
    fs::path last_folder() const { return folder_.path() / std::to_string(runs_ - 1); }

  private:
    TemporaryFolder folder_;
    int runs_ = 0;
};

/// Returns whether to make as many runs as the pages' tables state, and to compare the tables with them.
bool is_long() { return std::getenv("SYNCHRONO_LONG") != nullptr; }

/// Returns the cells of the row of a page's table that begins with this cell. `nth` chooses among several
/// such rows.
std::vector<std::string> row_of(const std::string& page, const std::string& first_cell, int nth = 0) {
    std::ifstream in(std::string(SYN_SOURCE_DIR "/docs/") + page);
    for (std::string line; std::getline(in, line);) {
        if (!line.starts_with("| " + first_cell + " |") || nth-- > 0) continue;
        std::vector<std::string> cells;
        for (std::size_t at = line.find('|'), end; (end = line.find('|', at + 1)) != line.npos; at = end)
            cells.push_back(line.substr(at + 2, end - at - 3));
        return cells;
    }
    ADD_FAILURE() << page << ": no row '" << first_cell << "'";
    return std::vector<std::string>(8);
}

/// A column of the table "What it costs to see less" in docs/pilots.md.
struct Sight {
    const char* name;
    const char* scenario;
    std::vector<std::string> options;
    std::size_t column;
    int seeds_in_brief;
};
void PrintTo(const Sight& sight, std::ostream* out) { *out << sight.name; }

class HeadlineBySight : public Headline, public ::testing::WithParamInterface<Sight> {};

TEST_P(HeadlineBySight, IsCleanAndAsThePageSays) {
    constexpr int kSeeds = 10;
    const int seeds = is_long() ? kSeeds : GetParam().seeds_in_brief;
    const Figures figures = good_runs(GetParam().scenario, seeds, GetParam().options);
    expect_clean(figures);
    if (seeds < kSeeds) return;
    // The table of the hidden truck, which comes first, has two of these rows, too.
    const auto cell = [](const char* row, int nth = 0) {
        return row_of("pilots.md", row, nth).at(GetParam().column);
    };
    EXPECT_EQ(cell("collisions", 1), std::to_string(figures.collisions));
    EXPECT_EQ(cell("red lights run, of 420 passages"), std::to_string(figures.red_lights_run));
    EXPECT_EQ(cell("arrived, of 300"), std::to_string(figures.arrived));
    EXPECT_EQ(cell("conflicts (time to collision below 1.5 s)"), std::to_string(figures.conflicts));
    EXPECT_EQ(cell("smallest time to collision"), fmt::format("{:.2f} s", figures.smallest_ttc_s));
    EXPECT_EQ(cell("hard brakings", 1), std::to_string(figures.hard_brakings));
    EXPECT_EQ(cell("mean delay"), fmt::format("{:.2f} s", figures.mean_delay_s()));
}

INSTANTIATE_TEST_SUITE_P(Sights, HeadlineBySight,
                         ::testing::Values(Sight{"EyeAndRadio", "intersection_30", {}, 1, 10},
                                           Sight{"RadioAlone", "intersection_30_radio_only", {}, 2, 1},
                                           Sight{"PerfectLists", "intersection_30_no_radio", {}, 3, 1},
                                           Sight{"FusedLists",
                                                 "intersection_30_no_radio",
                                                 {"--set", R"(agents.*.sensors=["objects_fusion"])"},
                                                 4,
                                                 1},
                                           Sight{"CameraLists",
                                                 "intersection_30_no_radio",
                                                 {"--set", R"(agents.*.sensors=["objects_camera"])"},
                                                 5,
                                                 1}),
                         [](const auto& sight) { return std::string(sight.param.name); });

TEST_F(Headline, ThirtyClientsOfOneVehicleEachAreClean) {
    const HeadlineRun run = good_run("intersection_30", {});
    Figures figures;
    figures.add(run.report);
    expect_clean(figures);
    EXPECT_EQ(run.report["programs"].size(), 33u) << "two servers, thirty vehicles and the signals";
    for (const Json::Value& program : run.report["programs"])
        EXPECT_EQ(program["counters"]["cpu.sensors_ns"].asUInt64(), 0u) << "nobody has sensors";
}

TEST_F(Headline, AHiddenTruckIsLessDangerousWithARadio) {
    const int seeds = is_long() ? 10 : 3;
    struct Danger {
        Figures figures;
        std::size_t conflicts = 0;  // with the truck
        double smallest_ttc_s = 1e9;
    };
    const auto with = [&](const std::string& radio) {
        Danger danger;
        for (int seed = 1; seed <= seeds; ++seed) {
            const HeadlineRun run = good_run("intersection_30_hidden_truck",
                                             {"--clients", "2", "--duration", "73", "--seed",
                                              std::to_string(seed), "--set", "agents.hidden.radio=" + radio});
            danger.figures.add(run.report);
            for (const Json::Value& conflict : run.report["traffic"]["conflict_list"]) {
                if (conflict["agents"][0] != "hidden" && conflict["agents"][1] != "hidden") continue;
                ++danger.conflicts;
                danger.smallest_ttc_s = std::min(danger.smallest_ttc_s, conflict["ttc_s"].asDouble());
            }
        }
        fmt::print("radio={}: {} conflicts with the truck, {}\n", radio, danger.conflicts,
                   danger.figures.text());
        return danger;
    };
    const Danger deaf = with("false"), heard = with("true");
    EXPECT_EQ(deaf.figures.collisions + heard.figures.collisions, 0u);
    EXPECT_EQ(deaf.figures.red_lights_run, static_cast<std::size_t>(seeds)) << "the truck runs its red light";
    EXPECT_LT(heard.conflicts, deaf.conflicts);
    EXPECT_GT(heard.smallest_ttc_s, deaf.smallest_ttc_s);
    if (!is_long()) return;
    const Danger* const columns[] = {&deaf, &heard};
    for (std::size_t i = 0; i < 2; ++i) {
        const auto cell = [i](const char* row, int nth = 0) {
            return row_of("pilots.md", row, nth).at(i + 1);
        };
        const Danger& danger = *columns[i];
        EXPECT_EQ(cell("conflicts with the truck (time to collision below 1.5 s)"),
                  std::to_string(danger.conflicts));
        EXPECT_EQ(cell("smallest time to collision with it"), fmt::format("{:.2f} s", danger.smallest_ttc_s));
        EXPECT_EQ(cell("conflicts in all"), std::to_string(danger.figures.conflicts));
        EXPECT_EQ(cell("hard brakings"), std::to_string(danger.figures.hard_brakings));
        EXPECT_EQ(cell("collisions"), std::to_string(danger.figures.collisions));
    }
}

/// A row of the table "The worth of knowing one's place" in docs/basic-safety.md.
struct Place {
    const char* name;
    const char* row;
    const char* scenario;
    const char* sensors;  // null: those of the scenario
    bool in_brief;
};
void PrintTo(const Place& place, std::ostream* out) { *out << place.name; }

class HeadlineByPlace : public Headline, public ::testing::WithParamInterface<Place> {};

TEST_P(HeadlineByPlace, IsAsThePageSays) {
    const Place& place = GetParam();
    if (!is_long() && !place.in_brief) GTEST_SKIP() << "runs only in scripts/bench headline";
    std::vector<std::string> options;
    if (place.sensors != nullptr) options = {"--set", std::string("agents.*.sensors=") + place.sensors};
    const Figures figures = good_runs(place.scenario, is_long() ? 5 : 1, options);
    EXPECT_EQ(figures.red_lights_run, 0u);
    if (!is_long()) return;
    const auto row = row_of("basic-safety.md", place.row);
    EXPECT_EQ(row.at(1), std::to_string(figures.collisions));
    EXPECT_EQ(row.at(2), std::to_string(figures.red_lights_run));
    EXPECT_EQ(row.at(3), std::to_string(figures.arrived));
    EXPECT_EQ(row.at(4), std::to_string(figures.hard_brakings));
    EXPECT_EQ(row.at(5), fmt::format("{:.1f}", figures.mean_delay_s()));
}

INSTANTIATE_TEST_SUITE_P(
    Places, HeadlineByPlace,
    ::testing::Values(
        Place{"Truth", "the truth (`intersection_30_radio_only`)", "intersection_30_radio_only", nullptr,
              false},
        Place{"Survey", "`gps_survey`, 1 cm", "intersection_30_sensed", R"(["gps_survey"])", true},
        Place{"Automotive", "`gps_automotive`, 1.6 m", "intersection_30_sensed", nullptr, false},
        Place{"Phone", "`gps_phone`, 3 m, once a second", "intersection_30_sensed", R"(["gps_phone"])",
              false},
        Place{"WithInertia", "`gps_automotive`, `imu_mems_industrial`, `wheel_speed_abs`",
              "intersection_30_sensed", R"(["gps_automotive", "imu_mems_industrial", "wheel_speed_abs"])",
              false}),
    [](const auto& place) { return std::string(place.param.name); });

TEST_F(Headline, LossOfHalfOfAllMessagesHarmsNobody) {
    const HeadlineRun run = good_run("intersection_30_loss");
    Figures figures;
    figures.add(run.report);
    expect_clean(figures);
    EXPECT_NEAR(run.report["radio"]["delivery_ratio"].asDouble(), 0.5, 0.01);
    EXPECT_GT(run.report["radio"]["faults"]["lost"]["car3"].asUInt64(), 1000u);
}

TEST_F(Headline, FadingHarmsNobody) {
    const HeadlineRun run = good_run("intersection_30_fading");
    Figures figures;
    figures.add(run.report);
    expect_clean(figures);
    EXPECT_LT(run.report["radio"]["delivery_ratio"].asDouble(), 0.99);
    EXPECT_GT(run.report["radio"]["delivery_ratio"].asDouble(), 0.3);
}

/// Returns how many messages of signals were altered, and expects that each of them shows green to every
/// group.
std::map<std::uint32_t, int> forged_signals(const fs::path& run) {
    std::map<std::uint32_t, int> forged;
    const auto log = tools::radio::RadioLog::open(run);
    if (!log) throw std::runtime_error(log.error().text);
    const auto visited = log->visit({.message = [&](SimTime, const RadioTransmission& message) {
        for (const AlteredPayload& altered : message.altered()) {
            const auto frame = j2735::decode(as_byte_view(altered.payload()));
            ASSERT_TRUE(frame) << frame.error().text;
            Json::Value json;
            std::istringstream(j2735::to_json(*frame)) >> json;
            for (const Json::Value& intersection : json["value"]["SPAT"]["intersections"]) {
                ASSERT_GE(intersection["states"].size(), 6u);
                for (const Json::Value& state : intersection["states"])
                    EXPECT_EQ(state["state-time-speed"][0]["eventState"].asString(),
                              "protected-Movement-Allowed");
                ++forged[intersection["id"]["id"].asUInt()];
            }
        }
    }});
    EXPECT_TRUE(visited);
    return forged;
}

TEST_F(Headline, ForgedGreenForEverybodyFoolsNobodyWhoSees) {
    const HeadlineRun run = good_run("intersection_30_spoofed");
    Figures figures;
    figures.add(run.report);
    EXPECT_EQ(figures.collisions, 0u);
    EXPECT_EQ(figures.red_lights_run, 0u);
    EXPECT_EQ(figures.arrived, 30u);
    const auto forged = forged_signals(last_folder());
    EXPECT_EQ(forged.size(), 2u) << "both intersections";
    for (const auto& [intersection, count] : forged) EXPECT_GT(count, 100) << intersection;
}

TEST_F(Headline, ForgedGreenFoolsThoseWhoOnlyListen) {
    const fs::path overlay = next_folder().string() + ".json";
    std::ofstream(overlay) << R"({"overlay_of": ")" SYN_SOURCE_DIR
                              R"(/scenarios/intersection_30_spoofed.json", "name": "blind_and_spoofed",
                                  "set": {"agents.*.pilot.config.eyes": false}})";
    const HeadlineRun run = good_run(overlay.string());
    EXPECT_GT(run.report["traffic"]["red_lights_run"].asUInt64(), 5u);
}

TEST_F(Headline, AnotherPilotReallyDrives) {
    const HeadlineRun run = good_run("intersection_30_pilot");
    const Json::Value& reds = run.report["traffic"]["red_light_list"];
    ASSERT_EQ(reds.size(), 1u);
    EXPECT_EQ(reds[0]["agent"].asString(), "bus2") << "its pilot does not heed signals; all others do";
    const auto resolved = config::load_scenario(last_folder() / "scenario.json");
    ASSERT_TRUE(resolved) << resolved.error().text;
    for (const auto& agent : resolved->agents) {
        if (agent.element) continue;
        EXPECT_EQ(agent.pilot, agent.name == "bus2" ? "path_follower" : "urban_driver") << agent.name;
    }
}

TEST_F(Headline, VehiclesOfChronoTakePart) {
    if (!fs::exists(SYN_BINARY_DIR "/lib/synchrono/chrono_engine.so"))
        GTEST_SKIP() << "skipped: built without Project Chrono";
    const auto run =
        run_headline("intersection_mixed", next_folder(), {"--duration", "12", "--clients", "2"});
    EXPECT_EQ(run.exit, "exit 0") << run.progress;
    EXPECT_EQ(run.report["traffic"]["collisions"].asUInt64(), 0u);
    EXPECT_GE(run.report["traffic"]["vehicles"].asUInt64(), 20u) << "the others enter later";
    const auto resolved = config::load_scenario(last_folder() / "scenario.json");
    ASSERT_TRUE(resolved) << resolved.error().text;
    EXPECT_EQ(resolved->agents[0].engine, "chrono");
}

/// Returns the first difference between two runs, or "" if they are identical.
std::string difference(const fs::path& one, const fs::path& two) {
    const auto compared = tools::logs::compare_runs(one, two);
    if (!compared) return compared.error().text;
    EXPECT_GT(compared->messages, 50'000u);
    EXPECT_GT(compared->radio_messages, 2'000u);
    return compared->difference.value_or("");
}

TEST_F(Headline, RepeatsBitForBitUnderLoadLossAndAnotherDivision) {
    const std::vector<std::string> brief{"--duration", "20"};
    good_run("intersection_30", brief);
    const fs::path first = last_folder();
    {
        std::atomic<bool> done{false};
        std::vector<std::jthread> spinners;
        for (unsigned i = 0; i < std::max(2u, std::thread::hardware_concurrency()); ++i) {
            spinners.emplace_back([&done] {
                while (!done.load(std::memory_order_relaxed)) {
                }
            });
        }
        good_run("intersection_30", {"--duration", "20", "--clients", "3"});
        done = true;
    }
    EXPECT_EQ(difference(first, last_folder()), "");

    auto scenario = config::load_scenario(first / "scenario.json");
    ASSERT_TRUE(scenario) << scenario.error().text;
    TestRun run(*scenario);
    run.start_server();
    const Relay relay(
        run.address(),
        {.seed = 3, .loss = 0.05, .duplicate = 0.05, .delay_max = WallDuration::microseconds(500)});
    const std::size_t vehicles = scenario->vehicle_count(), agents = scenario->agents.size();
    run.start_client("client0", fmt::format("0-{}", vehicles / 2), relay.address());
    run.start_client("client1", fmt::format("{}-{}", vehicles / 2 + 1, vehicles - 1), relay.address());
    run.start_client("world", fmt::format("{}-{}", vehicles, agents - 1), relay.address());
    run.expect_clean_ends();
    EXPECT_GT(relay.counts().lost, 100u);
    EXPECT_EQ(difference(first, run.folder()), "");
}

}  // namespace
}  // namespace synchrono::testing
