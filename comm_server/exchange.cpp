#include "comm_server/exchange.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <protozero/pbf_writer.hpp>
#include <set>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "common/config/arguments.hpp"

namespace synchrono::comm_server {
namespace {

constexpr std::size_t kFrameFill = limits::kFrameBytesMax / 2;  // longer deliveries are sent at once
constexpr std::size_t kAwaitedShown = 5;
// Arrivals of one message in one RadioDelivery. Faults may make dozens of copies for each of a thousand
// agents.
constexpr std::size_t kArrivalsMax = 4'096;

}  // namespace

Exchange::Exchange(ExchangeSetup setup, WallTime now)
    : setup_(std::move(setup)),
      scenario_id_(config::scenario_id(setup_.scenario)),
      // Clients connect here before they join the world, and send their first frame here afterwards, so this
      // frame may come later than usual.
      frame_server_(*this,
                    {.unread_bytes_max = limits::kRadioOutboxBytesMax,
                     .first_frame_limit = net::FrameServer::kProofLimit + setup_.scenario.server_limit},
                    setup_.find_secret),
      router_(setup_.scenario, std::move(setup_.units), *this, setup_.recorder),
      client_of_(setup_.scenario.agents.size()),
      sequences_(setup_.scenario.agents.size()),
      placed_(setup_.scenario.agents.size(), Tick{-1}),
      expected_(setup_.scenario.agents.size()),
      seen_(setup_.scenario.agents.size()),
      lost_(setup_.scenario.agents.size()),
      now_(now),
      began_(now) {
    config::require_agents_below(setup_.credentials, setup_.scenario.agents.size());
    frame_server_.poll(now);  // sets the frame server's time before the first connection comes
    const config::Radio& radio = *setup_.scenario.radio;
    for (const config::RoadSideUnit& unit : radio.road_side_units)
        announce(RadioStation::ROAD_SIDE_UNIT, unit.id, unit.name, false);
    for (const config::RadioFault& fault : radio.faults) {
        if (fault.kind == config::RadioFault::Kind::ghost)
            announce(RadioStation::GHOST, fault.ghost, fault.name, false);
    }
}

void Exchange::poll(WallTime now) {
    // A server that was held up itself cannot judge which clients were silent.
    const bool stalled = now - now_ > setup_.scenario.silence_limit / 2;
    now_ = now;
    if (stalled) {
        counters_.add(ExchangeCounter::own_stalls);
        for (auto& [session, client] : clients_) client.last_heard = now;
    }
    frame_server_.poll(now);
    if (!end_) check_time_limits();
    if (!end_ && setup_.on_wait) report_wait();
}

void Exchange::report_nobody() {
    if (!named_) return;
    RadioWait wait;
    wait.set_heartbeat_ns(next_.at(setup_.scenario.heartbeat).count_ns());
    setup_.on_wait(wait);
    named_ = false;
}

void Exchange::report_wait() {
    RadioWait wait;
    wait.set_heartbeat_ns(next_.at(setup_.scenario.heartbeat).count_ns());
    if (!started_) {
        for (const auto& agent : setup_.scenario.agents) {
            if (!seen_[agent.id.value]) wait.add_agents(agent.id.value);
        }
    } else {
        std::set<std::string_view> awaited;
        for (const auto& [session, client] : clients_) {
            if (is_awaited(client)) awaited.insert(client.credential);
        }
        for (const std::string_view client : awaited) wait.add_clients(std::string(client));
    }
    named_ = wait.clients_size() + wait.agents_size() > 0;
    setup_.on_wait(wait);
}

void Exchange::expel(const RadioExpulsion& expulsion) {
    if (end_) return;
    if (expulsion.banned()) banned_.insert(expulsion.client());
    const SimDuration heartbeat = setup_.scenario.heartbeat;
    for (auto at = clients_.begin(); at != clients_.end();) {
        const auto here = at++;
        const Client& client = here->second;
        const bool is_of_agents = std::any_of(expulsion.agents().begin(), expulsion.agents().end(),
                                              [&](std::uint32_t agent) { return is_of(client, agent); });
        if (client.end || client.credential != expulsion.client() ||
            (expulsion.of_agents() && !is_of_agents) ||
            (!expulsion.banned() && client.start.at(heartbeat).count_ns() >= expulsion.start_before_ns()))
            continue;
        frame_server_.close(here->first);
        end_client(here, ExchangeCounter::expelled, "it is out of the world");
    }
    for (const std::uint32_t agent : expulsion.agents()) {
        if (agent >= seen_.size() || seen_[agent]) continue;
        seen_[agent] = lost_[agent] = true;
        --expected_;
    }
    start_if_complete();
    route_all();
}

void Exchange::start_if_complete() {
    if (expected_ > 0 || started_) return;
    started_ = true;
    for (auto& [session, client] : clients_) client.last_heard = now_;
}

void Exchange::check_time_limits() {
    if (!started_) {
        if (now_ - began_ <= setup_.scenario.start_limit) return;
        std::vector<std::string_view> names;
        for (const auto& agent : setup_.scenario.agents) {
            if (!seen_[agent.id.value] && names.size() < kAwaitedShown) names.push_back(agent.name);
        }
        end_run(
            {false, fmt::format("{} of {} agents did not join within {} s (start_limit_s): {}{}", expected_,
                                setup_.scenario.agents.size(), setup_.scenario.start_limit.to_seconds(),
                                fmt::join(names, ", "), expected_ > names.size() ? ", ..." : "")});
        return;
    }
    for (auto at = clients_.begin(); at != clients_.end();) {
        const auto here = at++;
        Client& client = here->second;
        if (client.end || now_ - client.last_heard <= setup_.scenario.silence_limit) continue;
        frame_server_.close(here->first);
        end_client(here, ExchangeCounter::shot_down,
                   fmt::format("shot down: silent for longer than the limit of {:g} s",
                               setup_.scenario.silence_limit.to_seconds()));
    }
    route_all();
}

void Exchange::on_frame(SessionId session, const net::Peer& peer, ByteView bytes) {
    RadioClientFrame frame;
    const bool whole = frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
    const auto at = clients_.find(session);
    if (end_) return;
    if (at == clients_.end()) {
        if (!whole || !frame.has_join()) {
            counters_.add(ExchangeCounter::dropped_malformed);
            on_refused(peer, "the first frame is not a RadioJoin");
            return refuse(session, JoinDeclined::MALFORMED, "the first frame is not a RadioJoin");
        }
        return join(session, peer, frame.join());
    }
    at->second.last_heard = now_;
    if (whole && frame.has_alive()) return;
    if (!whole || !frame.has_batch() || at->second.end) {
        counters_.add(ExchangeCounter::dropped_malformed);
        refuse(session, JoinDeclined::MALFORMED, "expected a RadioBatch");
        end_client(at, ExchangeCounter::connections_lost, "expected a RadioBatch");
        return route_all();
    }
    handle_batch(session, at->second, frame.batch());
}

void Exchange::on_refused(const net::Peer& peer, std::string_view why) {
    setup_.note(fmt::format("{} was refused: {}", net::to_text(peer), why), peer.proof != nullptr);
}

void Exchange::refuse(SessionId session, JoinDeclined::Reason reason, const std::string& text) {
    RadioServerFrame frame;
    frame.mutable_declined()->set_reason(reason);
    frame.mutable_declined()->set_text(text);
    frame_server_.send(session, as_byte_view(frame.SerializeAsString()));
    frame_server_.close(session);
}

std::string Exchange::objection_to(const net::Peer& peer, const RadioJoin& request,
                                   JoinDeclined::Reason& reason) const {
    if (peer.proof == nullptr) {
        reason = JoinDeclined::CREDENTIAL;
        return "the connection is not secured";
    }
    if (request.protocol_version() != PROTOCOL_VERSION_4) {
        reason = JoinDeclined::VERSION;
        return fmt::format("the server speaks protocol version {}, the client {}",
                           static_cast<int>(PROTOCOL_VERSION_4), request.protocol_version());
    }
    if (request.scenario_id() != as_text(scenario_id_.bytes)) {
        reason = JoinDeclined::SCENARIO;
        return fmt::format("the server runs another scenario ({} '{}')", scenario_id_.to_hex(),
                           setup_.scenario.name);
    }
    reason = JoinDeclined::CREDENTIAL;
    const std::string& name = peer.proof->name;
    std::vector<std::uint32_t> agents(request.agents().begin(), request.agents().end());
    if (std::string wrong = config::objection_to_agents(setup_.credentials, name, agents); !wrong.empty())
        return wrong;
    reason = JoinDeclined::MALFORMED;
    if (request.start_ns() < 0 || request.start_ns() % setup_.scenario.heartbeat.count_ns() != 0)
        return fmt::format("start_ns {}: expected a multiple of the heartbeat, not below 0",
                           request.start_ns());
    // A client that comes back shortly before the end of the scenario may start at a heartbeat beyond it.
    const SimDuration beyond = setup_.scenario.heartbeat * (limits::kWindowMax + limits::kLagMax);
    if (SimDuration::nanoseconds(request.start_ns()) > setup_.scenario.duration + beyond)
        return fmt::format("start_ns {} is after the end of the scenario", request.start_ns());
    if (banned_.contains(name)) {
        reason = JoinDeclined::HELD_UP;
        return fmt::format("'{}' has held the others up, so it stays out of this run", name);
    }
    std::sort(agents.begin(), agents.end());
    if (const auto twice = std::adjacent_find(agents.begin(), agents.end()); twice != agents.end())
        return fmt::format("agents: agent {} is listed twice", *twice);
    for (const std::uint32_t agent : agents) {
        if (client_of_[agent] == nullptr || client_of_[agent]->credential == name) continue;
        reason = JoinDeclined::DUPLICATE_AGENT;
        return fmt::format("agents: agent {} is on the radio with another credential", agent);
    }
    const auto watchers = std::count_if(clients_.begin(), clients_.end(), [&name](const auto& entry) {
        return entry.second.credential == name && entry.second.agents.empty() && !entry.second.end;
    });
    if (agents.empty() && watchers >= limits::kWatchersPerCredentialMax) {
        reason = JoinDeclined::FULL;
        return fmt::format("{} clients take part with the credential '{}' and no agents, the most that may",
                           watchers, name);
    }
    return {};
}

void Exchange::join(SessionId session, const net::Peer& peer, const RadioJoin& request) {
    JoinDeclined::Reason reason{};
    if (const std::string wrong = objection_to(peer, request, reason); !wrong.empty()) {
        counters_.add(ExchangeCounter::declined);
        on_refused(peer, wrong);
        return refuse(session, reason, wrong);
    }
    // A client that comes back may do so before its old connection has ended.
    for (const std::uint32_t agent : request.agents()) {
        const Client* before = client_of_[agent];
        if (before == nullptr) continue;
        const auto at = std::find_if(clients_.begin(), clients_.end(),
                                     [&](const auto& entry) { return &entry.second == before; });
        frame_server_.close(at->first);
        at->second.next = std::min(at->second.next, next_);
        at->second.batches.clear();
        at->second.queued_bytes = 0;
        end_client(at, ExchangeCounter::taken_over, "the same client has connected again");
    }

    alone_since_.reset();
    Client client{.session = session,
                  .credential = peer.proof->name,
                  .who = net::to_text(peer),
                  .agents = {},
                  .start = {},
                  .next = {}};
    for (const std::uint32_t agent : request.agents()) client.agents.push_back(AgentId{agent});
    std::sort(client.agents.begin(), client.agents.end());
    setup_.note(fmt::format("{} joined with agents {}", client.who, config::to_text(client.agents)), true);
    const Tick wish{request.start_ns() / setup_.scenario.heartbeat.count_ns()};
    client.start = client.next = std::max(wish, next_);
    client.last_heard = now_;
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
    frame_server_.send(session, as_byte_view(frame.SerializeAsString()));
    start_if_complete();
    route_all();
}

bool Exchange::is_of(const Client& client, std::uint32_t agent) const {
    return agent < client_of_.size() && client_of_[agent] == &client;
}

void Exchange::handle_batch(SessionId session, Client& client, const RadioBatch& batch) {
    if (const std::string wrong = add_batch(client, batch); !wrong.empty()) {
        counters_.add(ExchangeCounter::dropped_malformed);
        refuse(session, JoinDeclined::MALFORMED, "RadioBatch: " + wrong);
        end_client(clients_.find(session), ExchangeCounter::connections_lost, "RadioBatch: " + wrong);
        return route_all();
    }
    if (batch.more()) return;
    counters_.add(ExchangeCounter::batches);
    if (batch.last()) {
        client.end = client.next;
        client.open = {};
        setup_.note(fmt::format("{} ended: left", client.who), true);
        frame_server_.close(session);
        forget_unheard(clients_.find(session));
    } else {
        client.queued_bytes += client.open.bytes;
        client.batches.push_back(std::exchange(client.open, {}));
        client.next = client.next + 1;
    }
    route_all();
}

void Exchange::on_oversized_frame(SessionId session, const net::Peer& peer) {
    const std::string why = fmt::format("the frame is longer than {} bytes", limits::kFrameBytesMax);
    on_refused(peer, why);
    refuse(session, JoinDeclined::MALFORMED, why);
}

void Exchange::on_connection_ended(SessionId session) {
    const auto at = clients_.find(session);
    if (at == clients_.end() || at->second.end) return;
    end_client(at, ExchangeCounter::connections_lost, "its connection ended");
    route_all();
}

void Exchange::end_client(Clients::iterator at, ExchangeCounter counter, std::string_view why) {
    Client& client = at->second;
    if (client.end) return;
    counters_.add(counter);
    setup_.note(fmt::format("{} ended: {}", client.who, why), true);
    client.end = client.next;
    client.open = {};
    for (const AgentId agent : client.agents) lost_[agent.value] = true;
    forget_unheard(at);
}

void Exchange::forget_unheard(Clients::iterator at) {
    Client& client = at->second;
    if (*client.end > client.start) return;
    // It has sent no batch, so nothing of it is on the radio. It is forgotten at once, since clients may come
    // and go as often as they like while nothing is routed.
    for (const AgentId agent : client.agents) {
        if (client_of_[agent.value] == &client) client_of_[agent.value] = nullptr;
    }
    clients_.erase(at);
}

bool Exchange::is_awaited(const Client& client) const {
    return client.start <= next_ && client.next <= next_ && !client.end;
}

/// Returns whether each client has sent its batch for the heartbeat that is routed next, starts later, or
/// has ended.
bool Exchange::may_route() const {
    return std::none_of(clients_.begin(), clients_.end(),
                        [this](const auto& entry) { return is_awaited(entry.second); });
}

void Exchange::route_all() {
    while (started_ && !end_ && may_route()) {
        remove_ended();
        if (clients_.empty()) return end_if_over();
        alone_since_.reset();
        report_nobody();
        route();
    }
}

void Exchange::end_if_over() {
    if (setup_.keep_open) return;
    const auto lost = std::count(lost_.begin(), lost_.end(), true);
    if (lost == 0) return end_run({true, "every client has left"});
    // Lost clients may come back, as they may to the world.
    if (!alone_since_) alone_since_ = now_;
    if (now_ - *alone_since_ > kRejoinLimit)
        end_run({true, fmt::format("every client is gone; {} agents were lost", lost)});
}

/// Removes the agents of clients whose batches have ended, before anything else happens at this heartbeat.
/// Agents leave in the order of their numbers, no matter in which order their clients ended.
void Exchange::remove_ended() {
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
    // Agents without a place in the batch leave as well: they have not entered yet, or have ended although
    // their client goes on.
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
        for (const SignalsReport& report : batch.signals) router_.add_signals_report(report);
        // Under `exact` the messages that an agent hears must not depend on when its client reads.
        const bool deaf = setup_.scenario.gate.kind == GatePolicy::Kind::window &&
                          frame_server_.unsent_bytes(session) > limits::kRadioUnreadBytesMax;
        for (const AgentId agent : client.agents) router_.set_deaf(agent, deaf);
        client.queued_bytes -= batch.bytes;
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
            if (client.start < next_ && !client.end) send_bundle(client, until);
        }
    }
    if (setup_.recorder != nullptr) setup_.recorder->on_routed(until);
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
    setup_.recorder->on_station(station, time);
}

void Exchange::announce_agent(AgentId agent, bool ended) {
    announce(RadioStation::VEHICLE, agent, setup_.scenario.agents[agent.value].name, ended);
}

void Exchange::deliver(Client& client, const RadioMessage& message, ByteView payload,
                       std::span<const FinalFate* const> fates) {
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
            for (const FinalFate* fate : fates) receivers.add_element(fate->fate.receiver.value);
        }
        {
            protozero::packed_field_int64 delays(delivery, RadioDelivery::kDelayNsFieldNumber);
            for (const FinalFate* fate : fates)
                delays.add_element((fate->fate.delivered - message.time).count_ns());
        }
        protozero::packed_field_float powers(delivery, RadioDelivery::kPowerDbmFieldNumber, fates.size());
        for (const FinalFate* fate : fates) powers.add_element(fate->fate.power_dbm);
    }
    if (client.deliveries.size() > kFrameFill) send_bundle(client, {});
}

void Exchange::on_settled(const Settled& settled) {
    counters_.add(ExchangeCounter::sent);
    std::uint64_t delivered = 0, shed = 0;
    for (const FinalFate& fate : settled.fates) {
        shed += fate.fate.outcome == channel::Outcome::shed ? 1 : 0;
        if (!channel::has_arrived(fate.fate.outcome)) continue;
        ++delivered;
        const AgentId receiver = fate.fate.receiver;
        Client* client = receiver.value < client_of_.size() ? client_of_[receiver.value] : nullptr;
        // Nothing is sent if the receiver is no agent, or its client has ended or has not started yet.
        if (client == nullptr || client->end || client->start > next_) continue;
        if (!fate.altered.empty()) {
            const FinalFate* one = &fate;
            deliver(*client, settled.message, fate.altered, {&one, 1});
            continue;
        }
        if (client->current_fates.empty()) reached_clients_.push_back(client);
        client->current_fates.push_back(&fate);
    }
    counters_.add(ExchangeCounter::delivered, delivered);
    counters_.add(ExchangeCounter::shed, shed);
    counters_.add(ExchangeCounter::lost, settled.fates.size() - delivered - shed);
    for (Client* client : reached_clients_) {
        for (std::span<const FinalFate* const> rest = client->current_fates; !rest.empty();) {
            const std::size_t count = std::min(rest.size(), kArrivalsMax);
            deliver(*client, settled.message, settled.message.payload, rest.first(count));
            rest = rest.subspan(count);
        }
        client->current_fates.clear();
    }
    reached_clients_.clear();
    if (setup_.recorder != nullptr) setup_.recorder->on_settled(settled);
}

void Exchange::send_bundle(Client& client, SimTime until) {
    std::string bundle, bytes;
    if (until > SimTime{})
        protozero::pbf_writer(bundle).add_int64(RadioBundle::kUntilNsFieldNumber, until.count_ns());
    bundle += client.deliveries;
    protozero::pbf_writer(bytes).add_message(RadioServerFrame::kBundleFieldNumber, bundle);
    client.deliveries.clear();
    frame_server_.send(client.session, as_byte_view(bytes));
}

void Exchange::stop(std::string_view why, bool good) { end_run({good, std::string(why)}); }

void Exchange::end_run(End end) {
    if (end_) return;
    router_.finish(next_);
    RadioServerFrame frame;
    frame.mutable_stopping()->set_text(end.why);
    const std::string bytes = frame.SerializeAsString();
    for (const auto& [session, client] : clients_) {
        frame_server_.send(session, as_byte_view(bytes));
        frame_server_.close(session);
    }
    end_ = std::move(end);
}

}  // namespace synchrono::comm_server
