#include "client/acu/client_node.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <span>

#include "client/acu/participation_of.hpp"
#include "client/engine/engine_registry.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client {
namespace {

constexpr WallDuration kWaitMax = WallDuration::milliseconds(20),
                       kSpectatorWait = WallDuration::milliseconds(2);

std::vector<geo::Footprints::Outline> outlines_of(const config::Scenario& scenario) {
    std::vector<geo::Footprints::Outline> outlines;
    for (const config::Building& building : config::buildings_of(scenario))
        outlines.push_back(building.footprint);
    return outlines;
}

}  // namespace

ClientNode::ClientNode(NodeSetup setup, TransportFactory& transports, Engine& engine, Recorder* recorder)
    : setup_(std::move(setup)),
      transports_(transports),
      engine_(engine),
      recorder_(recorder),
      outlook_(setup_.scenario),
      sight_(setup_.scenario.sight_m, outlines_of(setup_.scenario)),
      sensing_(
          setup_.scenario, setup_.ray_world, engine_,
          recorder == nullptr ? sensors::SampleTap()
                              : [recorder](const auto&... sample) { recorder->sensed(sample...); }),
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
        engine_.bodies()->prepare(id, new_body_of(setup_.scenario, agent));
    }
}

void ClientNode::set_pilot(AgentId agent, std::unique_ptr<PilotHost> pilot) {
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
    {"heed a stop", &ClientNode::heed_stop},
    {"keep pace", &ClientNode::keep_pace},
    {"publish", &ClientNode::publish},
    {"leave", &ClientNode::leave},
    {"hold", &ClientNode::hold},
    {"pass the gate", &ClientNode::pass_gate},
    {"listen", &ClientNode::listen},
    {"look", &ClientNode::look},
    {"sense", &ClientNode::sense},
    {"decide", &ClientNode::decide},
    {"speak", &ClientNode::speak},
    {"advance", &ClientNode::advance},
}};

ClientNode::Turn ClientNode::turn(WallTime now, bool may_wait) {
    static_assert(kStages[kJoin].name == "join" && kStages[kHeedStop].name == "heed a stop" &&
                  kStages[kLeave].name == "leave");
    now_ = now;
    wait_max_ = may_wait ? kWaitMax : WallDuration{};
    if (state_ != State::running) return {state_, now};
    if (recorder_ != nullptr) recorder_->begin(now);
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

ClientNode::Turn ClientNode::end(State state, std::string reason) {
    state_ = state;
    reason_ = std::move(reason);
    return {state_, now_};
}

std::optional<ClientNode::Turn> ClientNode::join() {
    if (link_) return {};
    if (radio_) {
        // Connecting may take long, so it comes before we join the world, which would take us for dead
        // meanwhile.
        if (const auto connected = radio_->connect(); !connected)
            return end(State::failed, connected.error().text);
    }
    std::vector<AgentId> agents = setup_.agents;
    std::erase_if(agents, [this](AgentId id) { return has_left(id); });
    link_ = transports_.join(participation_of(setup_.scenario, agents), now_);
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

std::optional<ClientNode::Turn> ClientNode::enter() {
    if (cache_) return {};
    if (stop_asked_) return end(State::stopped, "stopped before it had joined");
    const auto stage = link_->turn(now_, wait_max_, nullptr);
    if (stage != Transport::Stage::member) return settle(stage);
    const Welcome& welcome = *link_->welcome();
    if (welcome.heartbeat != setup_.scenario.heartbeat || !(welcome.gate == setup_.scenario.gate))
        return end(State::failed, "the server's heartbeat or gate is not the scenario's");
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
    looks_around_ = engine_.wants_others() || tap_ || spectator_ != nullptr || sensing_.has_rays() ||
                    std::any_of(acus_.begin(), acus_.end(), [](const Acu& acu) { return acu.has_pilot(); });
    if (!looks_around_) cache_->ignore_messages();
    engine_.begin(tick_.at(welcome.heartbeat));
    for (Acu& acu : acus_) {
        if (acu.has_left()) continue;
        if (acu.applet() != nullptr) acu.applet()->come_back();
        const Tick planned{acu.spec().enter.since_start() / welcome.heartbeat};
        acu.set_entry(std::max(welcome.start, planned));
        if (acu.is_active()) sensing_.begin(acu.id(), tick_.at(welcome.heartbeat));
        cache_->add_own(acu.id(), acu.spec().name, acu.spec().vehicle);
    }
    if (radio_) radio_->join(acus_, tick_, now_);
    return {};
}

ClientNode::Turn ClientNode::settle(Transport::Stage stage) {
    switch (stage) {
        case Transport::Stage::joining:
        case Transport::Stage::member:
            return {State::running, now_ + kWaitMax};
        case Transport::Stage::shot_down:
            if (all_left()) return end(State::finished, reason_);  // no agent is left to bring back
            // We were too slow or cut off, and the world has gone on. Join again at its present heartbeat.
            counters_.add(NodeCounter::rejoins);
            link_.reset();
            cache_.reset();
            begins_with_ = kJoin;
            if (radio_) radio_->drop();
            return {State::running, now_};
        case Transport::Stage::left:
            // The link's own reason is just "left"; ours says why.
            return end(State::finished, reason_.empty() ? link_->reason() : reason_);
        case Transport::Stage::stopped:
            return end(State::stopped, link_->reason());
        case Transport::Stage::lost:
            break;
    }
    return end(State::failed, link_->reason());
}

ClientNode::Turn ClientNode::settle_radio() {
    switch (radio_->stage()) {
        case RadioLink::Stage::left:
            radio_->drop();
            return {State::running, now_};
        case RadioLink::Stage::joining:
        case RadioLink::Stage::member:
            return {State::running, now_};
        case RadioLink::Stage::stopped:
            return end(State::stopped, radio_->reason());
        case RadioLink::Stage::lost:
            break;
    }
    return end(State::failed, radio_->reason());
}

/// Waits for the radio's answer, so that our agents appear in the world only once they are on the radio.
std::optional<ClientNode::Turn> ClientNode::tune_in() {
    if (on_radio() && radio_->stage() == RadioLink::Stage::joining) return wait_for_radio();
    if (on_radio() && radio_->stage() != RadioLink::Stage::member) return settle_radio();
    begins_with_ = kHeedStop;
    return {};
}

std::optional<ClientNode::Turn> ClientNode::heed_stop() {
    if (!stop_asked_ || last_ <= tick_) return {};
    // Each message promises when the next one comes, so the last heartbeat is not before any of those.
    Tick next = tick_;
    for (const Acu& acu : acus_) {
        if (acu.is_active()) next = std::max(next, acu.next_message());
    }
    last_ = std::min(last_, next);
    reason_ = "stopped on request";
    return {};
}

std::optional<ClientNode::Turn> ClientNode::keep_pace() {
    // A client that joins a running world must not publish further ahead of the others than the gate allows.
    if (tick_ > Tick{0} && !cache_->check(tick_).go) return wait_for_gate();
    if (pacer_started_ && !paced_) {
        paced_ = true;
        due_ = now_ + pacer_.arrive(time(), now_);
    }
    if (now_ >= due_) return {};
    keep_alive();
    return Turn{State::running, std::min(due_, now_ + link_->welcome()->silence_limit / 4), true};
}

/// Lets world and radio know that we live, while we wait for something other than their messages.
void ClientNode::keep_alive() {
    link_->keep_alive(cache_->check(tick_).known, now_);
    if (on_radio()) radio_->keep_alive(now_);
}

std::optional<ClientNode::Turn> ClientNode::publish() {
    outgoing_.clear();
    std::size_t used = 0;
    for (Acu& acu : acus_) {
        if (acu.enter_if_due(tick_)) sensing_.begin(acu.id(), time());
        if (!acu.speaks_at(tick_)) continue;
        Bytes& any = anys_[used++];
        any.clear();
        const net::AgentHeader header = acu.compose(tick_, last_, now_, any);
        outgoing_.push_back({header, any});
        if (looks_around_) cache_->own_message(header, any);
        cpu_.spent(CpuCounter::exchange_ns);
        if (recorder_ != nullptr) recorder_->record(acu.id(), header.time, any);
        cpu_.spent(CpuCounter::logging_ns);
        if (!acu.has_left()) continue;
        cache_->ended(acu.id(), tick_ + 1);
        sensing_.end(acu.id());
    }
    if (last_ > tick_ && all_left()) {
        last_ = tick_;
        reason_ = "all of its agents have left";
    }
    link_->publish(tick_, outgoing_, cache_->check(tick_).known, now_);
    published_ = true;
    begins_with_ = kLeave;
    counters_.add(NodeCounter::heartbeats);
    return {};
}

std::optional<ClientNode::Turn> ClientNode::leave() {
    if (tick_ < last_) return {};
    if (on_radio()) radio_->leave(tick_, now_);
    if (!left_world_ && !link_->all_received()) return wait_for_gate();
    if (!left_world_) link_->leave();
    left_world_ = true;
    if (!on_radio()) return settle(Transport::Stage::left);
    // From here on the world is not polled any more: it may end before the radio has heard that we left.
    if (radio_->wait_to_leave(now_, wait_max_) != RadioLink::Stage::member) return settle_radio();
    return Turn{State::running, now_ + kWaitMax};
}

std::optional<ClientNode::Turn> ClientNode::hold() {
    if (spectator_ == nullptr || spectator_->is_ready()) return {};
    keep_alive();
    return Turn{State::running, now_ + kSpectatorWait, true};
}

std::optional<ClientNode::Turn> ClientNode::pass_gate() {
    if (!cache_->check(tick_ + 1).go) return wait_for_gate();
    if (fresh_ || !looks_around_) return {};
    // The gate is open, but newer states may have arrived; take them in for those who look at the others.
    const auto stage = link_->turn(now_, WallDuration{}, &*cache_);
    if (stage != Transport::Stage::member) return settle(stage);
    return {};
}

ClientNode::Turn ClientNode::wait_for_gate() {
    const Tick wanted = published_ ? tick_ + 1 : tick_;
    if (!blocked_since_) {
        blocked_since_ = now_;
        if (pacer_started_) counters_.add(NodeCounter::gate_waits);
    }
    if (on_radio()) radio_->keep_alive(now_);
    link_->waiting(cache_->check(wanted).known, now_);
    const WallTime deadline = std::max(link_->next_deadline(), now_);
    const auto stage = link_->turn(now_, std::min(deadline - now_, wait_max_), &*cache_);
    if (stage != Transport::Stage::member) return settle(stage);
    fresh_ = true;
    // The messages that have just arrived may have opened the gate; then the next turn has work at once.
    const bool done = published_ && tick_ >= last_ ? link_->all_received() : cache_->check(wanted).go;
    return {State::running, done ? now_ : deadline};
}

std::optional<ClientNode::Turn> ClientNode::listen() {
    if (!on_radio() || radio_->knows_all(tick_)) return {};
    cpu_.spent(CpuCounter::exchange_ns);
    const auto stage = radio_->look(tick_, now_);
    cpu_.spent(CpuCounter::radio_ns);
    if (stage != RadioLink::Stage::member) return settle_radio();
    if (!radio_->is_ready(tick_)) return wait_for_radio();
    return {};
}

ClientNode::Turn ClientNode::wait_for_radio() {
    // Keep asking the world meanwhile: then it does not take us for dead, and its answers show us that it
    // lives.
    link_->waiting(cache_->check(tick_).known, now_);
    if (const auto stage = link_->turn(now_, WallDuration{}, &*cache_); stage != Transport::Stage::member)
        return settle(stage);
    cpu_.spent(CpuCounter::exchange_ns);
    const auto stage = radio_->wait(tick_, now_, wait_max_);
    cpu_.spent(CpuCounter::radio_ns);
    if (stage != RadioLink::Stage::joining && stage != RadioLink::Stage::member) return settle_radio();
    return {State::running, now_ + kWaitMax};
}

std::optional<ClientNode::Turn> ClientNode::look() {
    begin_step();
    cache_->step_to(tick_ + 1);
    cpu_.spent(CpuCounter::exchange_ns);
    if (has_elements() && is_deserted(setup_.scenario, cache_->departed())) {
        for (Acu& acu : acus_) acu.leave();
    }
    const bool any_pilot =
        std::any_of(acus_.begin(), acus_.end(), [this](const Acu& acu) { return acu.pilot_steps_at(tick_); });
    const bool watched = spectator_ != nullptr && spectator_->wants_look(time(), now_);
    if (any_pilot || engine_.wants_others() || watched || sensing_.looks(time()))
        outlook_.look(cache_->peers(), time());
    if (watched) show_spectator();
    return {};
}

/// Counts how long the gate was waited for, and starts the pace with the first step. The wait before the
/// first step was for the start of the world, so it does not count as one for the gate.
void ClientNode::begin_step() {
    if (blocked_since_ && pacer_started_) {
        const auto waited = static_cast<std::uint64_t>((now_ - *blocked_since_).count_ns());
        counters_.add(NodeCounter::gate_wait_ns, waited);
        counters_.raise_to(NodeCounter::gate_longest_wait_ns, waited);
    }
    blocked_since_.reset();
    if (pacer_started_) return;
    // The pace counts from the moment when everybody is there, not from when the first client was.
    pacer_.start(time(), now_);
    pacer_started_ = true;
}

void ClientNode::show_spectator() {
    own_.clear();
    for (const Acu& acu : acus_) {
        if (acu.is_active()) own_.push_back(acu.id());
    }
    const auto peers = cache_->peers();
    const Tick known = cache_->check(tick_ + 1).known;
    spectator_->look({.now = time(),
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

std::optional<ClientNode::Turn> ClientNode::sense() {
    sensing_.look(time(), outlook_.sights(), outlook_.signals());
    cpu_.spent(CpuCounter::sensors_ns);
    return {};
}

std::optional<ClientNode::Turn> ClientNode::decide() {
    for (Acu& acu : acus_) acu.begin(tick_, outlook_.sights(), outlook_.signals());
    for (Acu& acu : acus_) acu.finish(tick_);
    cpu_.spent(CpuCounter::pilots_ns);
    return {};
}

std::optional<ClientNode::Turn> ClientNode::speak() {
    if (on_radio()) radio_->exchange(tick_, now_);
    cpu_.spent(CpuCounter::radio_ns);
    return {};
}

std::optional<ClientNode::Turn> ClientNode::advance() {
    if (engine_.wants_others())
        engine_.show({.now = time(), .bodies = outlook_.bodies(), .signals = outlook_.signals()});
    // The heartbeat is advanced in pieces if a sensor measures more often than once in a heartbeat.
    const SimDuration piece = sensing_.piece();
    const SimTime end = time() + setup_.scenario.heartbeat;
    for (SimTime until = time() + piece; until < end; until = until + piece) {
        engine_.advance(piece);
        sensing_.observe(until);
    }
    engine_.advance(piece);
    cpu_.spent(CpuCounter::dynamics_ns);
    tick_ = tick_ + 1;
    cpu_.begin(tick_);
    published_ = paced_ = fresh_ = false;
    begins_with_ = kHeedStop;
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
    if (!link_ || !cache_) return "the server";
    std::string names;
    const auto add = [&](AgentId id) {
        const auto& agents = setup_.scenario.agents;
        names += (names.empty() ? "" : ", ") +
                 (id.value < agents.size() ? agents[id.value].name : fmt::format("agent {}", id.value));
    };
    if (!link_->awaited().empty()) {
        for (const AgentId id : link_->awaited()) add(id);
    } else if (const auto slowest = cache_->check(tick_ + 1).slowest) {
        add(*slowest);
    }
    return names;
}

}  // namespace synchrono::client
