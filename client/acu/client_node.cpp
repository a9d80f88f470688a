#include "client/acu/client_node.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <numbers>
#include <span>

#include "client/acu/participation_of.hpp"
#include "client/engine/engine_registry.hpp"
#include "client/kind/appearance.hpp"
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

/// What stands in everybody's way and is no building, of which maps tell.
std::vector<Sight> boxes_of(const config::Scenario& scenario) {
    std::vector<Sight> boxes;
    for (std::size_t i = 0; i < scenario.statics.size(); ++i) {
        const auto* box = std::get_if<config::BoxElement>(&scenario.statics[i].what);
        if (box == nullptr) continue;
        Obstacle obstacle{.agent = config::static_id(i), .seen_as = SeenAs::object, .motion = {}};
        obstacle.length_m = box->size.x;
        obstacle.width_m = box->size.y;
        obstacle.height_m = box->size.z;
        obstacle.motion.position = box->position + geo::Vec3{0, 0, box->size.z / 2};
        obstacle.motion.orientation = geo::Quaternion::from_yaw(box->yaw_deg * (std::numbers::pi / 180));
        boxes.push_back({obstacle, outlook_of(obstacle), static_cast<float>(box->position.x),
                         static_cast<float>(box->position.y), false});
    }
    return boxes;
}

}  // namespace

ClientNode::ClientNode(NodeSetup setup, TransportFactory& transports, Engine& engine, Recorder* recorder)
    : setup_(std::move(setup)),
      transports_(transports),
      engine_(engine),
      recorder_(recorder),
      sight_(setup_.scenario.sight_m, outlines_of(setup_.scenario)),
      sensing_(setup_.scenario, setup_.ray_world, engine_,
               [this](auto&&... sample) {
                   if (recorder_ != nullptr) recorder_->sensed(sample..., step_began_);
               }),
      pacer_(setup_.pace ? setup_.pace : setup_.scenario.pace.factor),
      last_{setup_.scenario.duration / setup_.scenario.heartbeat} {
    std::sort(setup_.agents.begin(), setup_.agents.end());
    anys_.resize(setup_.agents.size());
    boxes_ = boxes_of(setup_.scenario);
    for (const config::AgentSpec& agent : setup_.scenario.agents) {
        const geo::Vec3 size = size_of(setup_.scenario, agent);
        known_.push_back({&publishes_as(agent),
                          {.agent = agent.id,
                           .seen_as = seen_as(agent),
                           .length_m = size.x,
                           .width_m = size.y,
                           .height_m = size.z,
                           .motion = {}}});
    }
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
        if (!agent.element) engine_.bodies()->prepare(id, new_body_of(setup_.scenario, agent));
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

void ClientNode::join(WallTime now) {
    if (radio_) {
        // Connecting may take long: before the world knows of us, and would take us for dead.
        if (const auto connected = radio_->connect(); !connected) {
            state_ = State::failed;
            reason_ = connected.error().text;
            return;
        }
    }
    std::vector<AgentId> agents = setup_.agents;
    std::erase_if(agents, [this](AgentId id) { return has_left(id); });
    link_ = transports_.join(participation_of(setup_.scenario, agents), now);
}

bool ClientNode::has_left(AgentId agent) const {
    return std::any_of(acus_.begin(), acus_.end(),
                       [agent](const Acu& acu) { return acu.id() == agent && acu.has_left(); });
}

bool ClientNode::all_left() const {
    return !acus_.empty() &&
           std::all_of(acus_.begin(), acus_.end(), [](const Acu& acu) { return acu.has_left(); });
}

void ClientNode::enter_world() {
    const Welcome& welcome = *link_->welcome();
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
}

ClientNode::Turn ClientNode::settle(Transport::Stage stage, WallTime now) {
    switch (stage) {
        case Transport::Stage::joining:
        case Transport::Stage::member:
            return {State::running, now + kWaitMax};
        case Transport::Stage::shot_down:
            if (all_left()) {
                state_ = State::finished;  // there is nobody to bring back
                return {state_, now};
            }
            // We were too slow or cut off; the world went on. Come back where it is now.
            counters_.add(NodeCounter::rejoins);
            link_.reset();
            cache_.reset();
            if (radio_) radio_->drop();
            return {State::running, now};
        case Transport::Stage::left:
            state_ = State::finished;
            break;
        case Transport::Stage::stopped:
            state_ = State::stopped;
            break;
        case Transport::Stage::lost:
            state_ = State::failed;
            break;
    }
    // Why it left, the link does not know.
    if (state_ != State::finished || reason_.empty()) reason_ = link_->reason();
    return {state_, now};
}

ClientNode::Turn ClientNode::turn(WallTime now, bool may_wait) {
    if (state_ != State::running) return {state_, now};
    if (!link_) join(now);
    if (state_ != State::running) return {state_, now};
    if (!cache_) {
        if (stop_asked_) {
            state_ = State::stopped;
            reason_ = "stopped before it had joined";
            return {state_, now};
        }
        const auto stage = link_->turn(now, may_wait ? kWaitMax : WallDuration{}, nullptr);
        if (stage != Transport::Stage::member) return settle(stage, now);
        if (link_->welcome()->heartbeat != setup_.scenario.heartbeat ||
            !(link_->welcome()->gate == setup_.scenario.gate)) {
            state_ = State::failed;
            reason_ = "the server's heartbeat or gate is not the scenario's";
            return {state_, now};
        }
        enter_world();
        if (radio_) radio_->join(acus_, tick_, now);
    }
    // Nobody hears of our agents in the world before they are on the radio.
    if (on_radio() && radio_->stage() == RadioLink::Stage::joining) return wait_for_radio(now, may_wait);
    if (on_radio() && radio_->stage() != RadioLink::Stage::member) return settle_radio(now);

    if (stop_asked_ && last_ > tick_) {
        // What was promised is still said: no flow ends before its next message.
        Tick next = published_ ? tick_ + 1 : tick_;
        for (const Acu& acu : acus_) {
            if (acu.is_active()) next = std::max(next, acu.next_message());
        }
        last_ = std::min(last_, next);
        reason_ = "stopped on request";
    }
    if (!published_) {
        // Who joins a world under way speaks first when it is no further ahead than anybody may be.
        if (tick_ > Tick{0} && !cache_->check(tick_).go) return wait_for_gate(now, may_wait);
        if (pacer_started_ && !paced_) {
            paced_ = true;
            due_ = now + pacer_.arrive(tick_.at(setup_.scenario.heartbeat), now);
        }
        if (now < due_) {
            // However slow the pace, nobody shall take us for dead.
            link_->keep_alive(cache_->check(tick_).known, now);
            if (radio_) radio_->keep_alive(now);
            return {State::running, std::min(due_, now + link_->welcome()->silence_limit / 4), true};
        }
        publish(now);
    }
    if (tick_ >= last_) {
        if (on_radio()) radio_->leave(tick_, now);
        if (!left_world_ && !link_->all_received()) return wait_for_gate(now, may_wait);
        if (!left_world_) link_->leave();
        left_world_ = true;
        if (!on_radio()) return settle(Transport::Stage::left, now);
        // The world may end before the radio has heard that we are gone: it is not looked at any more.
        if (radio_->wait_to_leave(now, may_wait ? kWaitMax : WallDuration{}) != RadioLink::Stage::member)
            return settle_radio(now);
        return {State::running, now + kWaitMax};
    }
    if (spectator_ != nullptr && !spectator_->is_ready()) {
        link_->keep_alive(cache_->check(tick_).known, now);
        if (radio_) radio_->keep_alive(now);
        return {State::running, now + kSpectatorWait, true};
    }
    const bool go = cache_->check(tick_ + 1).go;
    if (go && !fresh_ && looks_around_) {
        // The gate is open, but there may be news, and somebody to look at them.
        const auto stage = link_->turn(now, WallDuration{}, &*cache_);
        if (stage != Transport::Stage::member) return settle(stage, now);
    }
    if (!go) return wait_for_gate(now, may_wait);
    if (on_radio() && !radio_->knows_all(tick_)) {
        cpu_.spent(CpuCounter::exchange_ns);
        const auto stage = radio_->look(tick_, now);
        cpu_.spent(CpuCounter::radio_ns);
        if (stage != RadioLink::Stage::member) return settle_radio(now);
        if (!radio_->is_ready(tick_)) return wait_for_radio(now, may_wait);
    }
    step(now);
    return {State::running, now};
}

ClientNode::Turn ClientNode::wait_for_gate(WallTime now, bool may_wait) {
    const Tick wanted = published_ ? tick_ + 1 : tick_;
    if (!blocked_since_) {
        blocked_since_ = now;
        if (pacer_started_) counters_.add(NodeCounter::gate_waits);
    }
    if (radio_) radio_->keep_alive(now);
    link_->waiting(cache_->check(wanted).known, now);
    const WallTime deadline = std::max(link_->next_deadline(), now);
    const WallDuration wait = may_wait ? std::min(deadline - now, kWaitMax) : WallDuration{};
    const auto stage = link_->turn(now, wait, &*cache_);
    if (stage != Transport::Stage::member) return settle(stage, now);
    fresh_ = true;
    // What came may have opened the gate: then there is something to do at once.
    const bool done = published_ && tick_ >= last_ ? link_->all_received() : cache_->check(wanted).go;
    return {State::running, done ? now : deadline};
}

ClientNode::Turn ClientNode::wait_for_radio(WallTime now, bool may_wait) {
    // Meanwhile the world must not take us for dead, nor we the world, which answers who asks.
    link_->waiting(cache_->check(tick_).known, now);
    if (const auto stage = link_->turn(now, WallDuration{}, &*cache_); stage != Transport::Stage::member)
        return settle(stage, now);
    cpu_.spent(CpuCounter::exchange_ns);
    const auto stage = radio_->wait(tick_, now, may_wait ? kWaitMax : WallDuration{});
    cpu_.spent(CpuCounter::radio_ns);
    if (stage != RadioLink::Stage::joining && stage != RadioLink::Stage::member) return settle_radio(now);
    return {State::running, now + kWaitMax};
}

ClientNode::Turn ClientNode::settle_radio(WallTime now) {
    switch (*radio_->stage()) {
        case RadioLink::Stage::left:
            radio_->drop();
            return {State::running, now};
        case RadioLink::Stage::stopped:
            state_ = State::stopped;
            break;
        case RadioLink::Stage::lost:
            state_ = State::failed;
            break;
        case RadioLink::Stage::joining:
        case RadioLink::Stage::member:
            return {State::running, now};
    }
    reason_ = radio_->reason();
    return {state_, now};
}

void ClientNode::publish(WallTime now) {
    outgoing_.clear();
    std::size_t used = 0;
    for (Acu& acu : acus_) {
        if (acu.enter_if_due(tick_)) sensing_.begin(acu.id(), tick_.at(setup_.scenario.heartbeat));
        if (!acu.speaks_at(tick_)) continue;
        Bytes& any = anys_[used++];
        any.clear();
        const net::AgentHeader header = acu.compose(tick_, last_, now, any);
        outgoing_.push_back({header, any});
        if (looks_around_) cache_->own_message(header, any);
        cpu_.spent(CpuCounter::exchange_ns);
        if (recorder_ != nullptr) recorder_->record(acu.id(), header.time, now, any);
        cpu_.spent(CpuCounter::logging_ns);
        if (!acu.has_left()) continue;
        cache_->ended(acu.id(), tick_ + 1);
        sensing_.end(acu.id());
    }
    if (last_ > tick_ && all_left()) {
        last_ = tick_;
        reason_ = "all of its agents have left";
    }
    link_->publish(tick_, outgoing_, cache_->check(tick_).known, now);
    published_ = true;
    counters_.add(NodeCounter::heartbeats);
}

void ClientNode::step(WallTime now) {
    // Before the first step it is the start that was waited for, not the gate.
    if (blocked_since_ && pacer_started_) {
        const auto waited = static_cast<std::uint64_t>((now - *blocked_since_).count_ns());
        counters_.add(NodeCounter::gate_wait_ns, waited);
        counters_.raise_to(NodeCounter::gate_longest_wait_ns, waited);
    }
    blocked_since_.reset();
    const SimDuration heartbeat = setup_.scenario.heartbeat;
    if (!pacer_started_) {
        // The race starts when everybody is there, not when the first one was.
        pacer_.start(tick_.at(heartbeat), now);
        pacer_started_ = true;
    }
    cache_->step_to(tick_ + 1);
    cpu_.spent(CpuCounter::exchange_ns);
    if (is_deserted()) {
        for (Acu& acu : acus_) acu.leave();
    }
    const SimTime time = tick_.at(heartbeat);
    const bool any_pilot =
        std::any_of(acus_.begin(), acus_.end(), [this](const Acu& acu) { return acu.pilot_steps_at(tick_); });
    const bool watched = spectator_ != nullptr && spectator_->wants_look(time, now);
    if (any_pilot || engine_.wants_others() || watched || sensing_.looks(time)) look_at_others();
    if (watched) show_spectator(now);
    const auto signals = std::span(signals_).first(signals_count_);
    step_began_ = now;
    sensing_.look(time, sights_, signals);
    cpu_.spent(CpuCounter::sensors_ns);
    for (Acu& acu : acus_) acu.begin(tick_, sights_, signals);
    for (Acu& acu : acus_) acu.finish(tick_);
    cpu_.spent(CpuCounter::pilots_ns);
    if (on_radio()) radio_->exchange(tick_, now);
    cpu_.spent(CpuCounter::radio_ns);
    if (engine_.wants_others()) {
        obstacles_.clear();
        for (const Sight& sight : sights_) obstacles_.push_back(sight.obstacle);
        engine_.show({.now = time, .bodies = obstacles_, .signals = signals});
    }
    advance(time);
    cpu_.spent(CpuCounter::dynamics_ns);
    tick_ = tick_ + 1;
    cpu_.begin(tick_);
    published_ = paced_ = fresh_ = false;
}

/// In pieces where a sensor wants to know what was in between.
void ClientNode::advance(SimTime now) {
    const SimTime end = now + setup_.scenario.heartbeat;
    const SimDuration piece = sensing_.piece();
    while (now + piece < end) {
        engine_.advance(piece);
        now = now + piece;
        sensing_.observe(now);
    }
    engine_.advance(piece);
}

void ClientNode::show_spectator(WallTime now) {
    own_.clear();
    for (const Acu& acu : acus_) {
        if (acu.is_active()) own_.push_back(acu.id());
    }
    const auto peers = cache_->peers();
    const Tick known = cache_->check(tick_ + 1).known;
    spectator_->look({.now = tick_.at(setup_.scenario.heartbeat),
                      .wall = now,
                      .sights = sights_,
                      .signals = std::span(signals_).first(signals_count_),
                      .peers = peers,
                      .own = own_,
                      .engine = engine_,
                      .behind = peers.size() > own_.size()
                                    ? std::optional(std::max<std::int64_t>(tick_ - known, 0))
                                    : std::nullopt});
}

void ClientNode::look_at_others() {
    sights_.clear();
    signals_count_ = 0;
    for (const Peer& peer : cache_->peers()) {
        std::string_view type_url;
        ByteView state;
        if (!net::decode_any(peer.any, type_url, state)) type_url = {};
        if (type_url == kSignalsStateTypeUrl) {
            if (signals_count_ == signals_.size()) signals_.emplace_back();
            SignalsInSight& signals = signals_[signals_count_];
            if (!decode(state, signals)) continue;
            signals.agent = peer.id;
            signals.position = {peer.header.x_m, peer.header.y_m, peer.header.z_m};
            ++signals_count_;
        } else {
            if (peer.id.value < known_.size()) {
                look_at_body(peer, known_[peer.id.value], type_url, state);
            } else {
                look_at_body(peer, stranger(peer), type_url, state);
            }
        }
    }
    sights_.insert(sights_.end(), boxes_.begin(), boxes_.end());
}

/// Where a state cannot be read, at least the place is known.
void ClientNode::look_at_body(const Peer& peer, const Known& known, std::string_view type_url,
                              ByteView state) {
    const SimTime now = tick_.at(setup_.scenario.heartbeat);
    VehicleMotion motion;
    Obstacle obstacle = known.obstacle;
    if (known.kind->read_state(type_url, state, motion, nullptr)) {
        obstacle.motion = motion;
    } else {
        obstacle.motion.position = {peer.header.x_m, peer.header.y_m, peer.header.z_m};
    }
    if (peer.header.time < now) obstacle.motion = geo::dead_reckon(obstacle.motion, now - peer.header.time);
    sights_.push_back({obstacle, sight_.is_limited() ? outlook_of(obstacle) : Outlook{}, peer.header.x_m,
                       peer.header.y_m, known.kind->shows_braking(motion)});
}

/// An agent that is not in the scenario, by the vehicle that it announced.
ClientNode::Known ClientNode::stranger(const Peer& peer) const {
    const auto& vehicles = setup_.scenario.vehicles;
    Known known{&kind_of(config::AgentSpec()), {.agent = peer.id, .motion = {}}};
    if (const auto found = vehicles.find(std::string(peer.vehicle)); found != vehicles.end()) {
        known.obstacle.length_m = found->second.body.length_m;
        known.obstacle.width_m = found->second.body.width_m;
        known.obstacle.height_m = found->second.body.height_m;
    }
    return known;
}

bool ClientNode::is_deserted() const {
    const auto& agents = setup_.scenario.agents;  // vehicles first
    if (acus_.empty() || !acus_.front().spec().element || agents.front().element) return false;
    const auto departed = cache_->departed();
    const auto vehicles = std::find_if(agents.begin(), agents.end(), [](const auto& a) { return a.element; });
    return departed.size() >= static_cast<std::size_t>(vehicles - agents.begin()) &&
           std::all_of(agents.begin(), vehicles, [&](const config::AgentSpec& agent) {
               return std::binary_search(departed.begin(), departed.end(), agent.id);
           });
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
