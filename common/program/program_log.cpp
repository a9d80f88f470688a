#include "common/program/program_log.hpp"

#include <fstream>
#include <sys/resource.h>
#include <system_error>

#include "common/base/shared_counters.hpp"
#include "common/program/program.hpp"
#include "common/time/cpu_time.hpp"

namespace synchrono::program {

ProgramSummary make_summary(const ProgramEnd& end) {
    ProgramSummary summary;
    summary.set_program(end.program);
    summary.set_version(SYNCHRONO_VERSION);
    summary.set_ended_because(end.why);
    summary.set_last_ns(end.last.count_ns());
    summary.set_wall_ns(end.wall.count_ns());
    return summary;
}

void add_counter(ProgramSummary& summary, const CounterName& name, std::uint64_t value) {
    auto& counter = *summary.add_counters();
    counter.set_name(std::string(name.text));
    counter.set_value(value);
    if (name.over_programs == OverPrograms::largest) counter.set_over_programs(ProgramSummary::LARGEST);
}

/// Returns a text that tells the hosts of logs apart, and one start of a host from the next: its monotonic
/// clock begins anew with each.
static std::string host_of_clock() {
    std::string boot;
    std::getline(std::ifstream("/proc/sys/kernel/random/boot_id"), boot);
    return boot;
}

Result<std::unique_ptr<ProgramLog>> ProgramLog::open(const std::filesystem::path& folder,
                                                     const std::string& program, const std::string& name,
                                                     const config::Scenario& scenario, log::Metadata facts,
                                                     std::size_t payload_bytes_max) {
    std::error_code ignored;  // opening the log says what is wrong
    std::filesystem::create_directory(folder, ignored);
    std::filesystem::path file = folder / (name + ".mcap");
    auto opened = log::RunLog::open(file, {.file = {}, .ring_bytes = log::ring_bytes_for(payload_bytes_max)});
    if (!opened) return tl::unexpected(opened.error());
    facts.insert({{"program", program},
                  {"name", name},
                  {"version", SYNCHRONO_VERSION},
                  {"host", host_of_clock()},
                  {"scenario", scenario.name},
                  {"scenario_id", config::scenario_id(scenario).to_hex()},
                  {"seed", std::to_string(scenario.seed)}});
    (*opened)->metadata("run", facts);
    return std::unique_ptr<ProgramLog>(new ProgramLog(std::move(*opened), std::move(file)));
}

ProgramLog::ProgramLog(std::unique_ptr<log::RunLog> log, std::filesystem::path file)
    : log_(std::move(log)),
      file_(std::move(file)),
      summary_topic_(log_->channel("/summary", *ProgramSummary::descriptor())) {}

void ProgramLog::log_new_errors() {
    if (const auto error = log_->take_error()) {
        has_failed_ = true;
        failed(error->text);
    }
}

void ProgramLog::close(ProgramSummary summary, SimTime last, WallTime now) {
    rusage used{};
    ::getrusage(RUSAGE_SELF, &used);
    add_counter(summary, kProcessCpuCounter, static_cast<std::uint64_t>(process_cpu_ns()));
    // A report on several programs takes the largest of their values, not the sum. Processes peak at
    // different times and share pages, so as much as the sum was never in use at once.
    add_counter(summary, {"memory.peak_bytes", OverPrograms::largest},
                static_cast<std::uint64_t>(used.ru_maxrss) * 1024);
    log_->counters().each(log::kLogCounterNames, [&summary](const CounterName& name, std::uint64_t value) {
        add_counter(summary, name, value);
    });
    log_->write(summary_topic_, last, now, as_byte_view(summary.SerializeAsString()));
    if (const auto closed = log_->close(); !closed && !std::exchange(has_failed_, true))
        failed(closed.error().text);
}

}  // namespace synchrono::program
