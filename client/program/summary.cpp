#include "client/program/summary.hpp"

#include "common/program/program_log.hpp"

namespace synchrono::client {

std::string reason_of_end(const acu::ClientNode& node, acu::ClientNode::State state,
                          const std::string& signal) {
    if (state != acu::ClientNode::State::failed && !signal.empty()) return "stopped by " + signal;
    return node.reason().empty() || node.reason() == "left" ? "finished" : node.reason();
}

ProgramSummary summary_of(const acu::ClientNode& node, const transport::TransportFactory& transports,
                          const config::Scenario& scenario, const SummaryFacts& facts) {
    ProgramSummary summary =
        program::make_summary({facts.client, facts.why, node.tick().at(scenario.heartbeat), facts.wall});
    summary.set_first_ns(node.first_tick().value_or(Tick{0}).at(scenario.heartbeat).count_ns());
    const auto add = [&summary](const CounterName& name, std::uint64_t value) {
        program::add_counter(summary, name, value);
    };
    for (const std::string& fault : node.pilot_faults()) summary.add_pilot_faults(fault);
    add("node.pilot_faults", static_cast<std::uint64_t>(summary.pilot_faults_size()));
    node.counters().each(acu::kNodeCounterNames, add);
    node.cpu_counters().each(kCpuCounterNames, add);
    transports.visit_counters(add);
    if (const acu::RadioMember* radio = node.radio()) {
        radio->counters().each(radio::kRadioCounterNames, add);
        radio->link_counters().each(link::kRadioLinkCounterNames, add);
    }
    add("pace.late_heartbeats", node.lateness().late);
    add({"pace.lateness_ns_max", OverPrograms::largest},
        static_cast<std::uint64_t>(node.lateness().max.count_ns()));
    return summary;
}

}  // namespace synchrono::client
