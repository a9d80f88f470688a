/// Reads the log of a run's radio: first the stations, then the messages, each with all its fates. Messages
/// are validated and passed on one at a time, in the order of the log. Only one message is in memory, however
/// long the run was.
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

namespace synchrono::tools::radio {

/// An agent, road-side unit or ghost that takes part in the radio.
struct Station {
    std::uint32_t number = 0;
    std::string name;
    RadioStation::Kind kind = RadioStation::KIND_UNSPECIFIED;
    SimTime joined;
    std::optional<SimTime> ended;  // none: the station stayed to the end, or came back after it had ended
};

/// The highest number that a station may have: agents, road-side units and ghosts together.
inline constexpr std::uint32_t kStationNumberMax = 1 << 20;

/// The functions that RadioLog::visit() calls, for each message and for each record of a medium's load. The
/// arguments are valid until the function returns.
struct RadioVisitor {
    /// `now` is the simulated time that the log has reached; it never decreases. Messages in later calls
    /// arrive after `now` or were on the air shortly before `now`.
    std::function<void(SimTime now, const RadioTransmission&)> message = {};
    std::function<void(Medium, SimTime time, const RadioLoad&)> load = {};
};

/// The open log of a run's radio.
/// Threading: one thread.  Owns: the file.
class RadioLog {
  public:
    /// Opens the radio log in a run folder. Fails if the run had no radio or the file is not a log. A
    /// truncated log is read up to where it was cut.
    static Result<RadioLog> open(const std::filesystem::path& run);

    /// Returns "" for a whole file, otherwise one line that says where it was cut.
    const std::string& damage() const { return reader_.damage(); }
    const std::filesystem::path& file() const { return file_; }
    std::uint64_t record_count() const { return reader_.message_count(); }
    const std::map<std::uint32_t, Station>& stations() const { return stations_; }
    /// Returns the place of a station in stations(), counted from 0. Requires a known station; visit()
    /// passes no message with unknown stations.
    std::size_t index_of(std::uint32_t station) const;
    /// Returns the name of a station, or "station 7" if the log has no name for it.
    std::string name_of(std::uint32_t station) const;
    /// Returns the number of the station that has the given name or number. The error lists stations of
    /// the log, at most 40.
    Result<std::uint32_t> find_station(std::string_view name_or_number) const;
    /// Returns the latest log time of any record.
    SimTime end() const { return end_; }

    /// Calls `visitor` for each message and load. Fails at the first malformed record, after the records
    /// before it have been visited. Calls `progress`, if it is not empty, from time to time with the number
    /// of records read.
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
    std::vector<std::uint32_t> index_;  // the result of index_of(), or kNoIndex, by a station's number
    SimTime end_;
};

/// Calls `visit`, with the name of the receiver, for each message that reached its receiver too late. Reads
/// the logs of all clients of a run.
Result<void> visit_late(const std::filesystem::path& run,
                        const std::function<void(std::string_view receiver, const RadioLate&)>& visit);

}  // namespace synchrono::tools::radio
