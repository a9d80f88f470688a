#include "server/world.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <limits>
#include <set>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"

namespace synchrono::server {
namespace {

// After every agent has ended, clients have this long to learn that their last messages arrived.
constexpr WallDuration kFarewell = WallDuration::seconds(1);
// A shorter time between two steps is never taken for a stall of the server itself.
constexpr WallDuration kOwnStallMin = WallDuration::milliseconds(50);
// The time limits of members are checked this often.
constexpr WallDuration kCheckEvery = WallDuration::milliseconds(5);
constexpr WallDuration kRejoinLimit = WallDuration::seconds(limits::kRejoin_s);
// The longest time that one check charges. If this thread gets no processor for longer, clients probably get
// none either.
constexpr WallDuration kChargeMax = WallDuration::milliseconds(100);
// The communication server reports each 10 ms. An older report says nothing about the present.
constexpr WallDuration kRadioFresh = WallDuration::milliseconds(50);
// After so many silence limits a world in which nobody does anything is given up, whoever is to blame. This
// is longer than any client may hold up the others.
constexpr int kStandstillSilences = 12;
// Shorter hold-ups are not told.
constexpr double kToldFrom_s = 0.2;

/// Returns how long the world may stand still. It is longer if the scenario's pace is slow.
WallDuration standstill_limit(const config::Scenario& scenario) {
    const double pace = scenario.pace.factor.value_or(1e9);
    const double heartbeats_s =
        3 * scenario.heartbeat.to_seconds() * static_cast<double>(limits::kPeriodMax) / pace;
    return scenario.silence_limit * kStandstillSilences +
           WallDuration::nanoseconds(static_cast<std::int64_t>(std::min(heartbeats_s, 1e6) * 1e9));
}

}  // namespace

World::World(WorldSetup setup)
    : setup_(std::move(setup)),
      hold_ups_({.heartbeat = setup_.scenario.heartbeat,
                 .silence_limit = setup_.scenario.silence_limit,
                 .pace = setup_.scenario.pace.factor.value_or(0),
                 .least_rate = setup_.least_rate}),
      standstill_limit_(standstill_limit(setup_.scenario)),
      map_(setup_.scenario.heartbeat, setup_.scenario.gate),
      selection_(map_) {
    for (const auto& agent : setup_.scenario.agents) {
        map_.expect(agent.id, Tick{agent.enter.since_start() / setup_.scenario.heartbeat});
        scenario_agents_left_.push_back(agent.id);
    }
}

void World::begin_step(WallTime now) {
    now_ = now;
    if (!first_step_) first_step_ = now;
    if (last_step_ && now - *last_step_ > std::max(setup_.scenario.silence_limit / 2, kOwnStallMin)) {
        // This thread was held up itself: datagrams may have come meanwhile, so no member counts as silent.
        counters_.add(WorldCounter::own_stalls);
        for (auto& [id, member] : members_) member.last_heard = now;
        hold_ups_checked_.reset();
    }
    last_step_ = now;
}

void World::finish_step() {
    end_agents_that_left();
    if (!limits_checked_ || now_ - *limits_checked_ > kCheckEvery) {
        limits_checked_ = now_;
        check_time_limits();
    }
    end_if_over();
    // Work that grows with the number of members is done only when there is a reason, not for every
    // message.
    const bool advanced = map_.may_advance() && map_.advance(cap());
    if (advanced || std::exchange(answers_due_, false)) send_updates(advanced);
}

std::optional<World::Objection> World::objection(const JoinWish& wish) {
    const auto malformed = [](std::string text) {
        return Objection{WorldCounter::declined_malformed, {JoinDeclined::MALFORMED, std::move(text)}};
    };
    const auto full = [](std::string text) {
        return Objection{WorldCounter::declined_full, {JoinDeclined::FULL, std::move(text)}};
    };
    if (ended_)
        return Objection{WorldCounter::declined_stopping, {JoinDeclined::STOPPING, "the run is over"}};
    if (HoldUps::is_banned(hold_ups_.account_of(wish.client_name))) {
        return Objection{WorldCounter::declined_held_up,
                         {JoinDeclined::HELD_UP,
                          fmt::format("'{}' has held the others up and was shot down twice, so it stays out "
                                      "of this run",
                                      wish.client_name)}};
    }
    if (wish.client_name.empty() || wish.client_name.size() > limits::kNameBytesMax)
        return malformed(fmt::format("client_name has {} bytes, expected 1 to {}", wish.client_name.size(),
                                     limits::kNameBytesMax));
    if (wish.interest.kind == config::Interest::Kind::radius &&
        !(std::isfinite(wish.interest.radius_m) && wish.interest.radius_m > 0)) {
        return malformed("interest.radius_m is not a positive number");
    }
    std::set<std::uint32_t> ids;
    for (const auto& agent : wish.agents) {
        if (agent.agent() >= limits::kAgentsMax)
            return malformed(
                fmt::format("agent {}: expected a number below {}", agent.agent(), limits::kAgentsMax));
        if (agent.name().empty() || agent.name().size() > limits::kNameBytesMax ||
            agent.vehicle().size() > limits::kNameBytesMax ||
            agent.state_type_url().size() > limits::kTypeUrlBytesMax ||
            agent.state_type_url().find('/') == std::string::npos) {
            return malformed(fmt::format(
                "agent {}: expected a name of 1 to {} bytes, a vehicle of at most {} bytes, and a "
                "state_type_url of at most {} bytes with a '/'",
                agent.agent(), limits::kNameBytesMax, limits::kNameBytesMax, limits::kTypeUrlBytesMax));
        }
        const auto duplicate = [&agent](const std::string& where) {
            return Objection{WorldCounter::declined_duplicate,
                             {JoinDeclined::DUPLICATE_AGENT,
                              fmt::format("agent {} ('{}') is {}", agent.agent(), agent.name(), where)}};
        };
        if (!ids.insert(agent.agent()).second) return duplicate("twice in this request");
        if (const AgentId id{agent.agent()}; map_.is_live(id))
            return duplicate(
                fmt::format("in the world already, brought by '{}'; is that client running twice?",
                            members_.at(map_.find(id)->member).client_name));
    }
    const std::size_t agents = wish.agents.size();
    if (agents > limits::kAgentsPerClientMax)
        return full(fmt::format("this request has {} agents, expected at most {}", agents,
                                limits::kAgentsPerClientMax));
    if (members_.size() >= limits::kClientsMax)
        return full(
            fmt::format("the server is full: it has {} clients, the most that it takes", members_.size()));
    if (map_.live_agents() + agents > limits::kAgentsMax)
        return full(
            fmt::format("the server is full: with the {} agents of this request it would have {}, "
                        "expected at most {}",
                        agents, map_.live_agents() + agents, limits::kAgentsMax));
    if (!hold_ups_.account_of(wish.client_name).joins.take(now_))
        return Objection{WorldCounter::declined_too_often,
                         {JoinDeclined::HELD_UP,
                          fmt::format("'{}' joins too often: it may join {:g} times at once, and then once "
                                      "in {:g} s",
                                      wish.client_name, limits::kJoinsAtOnce, 1 / limits::kJoinsEachSecond)}};
    return std::nullopt;
}

tl::expected<Member*, Declined> World::admit(MemberId id, JoinWish wish, MemberLink& link) {
    if (auto no = objection(wish)) {
        counters_.add(no->counter);
        return tl::unexpected(std::move(no->declined));
    }
    std::vector<AgentId> ids;
    for (const auto& agent : wish.agents) ids.push_back(AgentId{agent.agent()});
    std::sort(ids.begin(), ids.end());
    const Tick start = map_.entry_for_newcomer(ids);
    HoldUpAccount& account = hold_ups_.account_of(wish.client_name);
    const auto [place, added] =
        members_.try_emplace(id, Member{.id = id,
                                        .client_name = std::move(wish.client_name),
                                        .agents = std::move(ids),
                                        .interest = std::move(wish.interest),
                                        .link = link,
                                        .last_heard = now_,
                                        .hold_up = account,
                                        .known_up_to = start - map_.gate().heartbeats - 1,
                                        .received_up_to = start - 1});
    SYN_ENSURE(added);
    Member& member = place->second;
    member.has_brought_agents = !member.agents.empty();
    link.send_admission(member, {.heartbeat = map_.heartbeat(),
                                 .gate = map_.gate(),
                                 .start = start,
                                 .reached = map_.reached(),
                                 .silence_limit = setup_.scenario.silence_limit});
    send_present_agents(member);
    for (const auto& agent : wish.agents) {
        const AgentId number{agent.agent()};
        const Tick enter = std::max(start, map_.expected_entry(number).value_or(start));
        map_.join(id, number, enter);
        descriptions_[number] = agent;
        Notice notice;
        *notice.mutable_joined()->mutable_description() = agent;
        notice.mutable_joined()->set_time_ns(enter.at(map_.heartbeat()).count_ns());
        notify_others(id, notice);
        WorldEvent event;
        *event.mutable_joined() = notice.joined();
        event.set_client(member.client_name);
        setup_.on_event(event);
    }
    counters_.add(WorldCounter::joins);
    return &member;
}

/// Sends the newcomer a notice for each agent that is in the world.
void World::send_present_agents(Member& member) {
    for (const auto& agent : map_.by_id()) {
        // Under `exact` the newcomer also gets bundles from before its first heartbeat. These hold messages
        // of agents that have ended, so the newcomer must know these agents as well.
        const bool own = std::binary_search(member.agents.begin(), member.agents.end(), agent->id);
        if (agent->end && !(map_.is_exact() && !own && *agent->end > member.known_up_to)) continue;
        Notice notice;
        *notice.mutable_joined()->mutable_description() = descriptions_.at(agent->id);
        notice.mutable_joined()->set_time_ns(agent->enter.at(map_.heartbeat()).count_ns());
        notify(member, notice);
        if (!agent->end) continue;
        notice.mutable_ended()->set_agent(agent->id.value);
        notice.mutable_ended()->set_time_ns(agent->end->at(map_.heartbeat()).count_ns());
        notify(member, notice);
    }
}

void World::handle_message(MemberId from, const net::AgentHeader& header, ByteView message) {
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
}

void World::note_progress(Member& member, SimTime known_up_to, bool asks) {
    member.last_heard = now_;
    if (asks && member.requests.take(now_)) {
        owe_answer(member);
        counters_.add(WorldCounter::requests);
    } else if (asks) {
        counters_.add(WorldCounter::requests_refused);
    }
    const Tick known = std::min(Tick{known_up_to.since_start() / map_.heartbeat()}, map_.reached());
    if (known > member.known_up_to) member.known_up_to = known;
    update_received(member);
}

void World::update_received(Member& member) {
    std::optional<Tick> least;
    for (const AgentId id : member.agents) {
        const Tick covered = map_.covered_up_to(*map_.find(id));
        least = least ? std::min(*least, covered) : covered;
    }
    if (least && *least > member.received_up_to) member.received_up_to = *least;
}

bool World::holds_back(const Member& member) const {
    if (map_.is_exact() && member.known_up_to + limits::kBundlesAheadMax <= map_.reached())
        return true;  // see cap
    return map_.started() && std::any_of(member.agents.begin(), member.agents.end(), [this](AgentId id) {
               return map_.covered_up_to(*map_.find(id)) <= map_.reached();
           });
}

void World::end_agents_that_left() {
    const std::vector<AgentId> departed = map_.agents_that_left();
    for (const AgentId id : departed) {
        Member& member = members_.at(map_.find(id)->member);
        const Tick last = map_.find(id)->newest;
        end_agent(member, id, AgentEnded::LEFT);
        std::erase(member.agents, id);
        if (radio_line_ != nullptr) {
            // Otherwise the radio would wait for an agent that has left before it joined the radio.
            RadioExpulsion expulsion;
            expulsion.set_client(member.client_name);
            expulsion.add_agents(id.value);
            radio_line_->expel(expulsion);
        }
        // While the client has other agents, `last` does not count for them: their messages for the same
        // heartbeat may have been lost.
        if (member.agents.empty()) {
            member.received_up_to = std::max(member.received_up_to, last);
        } else {
            update_received(member);
        }
        std::erase(scenario_agents_left_, id);
        owe_answer(member);  // the client only waits for this confirmation
    }
}

Tick World::end_agent(Member& member, AgentId id, AgentEnded::Cause cause) {
    const Tick end = map_.remove(id, cause == AgentEnded::LEFT ? Departure::left : Departure::lost);
    last_end_ = std::max(last_end_, end);
    Notice notice;
    notice.mutable_ended()->set_agent(id.value);
    notice.mutable_ended()->set_time_ns(end.at(map_.heartbeat()).count_ns());
    notice.mutable_ended()->set_cause(cause);
    notify_others(member.id, notice);
    if (cause == AgentEnded::SHOT_DOWN) notify(member, notice);
    counters_.add(cause == AgentEnded::LEFT        ? WorldCounter::leaves
                  : cause == AgentEnded::SHOT_DOWN ? WorldCounter::shoot_downs
                                                   : WorldCounter::connections_lost);
    WorldEvent event;
    *event.mutable_ended() = notice.ended();
    event.set_client(member.client_name);
    setup_.on_event(event);
    return end;
}

void World::check_time_limits() {
    check_silence();
    check_hold_ups();
    check_standstill();
    check_start();
}

void World::check_silence() {
    std::vector<MemberId> silent;
    for (const auto& [id, member] : members_) {
        if (now_ - member.last_heard > setup_.scenario.silence_limit) silent.push_back(id);
    }
    for (const MemberId id : silent) {
        const auto at = members_.find(id);
        if (at == members_.end()) continue;
        const std::string why = fmt::format("shot down: silent for {:.3f} s, the limit is {:g} s",
                                            (now_ - at->second.last_heard).to_seconds(),
                                            setup_.scenario.silence_limit.to_seconds());
        // Silence for which others have waited counts as a hold-up. The exact time for which they have waited
        // is not known, as the checks are a few milliseconds apart.
        HoldUpAccount& account = at->second.hold_up;
        if (account.debt_s > setup_.scenario.silence_limit.to_seconds() / 2)
            hold_ups_.note_removal(account, now_);
        if (HoldUps::is_banned(account)) {
            shoot_down_client(std::string(at->second.client_name), why);
        } else {
            end_member(id, AgentEnded::SHOT_DOWN, why);
        }
    }
}

void World::check_standstill() {
    if (ended_ || !map_.started() || map_.reached() != stands_at_ || !stands_since_) {
        stands_at_ = map_.reached();
        stands_since_ = now_;
        return;
    }
    if (now_ - *stands_since_ <= standstill_limit_) return;
    stands_since_ = now_;
    std::vector<MemberId> idle;
    for (const auto& [id, member] : members_) {
        if (holds_back(member)) idle.push_back(id);
    }
    for (const MemberId id : idle)
        end_member(
            id, AgentEnded::SHOT_DOWN,
            fmt::format("shot down: the world has stood still for {:g} s", standstill_limit_.to_seconds()));
}

void World::check_hold_ups() {
    const WallDuration passed =
        hold_ups_checked_ ? std::min(now_ - *hold_ups_checked_, kChargeMax) : WallDuration{};
    hold_ups_checked_ = now_;
    if (ended_ || !map_.started()) return;
    bool anyone_over = false;
    for (HoldUpAccount* account : accounts_of_culprits()) {
        hold_ups_.charge(*account, passed, now_, map_.reached());
        anyone_over |= hold_ups_.is_over(*account);
    }
    if (!anyone_over) return;
    for (const std::string& client : hold_ups_.clients_over(now_)) {
        HoldUpAccount& account = hold_ups_.account_of(client);
        const double limit_s = hold_ups_.limit(account).to_seconds();
        hold_ups_.note_removal(account, now_);
        shoot_down_client(
            client, account.least_rate
                        ? fmt::format("shot down: held the others up for {:g} s below its least rate of {:g}",
                                      limit_s, *account.least_rate)
                        : fmt::format("shot down: held the others up for more than {:g} s", limit_s));
    }
}

bool World::waits_for_radio() const {
    return radio_line_ != nullptr && setup_.scenario.radio &&
           Tick{radio_wait_.heartbeat_ns() / map_.heartbeat().count_ns()} <
               setup_.scenario.radio_needed_for(map_.reached());
}

void World::set_radio_line(RadioLine* line) {
    radio_line_ = line;
    has_had_radio_ |= line != nullptr;
    radio_wait_.Clear();
    radio_heard_.reset();
}

void World::set_radio_wait(RadioWait wait) {
    radio_wait_ = std::move(wait);
    radio_heard_ = now_;
}

std::vector<HoldUpAccount*> World::accounts_of_culprits() {
    std::vector<HoldUpAccount*> accounts;
    // A communication server that reports nothing is busy, held up or gone, so that clients may wait for it.
    if (has_had_radio_ && !(radio_heard_ && now_ - *radio_heard_ < kRadioFresh)) return accounts;
    if (!waits_for_radio()) {
        bool anyone_waits = false;
        for (auto& [id, member] : members_) {
            const bool holds = holds_back(member);
            if (holds) accounts.push_back(&member.hold_up);
            anyone_waits |= !holds && !member.agents.empty();
        }
        if (!anyone_waits) accounts.clear();
        return accounts;
    }
    for (const std::string& client : radio_wait_.clients()) accounts.push_back(&hold_ups_.account_of(client));
    for (const std::uint32_t id : radio_wait_.agents()) {
        if (const WorldAgent* agent = map_.find(AgentId{id}))
            accounts.push_back(&members_.at(agent->member).hold_up);
    }
    const bool anyone_waits = std::any_of(members_.begin(), members_.end(), [&](const auto& entry) {
        return !entry.second.agents.empty() &&
               std::find(accounts.begin(), accounts.end(), &entry.second.hold_up) == accounts.end();
    });
    if (!anyone_waits) accounts.clear();
    return accounts;
}

void World::shoot_down_client(const std::string& client, std::string_view why) {
    std::vector<MemberId> ids;
    std::vector<AgentId> agents;
    for (const auto& [id, member] : members_) {
        if (member.client_name != client) continue;
        ids.push_back(id);
        agents.insert(agents.end(), member.agents.begin(), member.agents.end());
    }
    RadioLine* const radio = std::exchange(radio_line_, nullptr);  // gets one message instead of many
    for (const MemberId id : ids) end_member(id, AgentEnded::SHOT_DOWN, why);
    radio_line_ = radio;
    if (radio == nullptr) return;
    // The client may be on the radio alone. If it is not banned it may come back, and then starts later.
    const bool banned = HoldUps::is_banned(hold_ups_.account_of(client));
    const SimTime start = map_.entry_for_newcomer({}).at(map_.heartbeat());
    RadioExpulsion expulsion;
    expulsion.set_client(client);
    expulsion.set_start_before_ns(start.count_ns());
    expulsion.set_banned(banned);
    for (const AgentId agent : agents) expulsion.add_agents(agent.value);
    radio->expel(expulsion);
}

void World::check_start() {
    if (ended_ || map_.started() || now_ - *first_step_ <= setup_.scenario.start_limit) return;
    std::string names;
    for (const AgentId id : map_.awaited(5)) names += (names.empty() ? "" : ", ") + name_of(id);
    end_run({fmt::format("{}{} did not join within {} s (start_limit_s)", names,
                         map_.awaited(6).size() > 5 ? " and others" : "",
                         setup_.scenario.start_limit.to_seconds()),
             false});
}

void World::remove_lost(MemberId id) {
    const auto found = members_.find(id);
    if (found == members_.end()) return;
    const Member& member = found->second;
    const bool left = member.agents.empty() && member.has_brought_agents;
    end_member(id, AgentEnded::CONNECTION_LOST, left || ended_ ? "left" : "its connection ended");
}

void World::end_member(MemberId id, AgentEnded::Cause cause, std::string_view why) {
    const auto found = members_.find(id);
    if (found == members_.end()) return;
    Member& member = found->second;
    RadioExpulsion expulsion;
    expulsion.set_client(member.client_name);
    expulsion.set_of_agents(true);
    for (const AgentId agent : member.agents) {
        const SimTime end = end_agent(member, agent, cause).at(map_.heartbeat());
        expulsion.set_start_before_ns(std::max(expulsion.start_before_ns(), end.count_ns()));
        // Before the start the agent may still come, so the radio goes on waiting for it.
        if (map_.started()) expulsion.add_agents(agent.value);
    }
    member.link.remove(why);
    if (radio_line_ != nullptr && !member.agents.empty()) radio_line_->expel(expulsion);
    members_.erase(found);
}

void World::notify_others(MemberId except, const Notice& notice) {
    for (auto& [id, member] : members_) {
        if (id != except) notify(member, notice);
    }
}

void World::notify(Member& member, Notice notice) {
    notice.set_number(++member.notices_sent);
    member.link.send_notice(notice);
}

void World::send_updates(bool advanced) {
    for (auto& [id, member] : members_) {
        if (advanced || member.answer_due)
            member.link.send_update(member, std::exchange(member.answer_due, false));
    }
    selection_.discard_positions();
}

Tick World::cap() const {
    // Under `exact` the map must not forget what a member lacks, even a member without agents.
    Tick cap{std::numeric_limits<std::int64_t>::max()};
    if (map_.is_exact()) {
        for (const auto& [id, member] : members_) {
            cap = std::min(cap, member.known_up_to + limits::kBundlesAheadMax);
        }
    }
    return cap;
}

void World::end_if_over() {
    if (ended_ || setup_.keep_open || !map_.started() || map_.live_agents() > 0) {
        empty_since_.reset();
        return;
    }
    if (!empty_since_) empty_since_ = now_;
    if (scenario_agents_left_.empty()) {
        const bool left = last_end_.at(map_.heartbeat()).since_start() <= setup_.scenario.duration;
        if (members_.empty() || now_ - *empty_since_ > kFarewell)
            end_run(
                {left ? "all agents left before the scenario's end" : "every agent has ended", true, left});
    } else if (now_ - *empty_since_ > kRejoinLimit) {
        const std::size_t lost = scenario_agents_left_.size();
        end_run({fmt::format("all agents are gone; {} of them {} lost{}{}", lost, lost == 1 ? "was" : "were",
                             lost == 1 ? ": " : ", the first in the scenario is ",
                             name_of(scenario_agents_left_.front())),
                 false});
    }
}

void World::end_run(End end) {
    if (ended_) return;
    ended_ = std::move(end);
    Notice notice;
    notice.mutable_stopping()->set_text(ended_->why);
    for (auto& [id, member] : members_) {
        notify(member, notice);
        member.link.end_notices();
    }
}

const std::string& World::name_of(AgentId agent) const {
    static const std::string nobody;
    if (const auto found = descriptions_.find(agent); found != descriptions_.end())
        return found->second.name();
    if (agent.value < setup_.scenario.agents.size()) return setup_.scenario.agents[agent.value].name;
    return nobody;
}

std::int64_t World::watchers_named(std::string_view client) const {
    return std::count_if(members_.begin(), members_.end(), [client](const auto& entry) {
        return entry.second.client_name == client && !entry.second.has_brought_agents;
    });
}

WorldStatus World::status() const {
    WorldStatus status;
    status.reached = std::max(map_.reached(), Tick{0}).at(map_.heartbeat());
    status.started = map_.started();
    status.clients = members_.size();
    status.agents = map_.live_agents();
    if (const auto slowest = map_.slowest()) status.slowest = name_of(*slowest);
    for (const auto& agent : map_.by_id()) {
        if (!agent->end && agent->has_message())
            status.drift = std::max(status.drift, agent->newest - map_.reached());
    }
    for (const AgentId id : map_.awaited(net::kAwaitedMax)) status.awaited.push_back(name_of(id));
    const auto worst = hold_ups_checked_ ? hold_ups_.worst(*hold_ups_checked_) : std::nullopt;
    if (worst && worst->second >= kToldFrom_s) {
        status.held_up_by = worst->first;
        status.held_up_s = worst->second;
    }
    return status;
}

}  // namespace synchrono::server
