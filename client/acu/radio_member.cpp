#include "client/acu/radio_member.hpp"

#include <algorithm>

#include "common/base/contract.hpp"

namespace synchrono::client::acu {
namespace {

/// Returns the first multiple of `period` that is not before `time`.
SimTime next_multiple(SimTime time, SimDuration period) {
    const SimDuration past = time.since_start() % period;
    return past > SimDuration{} ? time + (period - past) : time;
}

}  // namespace

RadioMember::RadioMember(const RadioMemberSetup& setup)
    : scenario_(setup.scenario),
      links_(setup.links),
      engine_(setup.engine),
      recorder_(setup.recorder),
      note_(setup.note),
      period_(setup.scenario.heartbeats_per_exchange()),
      messages_(geo::WorldFrame(setup.scenario.origin), counters_) {}

std::unique_ptr<radio::Applet> RadioMember::make_applet(const config::AgentSpec& agent) {
    if (!agent.radio) return nullptr;
    return std::make_unique<radio::Applet>(
        radio::AppletSetup{.scenario = scenario_, .agent = agent.id, .counters = counters_, .note = note_});
}

void RadioMember::join(std::span<Acu> agents, Tick start, WallTime now) {
    acus_ = agents;
    std::vector<AgentId> ids;
    for (const Acu& acu : acus_) {
        if (!acu.has_left()) ids.push_back(acu.id());
    }
    link::RadioSink& sink = *this;
    link_ = links_.join(ids, start, sink, link_counters_, now);
}

Tick RadioMember::wanted(Tick tick) const {
    return scenario_.gate.kind == GatePolicy::Kind::exact ? needed(tick) : scenario_.last_exchange(tick);
}

link::RadioLink::Status RadioMember::wait(Tick tick, WallTime now, WallDuration wait_max) {
    if (link_->status() == link::RadioLink::Status::member && !waited_) {
        waited_ = true;
        link_counters_.add(link::RadioLinkCounter::waits);
    }
    link_->keep_alive(now);
    return link_->poll(now, wait_max, needed(tick));
}

void RadioMember::exchange(Tick tick, WallTime now) {
    waited_ = false;
    places_.clear();
    outgoing_.clear();
    const SimTime time = tick.at(scenario_.heartbeat);
    for (Acu& acu : acus_) {
        if (!acu.is_active()) continue;
        places_.push_back({acu.id(), engine_.motion(acu.id()).position});
        if (acu.applet() == nullptr) continue;
        for (const radio::Applet::Transmission& message : acu.applet()->finish())
            outgoing_.push_back({acu.id(), message.time, message.medium, message.payload});
        if (recorder_ == nullptr) continue;
        for (const radio::Delivery& delivery : acu.applet()->late())
            recorder_->record_late(acu.id(), delivery, time);
    }
    engine::ElementEngine* const elements = engine_.elements();
    if (tick < link_->start()) {
        if (elements != nullptr) elements->repeat_changes();
        return;
    }
    const auto changes =
        elements != nullptr ? elements->signal_changes() : std::span<const body::SignalsChange>();
    link_->send(tick, places_, outgoing_, changes, (tick.index + 1) % period_ == 0, now);
}

/// Returns the time from which an agent may see a message that reaches it at `arrival`. That time is no
/// earlier than the exchange that brings the message; under `exact` the lag of states is added, so that a
/// message becomes visible together with the states of the same time.
SimTime RadioMember::seen_from(SimTime arrival) const {
    const GatePolicy& gate = scenario_.gate;
    const SimDuration lag =
        gate.kind == GatePolicy::Kind::exact ? scenario_.heartbeat * (gate.heartbeats - 1) : SimDuration{};
    return (period_ > 1 ? next_multiple(arrival, scenario_.heartbeat * period_) : arrival) + lag;
}

void RadioMember::deliver(const link::DeliveredMessage& message,
                          std::span<const link::RadioArrival> arrivals) {
    const radio::RadioMessageRef decoded = messages_.read(message.payload, message.sent);
    for (const link::RadioArrival& arrival : arrivals) {
        Acu* acu = acu_of(arrival.receiver);
        if (acu == nullptr || acu->applet() == nullptr || !acu->is_active()) continue;
        const SimTime seen = seen_from(arrival.time);
        if (spectator_ != nullptr)
            spectator_->announce_message(message.sender, arrival.receiver, decoded->type, seen);
        acu->applet()->deliver({.sender = message.sender,
                                .sequence = message.sequence,
                                .time = seen,
                                .medium = message.medium,
                                .power_dbm = arrival.power_dbm,
                                .message = decoded});
    }
}

Acu* RadioMember::acu_of(AgentId agent) {
    const auto found = std::lower_bound(acus_.begin(), acus_.end(), agent,
                                        [](const Acu& acu, AgentId id) { return acu.id() < id; });
    return found == acus_.end() || found->id() != agent ? nullptr : &*found;
}

}  // namespace synchrono::client::acu
