#include "tools/sweep/sweep.hpp"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <optional>
#include <poll.h>
#include <set>
#include <signal.h>
#include <string.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include "tools/process/process.hpp"
#include "tools/run/division.hpp"
#include "tools/run/run_folder.hpp"
#include "tools/text/counted.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools::sweep {
namespace fs = std::filesystem;
namespace {

constexpr const char* kResultFile = "sweep.json";
constexpr int kAsideMax = 1000;

/// Returns the folder of the sweep: the folder of an earlier sweep, or a new one.
Result<fs::path> sweep_folder(const SweepOptions& options, const std::string& scenario) {
    const fs::path wish = options.run.out;
    std::error_code error;
    if (!wish.empty() && fs::exists(wish / kResultFile, error)) return fs::absolute(wish);
    auto folder = run::make_run_folder(wish, scenario + "-" + options.kind);
    if (folder || wish.empty() || !fs::is_directory(wish, error)) return folder;
    return fail(
        fmt::format("{} is not empty; expected a new or empty folder, or the folder of a sweep to continue",
                    wish.string()));
}

/// Returns the error of a scenario with the option from which each setting came: --over, not --set.
std::string with_option_names(std::string text, const std::vector<std::string>& settings) {
    for (const std::string& setting : settings) {
        const std::string there = "--set " + setting + ":";
        for (std::size_t at = text.find(there); at != text.npos; at = text.find(there, at + 1))
            text.replace(at, 5, "--over");
    }
    return text;
}

/// Renames `folder`, if it exists, so that nothing in it is lost.
Result<void> move_aside(const fs::path& folder) {
    std::error_code error;
    if (!fs::exists(folder, error)) return {};
    for (int i = 1; i < kAsideMax; ++i) {
        fs::path aside = folder;
        aside += i == 1 ? ".old" : fmt::format(".old{}", i);
        if (fs::exists(aside, error)) continue;
        fs::rename(folder, aside, error);
        if (!error) return {};
        return fail(fmt::format("cannot rename {}: {}", folder.string(), error.message()));
    }
    return fail(fmt::format("cannot rename {0}: {0}.old to {0}.old{1} exist already", folder.string(),
                            kAsideMax - 1));
}

Result<void> write_results(const fs::path& folder, const SweepResult& result) {
    for (const auto& [name, text] : {std::pair{"sweep.txt", sweep_text(result)},
                                     {"sweep.csv", runs_csv(result)},
                                     {"statistics.csv", statistics_csv(result)},
                                     {"differences.csv", differences_csv(result)},
                                     {"sweep.tex", statistics_tex(result)},
                                     {"differences.tex", differences_tex(result)},
                                     {"sweep.html", sweep_page(result)},
                                     {kResultFile, sweep_json(result)}}) {
        auto file = text::NewFile::open(folder / name, text::Existing::replace);
        if (!file) return tl::unexpected(file.error());
        file->write(text);
        if (const auto done = file->commit(); !done) return done;
    }
    return {};
}

/// Starts, watches and ends the runs of a sweep.
/// Threading: one thread.  Owns: the processes; borrows the arguments of its constructor.
class SweepRunner {
  public:
    SweepRunner(PreparedSweep& sweep, int stop_fd, run::ProgressPrinter& progress)
        : sweep_(sweep), stop_fd_(stop_fd), progress_(progress) {
        if (sweep_.options.command.empty())
            sweep_.options.command = process::program_directory() / "synchrono";
    }

    SweepOutcome run_to_end() {
        const auto found =
            std::count_if(runs().begin(), runs().end(), [](const SweepRun& r) { return r.found; });
        ended_ = static_cast<std::size_t>(found);
        if (found > 0)
            progress_.note(fmt::format("{} of {} exist already", found, text::counted(runs().size(), "run")));
        keep_results();
        while (start_runs() || !live_.empty()) run_once();
        return std::move(outcome_);
    }

  private:
    struct Live {
        std::size_t run;
        process::ChildProcess process;
    };

    std::vector<SweepRun>& runs() { return sweep_.result.runs; }
    const std::string& name_of(std::size_t run) const { return sweep_.result.plan.points[run].name; }
    bool beside_others() const { return sweep_.options.jobs > 1; }

    /// Starts runs until `jobs` of them are running. Returns whether some are left to start; false after an
    /// interruption.
    bool start_runs() {
        while (!outcome_.interrupted && live_.size() < sweep_.options.jobs) {
            while (next_ < runs().size() && runs()[next_].state != SweepRun::State::waiting) ++next_;
            if (next_ == runs().size()) return false;
            start(next_++);
        }
        return !outcome_.interrupted && next_ < runs().size();
    }

    void start(std::size_t run) {
        const fs::path folder = sweep_.folder / name_of(run);
        if (const auto moved = move_aside(folder); !moved) return lose(run, moved.error().text);
        const auto& plan = sweep_.result.plan;
        // A run that has no others beside it shows its progress itself.
        auto process = process::ChildProcess::spawn(
            {.program = sweep_.options.command,
             .arguments =
                 run::arguments_of_run(sweep_.options.run, folder.string(), plan.settings(plan.points[run])),
             .log = beside_others() ? log_of(run) : fs::path{},
             .output = process::ProcessSpec::Output::pipe});
        if (!process) return lose(run, process.error().text);
        progress_.note(fmt::format("{} ({} of {})", name_of(run), run + 1, runs().size()));
        live_.push_back({run, std::move(*process)});
    }

    fs::path log_of(std::size_t run) const { return sweep_.folder / (name_of(run) + ".log"); }

    /// Waits until a run writes or ends, a stop is requested or the time to kill has come, and handles
    /// that.
    void run_once() {
        fds_.assign(1, {stop_fd_, POLLIN, 0});
        for (const Live& live : live_) {
            fds_.push_back({live.process.pid_fd(), POLLIN, 0});
            fds_.push_back({live.process.output_fd(), POLLIN, 0});
        }
        timespec time{};
        if (kill_at_) {
            const auto left = std::max(WallDuration{}, *kill_at_ - clock_.now()).count_ns();
            time = {left / 1'000'000'000, left % 1'000'000'000};
        }
        if (::ppoll(fds_.data(), fds_.size(), kill_at_ ? &time : nullptr, nullptr) < 0 && errno != EINTR)
            stop();
        if (fds_[0].revents != 0) handle_stop_request();
        // Discards the reports that the runs print: their folders hold the reports too.
        for (Live& live : live_) live.process.read_lines();
        for (auto live = live_.begin(); live != live_.end();) {
            const auto exit = live->process.poll();
            if (exit) end(live->run, *exit);
            live = exit ? live_.erase(live) : live + 1;
        }
        if (kill_at_ && clock_.now() >= *kill_at_) {
            kill_at_.reset();
            for (Live& live : live_) live.process.signal(SIGKILL);
        }
    }

    void handle_stop_request() {
        char request[512];
        if (::read(stop_fd_, request, sizeof request) <= 0) {
            stop_fd_ = -1;
        } else {
            stop();
        }
    }

    /// Asks all runs to end. `synchrono run` ends its programs after one SIGTERM and kills them after a
    /// second SIGTERM.
    void stop() {
        if (!outcome_.interrupted) kill_at_ = clock_.now() + sweep_.options.patience;
        outcome_.interrupted = true;
        for (Live& live : live_) live.process.signal(SIGTERM);
    }

    void end(std::size_t run, process::ExitStatus exit) {
        auto result = read_result(sweep_.folder / name_of(run), sweep_.result.figures);
        if (!result) {
            return lose(
                run, exit.to_string() + (beside_others() ? fmt::format(", see {}.log", name_of(run)) : ""));
        }
        if (result->interrupted) return lose(run, "interrupted");
        if (result->scenario_id != sweep_.scenario_ids[run])
            return lose(run, "the scenario was changed during the sweep");
        runs()[run] = {.state = SweepRun::State::done, .result = std::move(*result)};
        std::error_code ignored;
        if (runs()[run].good() && beside_others()) fs::remove(log_of(run), ignored);
        note_result(run, runs()[run].result->verdict);
    }

    void lose(std::size_t run, const std::string& problem) {
        runs()[run] = {.state = SweepRun::State::failed, .problem = problem};
        note_result(run, problem);
    }

    void note_result(std::size_t run, const std::string& how) {
        ++ended_;
        progress_.note(fmt::format("{}: {} ({} of {} made)", name_of(run), how, ended_, runs().size()));
        keep_results();
    }

    void keep_results() {
        const auto written = write_results(sweep_.folder, sweep_.result);
        if (!written && outcome_.problem.empty()) outcome_.problem = written.error().text;
    }

    PreparedSweep& sweep_;
    int stop_fd_;
    run::ProgressPrinter& progress_;
    MonotonicClock clock_;
    std::vector<Live> live_;
    std::vector<pollfd> fds_;
    std::size_t next_ = 0, ended_ = 0;
    std::optional<WallTime> kill_at_;
    SweepOutcome outcome_;
};

}  // namespace

Result<FolderLock> FolderLock::acquire(const fs::path& folder) {
    FolderLock lock(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC));
    if (lock.fd_ < 0) return fail(fmt::format("cannot open {}: {}", folder.string(), ::strerror(errno)));
    if (::flock(lock.fd_, LOCK_EX | LOCK_NB) != 0)
        return fail(fmt::format("{} is in use by another sweep", folder.string()));
    return lock;
}

FolderLock::FolderLock(FolderLock&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}

FolderLock& FolderLock::operator=(FolderLock&& other) noexcept {
    std::swap(fd_, other.fd_);
    return *this;
}

FolderLock::~FolderLock() {
    if (fd_ >= 0) ::close(fd_);
}

Result<PreparedSweep> prepare_sweep(const SweepOptions& options) {
    const auto run = run::run_options(options.run);
    if (!run) return tl::unexpected(run.error());
    SweepResult result{.scenario = {}, .plan = options.plan, .runs = {}};
    std::vector<std::string> ids, vehicles;
    std::set<std::string> known;
    for (const SweepPoint& point : options.plan.points) {
        config::Overrides overrides = run->overrides;
        const auto settings = options.plan.settings(point);
        overrides.settings.insert(overrides.settings.end(), settings.begin(), settings.end());
        const auto scenario = config::load_scenario(run->scenario, overrides);
        if (!scenario) return fail(with_option_names(scenario.error().text, settings));
        const auto divided =
            run::divide_agents(scenario->vehicle_count(), run->clients, run->agents_per_client);
        if (!divided) return tl::unexpected(divided.error());
        ids.push_back(config::scenario_id(*scenario).to_hex());
        if (result.scenario.empty()) result.scenario = scenario->name;
        for (const config::AgentSpec& agent : scenario->agents)
            if (!agent.element && known.insert(agent.name).second) vehicles.push_back(agent.name);
    }
    if (!options.figures.empty()) {
        auto figures = parse_figures(options.figures, vehicles);
        if (!figures) return fail("--figures " + figures.error().text);
        result.figures = std::move(*figures);
    }
    auto folder = sweep_folder(options, result.scenario);
    if (!folder) return tl::unexpected(folder.error());
    auto lock = FolderLock::acquire(*folder);
    if (!lock) return tl::unexpected(lock.error());
    for (std::size_t i = 0; i < ids.size(); ++i) {
        auto there = read_result(*folder / options.plan.points[i].name, result.figures);
        const bool counts =
            there && !there->interrupted && there->scenario_id == ids[i] && there->strict == run->strict;
        result.runs.emplace_back();
        if (!counts) continue;
        result.runs.back() = {.state = SweepRun::State::done, .found = true, .result = std::move(*there)};
    }
    return PreparedSweep{.options = options,
                         .result = std::move(result),
                         .scenario_ids = std::move(ids),
                         .folder = std::move(*folder),
                         .lock = std::move(*lock)};
}

SweepOutcome execute_sweep(PreparedSweep& sweep, int stop_fd, run::ProgressPrinter& progress) {
    return SweepRunner(sweep, stop_fd, progress).run_to_end();
}

}  // namespace synchrono::tools::sweep
