#include "comm_server/program/radio_logs.hpp"

#include <utility>

#include "common/program/program.hpp"

namespace synchrono::comm_server {
namespace {

void add_faults(ProgramSummary& summary, const FaultCounts& faults) {
    program::add_counter(summary, "fault.silenced", faults.silenced);
    program::add_counter(summary, "fault.lost", faults.lost);
    program::add_counter(summary, "fault.delayed", faults.delayed);
    program::add_counter(summary, "fault.duplicated", faults.duplicated);
    program::add_counter(summary, "fault.corrupted", faults.corrupted);
    program::add_counter(summary, "fault.altered", faults.altered);
    program::add_counter(summary, "fault.alter_in_vain", faults.alter_in_vain);
    program::add_counter(summary, "fault.ghosts_sent", faults.ghosts_sent);
    program::add_counter(summary, "fault.ghosts_dropped", faults.ghosts_dropped);
}

}  // namespace

Result<std::unique_ptr<RadioLogs>> RadioLogs::open(const std::filesystem::path& folder,
                                                   const config::Scenario& scenario) {
    auto program = program::ProgramLog::open(folder, "synchrono-comm-server", "comm_server", scenario);
    if (!program) return tl::unexpected(program.error());
    auto radio = RadioLog::open(folder, scenario);
    if (!radio) return tl::unexpected(radio.error());
    return std::unique_ptr<RadioLogs>(new RadioLogs(std::move(*program), std::move(*radio)));
}

void RadioLogs::look_for_errors() {
    program_->look_for_errors();
    if (const auto error = radio_->take_error()) {
        radio_failed_ = true;
        program::failed(error->text);
    }
}

void RadioLogs::close(const Exchange& exchange, const program::Ending& ending, WallTime now) {
    ProgramSummary summary = program::make_summary(ending);
    const auto add = [&summary](const CounterName& name, std::uint64_t value) {
        program::add_counter(summary, name, value);
    };
    exchange.counters().each(kExchangeCounterNames, add);
    exchange.hall_counters().each(net::kHallCounterNames, add);
    add_faults(summary, exchange.fault_counts());
    if (const auto closed = radio_->close(); !closed && !std::exchange(radio_failed_, true))
        program::failed(closed.error().text);
    radio_->counters().each(log::kLogCountNames, [&add](const CounterName& name, std::uint64_t value) {
        add({"radio_" + std::string(name.text), name.over_programs}, value);
    });
    program_->close(std::move(summary), ending.last, now);
}

}  // namespace synchrono::comm_server
