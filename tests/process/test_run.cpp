#include "tests/process/test_run.hpp"

#include <algorithm>
#include <exception>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iostream>
#include <poll.h>
#include <stdexcept>
#include <stdlib.h>
#include <sys/inotify.h>
#include <unistd.h>

#include "common/log/log_reader.hpp"
#include "tools/reading/log_analysis.hpp"
#include "tools/reading/run_logs.hpp"

namespace synchrono {

void PrintTo(const GatePolicy& gate, std::ostream* out) {
    *out << (gate.kind == GatePolicy::Kind::exact ? "exact " : "window ") << gate.heartbeats;
}

}  // namespace synchrono

namespace synchrono::testing {
namespace fs = std::filesystem;
namespace {

template <typename T>
T value_of(Result<T> result) {
    if (!result) throw std::runtime_error(result.error().text);
    return std::move(*result);
}

void write(const fs::path& file, std::span<const config::Credential> credentials) {
    const auto written = config::write_credentials(file, credentials);
    if (!written) throw std::runtime_error(written.error().text);
}

tools::reading::RunInfo info_of(const fs::path& folder) {
    return value_of(tools::reading::inspect_run(folder));
}

void visit_log(const fs::path& file, const std::function<void(const log::LogMessage&)>& visit) {
    const auto visited = value_of(log::LogReader::open(file)).visit(visit);
    if (!visited) throw std::runtime_error(visited.error().text);
}

}  // namespace

config::Scenario radio_ring(std::size_t agents, SimDuration duration, GatePolicy gate,
                            std::optional<double> factor) {
    auto scenario = value_of(
        config::load_scenario(SYN_SOURCE_DIR "/scenarios/ring_radio.json",
                              {.gate = gate, .pace = config::Pace{factor}, .duration = duration, .seed = 1}));
    scenario.silence_limit = WallDuration::seconds(10);
    scenario.server_limit = WallDuration::seconds(20);
    // The numbers of road-side units follow those of all agents. With fewer agents there would be a gap, so
    // the units are removed too.
    if (agents < scenario.vehicle_count()) {
        scenario.radio->road_side_units.clear();
        scenario.agents.resize(agents);
    }
    return scenario;
}

config::Scenario ring(std::size_t agents, SimDuration duration, GatePolicy gate, std::optional<double> factor,
                      std::uint64_t seed) {
    auto scenario = value_of(config::load_scenario(
        SYN_SOURCE_DIR "/scenarios/ring_30.json",
        {.gate = gate, .pace = config::Pace{factor}, .duration = duration, .seed = seed}));
    scenario.agents.resize(agents);
    // On a busy machine a client may be silent for long, which must not end its agents. Tests of the watchdog
    // set their own limits.
    scenario.silence_limit = WallDuration::seconds(10);
    scenario.server_limit = WallDuration::seconds(20);
    return scenario;
}

TemporaryFolder::TemporaryFolder() {
    std::string name = ::testing::TempDir() + "synchrono_XXXXXX";
    if (::mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
    path_ = name;
}

TemporaryFolder::~TemporaryFolder() {
    std::error_code ignored;
    fs::remove_all(path_, ignored);
}

TestRun::TestRun(config::Scenario scenario) : scenario_(std::move(scenario)) {
    std::ofstream(folder() / "scenario.json") << config::to_json(scenario_);
    std::vector<std::string> names{"client", "world"};
    for (int i = 0; i < 32; ++i) names.push_back("client" + std::to_string(i));
    std::vector<AgentId> all;
    for (const config::AgentSpec& agent : scenario_.agents) {
        names.push_back(agent.name);
        all.push_back(agent.id);
    }
    for (const std::string& name : names) add_credential(name, all);
    credentials_.push_back({.name = "radio", .secret = make_secret(), .agents = {}, .radio = true});
}

void TestRun::add_credential(const std::string& name, std::vector<AgentId> agents) {
    const bool watches = agents.size() == scenario_.agents.size();
    credentials_.push_back(
        {.name = name, .secret = make_secret(), .agents = std::move(agents), .watch = watches});
}

const config::Credential& TestRun::credential(const std::string& name) const {
    const config::Credential* found = config::find_credential(credentials_, name);
    if (found == nullptr) throw std::logic_error("no credential for " + name);
    return *found;
}

TestRun::~TestRun() {
    const bool failed = ::testing::Test::HasFailure() || std::uncaught_exceptions() > 0;
    if (const auto server = programs_.find("server"); failed && server != programs_.end()) {
        const auto lines = server->second.read_lines();
        if (!lines.empty()) std::cout << "the server's last line: " << lines.back() << "\n";
    }
    programs_.clear();  // kills the programs that still run
    if (!failed) return;
    for (const auto& entry : fs::directory_iterator(folder())) {
        if (entry.path().extension() != ".log") continue;
        for (const auto& line : error_lines_of(entry.path().stem()))
            std::cout << entry.path().stem() << ": " << line << "\n";
    }
}

void TestRun::write_credentials() {
    if (!fs::exists(folder() / "all.json")) write(folder() / "all.json", credentials_);
}

void TestRun::start(const std::string& name, const char* program, const std::vector<std::string>& more) {
    write_credentials();
    std::vector<std::string> arguments{
        "--scenario", folder() / "scenario.json", "--credentials", folder() / "all.json", "--out", folder()};
    arguments.insert(arguments.end(), more.begin(), more.end());
    auto process =
        value_of(tools::process::ChildProcess::spawn({.program = fs::path(SYN_BINARY_DIR "/bin") / program,
                                                      .arguments = std::move(arguments),
                                                      .log = folder() / (name + ".log"),
                                                      .output = tools::process::ProcessSpec::Output::pipe}));
    programs_.insert_or_assign(name, std::move(process));
    ends_.erase(name);
}

net::Endpoint TestRun::address_of(const std::string& server) {
    const auto line = program(server).read_line(kBound);
    if (!line) throw std::runtime_error(server + " did not say where it listens");
    const auto event = value_of(tools::run::parse_server_event(*line));
    return value_of(net::Endpoint::parse(std::get<tools::run::ServerListening>(event).address));
}

void TestRun::start_server(const std::vector<std::string>& more) {
    start("server", "synchrono-server", more);
    address_ = address_of("server");
    if (!scenario_.radio || programs_.contains("comm_server")) return;
    start_comm_server(address_);
    wait_for_comm_server();
}

void TestRun::start_comm_server(const net::Endpoint& world) {
    start("comm_server", "synchrono-comm-server", {"--server", world.to_string()});
}

void TestRun::wait_for_comm_server() { radio_address_ = address_of("comm_server"); }

void TestRun::start_client(const std::string& name, const std::string& agents,
                           std::optional<net::Endpoint> via, const fs::path& client) {
    const std::string file = folder() / (name + ".credential.json");
    if (!fs::exists(file)) write(file, {&credential(name), 1});
    std::vector<std::string> arguments{
        "--scenario", folder() / "scenario.json",         "--credentials", file,  "--out", folder(),
        "--server",   via.value_or(address_).to_string(), "--agents",      agents};
    if (scenario_.radio) arguments.insert(arguments.end(), {"--radio", radio_address_.to_string()});
    programs_.insert_or_assign(
        name,
        value_of(tools::process::ChildProcess::spawn({.program = fs::path(SYN_BINARY_DIR "/bin") / client,
                                                      .arguments = arguments,
                                                      .log = folder() / (name + ".log")})));
}

void TestRun::start_tool(const std::string& name, const std::string& program,
                         const std::vector<std::string>& arguments) {
    programs_.insert_or_assign(
        name,
        value_of(tools::process::ChildProcess::spawn({.program = fs::path(SYN_BINARY_DIR "/bin") / program,
                                                      .arguments = arguments,
                                                      .log = folder() / (name + ".log")})));
}

tools::process::ChildProcess& TestRun::program(const std::string& name) { return programs_.at(name); }

tools::run::ServerProgress TestRun::wait_for(
    const std::function<bool(const tools::run::ServerProgress&)>& enough) {
    const MonotonicClock clock;
    const WallTime until = clock.now() + kBound;
    while (clock.now() < until) {
        const auto line = server().read_line(until - clock.now());
        if (!line) break;
        const auto event = value_of(tools::run::parse_server_event(*line));
        const auto* progress = std::get_if<tools::run::ServerProgress>(&event);
        if (progress != nullptr && enough(*progress)) return *progress;
    }
    throw std::runtime_error("the server never told what was waited for");
}

void TestRun::wait_for_line(const std::string& name, const std::string& text) {
    const fs::path log = folder() / (name + ".log");
    const int changes = ::inotify_init1(IN_CLOEXEC | IN_NONBLOCK);
    ::inotify_add_watch(changes, log.c_str(), IN_MODIFY);
    const auto is_there = [&] {
        const auto lines = error_lines_of(name);
        return std::any_of(lines.begin(), lines.end(),
                           [&](const std::string& line) { return line.find(text) != std::string::npos; });
    };
    bool found = is_there();
    const MonotonicClock clock;
    for (const WallTime until = clock.now() + kBound; !found && clock.now() < until; found = is_there()) {
        pollfd entry{changes, POLLIN, 0};
        ::poll(&entry, 1, static_cast<int>((until - clock.now()).count_ns() / 1'000'000));
        char events[4096];
        [[maybe_unused]] const auto ignored = ::read(changes, events, sizeof events);
    }
    ::close(changes);
    if (!found) throw std::runtime_error(name + " never wrote: " + text);
}

tools::process::ExitStatus TestRun::end_of(const std::string& name, WallDuration limit) {
    const auto end = program(name).wait(limit);
    if (!end) throw std::runtime_error(fmt::format("{} did not end within {} s", name, limit.to_seconds()));
    ends_.insert_or_assign(name, *end);
    return *end;
}

void TestRun::expect_clean_ends() {
    for (const auto& [name, process] : programs_) {
        if (ends_.contains(name)) continue;
        EXPECT_EQ(end_of(name).to_string(), "exit 0") << name;
    }
}

std::vector<std::string> TestRun::error_lines_of(const std::string& name) const {
    std::vector<std::string> lines;
    std::ifstream in(folder() / (name + ".log"));
    for (std::string line; std::getline(in, line);) lines.push_back(line);
    return lines;
}

CounterValues counters_of(const fs::path& folder, const std::string& name) {
    for (const auto& file : info_of(folder).files) {
        if (file.file != name + ".mcap") continue;
        if (!file.end) throw std::runtime_error(file.file + " has no summary");
        CounterValues values;
        for (const auto& counter : file.end->counters) values[counter.name] = counter.value;
        return values;
    }
    throw std::runtime_error("no log of " + name);
}

std::vector<LoggedState> states_of(const fs::path& folder, const std::string& name,
                                   const std::string& agent) {
    std::vector<LoggedState> states;
    visit_log(folder / (name + ".mcap"), [&](const log::LogMessage& message) {
        if (message.channel.topic == "/agents/" + agent)
            states.push_back({message.log_time, message.publish_time});
    });
    return states;
}

std::vector<std::string> payloads_of(const fs::path& folder, const std::string& name,
                                     const std::string& topic) {
    std::vector<std::string> payloads;
    visit_log(folder / (name + ".mcap"), [&](const log::LogMessage& message) {
        if (message.channel.topic == topic) payloads.emplace_back(as_text(message.payload));
    });
    return payloads;
}

WallDuration longest_pause(const std::vector<LoggedState>& states) {
    WallDuration longest;
    for (std::size_t i = 1; i < states.size(); ++i)
        longest = std::max(longest, states[i].wall - states[i - 1].wall);
    return longest;
}

std::vector<WorldEvent> events_of(const fs::path& folder) {
    std::vector<WorldEvent> events;
    visit_log(folder / "server.mcap", [&](const log::LogMessage& message) {
        if (message.channel.topic != "/world") return;
        WorldEvent event;
        EXPECT_TRUE(event.ParseFromArray(message.payload.data(), static_cast<int>(message.payload.size())));
        events.push_back(event);
    });
    return events;
}

void expect_promise_kept(const fs::path& folder) {
    const auto info = info_of(folder);
    const auto kept = info.promise_kept();
    ASSERT_TRUE(kept) << info.scenario_problem;
    EXPECT_TRUE(*kept) << info.largest_lead->agent << " was " << info.largest_lead->heartbeats
                       << " heartbeats ahead of " << info.largest_lead->peer << " at "
                       << tools::reading::to_text(info.largest_lead->time);
}

void expect_whole_log(const fs::path& folder, const std::string& name) {
    const auto log = log::LogReader::open(folder / (name + ".mcap"));
    ASSERT_TRUE(log) << log.error().text;
    EXPECT_EQ(log->damage(), "") << name;
}

FinishedCommand run_synchrono(std::vector<std::string> arguments, WallDuration limit) {
    const TemporaryFolder folder;
    const std::filesystem::path error = folder.path() / "error";
    auto child = tools::process::ChildProcess::spawn({.program = SYN_BINARY_DIR "/bin/synchrono",
                                                      .arguments = std::move(arguments),
                                                      .log = error,
                                                      .output = tools::process::ProcessSpec::Output::pipe});
    if (!child) throw std::runtime_error(child.error().text);
    FinishedCommand done;
    while (const auto line = child->read_line(limit)) done.output += *line + "\n";
    const auto exit = child->wait(limit);
    done.exit = exit ? exit->to_string() : "no end";
    std::ostringstream text;
    text << std::ifstream(error).rdbuf();
    done.error = text.str();
    return done;
}

}  // namespace synchrono::testing
