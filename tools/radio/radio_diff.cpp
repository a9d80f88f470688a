#include "tools/radio/radio_diff.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <map>
#include <set>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/j2735/codec.hpp"
#include "common/log/log_reader.hpp"
#include "tools/radio/radio_messages.hpp"
#include "tools/radio/radio_names.hpp"
#include "tools/reading/run_logs.hpp"
#include "tools/text/text.hpp"

namespace synchrono::tools::radio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLinesMax = 20;  // the most differences that are listed for one record

/// A record of the log. Keeps only a hash of its content, because the contents of a long run may not fit into
/// memory. With 64 bits, two different records practically never have the same hash.
struct Entry {
    SimTime time;
    std::uint64_t hash = 0;
    bool operator==(const Entry&) const = default;
};

using Identity = std::pair<std::uint32_t, std::uint64_t>;  // sender and sequence

/// One of the two logs that are compared.
struct Side {
    fs::path run;
    log::LogReader reader;
    std::vector<Entry> entries = {};
    std::uint64_t messages = 0;
};

/// A record with the content that is needed to describe it. At most one of `message`, `load` and `station`
/// is set.
struct Record {
    std::string topic;
    SimTime time;
    std::optional<RadioTransmission> message;
    std::optional<RadioLoad> load;
    std::optional<RadioStation> station;
};

/// Reads the hashes of all records, or returns nothing when the run has no radio.
Result<std::optional<Side>> read_side(const fs::path& run) {
    std::error_code error;
    if (!fs::exists(run / "radio.mcap", error)) return std::optional<Side>();
    auto reader = log::LogReader::open(run / "radio.mcap");
    if (!reader) return tl::unexpected(reader.error());
    Side side{run, std::move(*reader)};
    const std::hash<std::string_view> hash;
    const auto visited = side.reader.visit([&](const log::LogMessage& m) {
        side.entries.push_back({m.log_time, hash(as_text(m.payload)) ^ (hash(m.channel.topic) * 31)});
        if (m.channel.schema->name == RadioTransmission::descriptor()->full_name()) ++side.messages;
    });
    if (!visited) return tl::unexpected(visited.error());
    return std::optional(std::move(side));
}

/// The record at a place of a log, and what is needed to describe it.
struct Found {
    std::optional<Record> record;                   // none: the log ends before that place
    std::set<Identity> messages_after;              // the messages from that place on
    std::map<std::uint32_t, std::string> stations;  // the names of all stations
};

/// Reads the log a second time, for the record at index `place`.
Result<Found> find_record(const Side& side, std::size_t place) {
    Found found;
    std::size_t at = 0;
    bool malformed = false;
    const auto visited = side.reader.visit([&](const log::LogMessage& m) {
        const std::string& type = m.channel.schema->name;
        const bool here = at++ == place;
        if (here) found.record = Record{m.channel.topic, m.log_time, {}, {}, {}};
        if (type == RadioTransmission::descriptor()->full_name() && at > place) {
            RadioTransmission message;
            if (!reading::parse(m.payload, message)) malformed = true;
            found.messages_after.emplace(message.sender(), message.sequence());
            if (here) found.record->message = std::move(message);
        } else if (type == RadioStation::descriptor()->full_name()) {
            RadioStation station;
            if (!reading::parse(m.payload, station)) malformed = true;
            found.stations.emplace(station.station(), station.name());
            if (here) found.record->station = std::move(station);
        } else if (type == RadioLoad::descriptor()->full_name() && here) {
            RadioLoad load;
            if (!reading::parse(m.payload, load)) malformed = true;
            found.record->load = std::move(load);
        }
    });
    if (!visited) return tl::unexpected(visited.error());
    if (malformed) {
        return fail(fmt::format("{}: a record cannot be parsed as the type of its topic",
                                (side.run / "radio.mcap").string()));
    }
    return found;
}

std::string describe(const Record& record, const std::map<std::uint32_t, std::string>& names) {
    const auto name = [&](std::uint32_t number) {
        const auto known = names.find(number);
        return known == names.end() ? fmt::format("station {}", number) : known->second;
    };
    if (record.message) {
        return fmt::format(
            "{} {} of {}, sent at {}", type_name(record.message->type()), record.message->sequence(),
            name(record.message->sender()),
            reading::to_text(SimTime::nanoseconds(std::max<std::int64_t>(0, record.message->sent_ns()))));
    }
    if (record.load) return fmt::format("the load of {} at {}", record.topic, reading::to_text(record.time));
    if (record.station) {
        return fmt::format("{} {} at {}", name(record.station->station()),
                           record.station->ended() ? "ending" : "joining", reading::to_text(record.time));
    }
    return fmt::format("a record of topic {} at {}", record.topic, reading::to_text(record.time));
}

SimTime when(const Record& record) {
    return record.message ? SimTime::nanoseconds(std::max<std::int64_t>(0, record.message->sent_ns()))
                          : record.time;
}

/// Returns what became of a message at the receiver with index `i`.
std::string fate_text(const RadioTransmission& message, int i) {
    std::string text = outcome_text(message.outcome(i));
    if (is_delivered(message.outcome(i)) && i < message.delay_ns_size()) {
        text += fmt::format(" after {} ns", message.delay_ns(i));
    }
    if (i < message.distance_m_size()) text += fmt::format(", {} m", message.distance_m(i));
    if (i < message.power_dbm_size() && message.power_dbm(i) != 0)
        text += fmt::format(", {} dBm", message.power_dbm(i));
    if (is_altered(message, i)) text += ", " + text::hex_text(payload_at(message, i));
    return text;
}

/// Adds a line for each field that differs, as far as the payloads decode into the same fields. Adds one
/// line with the bytes if no such field differs.
void add_payload_differences(const std::string& one, const std::string& two,
                             std::vector<std::string>& lines) {
    if (one == two) return;
    const auto a = j2735::trace(as_byte_view(one)), b = j2735::trace(as_byte_view(two));
    std::vector<std::string> fields;
    for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
        if (a[i].path != b[i].path) break;  // from here on the payloads have different fields
        if (a[i].value != b[i].value)
            fields.push_back(fmt::format("{}: {} -> {}", a[i].path, a[i].value, b[i].value));
    }
    if (fields.empty())
        fields.push_back(fmt::format("payload: {} -> {}", text::hex_text(one), text::hex_text(two)));
    lines.insert(lines.end(), fields.begin(), fields.end());
}

std::string load_differences(const RadioLoad& one, const RadioLoad& two,
                             const std::map<std::uint32_t, std::string>& names) {
    std::string text;
    if (one.from_ns() != two.from_ns())
        text += fmt::format("from_ns: {} -> {}\n", one.from_ns(), two.from_ns());
    if (one.until_ns() != two.until_ns())
        text += fmt::format("until_ns: {} -> {}\n", one.until_ns(), two.until_ns());
    if (one.station_size() != two.station_size()) {
        text += fmt::format("stations: {} -> {}\n", one.station_size(), two.station_size());
    }
    const int both =
        std::min({one.station_size(), two.station_size(), one.busy_ratio_size(), two.busy_ratio_size()});
    for (int i = 0; i < both; ++i) {
        if (one.station(i) == two.station(i) && one.busy_ratio(i) == two.busy_ratio(i)) continue;
        const auto name = names.find(one.station(i));
        return text +
               fmt::format("{}: busy {} -> {}\n",
                           name == names.end() ? fmt::format("station {}", one.station(i)) : name->second,
                           one.busy_ratio(i), two.busy_ratio(i));
    }
    return text;
}

std::string record_differences(const Record& one, const Record& two,
                               const std::map<std::uint32_t, std::string>& names) {
    std::string text;
    if (one.time != two.time)
        text += fmt::format("log time: {} -> {}\n", reading::to_text(one.time), reading::to_text(two.time));
    if (one.message && two.message) {
        const auto name = [&](std::uint32_t number) {
            const auto known = names.find(number);
            return known == names.end() ? fmt::format("station {}", number) : known->second;
        };
        const auto lines = message_differences(*one.message, *two.message, name);
        for (std::size_t i = 0; i < std::min(lines.size(), kLinesMax); ++i) text += lines[i] + "\n";
        if (lines.size() > kLinesMax) text += fmt::format("and {} more\n", lines.size() - kLinesMax);
    } else if (one.load && two.load) {
        text += load_differences(*one.load, *two.load, names);
    } else if (one.station && two.station) {
        text += fmt::format("{} -> {}\n", one.station->ShortDebugString(), two.station->ShortDebugString());
    }
    return text.empty() ? "their bytes differ\n" : text;
}

/// Returns whether two records are about the same message, the same station, or the load of the same
/// medium.
bool same_thing(const Record& one, const Record& two) {
    if (one.topic != two.topic) return false;
    if (one.message && two.message) {
        return one.message->sender() == two.message->sender() &&
               one.message->sequence() == two.message->sequence();
    }
    if (one.station && two.station) return one.station->station() == two.station->station();
    return one.load && two.load;
}

/// Returns whether the record is a message that the other log does not hold from the same place on.
bool is_missing(const Record& record, const Found& in) {
    return record.message &&
           !in.messages_after.contains({record.message->sender(), record.message->sequence()});
}

/// Describes the difference between the records of two logs at the same place.
RadioDifference describe_difference(const Side& a, const Found& in_a, const Side& b, const Found& in_b) {
    const auto only = [](const Side& side, const Found& in) {
        return RadioDifference{when(*in.record), fmt::format("only {} has {}\n", side.run.string(),
                                                             describe(*in.record, in.stations))};
    };
    RadioDifference difference;
    if (!in_a.record) {
        difference = only(b, in_b);
    } else if (!in_b.record) {
        difference = only(a, in_a);
    } else if (same_thing(*in_a.record, *in_b.record)) {
        difference = {std::min(when(*in_a.record), when(*in_b.record)),
                      describe(*in_a.record, in_a.stations) + "\n" +
                          record_differences(*in_a.record, *in_b.record, in_a.stations)};
    } else if (is_missing(*in_a.record, in_b)) {
        difference = only(a, in_a);
    } else if (is_missing(*in_b.record, in_a)) {
        difference = only(b, in_b);
    } else {
        difference = {std::min(when(*in_a.record), when(*in_b.record)),
                      fmt::format("in another order: {} -> {}\n", describe(*in_a.record, in_a.stations),
                                  describe(*in_b.record, in_b.stations))};
    }
    difference.text =
        fmt::format("first difference at {}, on the radio\n", reading::to_text(difference.time)) +
        difference.text;
    for (const Side* side : {&a, &b}) {
        if (side->reader.truncated()) {
            difference.text +=
                fmt::format("{} {}\n", (side->run / "radio.mcap").string(), side->reader.damage());
        }
    }
    return difference;
}

}  // namespace

std::vector<std::string> message_differences(const RadioTransmission& one, const RadioTransmission& two,
                                             const std::function<std::string(std::uint32_t)>& name) {
    std::vector<std::string> lines;
    const auto compare = [&](std::string_view field, const auto& a, const auto& b) {
        if (a != b) lines.push_back(fmt::format("{}: {} -> {}", field, a, b));
    };
    compare("medium", medium_name(one.medium()), medium_name(two.medium()));
    compare("type", type_name(one.type()), type_name(two.type()));
    compare("sent_ns", one.sent_ns(), two.sent_ns());
    compare("x_m", one.x_m(), two.x_m());
    compare("y_m", one.y_m(), two.y_m());
    compare("z_m", one.z_m(), two.z_m());
    const auto air = [](const RadioTransmission& m) {
        return m.on_air() ? std::string("yes") : not_sent_text(m.not_sent());
    };
    compare("on the air", air(one), air(two));
    compare("on_air_ns", one.on_air_ns(), two.on_air_ns());
    compare("airtime_ns", one.airtime_ns(), two.airtime_ns());
    add_payload_differences(one.payload(), two.payload(), lines);
    int a = 0, b = 0;
    while (a < one.outcome_size() || b < two.outcome_size()) {
        const auto at = [](const RadioTransmission& m, int i) {
            return i < m.outcome_size() && i < m.receiver_size() ? std::optional(m.receiver(i))
                                                                 : std::nullopt;
        };
        const auto x = at(one, a), y = at(two, b);
        if (!x && !y) break;
        if (x && y && *x == *y) {
            const std::string p = fate_text(one, a++), q = fate_text(two, b++);
            if (p != q) lines.push_back(fmt::format("at {}: {} -> {}", name(*x), p, q));
        } else if (x && (!y || *x < *y)) {
            lines.push_back(fmt::format("at {}: {} -> no candidate", name(*x), fate_text(one, a++)));
        } else {
            lines.push_back(fmt::format("at {}: no candidate -> {}", name(*y), fate_text(two, b++)));
        }
    }
    return lines;
}

Result<RadioComparison> compare_radios(const fs::path& one, const fs::path& two) {
    auto a = read_side(one);
    if (!a) return tl::unexpected(a.error());
    auto b = read_side(two);
    if (!b) return tl::unexpected(b.error());
    RadioComparison result{.any = *a || *b};
    if (!result.any) return result;
    if (!*a || !*b) {
        result.difference =
            RadioDifference{{}, fmt::format("only {} had a radio\n", (*a ? one : two).string())};
        return result;
    }
    const Side& x = **a;
    const Side& y = **b;
    result.messages = x.messages;
    const auto [p, q] = std::mismatch(x.entries.begin(), x.entries.end(), y.entries.begin(), y.entries.end());
    if (p == x.entries.end() && q == y.entries.end()) return result;
    const auto place = static_cast<std::size_t>(p - x.entries.begin());
    const auto in_x = find_record(x, place);
    if (!in_x) return tl::unexpected(in_x.error());
    const auto in_y = find_record(y, place);
    if (!in_y) return tl::unexpected(in_y.error());
    result.difference = describe_difference(x, *in_x, y, *in_y);
    return result;
}

}  // namespace synchrono::tools::radio
