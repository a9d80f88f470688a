/// The outcome and the logs of a run of two cars, made by hand.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

#include "tools/report/run_report.hpp"

namespace synchrono::tools::report::testing {

/// A run in which all went well, unless a test changes it.
class WatchedRun : public ::testing::Test {
  protected:
    WatchedRun() {
        run_.scenario.name = "two_cars";
        run_.scenario.duration = SimDuration::seconds(10);
        run_.scenario.seed = 42;
        run_.scenario.agents.resize(2);
        run_.scenario.vehicles[run_.scenario.agents[0].vehicle] = {};
        run_.clients = {{0, 0}, {1, 1}};
        run_.folder = "/runs/one";
        outcome_.because = "every agent has ended";
        outcome_.programs = {
            {.name = "server", .exit = process::ExitStatus{}},
            {.name = "client0", .agents = run::AgentRange{0, 0}, .exit = process::ExitStatus{}},
            {.name = "client1", .agents = run::AgentRange{1, 1}, .exit = process::ExitStatus{}}};
        outcome_.wall = WallDuration::seconds(7);
        logs_.heartbeat = run_.scenario.heartbeat;
        logs_.gate = run_.scenario.gate;
        logs_.largest_lead = reading::Lead{2, "car0", "car1", SimTime{} + SimDuration::milliseconds(125)};
        add_log("client0", {{"gate.wait_ns", 4'000'000'000},
                            {"link.requests", 3},
                            {"gate.longest_wait_ns", 70, OverPrograms::largest},
                            {"pace.lateness_ns_max", 9, OverPrograms::largest}});
        add_log("client1", {{"gate.wait_ns", 500'000'000},
                            {"link.requests", 4},
                            {"gate.longest_wait_ns", 90, OverPrograms::largest},
                            {"pace.lateness_ns_max", 8, OverPrograms::largest}});
        add_log("server", {{"world.dropped_stale", 5}, {"world.declined_full", 0}});
    }

    void add_log(const std::string& program, std::vector<reading::CounterReading> counters) {
        reading::LogFileInfo log;
        log.file = program + ".mcap";
        log.span = reading::SimSpan{SimTime{}, SimTime{} + SimDuration::milliseconds(9'995)};
        log.run = {{"version", SYNCHRONO_VERSION}};
        log.end = reading::LoggedEnd{"done", WallDuration::seconds(5), std::move(counters)};
        logs_.files.push_back(std::move(log));
    }
    /// Makes client0 end by a signal, and cuts its log.
    void break_a_client() {
        outcome_.programs[1].exit = process::ExitStatus{process::ExitStatus::Kind::killed, 11};
        outcome_.programs[1].last_log_line = "a wheel came off";
        outcome_.first_failure = "client0 failed: killed by SIGSEGV";
        logs_.files[0].end.reset();
        logs_.files[0].damage = "ends within a chunk";
    }
    /// Makes client0 fail before the start, so that client1 is stopped.
    void stop_before_the_start() {
        outcome_.ended_early = true;
        outcome_.because = "client0 failed before the run could start";
        outcome_.programs[1].exit = process::ExitStatus{process::ExitStatus::Kind::exited, 1};
        outcome_.programs[2].exit = process::ExitStatus{process::ExitStatus::Kind::killed, 15};
        outcome_.programs[2].stopped = true;
    }
    void end_at(SimDuration time) {
        for (auto& log : logs_.files) log.span->last = SimTime{} + time;
    }
    void let_all_leave() {
        end_at(SimDuration::seconds(4));
        outcome_.because = "all agents left before the scenario's end";
        outcome_.all_left = true;
    }
    void let_a_pilot_fail() {
        logs_.files[0].end->pilot_faults = {"agent 'car0': pilot 'x' failed at 3.2 s: it crashed"};
    }
    /// Adds a client of another host, whose clock nobody has compared, and a lead that may have been too
    /// large.
    void let_nobody_tell_the_lead() {
        logs_.largest_lead->heartbeats = 3;
        add_log("other", {});
        logs_.files.back().run["host"] = "other";
        logs_.clocks["other"];
    }
    RunReport report() const { return report_of(run_, outcome_, logs_); }

    run::PreparedRun run_;
    run::RunOutcome outcome_;
    reading::RunInfo logs_;
};

}  // namespace synchrono::tools::report::testing
