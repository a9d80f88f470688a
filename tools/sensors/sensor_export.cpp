#include "tools/sensors/sensor_export.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <google/protobuf/util/json_util.h>
#include <map>
#include <set>
#include <system_error>
#include <utility>
#include <vector>

#include "proto/foxglove.pb.h"
#include "tools/reading/run_logs.hpp"
#include "tools/sensors/cloud_file.hpp"
#include "tools/sensors/sensor_rows.hpp"

namespace synchrono::tools::sensors {
namespace {

namespace fs = std::filesystem;
using log::LogMessage;
using log::LogReader;

constexpr std::size_t kTimeDigits = 15;  // the fewest digits of a time in the name of a file
/// Rows of a table are gathered to this many bytes before they are written.
constexpr std::size_t kGatheredBytes = 16 << 10;
/// The folder of an agent's coordinate frames. A sensor may have this name as well, because no file of a
/// sensor is called frames.csv.
const std::string kFramesFolder = "frames";

/// The agent and the sensor that a topic belongs to. Their names become names of folders, so only names
/// that a scenario allows are accepted.
struct Place {
    std::string agent;
    std::string sensor;  // empty: the topic holds the coordinate frames of the agent
    std::string part;    // the last part of the topic; empty: the topic ends with the sensor

    std::string name() const { return agent + "/" + sensor; }
};

bool is_name(std::string_view text) {
    const auto plain = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !text.empty() && plain(text[0]) &&
           std::all_of(text.begin(), text.end(), [&](char c) { return plain(c) || c == '-' || c == '.'; });
}

std::optional<Place> place_of(const log::LogChannel& channel) {
    std::string_view rest = channel.topic;
    const bool frames = rest.starts_with(reading::kFramesTopic);
    rest.remove_prefix(frames ? reading::kFramesTopic.size() : reading::kAgentTopic.size());
    std::vector<std::string> names;
    for (std::size_t end = 0; end != rest.npos; rest.remove_prefix(end == rest.npos ? 0 : end + 1)) {
        end = rest.find('/');
        names.emplace_back(rest.substr(0, end));
        if (!is_name(names.back())) return std::nullopt;
    }
    if (frames) return Place{names[0], {}, {}};
    if (names.size() < 2 || names.size() > 3) return std::nullopt;
    names.resize(3);
    return Place{names[0], names[1], names[2]};
}

/// A log that holds samples to export.
struct Source {
    fs::path file;
    LogReader reader;
    std::map<log::ChannelId, Place> places;  // only for the channels to export
    SimTime first{};                         // the time of the first message in those channels
};

/// Writes messages to files, one call of add() for each, and finishes the tables at the end.
class Exporter {
  public:
    explicit Exporter(const SensorExport& what) : what_(what) {}

    std::optional<Error> add(const fs::path& file, const LogMessage& message, const Place& place) {
        const SimTime time = message.log_time;
        if ((what_.from && time < *what_.from) || (what_.until && time >= *what_.until)) return std::nullopt;
        const fs::path folder =
            what_.folder / place.agent / (place.sensor.empty() ? kFramesFolder : place.sensor);
        const auto wrong = [&](std::string_view why) {
            return Error{fmt::format("{}: topic {} at {}: {}", file.string(), message.channel.topic,
                                     reading::to_text(time), why)};
        };
        const std::string& type = message.channel.schema->name;
        if ((type == foxglove::FrameTransforms::descriptor()->full_name()) != place.sensor.empty())
            return wrong(fmt::format("unexpected type {} in this topic", type));
        Result<void> done;
        if (const std::string_view table = table_of(type); !table.empty()) {
            const auto rows = rows_of(type, message.payload, time);
            if (!rows) return reading::malformed_error(file, message);
            done = add_rows(folder / (std::string(table) + ".csv"), *rows);
            if (!place.sensor.empty()) counts_.rows += rows->count;
        } else if (type == foxglove::PointCloud::descriptor()->full_name()) {
            if (!reading::parse(message.payload, cloud_)) return reading::malformed_error(file, message);
            const auto pcd = pcd_of(cloud_);
            if (!pcd) return wrong(pcd.error().text);
            done = write(folder / (name_of(time) + ".pcd"), *pcd);
            ++counts_.clouds;
        } else if (type == foxglove::CompressedImage::descriptor()->full_name()) {
            if (!reading::parse(message.payload, image_)) return reading::malformed_error(file, message);
            if (image_.format() != "png" || !image_.data().starts_with("\x89PNG\r\n\x1a\n"))
                return wrong("not a PNG");
            done = write(folder / place.part / (name_of(time) + ".png"), image_.data());
            ++counts_.pictures;
        } else if (type == foxglove::CameraCalibration::descriptor()->full_name()) {
            if (!reading::parse(message.payload, calibration_))
                return reading::malformed_error(file, message);
            done = write_calibration(folder / "calibration.json");
        } else {
            return wrong(fmt::format("unknown type {}", type));
        }
        if (!place.sensor.empty()) sensors_.insert(place.name());
        return done ? std::nullopt : std::optional(done.error());
    }

    Result<SensorExportCounts> finish() {
        for (auto& [path, table] : tables_) {
            table.file.write(table.rows);
            if (auto committed = table.file.commit(); !committed) return tl::unexpected(committed.error());
        }
        counts_.sensors = sensors_.size();
        return counts_;
    }

  private:
    /// A table in the making. Its file is open only while it is written to, because an export may have more
    /// tables than a program may have open files.
    struct Table {
        text::NewFile file;
        std::string head, rows;
    };

    /// Returns the time with leading zeros, so that names of files sort by time.
    static std::string name_of(SimTime time) { return fmt::format("{:0{}}", time.count_ns(), kTimeDigits); }

    static bool is_name_of_sample(const fs::path& file) {
        const std::string stem = file.stem().string(), end = file.extension().string();
        return stem.size() >= kTimeDigits && (end == ".pcd" || end == ".png") &&
               stem.find_first_not_of("0123456789") == stem.npos;
    }

    /// Makes the folder if this export has not used it yet. Removes the clouds and pictures of an earlier
    /// export, so that they do not mix with the new ones, or fails if existing files are to be kept.
    Result<void> make_folder(const fs::path& folder) {
        if (!folders_.insert(folder).second) return {};
        std::error_code error;
        fs::create_directories(folder, error);
        if (error) return fail(fmt::format("cannot make {}: {}", folder.string(), error.message()));
        std::set<fs::path> old;
        for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
            if (is_name_of_sample(it->path())) old.insert(it->path());
        }
        if (error) return fail(fmt::format("cannot read {}: {}", folder.string(), error.message()));
        if (!old.empty() && what_.existing == text::Existing::keep) return text::exists_error(*old.begin());
        for (const fs::path& file : old) {
            if (!fs::remove(file, error))
                return fail(fmt::format("cannot replace {}: {}", file.string(), error.message()));
        }
        return {};
    }

    Result<text::NewFile> open(const fs::path& path) {
        if (auto made = make_folder(path.parent_path()); !made) return tl::unexpected(made.error());
        return text::NewFile::open(path, what_.existing);
    }

    Result<void> write(const fs::path& path, std::string_view bytes) {
        auto file = open(path);
        if (!file) return tl::unexpected(file.error());
        file->write(bytes);
        return file->commit();
    }

    Result<void> add_rows(const fs::path& path, const SensorRows& rows) {
        auto table = tables_.find(path);
        if (table == tables_.end()) {
            auto file = open(path);
            if (!file) return tl::unexpected(file.error());
            file->close_for_now();
            table = tables_.emplace(path, Table{std::move(*file), rows.head, rows.head}).first;
        } else if (table->second.head != rows.head) {
            return fail(fmt::format("{}: the log has samples with different columns", path.string()));
        }
        std::string& gathered = table->second.rows;
        gathered += rows.rows;
        if (gathered.size() < kGatheredBytes) return {};
        table->second.file.write(gathered);
        table->second.file.close_for_now();
        gathered.clear();
        return {};
    }

    /// Writes the calibration of a camera the first time only, because it does not change.
    Result<void> write_calibration(const fs::path& path) {
        if (!calibrated_.insert(path).second) return {};
        google::protobuf::util::JsonPrintOptions style;
        style.add_whitespace = true;
        style.preserve_proto_field_names = true;
        style.always_print_primitive_fields = true;
        calibration_.clear_timestamp();
        std::string json;
        if (!google::protobuf::util::MessageToJsonString(calibration_, &json, style).ok())
            return fail(
                fmt::format("cannot write {}: the calibration cannot be written as JSON", path.string()));
        return write(path, json);
    }

    const SensorExport& what_;
    SensorExportCounts counts_;
    std::set<std::string> sensors_;
    std::set<fs::path> folders_, calibrated_;
    std::map<fs::path, Table> tables_;
    foxglove::PointCloud cloud_;
    foxglove::CompressedImage image_;
    foxglove::CameraCalibration calibration_;
};

/// Returns the logs of the run that hold samples to export, ordered by the time of their first sample. Adds
/// the names of all sensors of the run to `names`.
Result<std::vector<Source>> sources_of(const SensorExport& what, std::set<std::string>& names,
                                       const std::function<void(std::string_view)>& note) {
    const auto files = reading::log_files(what.run);
    if (!files) return tl::unexpected(files.error());
    std::vector<Source> sources;
    for (const fs::path& file : *files) {
        if (file.filename() == "radio.mcap") continue;  // long, and without samples of sensors
        auto reader = LogReader::open(file);
        if (!reader) return tl::unexpected(reader.error());
        if (reader->truncated())
            note(
                fmt::format("{} {}; only the data before that is exported", file.string(), reader->damage()));
        Source source{file, std::move(*reader), {}};
        for (const auto& [id, channel] : source.reader.channels()) {
            if (!reading::holds_sensor_data(channel)) continue;
            const auto place = place_of(channel);
            if (!place)
                return fail(
                    fmt::format("{}: '{}' is not the topic of a sensor", file.string(), channel.topic));
            if (!place->sensor.empty()) names.insert(place->name());
            const bool wanted = what.sensor.empty() || place->name() == what.sensor ||
                                (place->sensor.empty() && what.sensor.starts_with(place->agent + "/"));
            if (wanted) source.places.emplace(id, *place);
        }
        if (source.places.empty()) continue;
        const auto visited = source.reader.visit_while([&](const LogMessage& message) {
            source.first = message.log_time;
            return !source.places.contains(message.channel.id);
        });
        if (!visited) return tl::unexpected(visited.error());
        sources.push_back(std::move(source));
    }
    // Orders the logs by time because an agent that was lost may have come back in another client.
    std::stable_sort(sources.begin(), sources.end(),
                     [](const Source& a, const Source& b) { return a.first < b.first; });
    return sources;
}

}  // namespace

Result<SensorExportCounts> export_sensors(const SensorExport& what,
                                          const std::function<void(std::string_view)>& note,
                                          const std::function<void(std::uint64_t, std::uint64_t)>& progress) {
    std::set<std::string> names;
    const auto sources = sources_of(what, names, note);
    if (!sources) return tl::unexpected(sources.error());
    if (names.empty()) return fail(fmt::format("{}: no sensor has logged anything", what.run.string()));
    if (!what.sensor.empty() && !names.contains(what.sensor)) {
        return fail(fmt::format("{}: no sensor '{}'; the sensors are {}", what.run.string(), what.sensor,
                                fmt::join(names, ", ")));
    }
    std::uint64_t all = 0, done = 0;
    for (const Source& source : *sources) all += source.reader.message_count();
    Exporter exporter(what);
    for (const Source& source : *sources) {
        std::optional<Error> wrong;
        const auto visited = source.reader.visit_while([&](const LogMessage& message) {
            progress(++done, all);
            const auto place = source.places.find(message.channel.id);
            if (place != source.places.end()) wrong = exporter.add(source.file, message, place->second);
            return !wrong;
        });
        if (!visited) return tl::unexpected(visited.error());
        if (wrong) return tl::unexpected(*wrong);
    }
    return exporter.finish();
}

}  // namespace synchrono::tools::sensors
