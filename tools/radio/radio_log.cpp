#include "tools/radio/radio_log.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <fmt/format.h>
#include <system_error>
#include <vector>

#include "common/base/contract.hpp"
#include "common/base/limits.hpp"
#include "tools/radio/radio_names.hpp"
#include "tools/reading/run_logs.hpp"

namespace synchrono::tools::radio {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kStationsTopic = "/radio/stations";
constexpr std::size_t kNamesListedMax = 40;
constexpr std::uint64_t kProgressEvery = 1024;  // records

/// The kinds of records in the log, distinguished by the topic or type of their channel.
enum class Record { station, transmission, load, other };

Record record_of(const log::LogChannel& channel) {
    if (channel.topic == kStationsTopic) return Record::station;
    const std::string& type = channel.schema->name;
    if (type == RadioTransmission::descriptor()->full_name()) return Record::transmission;
    if (type == RadioLoad::descriptor()->full_name()) return Record::load;
    return Record::other;
}

/// Returns what is wrong with the record, or "".
std::string load_problem(const RadioLoad& load) {
    if (load.from_ns() < 0 || load.until_ns() < load.from_ns()) return "from_ns or until_ns is out of range";
    if (load.station_size() != load.busy_ratio_size()) {
        return fmt::format("{} stations, but {} ratios", load.station_size(), load.busy_ratio_size());
    }
    for (const float ratio : load.busy_ratio()) {
        if (!(ratio >= 0) || !std::isfinite(ratio)) return "busy_ratio is out of range";
    }
    return {};
}

Error malformed_error(const fs::path& file, const log::LogMessage& message, const std::string& why) {
    return {fmt::format("{}: topic {} at {}: {}", file.string(), message.channel.topic,
                        reading::to_text(message.log_time),
                        why.empty() ? "not a " + message.channel.schema->name : why)};
}

}  // namespace

Result<RadioLog> RadioLog::open(const fs::path& run) {
    std::error_code error;
    if (!fs::is_directory(run, error)) return fail(fmt::format("{}: not the folder of a run", run.string()));
    const fs::path file = run / "radio.mcap";
    if (!fs::exists(file, error)) {
        return fail(fmt::format("{}: this run had no radio: there is no radio.mcap", run.string()));
    }
    auto reader = log::LogReader::open(file);
    if (!reader) return tl::unexpected(reader.error());
    RadioLog opened(file, std::move(*reader));
    if (auto read = opened.read_stations(); !read) return tl::unexpected(read.error());
    return opened;
}

Result<void> RadioLog::read_stations() {
    std::optional<Error> wrong;
    RadioStation station;
    auto visited = reader_.visit([&](const log::LogMessage& message) {
        end_ = std::max(end_, message.log_time);
        if (wrong || record_of(message.channel) != Record::station) return;
        if (!reading::parse(message.payload, station)) {
            wrong = malformed_error(file_, message, "");
            return;
        }
        if (station.station() > kStationNumberMax) {
            wrong =
                malformed_error(file_, message, fmt::format("station {} is out of range", station.station()));
            return;
        }
        Station& known = stations_.try_emplace(station.station()).first->second;
        if (known.name.empty()) {
            known = {station.station(), station.name(), station.kind(), message.log_time, std::nullopt};
        }
        if (station.ended()) {
            known.ended = SimTime::nanoseconds(station.ended_ns());
        } else {
            known.ended.reset();  // the station has come back
        }
    });
    if (visited && wrong) return tl::unexpected(*wrong);
    if (!stations_.empty()) index_.resize(stations_.rbegin()->first + 1, kNoIndex);
    std::uint32_t index = 0;
    for (const auto& [number, known] : stations_) index_[number] = index++;
    return visited;
}

std::size_t RadioLog::index_of(std::uint32_t station) const {
    SYN_REQUIRE(knows(station));
    return index_[station];
}

std::string RadioLog::name_of(std::uint32_t station) const {
    const auto known = stations_.find(station);
    return known == stations_.end() || known->second.name.empty() ? fmt::format("station {}", station)
                                                                  : known->second.name;
}

Result<std::uint32_t> RadioLog::find_station(std::string_view text) const {
    for (const auto& [number, station] : stations_) {
        if (station.name == text) return number;
    }
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error == std::errc() && end == text.data() + text.size() && stations_.contains(number)) return number;
    std::string all;
    std::size_t listed = 0;
    for (const auto& [id, station] : stations_) {
        if (++listed > kNamesListedMax) break;
        all += (all.empty() ? "" : ", ") + station.name;
    }
    if (stations_.size() > kNamesListedMax)
        all += fmt::format(" and {} more", stations_.size() - kNamesListedMax);
    return fail(fmt::format("no station '{}'; the stations are: {}", text, all.empty() ? "none" : all));
}

/// Returns what is wrong with the record, or "".
std::string RadioLog::problem_of(const RadioTransmission& message) const {
    const int candidates = message.receiver_size();
    if (message.outcome_size() != candidates || message.delay_ns_size() != candidates ||
        message.distance_m_size() != candidates || message.power_dbm_size() != candidates) {
        return fmt::format("{} receivers, but {} outcomes, {} delays, {} distances and {} powers", candidates,
                           message.outcome_size(), message.delay_ns_size(), message.distance_m_size(),
                           message.power_dbm_size());
    }
    const auto is_time = [](std::int64_t ns) { return ns >= 0 && ns <= limits::kTimeMax_ns; };
    if (!is_time(message.sent_ns())) return "sent_ns is out of range";
    if (!is_time(message.on_air_ns()) || !is_time(message.airtime_ns()))
        return "on_air_ns or airtime_ns is out of range";
    if (!knows(message.sender())) return fmt::format("sender {} is not a known station", message.sender());
    for (int i = 0; i < candidates; ++i) {
        if (!knows(message.receiver(i))) {
            return fmt::format("receiver {} is not a known station", message.receiver(i));
        }
        if (i > 0 && message.receiver(i) < message.receiver(i - 1)) return "the receivers are not in order";
        if (!is_time(message.delay_ns(i))) return fmt::format("delay_ns {} is out of range", i);
        if (!(message.distance_m(i) >= 0) || !std::isfinite(message.distance_m(i)))
            return fmt::format("distance_m {} is out of range", i);
        if (!std::isfinite(message.power_dbm(i)))
            return fmt::format("power_dbm {} is not a finite number", i);
    }
    if (!std::isfinite(message.x_m() + message.y_m() + message.z_m()))
        return "x_m, y_m or z_m is not a finite number";
    return {};
}

Result<void> RadioLog::visit(const RadioVisitor& visitor,
                             const std::function<void(std::uint64_t)>& progress) const {
    std::optional<Error> wrong;
    RadioTransmission transmission;
    RadioLoad load;
    std::uint64_t done = 0;
    SimTime now;
    auto visited = reader_.visit([&](const log::LogMessage& message) {
        now = std::max(now, message.log_time);
        if (progress && done++ % kProgressEvery == 0) progress(done);
        if (wrong) return;
        const Record record = record_of(message.channel);
        if (record == Record::transmission && visitor.message) {
            const bool parsed = reading::parse(message.payload, transmission);
            if (const std::string why = parsed ? problem_of(transmission) : ""; !parsed || !why.empty()) {
                wrong = malformed_error(file_, message, why);
                return;
            }
            visitor.message(now, transmission);
        } else if (record == Record::load && visitor.load) {
            const bool parsed = reading::parse(message.payload, load);
            if (const std::string why = parsed ? load_problem(load) : ""; !parsed || !why.empty()) {
                wrong = malformed_error(file_, message, why);
                return;
            }
            // The medium is the second part of the topic: "/radio/dsrc/load".
            std::string_view topic = message.channel.topic;
            topic.remove_prefix(std::min(topic.size(), std::string_view("/radio/").size()));
            const auto medium = find_medium(topic.substr(0, topic.find('/')));
            visitor.load(medium.value_or(MEDIUM_UNSPECIFIED), message.log_time, load);
        }
    });
    if (visited && wrong) return tl::unexpected(*wrong);
    return visited;
}

Result<void> visit_late(const fs::path& run,
                        const std::function<void(std::string_view, const RadioLate&)>& visit) {
    std::vector<fs::path> files;
    std::error_code error;
    for (fs::directory_iterator it(run, error), end; !error && it != end; it.increment(error)) {
        if (it->path().extension() == ".mcap" && it->path().filename() != "radio.mcap")
            files.push_back(it->path());
    }
    if (error) return fail(fmt::format("cannot read {}: {}", run.string(), error.message()));
    std::sort(files.begin(), files.end());
    for (const fs::path& file : files) {
        const auto reader = log::LogReader::open(file);
        if (!reader) return tl::unexpected(reader.error());
        const std::string& type = RadioLate::descriptor()->full_name();
        if (std::none_of(reader->channels().begin(), reader->channels().end(),
                         [&](const auto& channel) { return channel.second.schema->name == type; })) {
            continue;
        }
        std::optional<Error> wrong;
        RadioLate late;
        auto visited = reader->visit([&](const log::LogMessage& message) {
            if (wrong || message.channel.schema->name != type) return;
            std::string_view name = message.channel.topic;
            name.remove_prefix(std::min(name.size(), reading::kAgentTopic.size()));
            name = name.substr(0, name.rfind('/'));
            if (!reading::parse(message.payload, late)) {
                wrong = malformed_error(file, message, "");
            } else {
                visit(name, late);
            }
        });
        if (visited && wrong) visited = tl::unexpected(*wrong);
        if (!visited) return visited;
    }
    return {};
}

}  // namespace synchrono::tools::radio
