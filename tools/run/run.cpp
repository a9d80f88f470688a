#include "tools/run/run.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <fstream>
#include <map>
#include <poll.h>
#include <set>
#include <signal.h>
#include <sstream>
#include <string.h>
#include <system_error>
#include <unistd.h>

#include "tools/run/commands.hpp"
#include "tools/run/log_line.hpp"
#include "tools/run/log_watch.hpp"
#include "tools/run/run_credentials.hpp"

namespace synchrono::tools::run {
namespace fs = std::filesystem;
namespace {

/// Returns the line of a program's log that best says why the program ended. After an exit it is the last
/// error; the last line may come from a pilot, since pilots print into their client's log, too. After a
/// signal it is the last line that is not empty, such as that of a broken contract: the program may have
/// outlived an earlier error. A line that says how the run goes explains no signal, so then there is none.
std::string last_words(const fs::path& log, bool killed) {
    std::ifstream in(log, std::ios::ate | std::ios::binary);
    constexpr std::streamoff kTail = 4096;
    in.seekg(std::max<std::streamoff>(0, in.tellg() - kTail));
    std::string last, error;
    for (std::string line; std::getline(in, line);) {
        if (!line.empty()) last = line;
        if (!killed && is_level(line, "error")) error = line;
    }
    if (killed && (is_level(last, "info") || is_level(last, "debug"))) return "";
    return (error.empty() ? last : error).substr(0, kLogLineChars);
}

/// Starts, watches and ends the programs of one run.
/// Threading: one thread.  Owns: the processes; borrows the arguments of its constructor.
class ProgramSupervisor {
  public:
    ProgramSupervisor(const PreparedRun& run, int stop_fd, ProgressPrinter& progress)
        : run_(run), stop_fd_(stop_fd), progress_(progress), logs_(run.folder) {
        members_.push_back({.end = {.name = "server"}, .process = {}, .address = {}});
        if (run.scenario.radio)
            members_.push_back({.end = {.name = "comm_server"}, .process = {}, .address = {}});
        for (const ClientShare& share : client_shares(run))
            members_.push_back({.end = {.name = share.name,
                                        .agents = share.agents,
                                        .external = run.external.contains(share.name)},
                                .process = {},
                                .address = {}});
        for (const auto& agent : run.scenario.agents) agent_of_name_[agent.name] = agent.id.value;
    }

    RunOutcome run_to_end() {
        begun_ = clock_.now();
        if (const auto written = write_run_credentials(run_, StartedBy::run); !written) {
            stop(written.error().text);
        } else {
            start_server(server());
            deadline_ = clock_.now() + run_.options.listen_limit;
        }
        while (anyone_lives()) run_once();
        tell_news();
        progress_.finish();
        std::error_code ignored;
        fs::remove_all(credentials_folder(run_), ignored);
        return outcome();
    }

  private:
    enum class Stage {
        starting,  // until all servers listen
        running,
        ending,       // a server or all clients have ended; the other programs should end by themselves
        terminating,  // SIGTERM was sent
        killing,      // SIGKILL was sent
    };
    /// One program of the run, from before its start until after its end.
    struct Member {
        ProgramExit end;
        std::optional<process::ChildProcess> process;
        std::string address;  // at which a server listens; empty until the server has said so

        bool is_server() const { return !end.agents; }
        bool lives() const { return process && !end.exit; }
    };

    std::string scenario_file() const { return (run_.folder / "scenario.json").string(); }
    /// Returns the file with the credentials that a program gets: a client its own, a server those of all.
    std::string credentials_file(const Member& m) const {
        return (m.is_server() ? credentials_of_all(run_) : credentials_of(run_, m.end.name)).string();
    }
    Member& server() { return members_.front(); }
    bool anyone_lives() const {
        return std::any_of(members_.begin(), members_.end(), [](const Member& m) { return m.lives(); });
    }
    bool any_client_lives() const {
        return std::any_of(members_.begin(), members_.end(),
                           [](const Member& m) { return !m.is_server() && m.lives(); });
    }

    /// Waits until a program writes or ends, a stop is requested or the deadline passes, and handles that.
    void run_once() {
        fds_.clear();
        fds_.push_back({stop_fd_, POLLIN, 0});
        for (const auto& m : members_) {
            if (m.is_server()) fds_.push_back({m.process ? m.process->output_fd() : -1, POLLIN, 0});
            fds_.push_back({m.lives() ? m.process->pid_fd() : -1, POLLIN, 0});
        }
        timespec time{};
        if (deadline_) {
            const auto left = std::max(WallDuration{}, *deadline_ - clock_.now()).count_ns();
            time = {left / 1'000'000'000, left % 1'000'000'000};
        }
        if (::ppoll(fds_.data(), fds_.size(), deadline_ ? &time : nullptr, nullptr) < 0 && errno != EINTR) {
            stop(fmt::format("cannot watch the programs: {}", ::strerror(errno)));
        }
        if (fds_[0].revents != 0) handle_stop_request();
        for (auto& m : members_) {
            if (m.is_server() && m.process) read_server(m);
        }
        // Clients first: if a server has ended as well, it may have done so because of them.
        for (const bool server : {false, true}) {
            for (auto& m : members_) {
                if (m.is_server() == server && m.lives() && m.process->poll()) reap(m);
            }
        }
        if (deadline_ && clock_.now() >= *deadline_) handle_deadline();
    }

    void handle_stop_request() {
        char request[512];
        if (::read(stop_fd_, request, sizeof request) <= 0) {
            stop_fd_ = -1;
            return;
        }
        if (interrupted_) {
            signal_all(SIGKILL, Stage::killing);
            return;
        }
        interrupted_ = true;
        stop("interrupted");
    }

    void read_server(Member& m) {
        for (const auto& line : m.process->read_lines()) {
            const auto event = parse_server_event(line);
            if (!event) {
                progress_.note(event.error().text);
            } else if (const auto* listening = std::get_if<ServerListening>(&*event)) {
                m.address = listening->address;
                start_next();
            } else if (&m != &server()) {
                continue;  // only the dynamics server's progress and end are those of the world
            } else if (const auto* ended = std::get_if<ServerEnded>(&*event)) {
                server_because_ = ended->because;
                all_left_ = ended->all_left;
            } else if (const auto* reported = std::get_if<ServerProgress>(&*event)) {
                last_ = *reported;
                if (!first_heartbeat_ && reported->sim_s > 0) {
                    first_heartbeat_ = clock_.now();
                    first_sim_s_ = reported->sim_s;
                }
                show();
                stop_if_start_is_hopeless();
            }
        }
    }

    void show() {
        const WallTime now = clock_.now();
        Progress p{.sim_s = last_.sim_s,
                   .duration_s = run_.scenario.duration.to_seconds(),
                   .slowest_agent = last_.slowest,
                   .agents = last_.agents,
                   .agents_expected = run_.scenario.agents.size(),
                   .drift_heartbeats = last_.drift_heartbeats,
                   .awaited = {},
                   .held_up_by = last_.held_up_by,
                   .held_up_s = last_.held_up_s,
                   .programs_failed = failed_};
        for (const std::string& agent : last_.awaited) p.awaited.push_back(who(agent));
        if (first_heartbeat_ && last_.sim_s > first_sim_s_ && now > *first_heartbeat_) {
            p.factor = (last_.sim_s - first_sim_s_) / (now - *first_heartbeat_).to_seconds();
        }
        if (const auto agent = agent_of_name_.find(last_.slowest); agent != agent_of_name_.end()) {
            for (const auto& m : members_) {
                if (m.end.agents && m.end.agents->contains(agent->second)) p.slowest_client = m.end.name;
            }
        }
        // The line of progress may be seconds away where it goes to a file.
        if (!last_.held_up_by.empty() && told_.insert(last_.held_up_by).second)
            progress_.note(fmt::format("{} holds the others up", last_.held_up_by));
        tell_news();
        progress_.show(p, now);
    }

    /// Tells of errors that have ended no program, and of a full disk.
    void tell_news() {
        for (const std::string& line : logs_.news(names_of_sound_programs())) progress_.note(line);
    }

    /// Returns the names of the programs that have not failed. Of the others the last words were shown.
    std::vector<std::string> names_of_sound_programs() const {
        std::vector<std::string> names;
        for (const Member& m : members_)
            if (m.process && (!m.end.exit || m.end.clean())) names.push_back(m.end.name);
        return names;
    }

    /// Writes lines that stay.
    void tell(const std::string& lines) {
        std::istringstream in(lines);
        for (std::string line; std::getline(in, line);) progress_.note(line);
    }

    /// Returns the name of an agent, with that of its client if it is an external one.
    std::string who(const std::string& agent) const {
        const auto number = agent_of_name_.find(agent);
        for (const Member& m : members_) {
            if (m.end.external && number != agent_of_name_.end() && m.end.agents->contains(number->second))
                return fmt::format("{} ({})", agent, m.end.name);
        }
        return agent;
    }

    void start_server(Member& m) {
        std::vector<std::string> arguments{
            "--scenario",    scenario_file(),
            "--credentials", credentials_file(m),
            "--listen",      &m == &server() ? run_.server_listen : run_.radio_listen,
            "--out",         run_.folder.string()};
        if (&m == &server() && run_.options.handlers) {
            arguments.insert(arguments.end(), {"--handlers", fmt::format("{}", *run_.options.handlers)});
        }
        if (&m != &server()) arguments.insert(arguments.end(), {"--server", server().address});
        start(m, &m == &server() ? "synchrono-server" : "synchrono-comm-server", std::move(arguments));
    }

    void start(Member& m, const char* program, std::vector<std::string> arguments) {
        auto process =
            process::ChildProcess::spawn({.program = run_.options.programs / program,
                                          .arguments = std::move(arguments),
                                          .log = run_.folder / (m.end.name + ".log"),
                                          .output = m.is_server() ? process::ProcessSpec::Output::pipe
                                                                  : process::ProcessSpec::Output::log});
        if (process) {
            m.process.emplace(std::move(*process));
        } else {
            stop(process.error().text);
        }
    }

    /// Starts the communication server once the dynamics server has said where it listens, since the first
    /// connects to the second, and all clients once both have.
    void start_next() {
        if (stage_ != Stage::starting) return;
        for (Member& m : members_) {
            if (!m.is_server() || !m.address.empty()) continue;
            if (!m.process) start_server(m);
            return;
        }
        stage_ = Stage::running;
        deadline_.reset();
        const std::string radio = run_.scenario.radio ? members_[1].address : "";
        for (Member& m : members_) {
            if (m.is_server() || stage_ != Stage::running) continue;
            if (m.end.external) {
                tell(instructions_for(run_, {m.end.name, *m.end.agents}, server().address, radio));
                continue;
            }
            std::vector<std::string> arguments{"--scenario",     scenario_file(),     "--server",
                                               server().address, "--credentials",     credentials_file(m),
                                               "--out",          run_.folder.string()};
            if (!radio.empty()) arguments.insert(arguments.end(), {"--radio", radio});
            for (const auto& [agent, options] : run_.windows) {
                if (m.end.agents->contains(agent.value))
                    arguments.insert(arguments.end(), options.begin(), options.end());
            }
            start(m, "synchrono-client", std::move(arguments));
        }
    }

    void reap(Member& m) {
        m.end.exit = m.process->poll();
        if (m.is_server()) read_server(m);  // reads its last lines
        // A dynamics server that fails for a reason of which it has told has not failed by itself, but lost
        // agents.
        const bool lost_agents = &m == &server() && !server_because_.empty();
        if (!m.end.clean()) {
            ++failed_;
            if (first_failure_.empty() && stage_ < Stage::terminating)
                first_failure_ = lost_agents
                                     ? server_because_
                                     : fmt::format("{} failed: {}", m.end.name, m.end.exit->to_string());
            m.end.last_log_line = last_words(run_.folder / (m.end.name + ".log"),
                                             m.end.exit->kind == process::ExitStatus::Kind::killed);
            if (stage_ < Stage::terminating) {
                const bool is_news = !m.end.last_log_line.empty() && !logs_.has_told(m.end.last_log_line);
                progress_.note(fmt::format("{} failed: {}{}{}", m.end.name, m.end.exit->to_string(),
                                           is_news ? ": " : "", is_news ? m.end.last_log_line : ""));
            }
        }
        if (stage_ >= Stage::terminating) return;
        const WallTime now = clock_.now();
        if (m.is_server()) {
            if (!m.end.clean() || stage_ == Stage::starting) {
                if (because_.empty()) {
                    because_ = lost_agents && !first_failure_.empty()
                                   ? first_failure_
                                   : fmt::format("the {} failed: {}",
                                                 &m == &server() ? "server" : "communication server",
                                                 m.end.exit->to_string());
                }
                if (!lost_agents) ended_early_ = true;
                // No client has been started yet, so nobody can end by himself.
                if (stage_ == Stage::starting) return signal_all(SIGTERM, Stage::terminating);
            } else if (&m != &server()) {
                return;  // the last client has left the radio; it still has to leave the world
            }
            stage_ = Stage::ending;
            deadline_ = now + run_.scenario.server_limit + run_.options.patience;
        } else if (server().lives() && !any_client_lives() && run_.external.empty()) {
            // With external clients the server may go on, and sees itself when they have ended.
            stage_ = Stage::ending;
            deadline_ =
                now + run_.scenario.silence_limit + run_.scenario.server_limit + run_.options.patience;
        }
    }

    /// Stops the run when heartbeat 0 waits for an agent whose client has failed: that agent never comes.
    void stop_if_start_is_hopeless() {
        // Checks in stage `ending` as well: when all clients have failed, that looks like the end of a run.
        if (last_.sim_s > 0 || (stage_ != Stage::running && stage_ != Stage::ending)) return;
        for (const auto& m : members_) {
            if (!m.end.agents || !m.end.exit || m.end.clean()) continue;
            for (const auto& name : last_.awaited) {
                const auto agent = agent_of_name_.find(name);
                if (agent == agent_of_name_.end() || !m.end.agents->contains(agent->second)) continue;
                stop(fmt::format("{} failed before the run could start", m.end.name));
                return;
            }
        }
    }

    void handle_deadline() {
        if (stage_ == Stage::starting) {
            stop(fmt::format("the {} did not report its address in time",
                             server().address.empty() ? "server" : "communication server"));
        } else if (stage_ == Stage::ending) {
            if (because_.empty()) because_ = "some programs did not end by themselves";
            ended_early_ = true;
            signal_all(SIGTERM, Stage::terminating);
        } else {
            signal_all(SIGKILL, Stage::killing);
        }
    }

    void stop(const std::string& because) {
        if (because_.empty() || interrupted_) because_ = because;
        ended_early_ = true;
        if (stage_ < Stage::terminating) signal_all(SIGTERM, Stage::terminating);
    }

    void signal_all(int number, Stage stage) {
        stage_ = stage;
        for (auto& m : members_) {
            if (!m.lives()) continue;
            m.end.stopped = true;
            m.process->signal(number);
        }
        deadline_.reset();
        if (stage == Stage::terminating) deadline_ = clock_.now() + run_.options.grace;
    }

    RunOutcome outcome() {
        RunOutcome outcome{.because = because_,
                           .ended_early = ended_early_,
                           .all_left = all_left_,
                           .interrupted = interrupted_};
        if (outcome.because.empty())
            outcome.because = server_because_.empty() ? "the programs ended" : server_because_;
        outcome.first_failure = first_failure_;
        outcome.last = last_;
        outcome.wall = clock_.now() - first_heartbeat_.value_or(begun_);
        for (auto& m : members_) outcome.programs.push_back(m.end);
        return outcome;
    }

    const PreparedRun& run_;
    int stop_fd_;
    ProgressPrinter& progress_;
    LogWatch logs_;
    MonotonicClock clock_;
    std::vector<Member> members_;
    std::map<std::string, std::uint32_t, std::less<>> agent_of_name_;
    std::vector<pollfd> fds_;
    Stage stage_ = Stage::starting;
    std::optional<WallTime> deadline_;
    WallTime begun_;
    std::optional<WallTime> first_heartbeat_;  // when the server's progress was first beyond time 0
    double first_sim_s_ = 0;
    ServerProgress last_;
    std::set<std::string> told_;  // clients that were told of because they hold the others up
    std::string because_;
    std::string first_failure_;  // the program that failed first, and how
    std::string server_because_;
    bool all_left_ = false;
    std::size_t failed_ = 0;
    bool interrupted_ = false;
    bool ended_early_ = false;
};

}  // namespace

RunOutcome execute_run(const PreparedRun& run, int stop_fd, ProgressPrinter& progress) {
    return ProgramSupervisor(run, stop_fd, progress).run_to_end();
}

}  // namespace synchrono::tools::run
