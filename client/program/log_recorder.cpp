#include "client/program/log_recorder.hpp"

#include "client/kind/kind_registry.hpp"
#include "common/net/agent_message.hpp"
#include "proto/radio.pb.h"
#include "proto/record.pb.h"
#include "proto/state.pb.h"

namespace synchrono::client {

LogRecorder::LogRecorder(log::RunLog& log, const config::Scenario& scenario,
                         const std::vector<AgentId>& agents)
    : log_(log), scenario_(scenario), sensors_(log, scenario, agents) {
    if (!scenario_.log_states) return;
    for (const kind::BodyKind* const kind : kind::body_kinds()) {
        for (const kind::StateType& type : kind->states()) {
            if (type.descriptor != nullptr) log_.schema(*type.descriptor());
        }
    }
    log_.schema(*SignalsState::descriptor());  // published by elements
    for (const AgentId id : agents) {
        topics_.emplace(
            id, log_.channel("/agents/" + scenario.agents[id.value].name, *AgentRecord::descriptor()));
    }
}

void LogRecorder::record(AgentId agent, SimTime time, ByteView any) {
    last_ = time;
    if (!scenario_.log_states) return;
    record_.clear();
    net::append_field(record_, AgentRecord::kStateFieldNumber, any);
    log_.write(topics_.at(agent), time, now_, record_);
}

void LogRecorder::record_departure(AgentId agent, SimTime time) {
    if (!departures_topic_) departures_topic_ = log_.channel("/departures", *AgentDeparture::descriptor());
    AgentDeparture departure;
    departure.set_agent(scenario_.agents[agent.value].name);
    log_.write(*departures_topic_, time, now_, as_byte_view(departure.SerializeAsString()));
}

void LogRecorder::record_clock(const transport::ClockReading& reading) {
    if (!clock_topic_) clock_topic_ = log_.channel("/clock", *ClockComparison::descriptor());
    ClockComparison comparison;
    comparison.set_asked_ns(reading.asked.count_ns());
    comparison.set_server_ns(reading.server.count_ns());
    comparison.set_answered_ns(reading.answered.count_ns());
    log_.write(*clock_topic_, last_, now_, as_byte_view(comparison.SerializeAsString()));
}

void LogRecorder::record_late(AgentId agent, const radio::Delivery& delivery, SimTime seen) {
    const auto topic = late_topics_.try_emplace(agent);
    if (topic.second) {
        topic.first->second = log_.channel("/agents/" + scenario_.agents[agent.value].name + "/radio_late",
                                           *RadioLate::descriptor());
    }
    RadioLate late;
    late.set_sender(delivery.sender.value);
    late.set_sequence(delivery.sequence);
    // Agents see messages at heartbeats only. So the message should have been seen at its arrival, or at the
    // first heartbeat after that.
    const std::int64_t heartbeat_ns = scenario_.heartbeat.count_ns();
    const std::int64_t heartbeats = (delivery.time.count_ns() + heartbeat_ns - 1) / heartbeat_ns;
    late.set_time_ns(heartbeats * heartbeat_ns);
    late.set_seen_ns(seen.count_ns());
    log_.write(topic.first->second, seen, now_, as_byte_view(late.SerializeAsString()));
}

}  // namespace synchrono::client
