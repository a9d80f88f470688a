/// Computes statistics of a run's messages: how many arrived, over what distance, how soon and how
/// regularly, how old the receivers' knowledge was, and how busy the medium was. docs/logs.md defines every
/// statistic.
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "common/base/result.hpp"
#include "tools/radio/distribution.hpp"
#include "tools/radio/radio_filter.hpp"
#include "tools/radio/radio_log.hpp"
#include "tools/radio/radio_names.hpp"

namespace synchrono::tools::radio {

struct StatsOptions {
    double bin_m = 50;                   // width of the bins of distance
    std::optional<double> range_m = {};  // receivers farther away than this do not count
    bool pairs = false;                  // whether to keep the statistics of each pair of stations
};

/// Counts what became of messages at their candidates: every other station is a candidate to receive a
/// message that was on the air.
struct Receptions {
    std::uint64_t candidates = 0;
    std::uint64_t heard = 0;
    std::array<std::uint64_t, kOutcomes> outcomes{};  // duplicates too, which do not count as candidates

    /// Counts one outcome.
    void add(int outcome);
    /// Returns the share of the candidates that heard the message, 0 to 1; 0 without candidates.
    double delivery_ratio() const {
        return candidates == 0 ? 0 : static_cast<double>(heard) / static_cast<double>(candidates);
    }
};

/// The receptions within a range of distances.
struct DistanceBin : Receptions {
    double gap_sum_s = 0;  // of the gaps that ended at this distance
    std::uint64_t gaps = 0;
};

/// The receptions within a range of time.
struct TimeBin : Receptions {
    std::uint64_t messages = 0;
};

/// The statistics of one pair of sender and receiver, for one type of message over one medium.
struct PairStats {
    std::uint32_t candidates = 0, heard = 0, gaps = 0;
    double latency_sum_s = 0, distance_sum_m = 0, gap_sum_s = 0, gap_max_s = 0;
    double age_area_s2 = 0, age_time_s = 0;  // the integral of the age, and the time that it covers
    // Used only while messages are counted:
    bool linked = false;  // a message was heard, and the pair has stayed in range since
    // When the last message was heard, when the newest message was sent, and up to when the age is counted.
    std::int64_t heard_ns = 0, newest_ns = 0, counted_ns = 0;
};

/// Messages of one type over one medium.
struct KindStats {
    std::uint64_t messages = 0, bytes = 0, on_air = 0;
    std::array<std::uint64_t, kNotSents> not_sent{};
    Receptions receptions;
    Distribution access, latency, gap, peak_age;
    double age_area_s2 = 0, age_time_s = 0;
    std::vector<DistanceBin> distance;          // each bin_m wide, from 0 on
    std::vector<TimeBin> time;                  // each time_bin_s long, from 0 on
    std::vector<std::vector<PairStats>> pairs;  // by RadioLog::index_of() of sender, then receiver

    double age_mean_s() const { return age_time_s == 0 ? 0 : age_area_s2 / age_time_s; }
};

/// The busy ratios that were measured within a range of time.
struct LoadBin {
    double sum = 0, max = 0;
    std::uint64_t count = 0;
};
/// The busy ratios of a medium.
struct LoadStats {
    double sum = 0, max = 0;
    std::uint64_t count = 0;
    std::uint32_t max_station = 0;
    SimTime max_time;
    std::vector<LoadBin> time;
};

/// All statistics of a run's radio.
struct RadioStats {
    SimTime first, end;  // when the first message was sent, and up to when ages are counted
    double bin_m = 0, time_bin_s = 1;
    std::map<std::pair<Medium, std::uint32_t>, KindStats> kinds;  // by medium and type of message
    std::map<Medium, LoadStats> load;
    Distribution late;                             // by how much messages reached their receivers too late
    std::map<std::string, std::uint64_t> late_by;  // how many messages were late, by the receiver's name

    /// How often the scenario's faults did something: by what they did, such as "lost", and by the name of a
    /// station. Receptions count at their receiver, but messages that were silenced at their sender. Delays
    /// and ghosts are not counted.
    std::map<std::string, std::map<std::string, std::uint64_t>> faults;

    using Kind = std::map<std::pair<Medium, std::uint32_t>, KindStats>::value_type;
    /// Returns the kinds ordered by medium and, within a medium, by number of messages, the most first.
    std::vector<const Kind*> ranked() const;
    /// Returns the delivery ratio of all kinds together.
    double delivery_ratio() const;
    /// Returns the number of distance bins up to the last one in which anything was heard.
    std::size_t heard_bins() const;
};

/// Reads the logs of a run and computes the statistics of the messages that pass the filter.
Result<RadioStats> make_radio_stats(const std::filesystem::path& run, const RadioLog& log,
                                    const RadioFilter& filter, const StatsOptions& options,
                                    const std::function<void(std::uint64_t)>& progress = {});

}  // namespace synchrono::tools::radio
