#include "server/world.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <set>

#include "common/base/contract.hpp"

namespace synchrono::server {
namespace {

// Once every agent has ended, clients have this long to hear that their last words arrived.
constexpr WallDuration kFarewell = WallDuration::seconds(1);
constexpr WallDuration kOwnStallMin = WallDuration::milliseconds(50);
constexpr WallDuration kWatchEvery = WallDuration::milliseconds(5);
// A world whose agents were all lost waits this long for one of them to come back.
constexpr WallDuration kRejoinLimit = WallDuration::seconds(5);

std::string serialised(const Notice& notice) {
    ServerFrame frame;
    *frame.mutable_notice() = notice;
    return frame.SerializeAsString();
}

/// Who is heard but does not go on, with everybody waiting, is as good as dead; though it takes longer to
/// tell, and a slow pace is no fault.
WallDuration progress_limit(const config::Scenario& scenario) {
    constexpr int kSilences = 10;
    const double pace = scenario.pace.factor.value_or(1e9);
    const double heartbeats_s =
        3 * scenario.heartbeat.to_seconds() * static_cast<double>(limits::kPeriodMax) / pace;
    return scenario.silence_limit * kSilences +
           WallDuration::nanoseconds(static_cast<std::int64_t>(std::min(heartbeats_s, 1e6) * 1e9));
}

config::Interest interest_of(const Interest& wire) {
    config::Interest interest;
    if (wire.has_radius_m()) {
        interest.kind = config::Interest::Kind::radius;
        interest.radius_m = wire.radius_m();
    } else if (wire.has_agents()) {
        interest.kind = config::Interest::Kind::agents;
        for (const auto agent : wire.agents().agent()) interest.agents.push_back(AgentId{agent});
        std::sort(interest.agents.begin(), interest.agents.end());
        interest.agents.erase(std::unique(interest.agents.begin(), interest.agents.end()),
                              interest.agents.end());
    }
    return interest;
}

}  // namespace

World::World(WorldSetup setup, net::DatagramSocket& socket, LobbyPort& lobby)
    : setup_(std::move(setup)),
      lobby_(lobby),
      scenario_id_(config::scenario_id(setup_.scenario)),
      progress_limit_(progress_limit(setup_.scenario)),
      map_(setup_.scenario.heartbeat, setup_.scenario.gate),
      fan_out_(map_, socket, world_key_),
      commands_(4 * limits::kClientsMax) {
    for (const auto& agent : setup_.scenario.agents) {
        map_.expect(agent.id, Tick{agent.enter.since_start() / setup_.scenario.heartbeat});
        scenario_agents_left_.push_back(agent.id);
    }
}

void World::add_intake(Intake& intake, SpscRecordRing& ring) { intakes_.emplace_back(&intake, &ring); }

bool World::turn(WallTime now) {
    if (!first_turn_) first_turn_ = now;
    if (last_turn_ && now - *last_turn_ > std::max(setup_.scenario.silence_limit / 2, kOwnStallMin)) {
        // It was this thread that did not listen; nobody else is to blame for it.
        counters_.add(WorldCounter::own_stalls);
        for (auto& [id, session] : sessions_) session.heard = session.moved = now;
    }
    last_turn_ = now;

    bool worked = false;
    commands_.drain(drained_);
    for (auto& command : drained_) {
        worked = true;
        if (const auto* asked = std::get_if<JoinAsked>(&command)) {
            admit(*asked, now);
        } else if (const auto* lost = std::get_if<ConnectionLost>(&command)) {
            end_session(lost->session, AgentEnded::CONNECTION_LOST);
        } else {
            stop({std::get<StopAsked>(command).why});
        }
    }
    take_records(now, worked);
    end_finished();
    if (!watched_ || now - *watched_ > kWatchEvery) {
        watched_ = now;
        watch(now);
    }
    consider_the_end(now);
    // What costs by the number of clients is done when there is a reason, not for every datagram.
    const bool advanced = map_.may_advance() && map_.advance(cap());
    if (advanced || std::exchange(answers_due_, false)) tell_everybody(advanced);
    if (std::exchange(frames_due_, false)) {
        for (auto& [id, session] : sessions_) post_frames(session);
    }
    return worked;
}

std::optional<World::Decline> World::objection(const JoinRequest& request) const {
    const auto malformed = [](std::string text) {
        return Decline{JoinDeclined::MALFORMED, WorldCounter::declined_malformed, std::move(text)};
    };
    if (ended_) return Decline{JoinDeclined::STOPPING, WorldCounter::declined_stopping, "the run is over"};
    if (request.protocol_version() != PROTOCOL_VERSION_2) {
        return Decline{JoinDeclined::VERSION, WorldCounter::declined_version,
                       fmt::format("the server speaks protocol version {}, the client {}",
                                   static_cast<int>(PROTOCOL_VERSION_2), request.protocol_version())};
    }
    if (!net::equal(setup_.token, as_byte_view(request.join_token()))) {
        return Decline{JoinDeclined::TOKEN, WorldCounter::declined_token, "the join token is not this run's"};
    }
    if (as_text(scenario_id_.bytes) != request.scenario_id()) {
        return Decline{JoinDeclined::SCENARIO, WorldCounter::declined_scenario,
                       fmt::format("the server runs another scenario ({} '{}')", scenario_id_.to_hex(),
                                   setup_.scenario.name)};
    }
    if (request.client_name().empty() || request.client_name().size() > limits::kNameBytesMax) {
        return malformed("client_name is empty or too long");
    }
    if (request.interest().has_radius_m() &&
        !(std::isfinite(request.interest().radius_m()) && request.interest().radius_m() > 0)) {
        return malformed("interest.radius_m is not a positive number");
    }
    std::set<std::uint32_t> ids;
    for (const auto& agent : request.agents()) {
        if (agent.agent() >= limits::kAgentsMax)
            return malformed(fmt::format("agent {} is not a possible number", agent.agent()));
        if (agent.name().empty() || agent.name().size() > limits::kNameBytesMax ||
            agent.vehicle().size() > limits::kNameBytesMax ||
            agent.state_type_url().size() > limits::kTypeUrlBytesMax ||
            agent.state_type_url().find('/') == std::string::npos) {
            return malformed(fmt::format("the description of agent {} is not well formed", agent.agent()));
        }
        if (!ids.insert(agent.agent()).second || map_.is_live(AgentId{agent.agent()})) {
            return Decline{
                JoinDeclined::DUPLICATE_AGENT, WorldCounter::declined_duplicate,
                fmt::format("agent {} ('{}') is in the world already", agent.agent(), agent.name())};
        }
    }
    const auto agents = static_cast<std::size_t>(request.agents_size());
    if (sessions_.size() >= limits::kClientsMax || agents > limits::kAgentsPerClientMax ||
        map_.live_agents() + agents > limits::kAgentsMax) {
        return Decline{
            JoinDeclined::FULL, WorldCounter::declined_full,
            fmt::format("the server is full: {} clients, {} agents", sessions_.size(), map_.live_agents())};
    }
    return std::nullopt;
}

void World::admit(const JoinAsked& asked, WallTime now) {
    const JoinRequest& request = asked.request;
    ServerFrame frame;
    if (const auto no = objection(request)) {
        counters_.add(no->counter);
        frame.mutable_declined()->set_reason(no->reason);
        frame.mutable_declined()->set_text(no->text);
        lobby_.post(SendFrames{asked.session, {frame.SerializeAsString()}});
        lobby_.post(CloseConnection{asked.session});
        return;
    }

    std::vector<AgentId> ids;
    for (const auto& agent : request.agents()) ids.push_back(AgentId{agent.agent()});
    std::sort(ids.begin(), ids.end());
    const Tick start = map_.entry_for_newcomer(ids);
    const net::SessionKey key = net::make_session_key();
    const bool on_host = asked.peer.is_loopback();
    const auto [place, added] = sessions_.try_emplace(
        asked.session,
        Session{.id = asked.session,
                .client_name = request.client_name(),
                .agents = ids,
                .interest = interest_of(request.interest()),
                .sealer = net::Sealer(asked.session, key, net::Direction::to_client),
                .endpoint = {},
                .datagram_bytes_max = on_host ? limits::kDatagramBytesMax : limits::kDatagramBytesOffHost,
                .heard = now,
                .moved = now,
                .have = start - map_.gate().heartbeats - 1,
                .sent = start - map_.gate().heartbeats - 1,
                .frames = {},
                .received = start - 1});
    SYN_ENSURE(added);
    Session& session = place->second;

    SessionPass pass{asked.session, key, {}, std::make_shared<std::atomic<bool>>(false)};
    for (const auto& agent : request.agents())
        pass.agents.push_back({AgentId{agent.agent()}, agent.state_type_url()});
    std::sort(pass.agents.begin(), pass.agents.end(),
              [](const AgentType& a, const AgentType& b) { return a.agent < b.agent; });
    for (const auto& [intake, ring] : intakes_) SYN_ENSURE(intake->post(pass));

    JoinAccepted& accepted = *frame.mutable_accepted();
    accepted.set_session(session.id.value);
    accepted.set_key(std::string(as_text(key)));
    accepted.set_world_key(std::string(as_text(world_key_)));
    accepted.set_udp_port(setup_.udp_port);
    accepted.set_heartbeat_ns(map_.heartbeat().count_ns());
    if (map_.is_exact()) {
        accepted.mutable_gate()->set_exact_lag_heartbeats(map_.gate().heartbeats);
    } else {
        accepted.mutable_gate()->set_window_heartbeats(map_.gate().heartbeats);
    }
    accepted.set_start_ns(start.at(map_.heartbeat()).count_ns());
    accepted.set_now_ns(map_.reached().at(map_.heartbeat()).count_ns());
    accepted.set_datagram_bytes_max(static_cast<std::uint32_t>(session.datagram_bytes_max));
    accepted.set_silence_limit_ns(setup_.scenario.silence_limit.count_ns());
    session.frames.push_back(frame.SerializeAsString());
    frames_due_ = true;

    for (const auto& agent : map_.by_id()) {
        // Of those that have ended, `exact` still shows what they said before the newcomer's first step.
        const bool own = std::binary_search(ids.begin(), ids.end(), agent->id);
        if (agent->end && !(map_.is_exact() && !own && *agent->end > session.have)) continue;
        Notice notice;
        *notice.mutable_joined()->mutable_description() = descriptions_.at(agent->id);
        notice.mutable_joined()->set_time_ns(agent->enter.at(map_.heartbeat()).count_ns());
        notify(session, notice);
        if (!agent->end) continue;
        notice.mutable_ended()->set_agent(agent->id.value);
        notice.mutable_ended()->set_time_ns(agent->end->at(map_.heartbeat()).count_ns());
        notify(session, notice);
    }
    for (const auto& agent : request.agents()) {
        const AgentId id{agent.agent()};
        const Tick enter = std::max(start, map_.expected_entry(id).value_or(start));
        map_.join(session.id, id, enter);
        descriptions_[id] = agent;
        Notice notice;
        *notice.mutable_joined()->mutable_description() = agent;
        notice.mutable_joined()->set_time_ns(enter.at(map_.heartbeat()).count_ns());
        notify_others(session.id, notice);
        WorldEvent event;
        *event.mutable_joined() = notice.joined();
        event.set_client(session.client_name);
        setup_.on_event(event);
    }
    counters_.add(WorldCounter::joins);
}

void World::take_records(WallTime now, bool& worked) {
    for (const auto& [intake, ring] : intakes_) {
        for (ByteView record = ring->front(); !record.empty(); record = ring->front()) {
            worked = true;
            const IntakeRecord head = read_intake_record(
                record, [this](SessionId from, const net::AgentHeader& header, ByteView message) {
                    const auto refusal = map_.accept(from, header, message);
                    if (!refusal) return;
                    switch (*refusal) {
                        case Refusal::unknown_agent:
                            counters_.add(WorldCounter::unknown_agent);
                            break;
                        case Refusal::off_heartbeat:
                            counters_.add(WorldCounter::off_heartbeat);
                            break;
                        case Refusal::stale:
                            counters_.add(WorldCounter::stale);
                            break;
                        case Refusal::ahead_of_gate:
                            counters_.add(WorldCounter::ahead_of_gate);
                            break;
                    }
                });
            ring->pop();
            const auto found = sessions_.find(head.session);
            if (found == sessions_.end()) {
                counters_.add(WorldCounter::unknown_session);
                continue;
            }
            Session& session = found->second;
            session.heard = now;
            if (session.endpoint.is_nowhere()) {
                session.endpoint = head.from;
                session.request = answers_due_ = true;  // the first answer completes the hand-over from TCP
            }
            if (head.request) {
                session.request = answers_due_ = true;
                counters_.add(WorldCounter::requests);
            }
            const Tick have{head.have.since_start() / map_.heartbeat()};
            if (const Tick known = std::min(have, map_.reached()); known > session.have) {
                session.have = known;
                session.moved = now;
            }
            update_received(session);
        }
    }
}

void World::update_received(Session& session) {
    std::optional<Tick> least;
    for (const AgentId id : session.agents) {
        const Tick reach = map_.reach(*map_.find(id));
        least = least ? std::min(*least, reach) : reach;
    }
    if (least && *least > session.received) {
        session.received = *least;
        session.moved = last_turn_.value_or(WallTime{});
    }
}

bool World::holds_back(const Session& session) const {
    if (map_.is_exact() && session.have + limits::kBundlesAheadMax <= map_.reached()) return true;  // see cap
    return map_.started() && std::any_of(session.agents.begin(), session.agents.end(), [this](AgentId id) {
               return map_.reach(*map_.find(id)) <= map_.reached();
           });
}

void World::end_finished() {
    const std::vector<AgentId> finished = map_.finished();
    for (const AgentId id : finished) {
        Session& session = sessions_.at(map_.find(id)->session);
        const Tick last = map_.find(id)->newest;
        end_agent(session, id, AgentEnded::LEFT);
        std::erase(session.agents, id);
        // What others of the same client said at that heartbeat may have been lost.
        if (session.agents.empty()) {
            session.received = std::max(session.received, last);
        } else {
            update_received(session);
        }
        std::erase(scenario_agents_left_, id);
        session.request = answers_due_ = true;  // it waits for nothing but this answer
    }
}

void World::end_agent(Session& session, AgentId id, AgentEnded::Cause cause) {
    const Tick end = map_.remove(id, cause == AgentEnded::LEFT ? Ending::left : Ending::lost);
    last_end_ = std::max(last_end_, end);
    Notice notice;
    notice.mutable_ended()->set_agent(id.value);
    notice.mutable_ended()->set_time_ns(end.at(map_.heartbeat()).count_ns());
    notice.mutable_ended()->set_cause(cause);
    notify_others(session.id, notice);
    if (cause == AgentEnded::SHOT_DOWN) notify(session, notice);
    counters_.add(cause == AgentEnded::LEFT        ? WorldCounter::leaves
                  : cause == AgentEnded::SHOT_DOWN ? WorldCounter::shoot_downs
                                                   : WorldCounter::connections_lost);
    WorldEvent event;
    *event.mutable_ended() = notice.ended();
    event.set_client(session.client_name);
    setup_.on_event(event);
}

void World::watch(WallTime now) {
    for (auto at = sessions_.begin(); at != sessions_.end();) {
        const auto here = at++;
        Session& session = here->second;
        if (!holds_back(session)) session.moved = now;
        if (now - session.heard > setup_.scenario.silence_limit || now - session.moved > progress_limit_) {
            end_session(here->first, AgentEnded::SHOT_DOWN);
        }
    }
    if (!ended_ && !map_.started() && now - *first_turn_ > setup_.scenario.start_limit) {
        std::string names;
        for (const AgentId id : map_.awaited(5)) names += (names.empty() ? "" : ", ") + name_of(id);
        stop({fmt::format("the start waited {} s in vain for {}{}", setup_.scenario.start_limit.to_seconds(),
                          names, map_.awaited(6).size() > 5 ? " and others" : ""),
              false});
    }
}

void World::end_session(SessionId id, AgentEnded::Cause cause) {
    const auto found = sessions_.find(id);
    if (found == sessions_.end()) return;
    Session& session = found->second;
    for (const AgentId agent : session.agents) end_agent(session, agent, cause);
    for (const auto& [intake, ring] : intakes_) SYN_ENSURE(intake->post(SessionGone{id}));
    post_frames(session);
    lobby_.post(CloseConnection{id});
    sessions_.erase(found);
}

void World::notify_others(SessionId except, const Notice& notice) {
    for (auto& [id, session] : sessions_) {
        if (id != except) notify(session, notice);
    }
}

void World::notify(Session& session, Notice notice) {
    notice.set_number(++session.notices);
    session.frames.push_back(serialised(notice));
    frames_due_ = true;
}

void World::post_frames(Session& session) {
    // One command a turn, however many notices: a crowd that joins at once tells everybody of everybody.
    if (!session.frames.empty()) lobby_.post(SendFrames{session.id, std::exchange(session.frames, {})});
}

void World::tell_everybody(bool advanced) {
    for (auto& [id, session] : sessions_) {
        if ((advanced || session.request) && !session.endpoint.is_nowhere()) fan_out_.update(session);
    }
    fan_out_.flush();
}

Tick World::cap() const {
    // Under `exact` nothing is forgotten before every client has it, those without agents too.
    Tick cap{std::numeric_limits<std::int64_t>::max()};
    if (map_.is_exact()) {
        for (const auto& [id, session] : sessions_) {
            cap = std::min(cap, session.have + limits::kBundlesAheadMax);
        }
    }
    return cap;
}

void World::consider_the_end(WallTime now) {
    if (ended_ || setup_.keep_open || !map_.started() || map_.live_agents() > 0) {
        empty_since_.reset();
        return;
    }
    if (!empty_since_) empty_since_ = now;
    if (scenario_agents_left_.empty()) {
        const bool left = last_end_.at(map_.heartbeat()).since_start() <= setup_.scenario.duration;
        if (sessions_.empty() || now - *empty_since_ > kFarewell)
            stop({left ? "all agents have left" : "every agent has ended", true, left});
    } else if (now - *empty_since_ > kRejoinLimit) {
        stop({fmt::format("all agents are gone and {} of them were lost, {} first",
                          scenario_agents_left_.size(), name_of(scenario_agents_left_.front())),
              false});
    }
}

void World::stop(End end) {
    if (ended_) return;
    ended_ = std::move(end);
    Notice notice;
    notice.mutable_stopping()->set_text(ended_->why);
    for (auto& [id, session] : sessions_) {
        notify(session, notice);
        post_frames(session);
        lobby_.post(CloseConnection{id});
    }
}

const std::string& World::name_of(AgentId agent) const {
    static const std::string nobody;
    if (const auto found = descriptions_.find(agent); found != descriptions_.end())
        return found->second.name();
    if (agent.value < setup_.scenario.agents.size()) return setup_.scenario.agents[agent.value].name;
    return nobody;
}

WorldStatus World::status() const {
    WorldStatus status;
    status.reached = std::max(map_.reached(), Tick{0}).at(map_.heartbeat());
    status.started = map_.started();
    status.clients = sessions_.size();
    status.agents = map_.live_agents();
    if (const auto slowest = map_.slowest()) status.slowest = name_of(*slowest);
    for (const auto& agent : map_.by_id()) {
        if (!agent->end && agent->has_message())
            status.drift = std::max(status.drift, agent->newest - map_.reached());
    }
    for (const AgentId id : map_.awaited(net::kAwaitedMax)) status.awaited.push_back(name_of(id));
    return status;
}

}  // namespace synchrono::server
