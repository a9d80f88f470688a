#include "comm_server/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <protozero/pbf_writer.hpp>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"

namespace synchrono::comm_server {
namespace {

constexpr std::size_t kFrameFill = limits::kFrameBytesMax / 2;  // deliveries are sent when they are longer
constexpr std::size_t kAwaitedShown = 5;
constexpr double kCoordinateMax_m = 1e8;  // beyond any scenario's, and safe to compute with

}  // namespace

Exchange::Exchange(ExchangeSetup setup, WallTime now)
    : setup_(std::move(setup)),
      scenario_id_(config::scenario_id(setup_.scenario)),
      // Clients connect before the world welcomes them and join here after it, so they may be silent for
      // longer.
      hall_(*this, {.unread_bytes_max = limits::kRadioOutboxBytesMax,
                    .silent_max = limits::kClientsMax,
                    .first_frame_limit = net::FrameHall::kFirstFrameLimit + setup_.scenario.server_limit}),
      router_(setup_.scenario, std::move(setup_.units), *this, setup_.recorder),
      client_of_(setup_.scenario.agents.size()),
      sequences_(setup_.scenario.agents.size()),
      placed_(setup_.scenario.agents.size(), Tick{-1}),
      expected_(setup_.scenario.agents.size()),
      seen_(setup_.scenario.agents.size()),
      lost_(setup_.scenario.agents.size()),
      now_(now),
      began_(now) {
    hall_.turn(now);  // sets the hall's time before the first connection comes
    const config::Radio& radio = *setup_.scenario.radio;
    for (const config::RoadSideUnit& unit : radio.road_side_units)
        announce(RadioStation::ROAD_SIDE_UNIT, unit.id, unit.name, false);
    for (const config::RadioFault& fault : radio.faults) {
        if (fault.kind == config::RadioFault::Kind::ghost)
            announce(RadioStation::GHOST, fault.ghost, fault.name, false);
    }
}

void Exchange::turn(WallTime now) {
    // A server that was held up itself cannot judge who was silent.
    const bool stalled = now - now_ > setup_.scenario.silence_limit / 2;
    now_ = now;
    if (stalled) {
        counters_.add(ExchangeCounter::own_stalls);
        for (auto& [session, client] : clients_) client.heard = now;
    }
    hall_.turn(now);
    if (!end_) watch();
}

void Exchange::watch() {
    if (!started_) {
        if (now_ - began_ <= setup_.scenario.start_limit) return;
        std::vector<std::string_view> names;
        for (const auto& agent : setup_.scenario.agents) {
            if (!seen_[agent.id.value] && names.size() < kAwaitedShown) names.push_back(agent.name);
        }
        finish({false, fmt::format("{} of {} agents did not join within {} s: {}{}", expected_,
                                   setup_.scenario.agents.size(), setup_.scenario.start_limit.to_seconds(),
                                   fmt::join(names, ", "), expected_ > names.size() ? ", ..." : "")});
        return;
    }
    for (auto at = clients_.begin(); at != clients_.end();) {
        const auto here = at++;
        Client& client = here->second;
        if (client.end || now_ - client.heard <= setup_.scenario.silence_limit) continue;
        hall_.close(here->first);
        lose(here, ExchangeCounter::shot_down);
    }
    route_all();
}

void Exchange::frame(SessionId session, const net::Endpoint&, ByteView bytes) {
    RadioClientFrame frame;
    const bool whole = frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
    const auto at = clients_.find(session);
    if (end_) return;
    if (at == clients_.end()) {
        if (!whole || !frame.has_join()) {
            counters_.add(ExchangeCounter::dropped_malformed);
            return refuse(session, JoinDeclined::MALFORMED, "the first frame is not a RadioJoin");
        }
        return join(session, frame.join());
    }
    at->second.heard = now_;
    if (whole && frame.has_alive()) return;
    if (!whole || !frame.has_batch() || at->second.end) {
        counters_.add(ExchangeCounter::dropped_malformed);
        refuse(session, JoinDeclined::MALFORMED, "expected a RadioBatch");
        lose(at, ExchangeCounter::connections_lost);
        return route_all();
    }
    batch(session, at->second, frame.batch());
}

void Exchange::refuse(SessionId session, JoinDeclined::Reason reason, std::string text) {
    RadioServerFrame frame;
    frame.mutable_declined()->set_reason(reason);
    frame.mutable_declined()->set_text(std::move(text));
    hall_.send(session, as_byte_view(frame.SerializeAsString()));
    hall_.close(session);
}

std::string Exchange::objection_to(const RadioJoin& request, JoinDeclined::Reason& reason) const {
    if (request.protocol_version() != PROTOCOL_VERSION_2) {
        reason = JoinDeclined::VERSION;
        return fmt::format("protocol version {}, this server has {}", request.protocol_version(),
                           static_cast<int>(PROTOCOL_VERSION_2));
    }
    if (!net::equal(setup_.token, as_byte_view(request.join_token()))) {
        reason = JoinDeclined::TOKEN;
        return "the join token is not this run's";
    }
    if (request.scenario_id() != as_text(scenario_id_.bytes)) {
        reason = JoinDeclined::SCENARIO;
        return "the scenario is not this run's";
    }
    reason = JoinDeclined::MALFORMED;
    if (request.client_name().size() > limits::kNameBytesMax) return "the client's name is too long";
    if (request.start_ns() < 0 || request.start_ns() % setup_.scenario.heartbeat.count_ns() != 0)
        return "start_ns is no heartbeat";
    // A client that comes back at the very end gets a heartbeat beyond it.
    const SimDuration beyond = setup_.scenario.heartbeat * (limits::kWindowMax + limits::kLagMax);
    if (SimDuration::nanoseconds(request.start_ns()) > setup_.scenario.duration + beyond)
        return "start_ns is after the end";
    std::vector<std::uint32_t> agents(request.agents().begin(), request.agents().end());
    std::sort(agents.begin(), agents.end());
    if (std::adjacent_find(agents.begin(), agents.end()) != agents.end()) return "an agent comes twice";
    if (!agents.empty() && agents.back() >= client_of_.size())
        return fmt::format("no agent {} in the scenario", agents.back());
    return {};
}

void Exchange::join(SessionId session, const RadioJoin& request) {
    JoinDeclined::Reason reason{};
    if (std::string wrong = objection_to(request, reason); !wrong.empty()) {
        counters_.add(ExchangeCounter::declined);
        return refuse(session, reason, std::move(wrong));
    }
    // A client that comes back may do so before its old connection has ended.
    for (const std::uint32_t agent : request.agents()) {
        const Client* before = client_of_[agent];
        if (before == nullptr) continue;
        const auto at = std::find_if(clients_.begin(), clients_.end(),
                                     [&](const auto& entry) { return &entry.second == before; });
        hall_.close(at->first);
        lose(at, ExchangeCounter::taken_over);
        at->second.end = std::min(*at->second.end, next_);
        at->second.batches.clear();
    }

    alone_since_.reset();
    Client client{.session = session, .agents = {}, .start = {}, .next = {}};
    for (const std::uint32_t agent : request.agents()) client.agents.push_back(AgentId{agent});
    const Tick wish{request.start_ns() / setup_.scenario.heartbeat.count_ns()};
    client.start = client.next = std::max(wish, next_);
    client.heard = now_;
    const SimTime start = client.start.at(setup_.scenario.heartbeat);
    Client& kept = clients_.emplace(session, std::move(client)).first->second;
    for (const AgentId agent : kept.agents) {
        client_of_[agent.value] = &kept;
        placed_[agent.value] = Tick{-1};
        lost_[agent.value] = false;
        // Until its start an agent is not on the radio.
        if (router_.remove(agent)) announce_agent(agent, true);
        if (!seen_[agent.value]) --expected_;
        seen_[agent.value] = true;
    }
    RadioServerFrame frame;
    frame.mutable_accepted()->set_start_ns(start.count_ns());
    frame.mutable_accepted()->set_silence_limit_ns(setup_.scenario.silence_limit.count_ns());
    hall_.send(session, as_byte_view(frame.SerializeAsString()));
    if (expected_ == 0 && !started_) {
        started_ = true;
        for (auto& [other, one] : clients_) one.heard = now_;
    }
    route_all();
}

bool Exchange::is_of(const Client& client, std::uint32_t agent) const {
    return agent < client_of_.size() && client_of_[agent] == &client;
}

std::string Exchange::take(Client& client, const RadioBatch& batch) {
    const SimDuration heartbeat = setup_.scenario.heartbeat;
    const SimTime from = client.next.at(heartbeat), until = from + heartbeat;
    if (batch.time_ns() != from.count_ns())
        return fmt::format("time_ns {}: expected {}", batch.time_ns(), from.count_ns());
    // A newcomer is held back by states alone. It may be a gate ahead of them, and they a gate ahead of the
    // radio.
    if (!batch.last() && client.next - next_ > 2 * setup_.scenario.gate.heartbeats +
                                                   setup_.scenario.heartbeats_per_exchange() - 1)
        return fmt::format("time_ns {}: further ahead than the gate allows", batch.time_ns());
    for (const RadioPlace& place : batch.places()) {
        if (!is_of(client, place.agent()))
            return fmt::format("places: agent {} is not the client's", place.agent());
        const geo::Vec3 position{place.x_m(), place.y_m(), place.z_m()};
        for (const double x : {position.x, position.y, position.z}) {
            if (!(std::abs(x) <= kCoordinateMax_m))
                return fmt::format("places: agent {} is out of the world", place.agent());
        }
        if (placed_[place.agent()] == client.next)
            return fmt::format("places: agent {} comes twice", place.agent());
        client.open.places.emplace_back(AgentId{place.agent()}, position);
        placed_[place.agent()] = client.next;
    }
    for (const RadioSend& send : batch.messages()) {
        const auto wrong = [&](std::string_view what) {
            return fmt::format("messages: agent {}: {}", send.agent(), what);
        };
        if (!is_of(client, send.agent()) || !router_.has_radio(AgentId{send.agent()}))
            return wrong("is not the client's, or has no radio");
        if (placed_[send.agent()] != client.next) return wrong("has no place");
        if (send.time_ns() < from.count_ns() || send.time_ns() >= until.count_ns())
            return wrong("time_ns is outside the heartbeat");
        if (!Medium_IsValid(send.medium()) || !router_.carries(static_cast<config::Medium>(send.medium())))
            return wrong("the scenario has no such medium");
        if (send.payload().empty() || send.payload().size() > limits::kRadioPayloadBytesMax)
            return wrong(fmt::format("expected a payload of 1 to {} bytes", limits::kRadioPayloadBytesMax));
        RadioMessage& message = client.open.messages.emplace_back();
        message.sender = AgentId{send.agent()};
        message.sequence = ++sequences_[send.agent()];
        message.time = SimTime::nanoseconds(send.time_ns());
        message.medium = static_cast<config::Medium>(send.medium());
        const ByteView payload = as_byte_view(send.payload());
        message.payload.assign(payload.begin(), payload.end());
    }
    if (client.open.messages.size() > client.agents.size() * limits::kRadioMessagesMax)
        return "messages: too many within one heartbeat";
    return take_signals(client, batch, from, until);
}

std::string Exchange::take_signals(Client& client, const RadioBatch& batch, SimTime from, SimTime until) {
    for (const RadioSignals& told : batch.signals()) {
        const auto wrong = [&](std::string_view what) {
            return fmt::format("signals: agent {}: {}", told.agent(), what);
        };
        if (!is_of(client, told.agent())) return wrong("is not the client's");
        if (placed_[told.agent()] != client.next) return wrong("has no place");
        if (told.time_ns() < from.count_ns() || told.time_ns() >= until.count_ns())
            return wrong("time_ns is outside the heartbeat");
        auto read = read_signals(told, setup_.scenario);
        if (!read) return read.error().text;
        const auto of_them = [&](const SignalsTold& before) { return before.agent == read->agent; };
        auto& signals = client.open.signals;
        const auto before = std::find_if(signals.rbegin(), signals.rend(), of_them);
        if (before != signals.rend() && before->time >= read->time)
            return wrong("time_ns is not after the one before");
        if (std::count_if(signals.begin(), signals.end(), of_them) >= limits::kSignalsNewsMax)
            return wrong("too many changes within one heartbeat");
        signals.push_back(std::move(*read));
    }
    return {};
}

void Exchange::batch(SessionId session, Client& client, const RadioBatch& batch) {
    if (const std::string wrong = take(client, batch); !wrong.empty()) {
        counters_.add(ExchangeCounter::dropped_malformed);
        refuse(session, JoinDeclined::MALFORMED, "RadioBatch: " + wrong);
        lose(clients_.find(session), ExchangeCounter::connections_lost);
        return route_all();
    }
    if (batch.more()) return;
    counters_.add(ExchangeCounter::batches);
    if (batch.last()) {
        client.end = client.next;
        hall_.close(session);
    } else {
        client.batches.push_back(std::move(client.open));
        client.next = client.next + 1;
    }
    client.open = {};
    route_all();
}

void Exchange::oversized(SessionId session) {
    refuse(session, JoinDeclined::MALFORMED,
           fmt::format("the frame is longer than {} bytes", limits::kFrameBytesMax));
}

void Exchange::gone(SessionId session) {
    const auto at = clients_.find(session);
    if (at == clients_.end() || at->second.end) return;
    lose(at, ExchangeCounter::connections_lost);
    route_all();
}

void Exchange::lose(Clients::iterator at, ExchangeCounter why) {
    Client& client = at->second;
    if (client.end) return;
    counters_.add(why);
    client.end = client.next;
    client.open = {};
    for (const AgentId agent : client.agents) lost_[agent.value] = true;
}

/// Returns whether each client has sent its batch for the heartbeat that is routed next, starts later, or
/// has ended.
bool Exchange::may_route() const {
    return std::all_of(clients_.begin(), clients_.end(), [this](const auto& entry) {
        const Client& client = entry.second;
        return client.start > next_ || client.next > next_ || client.end;
    });
}

void Exchange::route_all() {
    while (started_ && !end_ && may_route()) {
        dismiss();
        if (clients_.empty()) return end_if_over();
        alone_since_.reset();
        route();
    }
}

void Exchange::end_if_over() {
    if (setup_.keep_open) return;
    const auto lost = std::count(lost_.begin(), lost_.end(), true);
    if (lost == 0) return finish({true, "every client has left"});
    // Lost clients may come back, as they may to the world.
    if (!alone_since_) alone_since_ = now_;
    if (now_ - *alone_since_ > kRejoinLimit)
        finish({true, fmt::format("every client is gone; {} agents were lost", lost)});
}

/// Removes the agents of clients whose batches have ended, before anything else happens at this heartbeat.
/// Agents leave in the order of their numbers, whenever their clients said so.
void Exchange::dismiss() {
    leaving_.clear();
    for (auto at = clients_.begin(); at != clients_.end();) {
        Client& client = at->second;
        if (!client.end || *client.end > next_) {
            ++at;
            continue;
        }
        for (const AgentId agent : client.agents) {
            if (client_of_[agent.value] != &client) continue;
            client_of_[agent.value] = nullptr;
            leaving_.push_back(agent);
        }
        at = clients_.erase(at);
    }
    // Agents without a place leave as well: they have not entered yet, or end before their client does.
    for (const auto& [session, client] : clients_) {
        if (client.start > next_ || client.batches.empty()) continue;
        const auto& places = client.batches.front().places;
        if (places.size() == client.agents.size()) continue;
        for (const AgentId agent : client.agents) {
            const auto is_it = [agent](const auto& place) { return place.first == agent; };
            if (std::none_of(places.begin(), places.end(), is_it)) leaving_.push_back(agent);
        }
    }
    std::sort(leaving_.begin(), leaving_.end());
    for (const AgentId agent : leaving_) {
        if (router_.remove(agent)) announce_agent(agent, true);
    }
}

void Exchange::route() {
    // Agents are placed in the order of their numbers, so that it does not matter which client has them or
    // when its batch came.
    places_.clear();
    for (auto& [session, client] : clients_) {
        if (client.start > next_) continue;
        SYN_REQUIRE(!client.batches.empty());
        Batch& batch = client.batches.front();
        places_.insert(places_.end(), batch.places.begin(), batch.places.end());
        for (RadioMessage& message : batch.messages) router_.send(std::move(message));
        for (const SignalsTold& told : batch.signals) router_.tell(told);
        // Under `exact` the messages that an agent hears must not depend on when its client reads.
        const bool deaf = setup_.scenario.gate.kind == GatePolicy::Kind::window &&
                          hall_.unsent_bytes(session) > limits::kRadioUnreadBytesMax;
        for (const AgentId agent : client.agents) router_.set_deaf(agent, deaf);
        client.batches.pop_front();
    }
    std::sort(places_.begin(), places_.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    for (const auto& [agent, position] : places_) {
        if (router_.place(agent, position)) announce_agent(agent, false);
    }
    router_.advance(next_);
    next_ = next_ + 1;
    const SimTime until = next_.at(setup_.scenario.heartbeat);
    if (next_.index % setup_.scenario.heartbeats_per_exchange() == 0) {
        for (auto& [session, client] : clients_) {
            if (client.start < next_ && !client.end) tell(client, until);
        }
    }
    if (setup_.recorder != nullptr) setup_.recorder->routed(until);
}

void Exchange::announce(RadioStation::Kind kind, AgentId id, const std::string& name, bool ended) {
    if (setup_.recorder == nullptr) return;
    const SimTime time = next_.at(setup_.scenario.heartbeat);
    RadioStation station;
    station.set_station(id.value);
    station.set_name(name);
    station.set_kind(kind);
    station.set_ended(ended);
    if (ended) station.set_ended_ns(time.count_ns());
    setup_.recorder->station(station, time);
}

void Exchange::announce_agent(AgentId agent, bool ended) {
    announce(RadioStation::VEHICLE, agent, setup_.scenario.agents[agent.value].name, ended);
}

void Exchange::deliver(Client& client, const RadioMessage& message, ByteView payload,
                       std::span<const RadioFate* const> reached) {
    {
        protozero::pbf_writer bundle(client.deliveries);
        protozero::pbf_writer delivery(bundle, RadioBundle::kDeliveriesFieldNumber);
        delivery.add_uint32(RadioDelivery::kSenderFieldNumber, message.sender.value);
        delivery.add_uint64(RadioDelivery::kSequenceFieldNumber, message.sequence);
        delivery.add_int64(RadioDelivery::kSentNsFieldNumber, message.time.count_ns());
        delivery.add_enum(RadioDelivery::kMediumFieldNumber, static_cast<std::int32_t>(message.medium));
        delivery.add_bytes(RadioDelivery::kPayloadFieldNumber, reinterpret_cast<const char*>(payload.data()),
                           payload.size());
        {
            protozero::packed_field_uint32 receivers(delivery, RadioDelivery::kReceiverFieldNumber);
            for (const RadioFate* fate : reached) receivers.add_element(fate->fate.receiver.value);
        }
        {
            protozero::packed_field_int64 delays(delivery, RadioDelivery::kDelayNsFieldNumber);
            for (const RadioFate* fate : reached)
                delays.add_element((fate->fate.delivered - message.time).count_ns());
        }
        protozero::packed_field_float powers(delivery, RadioDelivery::kPowerDbmFieldNumber, reached.size());
        for (const RadioFate* fate : reached) powers.add_element(fate->fate.power_dbm);
    }
    if (client.deliveries.size() > kFrameFill) tell(client, {});
}

void Exchange::settled(const Settled& settled) {
    counters_.add(ExchangeCounter::sent);
    std::uint64_t delivered = 0, shed = 0;
    for (const RadioFate& fate : settled.fates) {
        shed += fate.fate.outcome == Outcome::shed ? 1 : 0;
        if (!has_arrived(fate.fate.outcome)) continue;
        ++delivered;
        const AgentId receiver = fate.fate.receiver;
        Client* client = receiver.value < client_of_.size() ? client_of_[receiver.value] : nullptr;
        // The receiver is a road-side unit, or its client has just gone or has not started yet.
        if (client == nullptr || client->end || client->start > next_) continue;
        if (!fate.altered.empty()) {
            const RadioFate* one = &fate;
            deliver(*client, settled.message, fate.altered, {&one, 1});
            continue;
        }
        if (client->reached.empty()) reached_.push_back(client);
        client->reached.push_back(&fate);
    }
    counters_.add(ExchangeCounter::delivered, delivered);
    counters_.add(ExchangeCounter::shed, shed);
    counters_.add(ExchangeCounter::lost, settled.fates.size() - delivered - shed);
    for (Client* client : reached_) {
        deliver(*client, settled.message, settled.message.payload, client->reached);
        client->reached.clear();
    }
    reached_.clear();
    if (setup_.recorder != nullptr) setup_.recorder->settled(settled);
}

void Exchange::tell(Client& client, SimTime until) {
    std::string bundle, bytes;
    if (until > SimTime{})
        protozero::pbf_writer(bundle).add_int64(RadioBundle::kUntilNsFieldNumber, until.count_ns());
    bundle += client.deliveries;
    protozero::pbf_writer(bytes).add_message(RadioServerFrame::kBundleFieldNumber, bundle);
    client.deliveries.clear();
    hall_.send(client.session, as_byte_view(bytes));
}

void Exchange::stop(std::string_view why) { finish({true, std::string(why)}); }

void Exchange::finish(End end) {
    if (end_) return;
    router_.finish(next_);
    RadioServerFrame frame;
    frame.mutable_stopping()->set_text(end.why);
    const std::string bytes = frame.SerializeAsString();
    for (const auto& [session, client] : clients_) {
        hall_.send(session, as_byte_view(bytes));
        hall_.close(session);
    }
    end_ = std::move(end);
}

}  // namespace synchrono::comm_server
