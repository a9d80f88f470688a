#include "tools/logs/log_diff.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <functional>
#include <google/protobuf/descriptor.h>
#include <google/protobuf/descriptor.pb.h>
#include <google/protobuf/dynamic_message.h>
#include <google/protobuf/util/message_differencer.h>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <vector>

#include "common/log/log_reader.hpp"
#include "proto/record.pb.h"
#include "tools/radio/radio_diff.hpp"
#include "tools/reading/run_logs.hpp"

namespace synchrono::tools::logs {

using log::LogMessage;
using log::LogReader;

namespace {

/// A logged message of an agent. Keeps only a hash of its state or sample, because the states and samples
/// of a whole run may not fit into memory. With 64 bits, different contents practically never have the same
/// hash.
struct Entry {
    SimTime time;
    std::uint64_t hash = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
};

/// A decision of the server: an agent joins or ends. The client's name is left out, since the two runs may
/// divide their agents among clients differently.
struct Event {
    SimTime time;
    std::string text;
    friend auto operator<=>(const Event&, const Event&) = default;
};

/// Messages by topic.
using Series = std::map<std::string, std::vector<Entry>, std::less<>>;

/// Everything in one run that is compared, except for the radio.
struct Trace {
    Series states, samples;
    std::vector<Event> events;
};

std::uint64_t messages_of(const Series& series) {
    std::uint64_t count = 0;
    for (const auto& [topic, entries] : series) count += entries.size();
    return count;
}

void add(Series& series, const LogMessage& message, std::uint64_t hash) {
    auto entries = series.find(message.channel.topic);
    if (entries == series.end()) entries = series.emplace(message.channel.topic, std::vector<Entry>{}).first;
    entries->second.push_back({message.log_time, hash});
}

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
    const auto files = reading::log_files(folder);
    if (!files) return tl::unexpected(files.error());
    Trace trace;
    for (const auto& path : *files) {
        const auto reader = LogReader::open(path);
        if (!reader) return tl::unexpected(reader.error());
        std::optional<Error> wrong;
        AgentRecord record;
        WorldEvent event;
        const auto visited = reader->visit([&](const LogMessage& message) {
            if (reading::agent_of_states(message.channel)) {
                if (!reading::parse(message.payload, record)) wrong = reading::malformed_error(path, message);
                add(trace.states, message, hash_of(record.state()));
            } else if (reading::holds_sensor_data(message.channel)) {
                add(trace.samples, message, std::hash<std::string_view>()(as_text(message.payload)));
            } else if (message.channel.topic == reading::kWorldTopic) {
                if (!reading::parse(message.payload, event)) wrong = reading::malformed_error(path, message);
                add_events(event, trace.events);
            }
        });
        if (!visited) return tl::unexpected(visited.error());
        if (wrong) return tl::unexpected(*wrong);
    }
    // Sorts because an agent that came back is in several files, and because the server may log the events
    // of one time in any order.
    for (Series* series : {&trace.states, &trace.samples}) {
        for (auto& [topic, entries] : *series) {
            std::stable_sort(entries.begin(), entries.end(),
                             [](auto& a, auto& b) { return a.time < b.time; });
        }
    }
    std::sort(trace.events.begin(), trace.events.end());
    return trace;
}

/// The first place where two sequences differ: its index, the earlier of both entries' times, and which
/// sequences have an entry at that time.
struct FirstDifference {
    SimTime time;
    bool in_one = false;
    bool in_two = false;
    std::size_t index = 0;
};

template <typename T>
std::optional<FirstDifference> first_difference(const std::vector<T>& one, const std::vector<T>& two) {
    const auto [a, b] = std::mismatch(one.begin(), one.end(), two.begin(), two.end());
    if (a == one.end() && b == two.end()) return std::nullopt;
    FirstDifference split;
    split.index = static_cast<std::size_t>(a - one.begin());
    split.time = b == two.end() || (a != one.end() && a->time <= b->time) ? a->time : b->time;
    split.in_one = a != one.end() && a->time == split.time;
    split.in_two = b != two.end() && b->time == split.time;
    return split;
}

/// A state or a sample as it was logged, and the definition of its type if the log has it.
struct LoggedValue {
    std::string type;
    std::string bytes;
    Bytes schema;
};

/// Returns the value of the first message of a topic at a time, or nothing when there is no such message or
/// the logs can no longer be read.
std::optional<LoggedValue> value_at(const std::filesystem::path& folder, std::string_view topic,
                                    SimTime time) {
    const auto files = reading::log_files(folder);
    std::optional<LoggedValue> found;
    if (!files) return found;
    for (const auto& path : *files) {
        const auto reader = LogReader::open(path);
        if (!reader) continue;
        const auto visited = reader->visit([&](const LogMessage& message) {
            if (found || message.log_time != time || message.channel.topic != topic) return;
            AgentRecord record;
            if (!reading::agent_of_states(message.channel)) {
                found = LoggedValue{message.channel.schema->name, std::string(as_text(message.payload)), {}};
            } else if (reading::parse(message.payload, record)) {
                const std::string& url = record.state().type_url();
                found = LoggedValue{url.substr(url.rfind('/') + 1), record.state().value(), {}};
            }
        });
        if (!visited || !found) continue;
        for (const auto& [id, schema] : reader->schemas()) {
            if (found->type == schema.name) found->schema = schema.data;
        }
        break;
    }
    return found;
}

/// Ignores protobuf's complaints about a log's schema: the caller then does without the schema.
class IgnoreErrors final : public google::protobuf::DescriptorPool::ErrorCollector {
    void AddError(const std::string&, const std::string&, const google::protobuf::Message*, ErrorLocation,
                  const std::string&) override {}
};

/// Returns protobuf's report of differences with long lines cut: lines with points or pixels are too long
/// to read.
std::string with_short_lines(std::string_view report) {
    constexpr std::size_t kLineMax = 200;
    std::string text;
    while (!report.empty()) {
        const std::string_view line = report.substr(0, report.find('\n'));
        report.remove_prefix(std::min(report.size(), line.size() + 1));
        text.append(line.substr(0, kLineMax)).append(line.size() > kLineMax ? "...\n" : "\n");
    }
    return text;
}

/// Returns the fields in which two values differ, one on each line, or one line with both types or sizes
/// if the fields cannot be compared. `what` is "state" or "sample".
std::string field_differences(const LoggedValue& one, const LoggedValue& two, std::string_view what) {
    if (one.type != two.type) return fmt::format("{} type: {} -> {}\n", what, one.type, two.type);
    const std::string plain =
        fmt::format("{}s of {} and {} bytes differ\n", what, one.bytes.size(), two.bytes.size());
    google::protobuf::FileDescriptorSet files;
    if (!reading::parse(one.schema, files)) return plain;
    google::protobuf::DescriptorPool pool;
    IgnoreErrors silence;
    for (const auto& file : files.file()) {
        if (pool.BuildFileCollectingErrors(file, &silence) == nullptr) return plain;
    }
    const auto* type = pool.FindMessageTypeByName(one.type);
    if (type == nullptr) return plain;
    google::protobuf::DynamicMessageFactory factory(&pool);
    const std::unique_ptr<google::protobuf::Message> a(factory.GetPrototype(type)->New());
    const std::unique_ptr<google::protobuf::Message> b(factory.GetPrototype(type)->New());
    if (!a->ParsePartialFromString(one.bytes) || !b->ParsePartialFromString(two.bytes)) return plain;
    std::string report;
    google::protobuf::util::MessageDifferencer differencer;
    differencer.ReportDifferencesToString(&report);
    differencer.Compare(*a, *b);
    // The report is empty when different bytes encode equal fields: minus zero, or another order of fields.
    return report.empty() ? plain : with_short_lines(report);
}

std::string only_in(const FirstDifference& split, const std::filesystem::path& one,
                    const std::filesystem::path& two, std::string_view what) {
    return fmt::format("only {} has {}\n", split.in_one ? one.string() : two.string(), what);
}

std::set<std::string> topics_of(const Series& one, const Series& two) {
    std::set<std::string> topics;
    for (const auto& [topic, entries] : one) topics.insert(topic);
    for (const auto& [topic, entries] : two) topics.insert(topic);
    return topics;
}

const std::vector<Entry>& entries_of(const Series& series, const std::string& topic) {
    static const std::vector<Entry> none;
    const auto found = series.find(topic);
    return found == series.end() ? none : found->second;
}

}  // namespace

Result<Comparison> compare_runs(const std::filesystem::path& one, const std::filesystem::path& two) {
    const auto a = trace_of(one);
    if (!a) return tl::unexpected(a.error());
    const auto b = trace_of(two);
    if (!b) return tl::unexpected(b.error());

    Comparison result;
    result.messages = messages_of(a->states);
    result.sensor_messages = messages_of(a->samples);
    const auto states = topics_of(a->states, b->states), samples = topics_of(a->samples, b->samples);
    result.agents = states.size();
    const auto radio = radio::compare_radios(one, two);
    if (!radio) return tl::unexpected(radio.error());
    result.radio_messages = radio->messages;
    if (states.empty() && samples.empty() && !radio->any)
        return fail(fmt::format("neither {} nor {} has an agent's log", one.string(), two.string()));

    std::optional<FirstDifference> first;
    std::string topic;
    bool is_state = true;
    // If a state and other messages differ at the same time, the state is named: the others depend on it.
    for (const bool of_states : {true, false}) {
        for (const std::string& name : of_states ? states : samples) {
            const auto split = first_difference(entries_of(of_states ? a->states : a->samples, name),
                                                entries_of(of_states ? b->states : b->samples, name));
            if (!split || (first && split->time >= first->time)) continue;
            first = split;
            topic = name;
            is_state = of_states;
        }
    }
    const auto event = first_difference(a->events, b->events);
    if (event && (!first || event->time < first->time)) {
        std::string text =
            fmt::format("first difference at {}, in the server's decisions\n", reading::to_text(event->time));
        if (event->in_one && event->in_two) {
            text += fmt::format("{} -> {}\n", a->events[event->index].text, b->events[event->index].text);
        } else {
            text += only_in(*event, one, two, (event->in_one ? a : b)->events[event->index].text);
        }
        result.difference = text;
    } else if (first) {
        std::string text =
            fmt::format("first difference at {}, {}\n", reading::to_text(first->time),
                        is_state ? "agent " + topic.substr(reading::kAgentTopic.size()) : "on " + topic);
        const std::string_view what = is_state ? "state" : "sample";
        if (first->in_one && first->in_two) {
            const auto x = value_at(one, topic, first->time);
            const auto y = value_at(two, topic, first->time);
            text += x && y ? field_differences(*x, *y, what) : fmt::format("the {}s differ\n", what);
        } else {
            text += only_in(*first, one, two, "a message at that time");
        }
        result.difference = text;
    }
    const SimTime* earliest = event && (!first || event->time < first->time) ? &event->time
                              : first                                        ? &first->time
                                                                             : nullptr;
    if (radio->difference && (earliest == nullptr || radio->difference->time < *earliest))
        result.difference = radio->difference->text;
    return result;
}

}  // namespace synchrono::tools::logs
