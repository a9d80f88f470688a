/// The log of a run's radio as a stream: stations first, then every message with its whole life, checked, one
/// at a time and in the order of the log. However long the run was, one message is in memory.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/base/result.hpp"
#include "common/log/log_reader.hpp"
#include "common/time/sim_time.hpp"
#include "proto/radio.pb.h"

namespace synchrono::tools {

struct Station {
    std::uint32_t number = 0;
    std::string name;
    RadioStation::Kind kind = RadioStation::KIND_UNSPECIFIED;
    SimTime joined;
    std::optional<SimTime> ended;  // for good
};

/// The highest number of a station: agents, road-side units and ghosts together.
inline constexpr std::uint32_t kStationNumberMax = 1 << 20;

/// What the visitors of RadioLog are given; borrows, valid until the visitor returns.
struct RadioVisitor {
    /// `now`: how far the log has come; what is told later arrives after it, or was on the air shortly
    /// before. It does not decrease from one call to the next.
    std::function<void(SimTime now, const RadioTransmission&)> message = {};
    std::function<void(Medium, SimTime time, const RadioLoad&)> load = {};
};

/// Threading: one thread.  Owns: the file.
class RadioLog {
  public:
    /// Of a run folder. A run without a radio, and a log that is no log, are errors; a cut one is not.
    static Result<RadioLog> open(const std::filesystem::path& run);

    /// Empty for a whole file, else one line that says where it ends; all before that is given.
    const std::string& damage() const { return reader_.damage(); }
    const std::filesystem::path& file() const { return file_; }
    std::uint64_t record_count() const { return reader_.message_count(); }
    const std::map<std::uint32_t, Station>& stations() const { return stations_; }
    /// Its place among the stations, from 0. Requires one of them, as every message that is visited has.
    std::size_t index_of(std::uint32_t station) const;
    /// Its name, or "station 7" where the log does not tell.
    std::string name_of(std::uint32_t station) const;
    /// By name or number. The error lists those that there are.
    Result<std::uint32_t> find_station(std::string_view name_or_number) const;
    /// When the last record was written.
    SimTime end() const { return end_; }

    /// Fails on a record that is not what it should be, with what came before it visited. `progress`, if any,
    /// is called now and then with the records done.
    Result<void> visit(const RadioVisitor& visitor,
                       const std::function<void(std::uint64_t)>& progress = {}) const;

  private:
    RadioLog(std::filesystem::path file, log::LogReader reader)
        : file_(std::move(file)), reader_(std::move(reader)) {}
    Result<void> read_stations();
    std::string problem_of(const RadioTransmission& message) const;
    bool knows(std::uint32_t station) const { return station < index_.size() && index_[station] != kNoIndex; }

    static constexpr std::uint32_t kNoIndex = UINT32_MAX;

    std::filesystem::path file_;
    log::LogReader reader_;
    std::map<std::uint32_t, Station> stations_;
    std::vector<std::uint32_t> index_;  // by number
    SimTime end_;
};

/// Messages that came to a receiver after their time, of all clients of a run; by receiver's name.
Result<void> visit_late(const std::filesystem::path& run,
                        const std::function<void(std::string_view receiver, const RadioLate&)>& visit);

}  // namespace synchrono::tools
