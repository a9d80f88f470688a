// Proves, by a table of publications, that the largest lead is found as the gate counts it. The facts of a
// run are those in its logs, cut logs included. Two runs are compared only by what agents did and what the
// server decided, and the first difference is named by agent, time and field. Also proves the exit codes of
// the command.

#include "tools/reading/log_analysis.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "common/config/scenario.hpp"
#include "common/log/log_writer.hpp"
#include "proto/record.pb.h"
#include "proto/state.pb.h"
#include "tests/support/commands.hpp"
#include "tools/logs/log_command.hpp"
#include "tools/logs/log_diff.hpp"
#include "tools/reading/run_logs.hpp"

namespace synchrono::tools::reading {
namespace {

using ::testing::HasSubstr;

constexpr SimDuration kHeartbeat = SimDuration::milliseconds(5);

SimTime tick_time(std::int64_t tick) { return Tick{tick}.at(kHeartbeat); }

// --- the lead ---

struct LeadCase {
    const char* why;
    std::vector<Life> lives;
    std::vector<Publication> publications;  // wall time, heartbeat, index of the life
    std::optional<std::int64_t> heartbeats;
};

TEST(LargestLead, IsTheLeadThatTheGateLimits) {
    const Life a{"a", 0, 9, 1};
    const Life b{"b", 0, 9, 1};
    const std::vector<LeadCase> cases = {
        {"an agent alone leads nobody", {a}, {{1, 0, 0}, {2, 1, 0}, {3, 2, 0}}, {}},
        {"in step, the first is one ahead", {a, b}, {{1, 0, 0}, {2, 0, 1}, {3, 1, 0}, {4, 1, 1}}, 1},
        {"a goes to 3 while b stands at 1",
         {a, b},
         {{1, 0, 0}, {2, 0, 1}, {3, 1, 0}, {4, 1, 1}, {5, 2, 0}, {6, 3, 0}, {7, 2, 1}, {8, 4, 0}},
         2},
        {"the order counts by wall time, not by place in the list",
         {a, b},
         {{4, 1, 1}, {3, 1, 0}, {2, 0, 1}, {1, 0, 0}},
         1},
        {"a later agent is waited for from its entry on, even before its first message",
         {a, {"b", 5, 9, 1}},
         {{1, 4, 0}, {2, 5, 0}, {3, 6, 0}, {4, 5, 1}},
         2},
        {"before its entry it holds nobody back", {a, {"b", 50, 59, 1}}, {{1, 0, 0}, {2, 8, 0}}, {}},
        {"a later agent may not enter before the others are near",
         {a, {"b", 5, 9, 1}},
         {{1, 0, 0}, {2, 1, 0}, {3, 5, 1}, {4, 2, 0}, {5, 3, 0}},
         4},
        {"an agent that has ended is no longer waited for",
         {a, {"b", 0, 1, 1}},
         {{1, 0, 0}, {2, 0, 1}, {3, 1, 1}, {4, 5, 0}, {5, 8, 0}},
         1},
        {"a message stands for its whole period",
         {a, {"b", 0, 8, 4}},
         {{1, 0, 1}, {2, 0, 0}, {3, 1, 0}, {4, 2, 0}, {5, 3, 0}, {6, 4, 0}},
         1},
    };
    for (const LeadCase& c : cases) {
        const auto lead = largest_lead(c.publications, c.lives, kHeartbeat);
        ASSERT_EQ(lead.has_value(), c.heartbeats.has_value()) << c.why;
        EXPECT_EQ(lead ? lead->heartbeats : 0, c.heartbeats.value_or(0)) << c.why;
    }
    const auto lead = largest_lead(cases[2].publications, cases[2].lives, kHeartbeat);
    EXPECT_EQ(lead->agent, "a");
    EXPECT_EQ(lead->peer, "b");
    EXPECT_EQ(lead->time, tick_time(3));
}

TEST(TimeText, IsExact) {
    EXPECT_EQ(to_text(SimTime{}), "0.000 s");
    EXPECT_EQ(to_text(tick_time(247)), "1.235 s");
    EXPECT_EQ(to_text(SimTime::nanoseconds(60'000'000'001)), "60.000000001 s");
    EXPECT_EQ(to_text(SimTime::nanoseconds(1'250'500'000)), "1.2505 s");
}

// --- run folders ---

/// The ways in which a run folder differs from the usual one.
struct RunSetup {
    std::string client_a = "client1";  // the client with car and bus
    std::int64_t wall_offset = 1000;
    std::int64_t ticks = 10;
    std::int64_t bus_lag = 0;     // how many heartbeats after the car the bus publishes
    std::int64_t change_at = -1;  // heartbeat at which the bus is elsewhere; -1: none
    bool bus_in_own_file = false;
    AgentEnded::Cause cause = AgentEnded::LEFT;
    bool with_type = true;
};

class RunFolders : public ::testing::Test {
  protected:
    RunFolders() {
        std::string pattern = (std::filesystem::temp_directory_path() / "synchrono_runs_XXXXXX").string();
        root_ = ::mkdtemp(pattern.data());
    }
    ~RunFolders() override { std::filesystem::remove_all(root_); }

    std::filesystem::path make(const std::string& name, const RunSetup& made = {}) {
        const auto folder = root_ / name;
        std::filesystem::create_directory(folder);
        auto scenario = config::load_scenario(SYN_SOURCE_DIR "/scenarios/two_cars.json");
        EXPECT_TRUE(scenario) << scenario.error().text;
        scenario->heartbeat = kHeartbeat;
        scenario->gate = {GatePolicy::Kind::window, 2};
        std::ofstream(folder / "scenario.json") << config::to_json(*scenario);

        auto first = open(folder / (made.client_a + ".mcap"), made.client_a);
        auto second = made.bus_in_own_file ? open(folder / "other.mcap", "other") : nullptr;
        log::LogWriter& bus_file = second ? *second : *first;
        const auto car = first->channel("/agents/car", *AgentRecord::descriptor());
        const auto bus = bus_file.channel("/agents/bus", *AgentRecord::descriptor());
        if (made.with_type) bus_file.schema(*VehicleState::descriptor());
        for (std::int64_t step = 0; step < made.ticks + made.bus_lag; ++step) {
            const auto wall = [&](std::int64_t part) {
                return WallTime::nanoseconds(made.wall_offset + 10 * step + part);
            };
            if (step < made.ticks) first->write(car, tick_time(step), wall(0), as_byte_view(state(step)));
            const std::int64_t tick = step - made.bus_lag;
            if (tick >= 0) {
                const double x = tick == made.change_at ? 0.25 : static_cast<double>(tick);
                bus_file.write(bus, tick_time(tick), wall(5), as_byte_view(state(x)));
            }
        }
        ProgramSummary summary;
        summary.set_program(made.client_a);
        summary.set_ended_because("finished");
        auto* counter = summary.add_counters();
        counter->set_name("gate_waits");
        counter->set_value(17);
        counter = summary.add_counters();
        counter->set_name("gate_longest_wait_ns");
        counter->set_value(5);
        counter->set_over_programs(ProgramSummary::LARGEST);
        first->write(first->channel("/summary", *ProgramSummary::descriptor()), tick_time(made.ticks), {},
                     as_byte_view(summary.SerializeAsString()));
        EXPECT_TRUE(first->close());
        EXPECT_TRUE(!second || second->close());

        auto server = open(folder / "server.mcap", "server");
        const auto world = server->channel("/world", *WorldEvent::descriptor());
        WorldEvent joined;
        joined.mutable_joined()->mutable_description()->set_name("car");
        joined.set_client(made.client_a);
        server->write(world, SimTime{}, {}, as_byte_view(joined.SerializeAsString()));
        WorldEvent ended;
        ended.mutable_ended()->set_agent(1);
        ended.mutable_ended()->set_cause(made.cause);
        ended.mutable_ended()->set_time_ns(tick_time(8).count_ns());
        server->write(world, tick_time(8), {}, as_byte_view(ended.SerializeAsString()));
        EXPECT_TRUE(server->close());
        return folder;
    }

    static std::unique_ptr<log::LogWriter> open(const std::filesystem::path& path,
                                                const std::string& program) {
        auto writer = log::LogWriter::open(path);
        EXPECT_TRUE(writer) << writer.error().text;
        writer->metadata("run", {{"program", program}});
        return std::make_unique<log::LogWriter>(std::move(*writer));
    }
    static std::string state(double x) {
        VehicleState state;
        state.set_x_m(x);
        AgentRecord record;
        record.mutable_state()->set_type_url("/synchrono.VehicleState");
        record.mutable_state()->set_value(state.SerializeAsString());
        return record.SerializeAsString();
    }
    static void cut(const std::filesystem::path& file, std::uintmax_t bytes) {
        std::filesystem::resize_file(file, std::filesystem::file_size(file) - bytes);
    }
    /// Runs the command, and returns its exit code.
    static int command(std::vector<std::string> arguments) {
        return testing::run_command(logs::add_log_command, std::move(arguments));
    }

    std::filesystem::path root_;
};

TEST_F(RunFolders, InfoSortsAgentNamesNaturally) {
    auto log = open(root_ / "client.mcap", "client");
    for (const char* name : {"car10", "car2", "bus", "car1", "car02", "car", "car2b"}) {
        const auto agent = log->channel("/agents/" + std::string(name), *AgentRecord::descriptor());
        log->write(agent, SimTime{}, {}, as_byte_view(state(0)));
    }
    ASSERT_TRUE(log->close());
    const auto info = inspect_run(root_);
    ASSERT_TRUE(info) << info.error().text;
    std::vector<std::string> names;
    for (const auto& agent : info->agents) names.push_back(agent.name);
    EXPECT_EQ(names, (std::vector<std::string>{"bus", "car", "car1", "car02", "car2", "car2b", "car10"}));
}

TEST_F(RunFolders, InfoHasTheContentOfTheLogs) {
    const auto info = inspect_run(make("run", {.bus_lag = 2}));
    ASSERT_TRUE(info) << info.error().text;
    ASSERT_EQ(info->files.size(), 2U);
    const LogFileInfo& client = info->files[0];
    EXPECT_EQ(client.file, "client1.mcap");
    EXPECT_EQ(client.messages, 21U);
    EXPECT_EQ(client.damage, "");
    EXPECT_EQ(client.run.at("program"), "client1");
    ASSERT_TRUE(client.end);
    EXPECT_EQ(client.end->ended_because, "finished");
    EXPECT_EQ(client.end->counters,
              (std::vector<CounterReading>{{"gate_waits", 17, OverPrograms::sum},
                                           {"gate_longest_wait_ns", 5, OverPrograms::largest}}));
    EXPECT_FALSE(info->files[1].end);
    ASSERT_EQ(info->agents.size(), 2U);
    EXPECT_EQ(info->agents[0].name, "bus");
    EXPECT_EQ(info->agents[0].messages, 10U);
    EXPECT_EQ(info->agents[0].span.first, SimTime{});
    EXPECT_EQ(info->agents[0].span.last, tick_time(9));
    ASSERT_TRUE(info->largest_lead);
    EXPECT_EQ(info->largest_lead->heartbeats, 3);
    EXPECT_EQ(info->largest_lead->agent, "car");
    EXPECT_EQ(info->largest_lead->peer, "bus");
    EXPECT_EQ(info->promise_kept(), false) << "the scenario promises a lead of 2";
}

TEST_F(RunFolders, LogsOfOtherRunsAreLeftOutAndNamed) {
    const auto folder = make("run");
    const std::string id =
        config::scenario_id(config::load_scenario(folder / "scenario.json").value()).to_hex();
    const auto add = [&](const char* file, const char* name, const std::string& scenario_id) {
        auto writer = log::LogWriter::open(folder / file).value();
        writer.metadata("run", {{"name", name}, {"scenario_id", scenario_id}});
        const auto van = writer.channel("/agents/van", *AgentRecord::descriptor());
        writer.write(van, tick_time(3), WallTime::nanoseconds(1), as_byte_view(state(0)));
        EXPECT_TRUE(writer.close());
    };
    add("van.mcap", "van", id);
    add("van2.mcap", "van", id);
    add("stranger.mcap", "stranger", "5b1534c5");
    const auto info = inspect_run(folder);
    ASSERT_TRUE(info) << info.error().text;
    const auto damage_of = [&](const std::string& file) {
        const auto found = std::find_if(info->files.begin(), info->files.end(),
                                        [&](const LogFileInfo& candidate) { return candidate.file == file; });
        return found == info->files.end() ? "no such file" : found->damage;
    };
    EXPECT_EQ(damage_of("van.mcap"), "");
    EXPECT_EQ(damage_of("van2.mcap"), "left out: van.mcap is a log of 'van' as well");
    EXPECT_EQ(damage_of("stranger.mcap"), "left out: it is of another scenario (5b1534c5)");
    const auto van = std::find_if(info->agents.begin(), info->agents.end(),
                                  [](const AgentInfo& agent) { return agent.name == "van"; });
    ASSERT_NE(van, info->agents.end());
    EXPECT_EQ(van->messages, 1u);
}

TEST_F(RunFolders, AgentsWithoutStatesAndTheFatesOfClientsAreNamed) {
    const auto folder = make("run");
    auto server = open(folder / "more.mcap", "more");
    const auto world = server->channel("/world", *WorldEvent::descriptor());
    WorldEvent joined;
    joined.mutable_joined()->mutable_description()->set_agent(7);
    joined.mutable_joined()->mutable_description()->set_name("van");
    joined.set_client("elsewhere");
    server->write(world, SimTime{}, {}, as_byte_view(joined.SerializeAsString()));
    joined.set_client("here");
    server->write(world, SimTime{}, {}, as_byte_view(joined.SerializeAsString()));
    WorldEvent ended;
    ended.mutable_ended()->set_agent(7);
    ended.mutable_ended()->set_cause(AgentEnded::SHOT_DOWN);
    ended.mutable_ended()->set_time_ns(1'500'000'000);
    ended.set_client("elsewhere");
    server->write(world, SimTime{}, {}, as_byte_view(ended.SerializeAsString()));
    EXPECT_TRUE(server->close());
    const auto info = inspect_run(folder);
    ASSERT_TRUE(info) << info.error().text;
    EXPECT_EQ(info->unlogged, std::vector<std::string>{"van"});
    EXPECT_EQ(info->clients.at("elsewhere"), "shot down at 1.500 s");
    EXPECT_EQ(info->clients.at("here"), "in the world to the end of the log");
    EXPECT_EQ(shortened({"a", "b"}), "a, b");
    EXPECT_EQ(shortened(std::vector<std::string>(13, "x")), "x, x, x, x, x, x, x, x, x, x and 3 more");
}

TEST_F(RunFolders, InfoSaysWhenTheGateKeptItsPromise) {
    const auto info = inspect_run(make("run", {.bus_lag = 1}));
    ASSERT_TRUE(info);
    EXPECT_EQ(info->largest_lead->heartbeats, 2);
    EXPECT_EQ(info->promise_kept(), true);
}

TEST_F(RunFolders, AnAbsenceOfAnAgentIsNotALead) {
    const auto folder = make("run");
    auto writer = open(folder / "gap.mcap", "gap");
    const auto van = writer->channel("/agents/van", *AgentRecord::descriptor());
    for (const std::int64_t tick : {0, 1, 7, 8}) {
        // The van is punctual while it is there, and away from heartbeat 2 to 6.
        writer->write(van, tick_time(tick), WallTime::nanoseconds(1000 + 10 * tick), as_byte_view(state(0)));
    }
    ASSERT_TRUE(writer->close());
    const auto info = inspect_run(folder);
    ASSERT_TRUE(info);
    EXPECT_EQ(info->largest_lead->heartbeats, 1);
}

TEST_F(RunFolders, MessagesAfterTheEndOfAnAgentDoNotCount) {
    const auto folder = make("run");
    auto writer = open(folder / "asleep.mcap", "asleep");
    const auto van = writer->channel("/agents/van", *AgentRecord::descriptor());
    // The server ended the van after heartbeat 1, because the van's client was stopped. When this client goes
    // on, it publishes heartbeat 2 as if nothing had happened. The van comes back at heartbeat 8.
    for (const auto& [tick, wall] : {std::pair{0, 1000}, {1, 1010}, {2, 1075}, {8, 1080}, {9, 1090}}) {
        writer->write(van, tick_time(tick), WallTime::nanoseconds(wall), as_byte_view(state(0)));
    }
    ASSERT_TRUE(writer->close());
    ASSERT_TRUE(inspect_run(folder));
    EXPECT_EQ(inspect_run(folder)->largest_lead->heartbeats, 6)
        << "the client's log alone does not have the agent's end";

    auto server = open(folder / "server2.mcap", "server");
    const auto world = server->channel("/world", *WorldEvent::descriptor());
    for (const auto& [first, end] : {std::pair{0, 2}, {8, 10}}) {
        WorldEvent joined;
        joined.mutable_joined()->mutable_description()->set_agent(7);
        joined.mutable_joined()->mutable_description()->set_name("van");
        joined.mutable_joined()->set_time_ns(tick_time(first).count_ns());
        server->write(world, tick_time(first), {}, as_byte_view(joined.SerializeAsString()));
        WorldEvent ended;
        ended.mutable_ended()->set_agent(7);
        ended.mutable_ended()->set_time_ns(tick_time(end).count_ns());
        server->write(world, tick_time(end), {}, as_byte_view(ended.SerializeAsString()));
    }
    ASSERT_TRUE(server->close());
    EXPECT_EQ(inspect_run(folder)->largest_lead->heartbeats, 1);
}

TEST_F(RunFolders, InfoReadsAndNamesCutLogs) {
    const auto folder = make("run");
    cut(folder / "client1.mcap", 30);
    const auto info = inspect_run(folder);
    ASSERT_TRUE(info);
    EXPECT_THAT(info->files[0].damage, HasSubstr("ends at byte"));
    EXPECT_EQ(info->files[0].messages, 21U);
}

TEST_F(RunFolders, InfoWorksWithoutAScenario) {
    const auto folder = make("run");
    std::filesystem::remove(folder / "scenario.json");
    const auto info = inspect_run(folder);
    ASSERT_TRUE(info);
    EXPECT_THAT(info->scenario_problem, HasSubstr("scenario.json"));
    EXPECT_FALSE(info->promise_kept());
    EXPECT_EQ(info->agents.size(), 2U);
}

TEST_F(RunFolders, ComparisonIgnoresWallTimesFilesAndHosts) {
    const auto one = make("one");
    const auto two =
        make("two", {.client_a = "zebra", .wall_offset = 777'000, .bus_lag = 2, .bus_in_own_file = true});
    const auto compared = logs::compare_runs(one, two);
    ASSERT_TRUE(compared) << compared.error().text;
    EXPECT_EQ(compared->difference, std::nullopt);
    EXPECT_EQ(compared->agents, 2U);
    EXPECT_EQ(compared->messages, 20U);
}

TEST_F(RunFolders, TheFirstDifferenceIsNamedFieldByField) {
    const auto compared = logs::compare_runs(make("one"), make("two", {.change_at = 4}));
    ASSERT_TRUE(compared);
    EXPECT_EQ(compared->difference, "first difference at 0.020 s, agent bus\nmodified: x_m: 4 -> 0.25\n");
}

TEST_F(RunFolders, ADifferenceIsFoundWithoutTheTypesDefinition) {
    const auto compared = logs::compare_runs(make("one", {.with_type = false}),
                                             make("two", {.change_at = 4, .with_type = false}));
    ASSERT_TRUE(compared);
    EXPECT_EQ(compared->difference,
              "first difference at 0.020 s, agent bus\nstates of 9 and 9 bytes differ\n");
}

TEST_F(RunFolders, MissingMessagesAreADifference) {
    const auto one = make("one");
    const auto compared = logs::compare_runs(one, make("two", {.ticks = 9}));
    ASSERT_TRUE(compared);
    EXPECT_EQ(compared->difference, "first difference at 0.045 s, agent bus\nonly " + one.string() +
                                        " has a message at that time\n");
}

TEST_F(RunFolders, DecisionsOfTheServerAreCompared) {
    const auto compared =
        logs::compare_runs(make("one"), make("two", {.change_at = 9, .cause = AgentEnded::SHOT_DOWN}));
    ASSERT_TRUE(compared);
    EXPECT_EQ(compared->difference,
              "first difference at 0.040 s, in the server's decisions\n"
              "agent 1 ends (left) -> agent 1 ends (shot down)\n");
}

TEST_F(RunFolders, CommandExitCodesDistinguishOutcomes) {
    const auto one = make("one").string();
    const auto same = make("same", {.wall_offset = 5}).string();
    const auto other = make("other", {.change_at = 1}).string();
    EXPECT_EQ(command({"log", "diff", one, same}), 0);
    EXPECT_EQ(command({"log", "diff", one, other}), 1);
    EXPECT_EQ(command({"log", "diff", one, one + "/nowhere"}), 2);
    EXPECT_EQ(command({"log", "info", one}), 0);
    EXPECT_EQ(command({"log", "info", one, "--json"}), 0);
    EXPECT_EQ(command({"log", "info", one + "/nowhere"}), 2);
    EXPECT_THROW(command({"log"}), CLI::ParseError);
    EXPECT_THROW(command({"log", "diff", one}), CLI::ParseError);
}

TEST_F(RunFolders, UnreadableFilesAreNamed) {
    const auto folder = make("run");
    std::filesystem::create_directory(root_ / "empty");
    const auto empty = inspect_run(root_ / "empty");
    ASSERT_FALSE(empty);
    EXPECT_EQ(empty.error().text, (root_ / "empty").string() + ": no log files (*.mcap) here");
    std::ofstream(folder / "strange.mcap") << "this is no log at all";
    const auto strange = logs::compare_runs(folder, folder);
    ASSERT_FALSE(strange);
    EXPECT_EQ(strange.error().text, (folder / "strange.mcap").string() + ": not an MCAP file");
}

}  // namespace
}  // namespace synchrono::tools::reading
