#include "comm_server/program/radio_logs.hpp"

#include <utility>

#include "common/program/program.hpp"

namespace synchrono::comm_server {

Result<std::unique_ptr<RadioLogs>> RadioLogs::open(const std::filesystem::path& folder,
                                                   const config::Scenario& scenario) {
    auto program = program::ProgramLog::open(folder, "synchrono-comm-server", "comm_server", scenario);
    if (!program) return tl::unexpected(program.error());
    auto radio = RadioLog::open(folder, scenario);
    if (!radio) return tl::unexpected(radio.error());
    return std::unique_ptr<RadioLogs>(new RadioLogs(std::move(*program), std::move(*radio)));
}

void RadioLogs::log_new_errors() {
    program_->log_new_errors();
    if (const auto error = radio_->take_error()) {
        radio_failed_ = true;
        program::failed(error->text);
    }
}

void RadioLogs::close(const Exchange& exchange, const program::ProgramEnd& end, WallTime now) {
    ProgramSummary summary = program::make_summary(end);
    const auto add = [&summary](const CounterName& name, std::uint64_t value) {
        program::add_counter(summary, name, value);
    };
    exchange.counters().each(kExchangeCounterNames, add);
    exchange.frame_server_counters().each(net::kFrameServerCounterNames, add);
    exchange.fault_counters().each(faults::kFaultCounterNames, add);
    if (const auto closed = radio_->close(); !closed && !std::exchange(radio_failed_, true))
        program::failed(closed.error().text);
    radio_->counters().each(log::kLogCounterNames, [&add](const CounterName& name, std::uint64_t value) {
        add({"radio_" + std::string(name.text), name.over_programs}, value);
    });
    program_->close(std::move(summary), end.last, now);
}

}  // namespace synchrono::comm_server
