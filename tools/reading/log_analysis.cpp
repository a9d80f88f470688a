#include "tools/reading/log_analysis.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <set>
#include <string_view>
#include <tuple>

#include "common/config/scenario.hpp"
#include "common/log/log_reader.hpp"
#include "proto/record.pb.h"
#include "tools/reading/run_logs.hpp"

namespace synchrono::tools::reading {

using log::LogMessage;
using log::LogReader;

namespace {

constexpr std::string_view kSummaryTopic = "/summary", kClockTopic = "/clock";

/// Returns whether name `a` is listed before `b`. Digits are compared as numbers, so car2 comes before
/// car10.
bool comes_before(std::string_view a, std::string_view b) {
    const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
    const auto take_number = [&](std::string_view& text) {
        const auto end = std::find_if_not(text.begin(), text.end(), is_digit);
        std::string_view digits = text.substr(0, static_cast<std::size_t>(end - text.begin()));
        text.remove_prefix(digits.size());
        digits.remove_prefix(std::min(digits.find_first_not_of('0'), digits.size()));
        return digits;
    };
    const std::string_view whole_a = a, whole_b = b;
    while (!a.empty() && !b.empty()) {
        if (is_digit(a.front()) && is_digit(b.front())) {
            const std::string_view x = take_number(a), y = take_number(b);
            if (x != y) return x.size() != y.size() ? x.size() < y.size() : x < y;
        } else if (a.front() != b.front()) {
            return a.front() < b.front();
        } else {
            a.remove_prefix(1);
            b.remove_prefix(1);
        }
    }
    return a.empty() && b.empty() ? whole_a < whole_b : a.empty();
}

}  // namespace

std::string host_of(const LogFileInfo& file) {
    const auto host = file.run.find("host");
    return host == file.run.end() ? "" : host->second;
}

const HostClock* RunInfo::clock_of(std::string_view program) const {
    const auto file = std::find_if(files.begin(), files.end(), [program](const LogFileInfo& candidate) {
        return std::filesystem::path(candidate.file).stem() == program;
    });
    if (file == files.end()) return nullptr;
    const auto clock = clocks.find(host_of(*file));
    return clock == clocks.end() ? nullptr : &clock->second;
}

std::string shortened(const std::vector<std::string>& names) {
    constexpr std::size_t kShown = 10;
    std::string text;
    for (std::size_t i = 0; i < std::min(names.size(), kShown); ++i) text += (i > 0 ? ", " : "") + names[i];
    if (names.size() > kShown) text += fmt::format(" and {} more", names.size() - kShown);
    return text;
}

std::optional<bool> RunInfo::promise_kept() const {
    if (!gate) return std::nullopt;
    if (sure_lead && sure_lead->heartbeats > gate->heartbeats) return false;
    const bool all_known =
        std::all_of(clocks.begin(), clocks.end(), [](const auto& entry) { return entry.second.is_known(); });
    if (all_known && (!largest_lead || largest_lead->heartbeats <= gate->heartbeats)) return true;
    return std::nullopt;
}

std::string RunInfo::clocks_text() const {
    std::string unknown;
    std::optional<WallDuration> widest;
    for (const LogFileInfo& file : files) {
        const auto clock = clocks.find(host_of(file));
        if (clock == clocks.end() || clock->second.is_servers()) continue;
        if (clock->second.is_known()) {
            widest = std::max(widest.value_or(WallDuration{}), clock->second.widest());
        } else {
            unknown += (unknown.empty() ? "" : ", ") + file.file;
        }
    }
    std::string text;
    if (widest)
        text =
            fmt::format("clocks of several hosts, compared to within {:.3g} ms", widest->to_seconds() * 1e3);
    if (!unknown.empty())
        text += fmt::format("{}not compared: {}", text.empty() ? "clocks of several hosts, " : "; ", unknown);
    return text;
}

std::optional<Lead> largest_lead(std::vector<Publication> publications, const std::vector<Life>& lives,
                                 SimDuration heartbeat) {
    std::sort(publications.begin(), publications.end(), [](const Publication& a, const Publication& b) {
        return std::tie(a.wall_ns, a.tick) < std::tie(b.wall_ns, b.tick);
    });
    // `reached` holds the heartbeat that each life has come to, or none after the end of the life. `counts`
    // holds the number of lives at each of these heartbeats, so its first key is that of the slowest life.
    std::vector<std::optional<std::int64_t>> reached;
    std::map<std::int64_t, std::uint32_t> counts;
    for (const Life& life : lives) {
        reached.push_back(life.first - 1);
        ++counts[life.first - 1];
    }
    std::optional<Lead> largest;
    for (const Publication& publication : publications) {
        const Life& life = lives[publication.life];
        std::optional<std::int64_t>& here = reached[publication.life];
        if (here) {
            const auto before = counts.find(*here);
            if (--before->second == 0) counts.erase(before);
        }
        here.reset();
        if (publication.tick < life.last) {
            here = publication.tick + life.period - 1;
            ++counts[*here];
        }
        if (counts.empty()) continue;
        const std::int64_t slowest = counts.begin()->first;
        const std::int64_t lead = publication.tick - slowest;
        if (!publication.leads || lead <= 0 || (largest && lead <= largest->heartbeats)) continue;
        const auto peer = std::find(reached.begin(), reached.end(), std::optional(slowest)) - reached.begin();
        largest = Lead{lead, life.agent, lives[static_cast<std::size_t>(peer)].agent,
                       Tick{publication.tick}.at(heartbeat)};
    }
    return largest;
}

namespace {

/// Collects, while logs are read, all publications and the times that each agent spent in the server's
/// world.
class LeadFinder {
  public:
    LeadFinder(SimDuration heartbeat, const config::Scenario& scenario) : heartbeat_(heartbeat) {
        for (const config::AgentSpec& agent : scenario.agents)
            periods_[agent.name] = agent.period / heartbeat;
    }
    void begin_file() { ++file_; }
    void add(std::string_view agent, SimTime time, WallTime wall) {
        auto name = names_.find(agent);
        if (name == names_.end()) name = names_.emplace(agent).first;
        published_.push_back({&*name, file_, time.since_start() / heartbeat_, wall.count_ns()});
    }
    void add(const WorldEvent& event) {
        if (event.has_joined()) {
            const auto& description = event.joined().description();
            numbers_[description.agent()] = description.name();
            stays_[description.name()].push_back({tick_of(event.joined().time_ns()), std::nullopt});
        } else if (const auto number = numbers_.find(event.ended().agent());
                   event.has_ended() && number != numbers_.end()) {
            stays_[number->second].back().end = tick_of(event.ended().time_ns());
        }
    }
    /// Returns the agents that were in the world, but are not among `logged`. Those that were admitted, but
    /// would have entered after the last state of all, were never in the world.
    template <typename Logged>
    std::vector<std::string> others_than(const Logged& logged) const {
        std::vector<std::string> names;
        std::int64_t last = -1;
        for (const auto& publication : published_) last = std::max(last, publication.tick);
        for (const auto& [name, stays] : stays_) {
            const bool entered = std::any_of(stays.begin(), stays.end(), [&](const auto& stay) {
                return (last < 0 || stay.first <= last) && (!stay.end || *stay.end > stay.first);
            });
            if (entered && !logged.contains(name)) names.push_back(name);
        }
        std::sort(names.begin(), names.end(), comes_before);
        return names;
    }
    /// Finds the largest leads. `clocks` are those of the files, in the order of begin_file().
    void find(const std::vector<const HostClock*>& clocks, RunInfo& info) const {
        std::vector<Life> lives;
        std::vector<Publication> publications;  // by the clocks of their files
        std::vector<std::size_t> files;         // of the publications
        // The index of the latest life, by agent and file.
        std::map<std::pair<const std::string*, std::size_t>, std::uint32_t> open;
        for (const Published& published : published_) {
            if (!was_in_world(*published.agent, published.tick)) continue;
            const auto [life, is_new] = open.try_emplace({published.agent, published.file});
            // A step other than the period means that the agent was removed and came back.
            if (is_new || published.tick != lives[life->second].last + lives[life->second].period) {
                life->second = static_cast<std::uint32_t>(lives.size());
                const auto period = periods_.find(*published.agent);
                lives.push_back({*published.agent, published.tick, published.tick,
                                 period == periods_.end() ? 1 : period->second});
            }
            lives[life->second].last = published.tick;
            publications.push_back({published.wall_ns, published.tick, life->second});
            files.push_back(published.file - 1);
        }
        const auto keep_larger = [](std::optional<Lead>& kept, const std::optional<Lead>& found) {
            if (found && (!kept || found->heartbeats > kept->heartbeats)) kept = found;
        };
        // A lead over agents of other clocks is possible if it is there when the leader has published as
        // early, and all others as late, as the bounds allow. It is sure if it is there the other way round.
        std::set<const HostClock*> own_clocks;
        for (const std::size_t file : files) own_clocks.insert(clocks[file]);
        for (const HostClock* own : own_clocks) {
            for (const bool sure : {false, true}) {
                std::vector<Publication> ordered;
                std::vector<Life> compared;
                std::vector<std::optional<std::uint32_t>> indices(lives.size());  // of lives in `compared`
                for (std::size_t i = 0; i < publications.size(); ++i) {
                    const HostClock* const clock = clocks[files[i]];
                    Publication publication = publications[i];
                    publication.leads = clock == own;
                    if (clock->is_known() && own->is_known()) {
                        const ServerTime time = clock->on_server(publication.wall_ns);
                        const bool late = publication.leads == sure;
                        publication.wall_ns = late ? time.latest_ns : time.earliest_ns;
                    } else if (clock != own) {
                        continue;  // nothing is known about the order of the two
                    }
                    auto& index = indices[publication.life];
                    if (!index) {
                        index = static_cast<std::uint32_t>(compared.size());
                        compared.push_back(lives[publication.life]);
                    }
                    publication.life = *index;
                    ordered.push_back(publication);
                }
                keep_larger(sure ? info.sure_lead : info.largest_lead,
                            largest_lead(std::move(ordered), compared, heartbeat_));
            }
        }
    }

  private:
    /// A publication as it was read: the agent published its state of heartbeat `tick` at `wall_ns`.
    struct Published {
        const std::string* agent;  // in names_
        std::size_t file;
        std::int64_t tick;
        std::int64_t wall_ns;
    };
    /// One of the times that an agent spent in the world.
    struct Stay {
        std::int64_t first;
        std::optional<std::int64_t> end;  // the first heartbeat without the agent; none: no end was logged
    };

    std::int64_t tick_of(std::int64_t time_ns) const {
        return SimDuration::nanoseconds(time_ns) / heartbeat_;
    }
    /// Returns whether the agent was in the world at heartbeat `tick`. A removed agent goes on publishing
    /// until it learns of its end; those publications do not count. If the server's log says nothing about
    /// the agent, all its publications count.
    bool was_in_world(const std::string& agent, std::int64_t tick) const {
        const auto stays = stays_.find(agent);
        return stays == stays_.end() ||
               std::any_of(stays->second.begin(), stays->second.end(), [tick](const Stay& stay) {
                   return stay.first <= tick && (!stay.end || tick < *stay.end);
               });
    }

    SimDuration heartbeat_;
    std::map<std::string, std::int64_t, std::less<>> periods_;
    std::size_t file_ = 0;
    std::set<std::string, std::less<>> names_;
    std::vector<Published> published_;                             // in the order of each file
    std::map<std::uint32_t, std::string> numbers_;                 // names by agents' numbers
    std::map<std::string, std::vector<Stay>, std::less<>> stays_;  // by agents' names
};

void extend(std::optional<SimSpan>& span, SimTime time) {
    if (!span) span = SimSpan{time, time};
    span->first = std::min(span->first, time);
    span->last = std::max(span->last, time);
}

/// Returns why a log does not belong to the run of that scenario, or an empty text. `names` has the files by
/// the programs that wrote them.
std::string stranger(const LogFileInfo& file, const std::string& scenario_id,
                     std::map<std::string, std::string>& names) {
    const auto fact = [&file](const char* key) {
        const auto found = file.run.find(key);
        return found == file.run.end() ? std::string() : found->second;
    };
    if (const std::string id = fact("scenario_id"); !id.empty() && !scenario_id.empty() && id != scenario_id)
        return fmt::format("left out: it is of another scenario ({})", id);
    const std::string name = fact("name");
    if (name.empty()) return "";
    const auto [first, is_new] = names.try_emplace(name, file.file);
    return is_new ? "" : fmt::format("left out: {} is a log of '{}' as well", first->second, name);
}

/// Notes what the event says about its client.
void note_client(const WorldEvent& event, std::map<std::string, std::string>& clients) {
    if (event.client().empty()) return;
    std::string& fate = clients[event.client()];
    if (event.has_joined()) fate = "in the world to the end of the log";
    if (!event.has_ended()) return;
    fate =
        event.ended().cause() == AgentEnded::LEFT
            ? "has left"
            : fmt::format("{} at {}", event.ended().cause() == AgentEnded::SHOT_DOWN ? "shot down" : "lost",
                          to_text(SimTime::nanoseconds(event.ended().time_ns())));
}

/// Finds the server's host. Without the server's log, the programs of a run on one host can still be
/// compared.
void mark_clock_of_server(RunInfo& info) {
    const auto server = std::find_if(info.files.begin(), info.files.end(), [](const LogFileInfo& file) {
        const auto program = file.run.find("program");
        return program != file.run.end() && program->second == "synchrono-server";
    });
    if (server != info.files.end()) {
        const auto clock = info.clocks.find(host_of(*server));
        if (clock != info.clocks.end()) clock->second = HostClock::of_server();
    }
    if (info.clocks.size() == 1) info.clocks.begin()->second = HostClock::of_server();
}

LoggedEnd end_of(const ProgramSummary& summary) {
    LoggedEnd end{summary.ended_because(),
                  WallDuration::nanoseconds(summary.wall_ns()),
                  {},
                  {summary.pilot_faults().begin(), summary.pilot_faults().end()}};
    for (const auto& counter : summary.counters()) {
        end.counters.push_back(
            {counter.name(), counter.value(),
             counter.over_programs() == ProgramSummary::LARGEST ? OverPrograms::largest : OverPrograms::sum});
    }
    return end;
}

}  // namespace

Result<RunInfo> inspect_run(const std::filesystem::path& folder, const LogVisitor& visitor) {
    const auto files = log_files(folder);
    if (!files) return tl::unexpected(files.error());

    RunInfo info;
    std::optional<LeadFinder> leads;
    std::string scenario_id;
    bool logs_states = true;
    std::map<std::string, std::string> names;  // files by the names of the programs that wrote them
    if (const auto scenario = config::load_scenario(folder / "scenario.json")) {
        scenario_id = config::scenario_id(*scenario).to_hex();
        logs_states = scenario->log_states;
        info.heartbeat = scenario->heartbeat;
        info.gate = scenario->gate;
        leads.emplace(scenario->heartbeat, *scenario);
    } else {
        info.scenario_problem = scenario.error().text;
    }

    std::map<std::string, AgentInfo, std::less<>> agents;
    std::map<std::string, HostClock> comparisons;  // by host
    std::vector<std::string> hosts;                // of the files that were read, in their order
    for (const auto& path : *files) {
        const auto reader = LogReader::open(path);
        if (!reader) return tl::unexpected(reader.error());
        LogFileInfo file;
        file.file = path.filename().string();
        file.bytes = reader->file_bytes();
        file.messages = reader->message_count();
        file.damage = reader->damage();
        if (const auto run = reader->metadata().find("run"); run != reader->metadata().end())
            file.run = run->second;
        if (std::string no = stranger(file, scenario_id, names); !no.empty()) {
            file.damage = std::move(no);
            info.files.push_back(std::move(file));
            continue;
        }
        if (leads) leads->begin_file();
        hosts.push_back(host_of(file));
        const std::string program = path.stem().string();
        std::optional<Error> wrong;
        bool has_states = false;
        const auto visited = reader->visit([&](const LogMessage& message) {
            extend(file.span, message.log_time);
            if (visitor) visitor(program, message);
            if (const auto name = agent_of_states(message.channel)) {
                auto agent = agents.find(*name);
                if (agent == agents.end()) {
                    const SimSpan span{message.log_time, message.log_time};
                    agent = agents.emplace(*name, AgentInfo{std::string(*name), 0, span}).first;
                }
                has_states = true;
                ++agent->second.messages;
                agent->second.span.first = std::min(agent->second.span.first, message.log_time);
                agent->second.span.last = std::max(agent->second.span.last, message.log_time);
                if (leads) leads->add(*name, message.log_time, message.publish_time);
            } else if (message.channel.topic == kWorldTopic) {
                WorldEvent event;
                if (!parse(message.payload, event)) {
                    wrong = malformed_error(path, message);
                } else {
                    note_client(event, info.clients);
                    if (leads) leads->add(event);
                }
            } else if (message.channel.topic == kClockTopic) {
                ClockComparison comparison;
                if (parse(message.payload, comparison)) {
                    comparisons[host_of(file)].add(WallTime::nanoseconds(comparison.asked_ns()),
                                                   WallTime::nanoseconds(comparison.server_ns()),
                                                   WallTime::nanoseconds(comparison.answered_ns()));
                } else {
                    wrong = malformed_error(path, message);
                }
            } else if (message.channel.topic == kSummaryTopic) {
                ProgramSummary summary;
                if (parse(message.payload, summary)) {
                    file.end = end_of(summary);
                } else {
                    wrong = malformed_error(path, message);
                }
            }
        });
        if (!visited) return tl::unexpected(visited.error());
        if (wrong) return tl::unexpected(*wrong);
        // The wall times of other logs are compared with nothing, so their hosts do not matter.
        if (has_states) info.clocks.try_emplace(host_of(file));
        info.files.push_back(std::move(file));
    }
    for (auto& [name, agent] : agents) info.agents.push_back(std::move(agent));
    std::sort(info.agents.begin(), info.agents.end(),
              [](const AgentInfo& a, const AgentInfo& b) { return comes_before(a.name, b.name); });
    for (auto& [host, clock] : info.clocks) {
        clock = comparisons[host];
        clock.finish();
    }
    mark_clock_of_server(info);
    if (leads && logs_states) info.unlogged = leads->others_than(agents);
    if (leads) {
        std::vector<const HostClock*> clocks;
        for (const std::string& host : hosts) {
            const auto clock = info.clocks.find(host);
            clocks.push_back(clock == info.clocks.end() ? nullptr : &clock->second);
        }
        leads->find(clocks, info);
    }
    return info;
}

}  // namespace synchrono::tools::reading
