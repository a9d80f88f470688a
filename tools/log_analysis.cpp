#include "tools/log_analysis.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/util/message_differencer.h>
#include <set>
#include <string_view>
#include <system_error>
#include <tuple>

#include "common/log/log_reader.hpp"
#include "proto/record.pb.h"
#include "tools/radio/radio_diff.hpp"

namespace synchrono::tools {

using log::LogMessage;
using log::LogReader;

namespace {

constexpr std::string_view kAgentTopic = "/agents/";
constexpr std::string_view kWorldTopic = "/world";
constexpr std::string_view kSummaryTopic = "/summary";

/// The agent whose states stand in this channel, or nothing.
std::optional<std::string_view> agent_of(const log::LogChannel& channel) {
    const std::string_view topic = channel.topic;
    if (!topic.starts_with(kAgentTopic) || channel.schema->name != AgentRecord::descriptor()->full_name())
        return std::nullopt;
    return topic.substr(kAgentTopic.size());
}

template <typename Message>
bool parse(ByteView payload, Message& message) {
    return message.ParseFromArray(payload.data(), static_cast<int>(payload.size()));
}

Result<std::vector<std::filesystem::path>> log_files(const std::filesystem::path& folder) {
    std::vector<std::filesystem::path> files;
    std::error_code error;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end;
         it.increment(error)) {
        if (it->path().extension() == ".mcap") files.push_back(it->path());
    }
    if (error) return fail(fmt::format("cannot read {}: {}", folder.string(), error.message()));
    if (files.empty()) return fail(fmt::format("{}: no log files (*.mcap) here", folder.string()));
    std::sort(files.begin(), files.end());
    return files;
}

/// The order of names for people: numbers in them count as numbers, car2 comes before car10.
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

Error malformed(const std::filesystem::path& file, const LogMessage& message) {
    return {fmt::format("{}: topic {} at {}: not a {}", file.string(), message.channel.topic,
                        to_text(message.log_time), message.channel.schema->name)};
}

}  // namespace

std::string to_text(SimTime time) {
    const std::int64_t ns = time.count_ns();
    std::string text = fmt::format("{}.{:09}", ns / 1'000'000'000, ns % 1'000'000'000);
    while (text.back() == '0' && text[text.size() - 4] != '.') text.pop_back();
    return text + " s";
}

// --- info ---

std::optional<bool> RunInfo::promise_kept() const {
    if (!gate) return std::nullopt;
    return !largest_lead || largest_lead->heartbeats <= gate->heartbeats;
}

std::optional<Lead> largest_lead(std::vector<Publication> publications, const std::vector<Life>& lives,
                                 SimDuration heartbeat) {
    std::sort(publications.begin(), publications.end(), [](const Publication& a, const Publication& b) {
        return std::tie(a.wall_ns, a.tick) < std::tie(b.wall_ns, b.tick);
    });
    // How far each live agent has come, and how many have come there: the slowest is the first.
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
        if (lead <= 0 || (largest && lead <= largest->heartbeats)) continue;
        const auto peer = std::find(reached.begin(), reached.end(), std::optional(slowest)) - reached.begin();
        largest = Lead{lead, life.agent, lives[static_cast<std::size_t>(peer)].agent,
                       Tick{publication.tick}.at(heartbeat)};
    }
    return largest;
}

namespace {

/// Collects publications, and when the server had which agent in its world, while logs are read.
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
        said_.push_back({&*name, file_, time.since_start() / heartbeat_, wall.count_ns()});
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
    std::optional<Lead> find() const {
        std::vector<Life> lives;
        std::vector<Publication> publications;
        std::map<std::pair<const std::string*, std::size_t>, std::uint32_t> open;  // by agent and file
        for (const Said& said : said_) {
            if (!was_heard(*said.agent, said.tick)) continue;
            const auto [life, is_new] = open.try_emplace({said.agent, said.file});
            // A step other than the period: it was removed, and has come back.
            if (is_new || said.tick != lives[life->second].last + lives[life->second].period) {
                life->second = static_cast<std::uint32_t>(lives.size());
                const auto period = periods_.find(*said.agent);
                lives.push_back(
                    {*said.agent, said.tick, said.tick, period == periods_.end() ? 1 : period->second});
            }
            lives[life->second].last = said.tick;
            publications.push_back({said.wall_ns, said.tick, life->second});
        }
        return largest_lead(std::move(publications), lives, heartbeat_);
    }

  private:
    struct Said {
        const std::string* agent;  // in names_
        std::size_t file;
        std::int64_t tick;
        std::int64_t wall_ns;
    };
    /// An agent's time in the world; it may have several.
    struct Stay {
        std::int64_t first;
        std::optional<std::int64_t> end;  // the first heartbeat without it
    };

    std::int64_t tick_of(std::int64_t time_ns) const {
        return SimDuration::nanoseconds(time_ns) / heartbeat_;
    }
    /// What an agent says after its end, before it knows of that, counts for nobody. Where the server's log
    /// does not tell, everything counts.
    bool was_heard(const std::string& agent, std::int64_t tick) const {
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
    std::vector<Said> said_;  // in the order of each file
    std::map<std::uint32_t, std::string> numbers_;
    std::map<std::string, std::vector<Stay>, std::less<>> stays_;
};

void extend(std::optional<SimSpan>& span, SimTime time) {
    if (!span) span = SimSpan{time, time};
    span->first = std::min(span->first, time);
    span->last = std::max(span->last, time);
}

ProgramEnd end_of(const ProgramSummary& summary) {
    ProgramEnd end{summary.ended_because(),
                   WallDuration::nanoseconds(summary.wall_ns()),
                   {},
                   {summary.pilot_faults().begin(), summary.pilot_faults().end()}};
    for (const auto& counter : summary.counters()) end.counters.emplace_back(counter.name(), counter.value());
    return end;
}

}  // namespace

Result<RunInfo> inspect_run(const std::filesystem::path& folder, const LogVisitor& visitor) {
    const auto files = log_files(folder);
    if (!files) return tl::unexpected(files.error());

    RunInfo info;
    std::optional<LeadFinder> leads;
    if (const auto scenario = config::load_scenario(folder / "scenario.json")) {
        info.heartbeat = scenario->heartbeat;
        info.gate = scenario->gate;
        leads.emplace(scenario->heartbeat, *scenario);
    } else {
        info.scenario_problem = scenario.error().text;
    }

    std::map<std::string, AgentInfo, std::less<>> agents;
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
        if (leads) leads->begin_file();
        const std::string program = path.stem().string();
        std::optional<Error> wrong;
        const auto visited = reader->visit([&](const LogMessage& message) {
            extend(file.span, message.log_time);
            if (visitor) visitor(program, message);
            if (const auto name = agent_of(message.channel)) {
                auto agent = agents.find(*name);
                if (agent == agents.end()) {
                    const SimSpan span{message.log_time, message.log_time};
                    agent = agents.emplace(*name, AgentInfo{std::string(*name), 0, span}).first;
                }
                ++agent->second.messages;
                agent->second.span.first = std::min(agent->second.span.first, message.log_time);
                agent->second.span.last = std::max(agent->second.span.last, message.log_time);
                if (leads) leads->add(*name, message.log_time, message.publish_time);
            } else if (message.channel.topic == kWorldTopic) {
                WorldEvent event;
                if (!parse(message.payload, event)) {
                    wrong = malformed(path, message);
                } else if (leads) {
                    leads->add(event);
                }
            } else if (message.channel.topic == kSummaryTopic) {
                ProgramSummary summary;
                if (parse(message.payload, summary)) {
                    file.end = end_of(summary);
                } else {
                    wrong = malformed(path, message);
                }
            }
        });
        if (!visited) return tl::unexpected(visited.error());
        if (wrong) return tl::unexpected(*wrong);
        info.files.push_back(std::move(file));
    }
    for (auto& [name, agent] : agents) info.agents.push_back(std::move(agent));
    std::sort(info.agents.begin(), info.agents.end(),
              [](const AgentInfo& a, const AgentInfo& b) { return comes_before(a.name, b.name); });
    if (leads) info.largest_lead = leads->find();
    return info;
}

// --- diff ---

namespace {

/// A message of an agent. Of its state only a hash is kept: a run's states together may not fit in memory,
/// and with 64 bits no difference by chance hides in practice.
struct Entry {
    SimTime time;
    std::uint64_t hash = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
};

/// What the server decided, without the client's name.
struct Event {
    SimTime time;
    std::string text;
    friend auto operator<=>(const Event&, const Event&) = default;
};

struct Trace {
    std::map<std::string, std::vector<Entry>, std::less<>> agents;
    std::vector<Event> events;
    std::uint64_t messages = 0;
};

std::uint64_t hash_of(const google::protobuf::Any& state) {
    const std::hash<std::string_view> hash;
    return hash(state.value()) ^ (hash(state.type_url()) * 31);
}

std::string cause_name(AgentEnded::Cause cause) {
    switch (cause) {
        case AgentEnded::LEFT:
            return "left";
        case AgentEnded::SHOT_DOWN:
            return "shot down";
        case AgentEnded::CONNECTION_LOST:
            return "connection lost";
        default:
            return fmt::format("cause {}", static_cast<int>(cause));
    }
}

void add_events(const WorldEvent& event, std::vector<Event>& events) {
    if (event.has_joined()) {
        const auto& joined = event.joined();
        events.push_back(
            {SimTime::nanoseconds(joined.time_ns()),
             fmt::format("agent {} ({}) joins", joined.description().agent(), joined.description().name())});
    }
    if (event.has_ended()) {
        const auto& ended = event.ended();
        events.push_back({SimTime::nanoseconds(ended.time_ns()),
                          fmt::format("agent {} ends ({})", ended.agent(), cause_name(ended.cause()))});
    }
}

Result<Trace> trace_of(const std::filesystem::path& folder) {
    const auto files = log_files(folder);
    if (!files) return tl::unexpected(files.error());
    Trace trace;
    for (const auto& path : *files) {
        const auto reader = LogReader::open(path);
        if (!reader) return tl::unexpected(reader.error());
        std::optional<Error> wrong;
        AgentRecord record;
        WorldEvent event;
        const auto visited = reader->visit([&](const LogMessage& message) {
            if (const auto name = agent_of(message.channel)) {
                if (!parse(message.payload, record)) wrong = malformed(path, message);
                auto agent = trace.agents.find(*name);
                if (agent == trace.agents.end())
                    agent = trace.agents.emplace(*name, std::vector<Entry>{}).first;
                agent->second.push_back({message.log_time, hash_of(record.state())});
                ++trace.messages;
            } else if (message.channel.topic == kWorldTopic) {
                if (!parse(message.payload, event)) wrong = malformed(path, message);
                add_events(event, trace.events);
            }
        });
        if (!visited) return tl::unexpected(visited.error());
        if (wrong) return tl::unexpected(*wrong);
    }
    // An agent that came back is in several files; a server's events may stand in any order within a time.
    for (auto& [name, entries] : trace.agents) {
        std::stable_sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.time < b.time; });
    }
    std::sort(trace.events.begin(), trace.events.end());
    return trace;
}

/// Where two sequences first differ: the earlier of the two times there, and who has something at it.
struct Split {
    SimTime time;
    bool in_one = false;
    bool in_two = false;
    std::size_t index = 0;
};

template <typename T>
std::optional<Split> first_split(const std::vector<T>& one, const std::vector<T>& two) {
    const auto [a, b] = std::mismatch(one.begin(), one.end(), two.begin(), two.end());
    if (a == one.end() && b == two.end()) return std::nullopt;
    Split split;
    split.index = static_cast<std::size_t>(a - one.begin());
    split.time = b == two.end() || (a != one.end() && a->time <= b->time) ? a->time : b->time;
    split.in_one = a != one.end() && a->time == split.time;
    split.in_two = b != two.end() && b->time == split.time;
    return split;
}

/// A state as it was logged, and the definition of its type if the log has it.
struct State {
    google::protobuf::Any any;
    Bytes schema;
};

/// The agent's first state at a time. Nothing when the logs can no longer be read.
std::optional<State> state_at(const std::filesystem::path& folder, std::string_view agent, SimTime time) {
    const auto files = log_files(folder);
    std::optional<State> found;
    if (!files) return found;
    for (const auto& path : *files) {
        const auto reader = LogReader::open(path);
        if (!reader) continue;
        const auto visited = reader->visit([&](const LogMessage& message) {
            AgentRecord record;
            if (found || message.log_time != time || agent_of(message.channel) != agent) return;
            if (parse(message.payload, record)) found = State{record.state(), {}};
        });
        if (!visited || !found) continue;
        const std::string& url = found->any.type_url();
        for (const auto& [id, schema] : reader->schemas()) {
            if (url.substr(url.rfind('/') + 1) == schema.name) found->schema = schema.data;
        }
        break;
    }
    return found;
}

/// Takes what protobuf has to say of a log's schema; the caller goes on without.
class Silence final : public google::protobuf::DescriptorPool::ErrorCollector {
    void AddError(const std::string&, const std::string&, const google::protobuf::Message*, ErrorLocation,
                  const std::string&) override {}
};

/// The fields in which two states differ, one a line.
std::string field_differences(const State& one, const State& two) {
    if (one.any.type_url() != two.any.type_url()) {
        return fmt::format("state type: {} -> {}\n", one.any.type_url(), two.any.type_url());
    }
    const std::string plain =
        fmt::format("states of {} and {} bytes differ\n", one.any.value().size(), two.any.value().size());
    google::protobuf::FileDescriptorSet files;
    if (!parse(one.schema, files)) return plain;
    google::protobuf::DescriptorPool pool;
    Silence silence;
    for (const auto& file : files.file()) {
        if (pool.BuildFileCollectingErrors(file, &silence) == nullptr) return plain;
    }
    const std::string& url = one.any.type_url();
    const auto* type = pool.FindMessageTypeByName(url.substr(url.rfind('/') + 1));
    if (type == nullptr) return plain;
    google::protobuf::DynamicMessageFactory factory(&pool);
    const std::unique_ptr<google::protobuf::Message> a(factory.GetPrototype(type)->New());
    const std::unique_ptr<google::protobuf::Message> b(factory.GetPrototype(type)->New());
    if (!a->ParsePartialFromString(one.any.value()) || !b->ParsePartialFromString(two.any.value()))
        return plain;
    std::string report;
    google::protobuf::util::MessageDifferencer differencer;
    differencer.ReportDifferencesToString(&report);
    differencer.Compare(*a, *b);
    // Equal fields in different bytes: minus zero, or another order on the wire.
    return report.empty() ? plain : report;
}

std::string only_in(const Split& split, const std::filesystem::path& one, const std::filesystem::path& two,
                    std::string_view what) {
    return fmt::format("only {} has {}\n", split.in_one ? one.string() : two.string(), what);
}

}  // namespace

Result<Comparison> compare_runs(const std::filesystem::path& one, const std::filesystem::path& two) {
    const auto a = trace_of(one);
    if (!a) return tl::unexpected(a.error());
    const auto b = trace_of(two);
    if (!b) return tl::unexpected(b.error());

    Comparison result;
    result.messages = a->messages;
    std::set<std::string> names;
    for (const auto& [name, entries] : a->agents) names.insert(name);
    for (const auto& [name, entries] : b->agents) names.insert(name);
    result.agents = names.size();
    const auto radio = compare_radios(one, two);
    if (!radio) return tl::unexpected(radio.error());
    result.radio_messages = radio->messages;
    if (names.empty() && !radio->any)
        return fail(fmt::format("neither {} nor {} has an agent's log", one.string(), two.string()));

    const std::vector<Entry> none;
    const auto of = [&none](const Trace& trace, const std::string& name) -> const std::vector<Entry>& {
        const auto found = trace.agents.find(name);
        return found == trace.agents.end() ? none : found->second;
    };
    std::optional<Split> first;
    std::string agent;
    for (const std::string& name : names) {
        const auto split = first_split(of(*a, name), of(*b, name));
        if (split && (!first || split->time < first->time)) {
            first = split;
            agent = name;
        }
    }
    const auto event = first_split(a->events, b->events);
    if (event && (!first || event->time < first->time)) {
        std::string text =
            fmt::format("first difference at {}, in what the server decided\n", to_text(event->time));
        if (event->in_one && event->in_two) {
            text += fmt::format("{} -> {}\n", a->events[event->index].text, b->events[event->index].text);
        } else {
            text += only_in(*event, one, two, (event->in_one ? a : b)->events[event->index].text);
        }
        result.difference = text;
    } else if (first) {
        std::string text = fmt::format("first difference at {}, agent {}\n", to_text(first->time), agent);
        if (first->in_one && first->in_two) {
            const auto x = state_at(one, agent, first->time);
            const auto y = state_at(two, agent, first->time);
            text += x && y ? field_differences(*x, *y) : "the states differ\n";
        } else {
            text += only_in(*first, one, two, "a message then");
        }
        result.difference = text;
    }
    // A state of the same time comes first: messages follow from it.
    const SimTime* earliest = event && (!first || event->time < first->time) ? &event->time
                              : first                                        ? &first->time
                                                                             : nullptr;
    if (radio->difference && (earliest == nullptr || radio->difference->time < *earliest))
        result.difference = radio->difference->text;
    return result;
}

}  // namespace synchrono::tools
