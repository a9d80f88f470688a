#include <algorithm>
#include <cstdlib>
#include <fmt/format.h>
#include <fstream>
#include <sys/mman.h>
#include <unistd.h>

#include "common/base/limits.hpp"
#include "common/base/quoted_list.hpp"
#include "common/net/endpoint.hpp"
#include "tools/run/run.hpp"
#include "tools/run/run_credentials.hpp"
#include "tools/run/run_files.hpp"
#include "tools/run/run_folder.hpp"

namespace synchrono::tools::run {
namespace fs = std::filesystem;
namespace {

/// Returns whether the agent was taken out because it would enter after the end.
bool stays_out(const config::Scenario& scenario, const std::string& name) {
    return std::find(scenario.stay_out.begin(), scenario.stay_out.end(), name) != scenario.stay_out.end();
}

/// The time that people get at least to start the external clients.
constexpr WallDuration kExternalStartLimit = WallDuration::seconds(600);

/// A scenario in memory that other programs can read under path() while this object lives.
class ScenarioInMemory {
  public:
    explicit ScenarioInMemory(const config::Scenario& scenario)
        : fd_(::memfd_create("scenario", MFD_CLOEXEC)) {
        std::ofstream file(path());
        file << config::to_json(scenario);
        good_ = fd_ >= 0 && file.flush();
    }
    ScenarioInMemory(const ScenarioInMemory&) = delete;
    ~ScenarioInMemory() {
        if (fd_ >= 0) ::close(fd_);
    }
    bool good() const { return good_; }
    std::string path() const { return fmt::format("/proc/{}/fd/{}", ::getpid(), fd_); }

  private:
    int fd_;
    bool good_ = false;
};

/// Returns the agents of all clients that are not external, as the option --agents has them.
std::string own_agents(const PreparedRun& run) {
    std::string text;
    for (const ClientShare& share : client_shares(run)) {
        if (!run.external.contains(share.name)) text += (text.empty() ? "" : ",") + share.agents.to_string();
    }
    return text;
}

/// Asks the client program which agents it cannot simulate. The client knows its engines and loads the
/// pilots, so a pilot that crashes does not end this program.
Result<void> check_agents(const PreparedRun& run) {
    const ScenarioInMemory scenario(run.scenario);
    if (!scenario.good()) return fail("cannot write the scenario to a file in memory");
    std::vector<std::string> arguments{"--check", "--scenario", scenario.path()};
    if (!run.external.empty()) {
        const std::string own = own_agents(run);
        if (own.empty()) return {};
        arguments.insert(arguments.end(), {"--agents", own});
    }
    auto client = process::ChildProcess::spawn({.program = run.options.programs / "synchrono-client",
                                                .arguments = std::move(arguments),
                                                .output = process::ProcessSpec::Output::pipe});
    if (!client) return tl::unexpected(client.error());
    const MonotonicClock clock;
    const WallTime until = clock.now() + run.options.check_limit;
    std::string problems;
    while (const auto line = client->read_line(until - clock.now())) {
        const auto objection = parse_client_objection(*line);
        if (!objection) continue;
        if (!problems.empty()) problems += '\n';
        problems += config::agent_problem(run.options.scenario, run.options.overrides, objection->agent,
                                          objection->key, objection->problem);
    }
    const auto exit = client->wait(std::max(WallDuration{}, until - clock.now()));
    if (!problems.empty()) return fail(problems);
    if (exit && exit->clean()) return {};
    return fail(fmt::format("{}: synchrono-client {}", run.options.scenario.string(),
                            exit ? "failed while loading the pilots: " + exit->to_string()
                                 : fmt::format("did not finish loading the pilots within {:g} s",
                                               run.options.check_limit.to_seconds())));
}

/// Returns the options of each client that opens a window, by an agent of that client.
Result<std::map<AgentId, std::vector<std::string>>> windows_of(const ViewOptions& view,
                                                               const config::Scenario& scenario) {
    std::map<AgentId, std::vector<std::string>> windows;
    // Checks for a display early, before any program is started. The clients check it more closely.
    const char* display = std::getenv("DISPLAY");
    const bool wanted = view.any() || (scenario.view && scenario.view->open == config::ViewOpening::always);
    if (wanted && (display == nullptr || *display == '\0')) {
        return fail(fmt::format("{}: no window: there is no display (DISPLAY is not set)",
                                view.any() ? "--view, --view-record, --drive" : "the scenario's view"));
    }
    if (!view.any()) return windows;
    const auto agent_of = [&](const char* option, const std::string& name) -> Result<AgentId> {
        for (const config::AgentSpec& agent : scenario.agents) {
            if (agent.name == name) return agent.id;
        }
        if (stays_out(scenario, name))
            return fail(fmt::format("{}: agent '{}' would enter after the end", option, name));
        return fail(fmt::format(
            "{}: the scenario has no agent '{}'{}", option, name,
            expected_one_of(name, scenario.agents, [](const config::AgentSpec& a) { return a.name; })));
    };
    std::optional<AgentId> shown;  // the agent whose client makes the pictures
    if (!view.drive.empty()) {
        const auto agent = agent_of("--drive", view.drive);
        if (!agent) return tl::unexpected(agent.error());
        windows[*agent] = {"--drive", view.drive};
        shown = *agent;
    }
    if (!view.view.empty() && view.view != "*") {
        const auto agent = agent_of("--view", view.view);
        if (!agent) return tl::unexpected(agent.error());
        windows[*agent].push_back("--view=" + view.view);
        shown = *agent;
    }
    if (!shown) {
        shown = scenario.view ? scenario.view->agent : AgentId{0};
        windows[*shown].push_back("--view=" + scenario.agents.at(shown->value).name);
    }
    if (!view.record.empty()) {
        auto& options = windows[*shown];
        options.insert(options.end(), {"--view-record", fs::absolute(view.record).string()});
    }
    return windows;
}

/// Returns the names of the clients that the options call external, by a name of theirs or of their agents.
Result<std::set<std::string>> external_clients(const PreparedRun& run) {
    std::set<std::string> names;
    const std::vector<ClientShare> shares = client_shares(run);
    for (const std::string& name : run.options.external) {
        const auto agent = std::find_if(run.scenario.agents.begin(), run.scenario.agents.end(),
                                        [&](const config::AgentSpec& a) { return a.name == name; });
        const auto share = std::find_if(shares.begin(), shares.end(), [&](const ClientShare& candidate) {
            return candidate.name == name ||
                   (agent != run.scenario.agents.end() && candidate.agents.contains(agent->id.value));
        });
        if (share == shares.end() && stays_out(run.scenario, name))
            return fail(fmt::format("--expect-external: agent '{}' would enter after the end", name));
        if (share == shares.end())
            return fail(fmt::format(
                "--expect-external: the run has no client and no agent '{}'{}", name,
                expected_one_of(name, shares, [](const ClientShare& candidate) { return candidate.name; })));
        names.insert(share->name);
    }
    return names;
}

/// Sets the addresses at which the servers listen.
Result<void> set_addresses(PreparedRun& run) {
    const std::string listen = run.options.listen.value_or("127.0.0.1");
    const auto refuse = [&listen](const std::string& why) {
        return fail(fmt::format("--listen '{}': {}", listen, why));
    };
    if (listen.find_first_not_of("0123456789") == std::string::npos)
        return refuse("expected HOST or HOST:PORT, such as 127.0.0.1:4000");
    auto endpoint = net::resolve(listen + ":0");
    const bool has_port = !endpoint;
    if (has_port) endpoint = net::resolve(listen);
    if (!endpoint) return refuse(endpoint.error().text);
    if (has_port && endpoint->port() == 0) return refuse("expected a port from 1 on, or none");
    if (has_port && endpoint->port() == UINT16_MAX && run.scenario.radio)
        return refuse("no port is left for the communication server, which gets the next one");
    run.server_listen = endpoint->to_string();
    run.radio_listen =
        endpoint->with_port(static_cast<std::uint16_t>(has_port ? endpoint->port() + 1 : 0)).to_string();
    return {};
}

}  // namespace

std::string text_of_late_agents(const config::Scenario& scenario) {
    if (scenario.stay_out.empty()) return "";
    return fmt::format("the run ends before {} would enter",
                       first_names(scenario.stay_out, [](const std::string& name) { return name; }));
}

Result<PreparedRun> prepare_run(const RunOptions& options) {
    if (options.handlers && *options.handlers > limits::kHandlersMax) {
        return fail(fmt::format("--handlers: expected 0 to {}", limits::kHandlersMax));
    }
    PreparedRun run{.options = options, .scenario = {}, .clients = {}, .folder = {}};
    if (run.options.programs.empty()) run.options.programs = process::program_directory();
    auto scenario = config::load_scenario(options.scenario, options.overrides);
    if (!scenario) return tl::unexpected(scenario.error());
    run.scenario = std::move(*scenario);
    name_files_absolutely(run.scenario);
    const std::size_t vehicles = run.scenario.vehicle_count();
    auto clients = divide_agents(vehicles, options.clients, options.agents_per_client);
    if (!clients) return tl::unexpected(clients.error());
    run.clients = std::move(*clients);
    auto world = elements_range(vehicles, run.scenario.agents.size());
    if (!world) return tl::unexpected(world.error());
    run.world = *world;
    auto external = external_clients(run);
    if (!external) return tl::unexpected(external.error());
    run.external = std::move(*external);
    // People need time to copy files and to paste commands.
    if (!run.external.empty() || options.by_hand)
        run.scenario.start_limit = std::max(run.scenario.start_limit, kExternalStartLimit);
    if (const auto set = set_addresses(run); !set) return tl::unexpected(set.error());
    auto windows = windows_of(options.view, run.scenario);
    if (!windows) return tl::unexpected(windows.error());
    run.windows = std::move(*windows);
    for (const ClientShare& share : client_shares(run)) {
        const bool has_window = std::any_of(run.windows.begin(), run.windows.end(), [&](const auto& window) {
            return share.agents.contains(window.first.value);
        });
        if (has_window && run.external.contains(share.name))
            return fail(
                fmt::format("--view, --view-record, --drive: expected an agent of this command's clients; "
                            "'{}' is started by hand",
                            share.name));
    }
    if (const auto checked = check_agents(run); !checked) return tl::unexpected(checked.error());
    auto folder = make_run_folder(options.out, run.scenario.name);
    if (!folder) return tl::unexpected(folder.error());
    run.folder = std::move(*folder);
    // External clients may be on other machines, so they get their pilots with the scenario.
    if (!run.external.empty()) {
        if (const auto brought = bring_files_inside(run); !brought) return tl::unexpected(brought.error());
        return run;
    }
    std::ofstream file(run.folder / "scenario.json");
    file << config::to_json(run.scenario);
    if (!file.flush()) return fail(fmt::format("cannot write {}", (run.folder / "scenario.json").string()));
    return run;
}

}  // namespace synchrono::tools::run
