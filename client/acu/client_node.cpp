#include "client/acu/client_node.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>

#include "client/acu/participation_of.hpp"
#include "client/engine/engine_registry.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client::acu {
namespace {

/// The longest wait for the network in one pass, and the time until a spectator is asked again.
constexpr WallDuration kWaitMax = WallDuration::milliseconds(20),
                       kSpectatorWait = WallDuration::milliseconds(2);
/// The pause between two attempts to reach a server.
constexpr WallDuration kRetryEvery = WallDuration::milliseconds(200);
/// After the radio is lost, the notice that the client is out of the world may take this long.
constexpr WallDuration kNoticeLimit = WallDuration::milliseconds(300);

std::vector<geo::Footprints::Outline> outlines_of(const config::Scenario& scenario) {
    std::vector<geo::Footprints::Outline> outlines;
    for (const config::Building& building : config::buildings_of(scenario))
        outlines.push_back(building.footprint);
    return outlines;
}

}  // namespace

ClientNode::ClientNode(NodeSetup setup, transport::TransportFactory& transports, engine::Engine& engine,
                       Recorder* recorder)
    : setup_(std::move(setup)),
      transports_(transports),
      engine_(engine),
      recorder_(recorder),
      outlook_(setup_.scenario),
      sight_(setup_.scenario.sight_m, outlines_of(setup_.scenario)),
      sensing_(
          setup_.scenario, setup_.ray_world, engine_,
          recorder == nullptr ? sensors::SampleTap()
                              : [recorder](const auto&... sample) { recorder->record_sample(sample...); }),
      pacer_(setup_.pace ? setup_.pace : setup_.scenario.pace.factor),
      last_{setup_.scenario.duration / setup_.scenario.heartbeat} {
    std::sort(setup_.agents.begin(), setup_.agents.end());
    anys_.resize(setup_.agents.size());
    if (setup_.scenario.radio) {
        SYN_REQUIRE(setup_.radio != nullptr);
        radio_.emplace(RadioMemberSetup{.scenario = setup_.scenario,
                                        .links = *setup_.radio,
                                        .engine = engine_,
                                        .recorder = recorder_,
                                        .note = setup_.note});
    }
    for (const AgentId id : setup_.agents) {
        const config::AgentSpec& agent = setup_.scenario.agents[id.value];
        if (agent.element) continue;
        SYN_REQUIRE(engine_.bodies() != nullptr);
        engine_.bodies()->prepare(id, engine::new_body_of(setup_.scenario, agent));
    }
}

void ClientNode::set_pilot(AgentId agent, std::unique_ptr<pilot::PilotHost> pilot) {
    SYN_REQUIRE(acus_.empty());
    pilots_[agent] = std::move(pilot);
}

void ClientNode::set_spectator(Spectator* spectator) {
    spectator_ = spectator;
    if (radio_) radio_->set_spectator(spectator);
}

/// docs/architecture.md has a table with the same names, which says what each stage does and may wait for.
constexpr std::array<ClientNode::Stage, ClientNode::kStageCount> ClientNode::kStages{{
    {"join", &ClientNode::join},
    {"enter", &ClientNode::enter},
    {"tune in", &ClientNode::tune_in},
    {"handle a stop", &ClientNode::handle_stop},
    {"keep pace", &ClientNode::keep_pace},
    {"publish", &ClientNode::publish},
    {"leave", &ClientNode::leave},
    {"wait for the spectator", &ClientNode::wait_for_spectator},
    {"pass the gate", &ClientNode::pass_gate},
    {"receive radio", &ClientNode::receive_radio},
    {"observe", &ClientNode::observe},
    {"sense", &ClientNode::sense},
    {"decide", &ClientNode::decide},
    {"send radio", &ClientNode::send_radio},
    {"advance", &ClientNode::advance},
}};

ClientNode::Outcome ClientNode::run_once(WallTime now, bool may_wait) {
    static_assert(kStages[kJoin].name == "join" && kStages[kHandleStop].name == "handle a stop" &&
                  kStages[kLeave].name == "leave");
    now_ = now;
    wait_max_ = may_wait ? kWaitMax : WallDuration{};
    if (state_ != State::running) return {state_, now};
    if (recorder_ != nullptr) recorder_->set_time(now);
    for (std::size_t i = begins_with_; i < kStageCount; ++i) {
        if (const auto end = (this->*kStages[i].run)()) return *end;
    }
    return {State::running, now};
}

std::vector<std::string_view> ClientNode::stages() {
    std::vector<std::string_view> names;
    for (const Stage& stage : kStages) names.push_back(stage.name);
    return names;
}

ClientNode::Outcome ClientNode::end(State state, std::string reason) {
    state_ = state;
    reason_ = std::move(reason);
    return {state_, now_};
}

std::optional<ClientNode::Outcome> ClientNode::join() {
    if (transport_) return {};
    if (stop_asked_ && !first_tick_) return end(State::stopped, "stopped before joining");
    if (radio_) {
        // Connecting may take long, so we do it before we join the world: a member that is silent meanwhile
        // would be taken for dead.
        if (const auto connected = radio_->connect(); !connected) return settle_unreached(connected.error());
    }
    std::vector<AgentId> agents = setup_.agents;
    std::erase_if(agents, [this](AgentId id) { return has_left(id); });
    transport::Participation participation = participation_of(setup_.scenario, agents);
    participation.pilots = setup_.pilots;
    transport_ = transports_.join(participation, now_);
    return {};
}

bool ClientNode::has_left(AgentId agent) const {
    return std::any_of(acus_.begin(), acus_.end(),
                       [agent](const Acu& acu) { return acu.id() == agent && acu.has_left(); });
}

bool ClientNode::all_left() const {
    return !acus_.empty() &&
           std::all_of(acus_.begin(), acus_.end(), [](const Acu& acu) { return acu.has_left(); });
}

bool ClientNode::has_elements() const { return !acus_.empty() && acus_.front().spec().element.has_value(); }

std::optional<ClientNode::Outcome> ClientNode::enter() {
    if (cache_) return {};
    if (stop_asked_) return end(State::stopped, "stopped before joining");
    const auto status = transport_->poll(now_, wait_max_, nullptr);
    if (status != transport::Transport::Status::member) return settle(status);
    const transport::JoinTerms& welcome = *transport_->terms();
    if (welcome.heartbeat != setup_.scenario.heartbeat || !(welcome.gate == setup_.scenario.gate))
        return end(State::failed, "the server has another heartbeat or gate than the scenario");
    tick_ = welcome.start;
    if (!first_tick_) first_tick_ = tick_;
    published_ = paced_ = fresh_ = pacer_started_ = false;
    due_ = WallTime{};
    blocked_since_.reset();
    cache_.emplace(welcome.heartbeat, welcome.gate, welcome.start);
    if (tap_) cache_->set_tap(tap_);
    if (acus_.empty()) {
        acus_.reserve(setup_.agents.size());
        for (const AgentId id : setup_.agents) {
            const config::AgentSpec& spec = setup_.scenario.agents.at(id.value);
            acus_.emplace_back(setup_.scenario, spec, std::move(pilots_[id]),
                               radio_ ? radio_->make_applet(spec) : nullptr, sensing_.add(spec), engine_,
                               sight_);
        }
    }
    needs_outlook_ = engine_.uses_surroundings() || tap_ || spectator_ != nullptr || sensing_.has_rays() ||
                     std::any_of(acus_.begin(), acus_.end(), [](const Acu& acu) { return acu.has_pilot(); });
    if (!needs_outlook_) cache_->ignore_messages();
    engine_.restart(tick_.at(welcome.heartbeat));
    for (Acu& acu : acus_) {
        if (acu.has_left()) continue;
        if (acu.applet() != nullptr) acu.applet()->come_back();
        const Tick planned{acu.spec().enter.since_start() / welcome.heartbeat};
        acu.set_entry(std::max(welcome.start, planned));
        if (acu.is_active()) sensing_.start(acu.id(), tick_.at(welcome.heartbeat));
        cache_->add_own(acu.id(), acu.spec().name, acu.spec().vehicle);
    }
    if (radio_) radio_->join(acus_, tick_, now_);
    return {};
}

ClientNode::Outcome ClientNode::settle(transport::Transport::Status status) {
    switch (status) {
        case transport::Transport::Status::joining:
        case transport::Transport::Status::member:
            return {State::running, now_ + kWaitMax};
        case transport::Transport::Status::shot_down:
            if (all_left()) return end(State::finished, reason_);  // no agent is left to bring back
            // We were too slow or cut off, and the world has gone on. Join again at its present heartbeat.
            counters_.add(NodeCounter::rejoins);
            transport_.reset();
            cache_.reset();
            begins_with_ = kJoin;
            if (radio_) radio_->drop();
            radio_lost_.reset();
            return {State::running, now_};
        case transport::Transport::Status::left:
            // The transport's own reason is just "left"; ours says why.
            return end(State::finished, reason_.empty() ? transport_->reason() : reason_);
        case transport::Transport::Status::stopped:
            return end(State::stopped, transport_->reason());
        case transport::Transport::Status::absent:
            return settle_unreached({transport_->reason(), true});
        case transport::Transport::Status::lost:
            break;
    }
    return end(State::failed, transport_->reason());
}

ClientNode::Outcome ClientNode::settle_unreached(const Error& error) {
    const WallDuration limit = setup_.scenario.start_limit;
    if (!error.temporary || first_tick_) return end(State::failed, error.text);
    if (!tried_since_) {
        tried_since_ = now_;
        if (setup_.note)
            setup_.note(fmt::format("{}; trying again for {:g} s", error.text, limit.to_seconds()));
    }
    if (now_ - *tried_since_ >= limit)
        return end(State::failed, fmt::format("{} (tried for {:g} s, start_limit_s of the scenario)",
                                              error.text, limit.to_seconds()));
    transport_.reset();
    begins_with_ = kJoin;
    return {State::running, now_ + kRetryEvery, true};
}

ClientNode::Outcome ClientNode::settle_radio() {
    switch (radio_->status()) {
        case link::RadioLink::Status::left:
            radio_->drop();
            return {State::running, now_};
        case link::RadioLink::Status::joining:
        case link::RadioLink::Status::member:
            return {State::running, now_};
        case link::RadioLink::Status::stopped:
            return end(State::stopped, radio_->reason());
        case link::RadioLink::Status::lost:
            break;
    }
    // A client that is out of the world loses the radio as well, and may come back to both. The notice of its
    // end may come a little later.
    if (!radio_lost_) radio_lost_ = now_;
    if (transport_ && cache_ && !left_world_ && now_ - *radio_lost_ < kNoticeLimit) {
        const auto status = transport_->poll(now_, wait_max_, &*cache_);
        if (status != transport::Transport::Status::member) return settle(status);
        return {State::running, now_ + kWaitMax};
    }
    return end(State::failed, radio_->reason());
}

/// Waits for the radio's answer, so that our agents appear in the world only once they are on the radio.
std::optional<ClientNode::Outcome> ClientNode::tune_in() {
    if (on_radio() && radio_->status() == link::RadioLink::Status::joining) return wait_for_radio();
    if (on_radio() && radio_->status() != link::RadioLink::Status::member) return settle_radio();
    begins_with_ = kHandleStop;
    return {};
}

std::optional<ClientNode::Outcome> ClientNode::handle_stop() {
    if (!stop_asked_ || last_ <= tick_) return {};
    // Each message promises when the next one of its flow comes, so we leave no earlier than the latest of
    // these promises.
    Tick next = tick_;
    for (const Acu& acu : acus_) {
        if (acu.is_active()) next = std::max(next, acu.next_message());
    }
    last_ = std::min(last_, next);
    reason_ = "stopped on request";
    return {};
}

std::optional<ClientNode::Outcome> ClientNode::keep_pace() {
    // A client that joins a running world must not publish further ahead of the others than the gate allows.
    if (tick_ > Tick{0} && !cache_->check(tick_).go) return wait_for_gate();
    if (pacer_started_ && !paced_) {
        paced_ = true;
        due_ = now_ + pacer_.arrive(time(), now_);
    }
    if (now_ >= due_) return {};
    keep_alive();
    return Outcome{State::running, std::min(due_, now_ + transport_->terms()->silence_limit / 4), true};
}

/// Lets the world and the radio know that we live, while we wait for something other than their messages.
void ClientNode::keep_alive() {
    transport_->keep_alive(cache_->check(tick_).known_until, now_);
    if (on_radio()) radio_->keep_alive(now_);
}

std::optional<ClientNode::Outcome> ClientNode::publish() {
    outgoing_.clear();
    std::size_t used = 0;
    for (Acu& acu : acus_) {
        if (acu.enter_if_due(tick_)) sensing_.start(acu.id(), time());
        if (!acu.publishes_at(tick_)) continue;
        Bytes& any = anys_[used++];
        any.clear();
        const net::AgentHeader header = acu.compose(tick_, last_, now_, any);
        outgoing_.push_back({header, any});
        if (needs_outlook_) cache_->add_own_message(header, any);
        cpu_.charge(CpuCounter::exchange_ns);
        if (recorder_ != nullptr) recorder_->record(acu.id(), header.time, any);
        cpu_.charge(CpuCounter::logging_ns);
        if (!acu.has_left()) continue;
        if (recorder_ != nullptr) recorder_->record_departure(acu.id(), header.time);
        cache_->end_agent(acu.id(), tick_ + 1);
        sensing_.stop(acu.id());
    }
    if (last_ > tick_ && all_left()) {
        last_ = tick_;
        reason_ = "all agents of this client have left";
    }
    transport_->publish(tick_, outgoing_, cache_->check(tick_).known_until, now_);
    if (const auto reading = transport_->take_clock_reading(); reading && recorder_ != nullptr)
        recorder_->record_clock(*reading);
    published_ = true;
    begins_with_ = kLeave;
    counters_.add(NodeCounter::heartbeats);
    return {};
}

std::optional<ClientNode::Outcome> ClientNode::leave() {
    if (tick_ < last_) return {};
    if (on_radio()) radio_->leave(tick_, now_);
    if (!left_world_ && !transport_->all_received()) return wait_for_gate();
    if (!left_world_) transport_->leave();
    left_world_ = true;
    if (!on_radio()) return settle(transport::Transport::Status::left);
    // From here on we do not poll the world any more: it may end before the radio knows that we left.
    if (radio_->wait_to_leave(now_, wait_max_) != link::RadioLink::Status::member) return settle_radio();
    return Outcome{State::running, now_ + kWaitMax};
}

std::optional<ClientNode::Outcome> ClientNode::wait_for_spectator() {
    if (spectator_ == nullptr || spectator_->is_ready()) return {};
    keep_alive();
    return Outcome{State::running, now_ + kSpectatorWait, true};
}

std::optional<ClientNode::Outcome> ClientNode::pass_gate() {
    if (!cache_->check(tick_ + 1).go) return wait_for_gate();
    if (fresh_ || !needs_outlook_) return {};
    // The gate is open, but newer states may have arrived. Polling makes them visible to the pilots, the
    // sensors, the engine and the spectator in this step.
    const auto status = transport_->poll(now_, WallDuration{}, &*cache_);
    if (status != transport::Transport::Status::member) return settle(status);
    return {};
}

ClientNode::Outcome ClientNode::wait_for_gate() {
    const Tick wanted = published_ ? tick_ + 1 : tick_;
    if (!blocked_since_) {
        blocked_since_ = now_;
        if (pacer_started_) counters_.add(NodeCounter::gate_waits);
    }
    if (on_radio()) radio_->keep_alive(now_);
    transport_->request_missing(cache_->check(wanted).known_until, now_);
    const WallTime deadline = std::max(transport_->next_deadline(), now_);
    const auto status = transport_->poll(now_, std::min(deadline - now_, wait_max_), &*cache_);
    if (status != transport::Transport::Status::member) return settle(status);
    fresh_ = true;
    // The messages that have just arrived may have opened the gate; then the next pass has work at once.
    const bool done = published_ && tick_ >= last_ ? transport_->all_received() : cache_->check(wanted).go;
    return {State::running, done ? now_ : deadline};
}

std::optional<ClientNode::Outcome> ClientNode::receive_radio() {
    if (!on_radio() || radio_->has_all_for(tick_)) return {};
    cpu_.charge(CpuCounter::exchange_ns);
    const auto status = radio_->poll(tick_, now_);
    cpu_.charge(CpuCounter::radio_ns);
    if (status != link::RadioLink::Status::member) return settle_radio();
    if (!radio_->has_enough_for(tick_)) return wait_for_radio();
    return {};
}

ClientNode::Outcome ClientNode::wait_for_radio() {
    // Meanwhile we keep asking the world, so that it does not take us for dead. Its answers prove that the
    // world is alive.
    transport_->request_missing(cache_->check(tick_).known_until, now_);
    if (const auto status = transport_->poll(now_, WallDuration{}, &*cache_);
        status != transport::Transport::Status::member)
        return settle(status);
    cpu_.charge(CpuCounter::exchange_ns);
    const auto status = radio_->wait(tick_, now_, wait_max_);
    cpu_.charge(CpuCounter::radio_ns);
    if (status != link::RadioLink::Status::joining && status != link::RadioLink::Status::member)
        return settle_radio();
    return {State::running, now_ + kWaitMax};
}

std::optional<ClientNode::Outcome> ClientNode::observe() {
    begin_step();
    cache_->step_to(tick_ + 1);
    cpu_.charge(CpuCounter::exchange_ns);
    if (has_elements() && is_deserted(setup_.scenario, cache_->departed())) {
        for (Acu& acu : acus_) acu.leave();
    }
    const bool any_pilot =
        std::any_of(acus_.begin(), acus_.end(), [this](const Acu& acu) { return acu.pilot_steps_at(tick_); });
    const bool watched = spectator_ != nullptr && spectator_->is_due(time(), now_);
    if (any_pilot || engine_.uses_surroundings() || watched || sensing_.needs_scan(time()))
        outlook_.update(cache_->peers(), time());
    cpu_.charge(CpuCounter::pilots_ns);  // above all, pilots use the outlook
    if (watched) {
        update_spectator();
        cpu_.skip();
    }
    return {};
}

/// Counts the wait for the gate, and starts the pace with the first step. The wait before the first step is
/// not counted, since it was for the start of the world.
void ClientNode::begin_step() {
    if (blocked_since_ && pacer_started_) {
        const auto waited = static_cast<std::uint64_t>((now_ - *blocked_since_).count_ns());
        counters_.add(NodeCounter::gate_wait_ns, waited);
        counters_.raise_to(NodeCounter::gate_longest_wait_ns, waited);
    }
    blocked_since_.reset();
    if (pacer_started_) return;
    // The pace counts from the moment when all clients are there, not from when the first one was.
    pacer_.start(time(), now_);
    pacer_started_ = true;
}

void ClientNode::update_spectator() {
    own_.clear();
    for (const Acu& acu : acus_) {
        if (acu.is_active()) own_.push_back(acu.id());
    }
    const auto peers = cache_->peers();
    const Tick known = cache_->check(tick_ + 1).known_until;
    spectator_->show({.now = time(),
                      .wall = now_,
                      .sights = outlook_.sights(),
                      .signals = outlook_.signals(),
                      .peers = peers,
                      .own = own_,
                      .engine = engine_,
                      .behind = peers.size() > own_.size()
                                    ? std::optional(std::max<std::int64_t>(tick_ - known, 0))
                                    : std::nullopt});
}

std::optional<ClientNode::Outcome> ClientNode::sense() {
    if (!sensing_.has_agents()) return {};
    sensing_.scan(time(), outlook_.sights(), outlook_.signals());
    cpu_.charge(CpuCounter::sensors_ns);
    return {};
}

std::optional<ClientNode::Outcome> ClientNode::decide() {
    for (Acu& acu : acus_) acu.begin_heartbeat(tick_, outlook_.sights(), outlook_.signals());
    for (Acu& acu : acus_) acu.finish_heartbeat(tick_);
    cpu_.charge(CpuCounter::pilots_ns);
    return {};
}

std::optional<ClientNode::Outcome> ClientNode::send_radio() {
    if (on_radio()) radio_->exchange(tick_, now_);
    cpu_.charge(CpuCounter::radio_ns);
    return {};
}

std::optional<ClientNode::Outcome> ClientNode::advance() {
    if (engine_.uses_surroundings())
        engine_.set_surroundings({.now = time(), .bodies = outlook_.bodies(), .signals = outlook_.signals()});
    // The engine advances in pieces if a sensor measures more often than once in a heartbeat.
    const SimDuration piece = sensing_.measuring_interval();
    const SimTime end = time() + setup_.scenario.heartbeat;
    for (SimTime until = time() + piece; until < end; until = until + piece) {
        engine_.advance(piece);
        sensing_.measure(until);
    }
    engine_.advance(piece);
    cpu_.charge(CpuCounter::dynamics_ns);
    tick_ = tick_ + 1;
    cpu_.begin_heartbeat(tick_);
    published_ = paced_ = fresh_ = false;
    begins_with_ = kHandleStop;
    return {};
}

std::vector<std::string> ClientNode::pilot_faults() const {
    std::vector<std::string> faults;
    for (const Acu& acu : acus_) {
        if (!acu.pilot_fault().empty()) faults.push_back(acu.pilot_fault());
    }
    return faults;
}

std::string ClientNode::waiting_for() const {
    if (!transport_ || !cache_) return "the server";
    std::string names;
    const auto add = [&](AgentId id) {
        const auto& agents = setup_.scenario.agents;
        names += (names.empty() ? "" : ", ") +
                 (id.value < agents.size() ? agents[id.value].name : fmt::format("agent {}", id.value));
    };
    if (!transport_->awaited().empty()) {
        for (const AgentId id : transport_->awaited()) add(id);
    } else if (const auto slowest = cache_->check(tick_ + 1).slowest) {
        add(*slowest);
    }
    return names;
}

}  // namespace synchrono::client::acu
