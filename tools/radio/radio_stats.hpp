/// What a run's messages amount to: how many arrived, over what distance, how soon, how regularly, how old
/// was what receivers knew, and how busy the medium was. docs/logs.md defines each figure for users.
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

namespace synchrono::tools {

struct StatsOptions {
    double bin_m = 50;                   // width of the bins of distance
    std::optional<double> range_m = {};  // receivers farther away than this do not count
    bool pairs = false;                  // keep what each pair had
};

/// Receivers of messages, as candidates: a message on the air has as many as there are other stations.
struct Receptions {
    std::uint64_t candidates = 0;
    std::uint64_t heard = 0;
    std::array<std::uint64_t, kOutcomes> outcomes{};  // duplicates apart from the candidates

    void add(int outcome);
    /// Heard of candidates, 0 to 1; 0 without any.
    double delivery_ratio() const {
        return candidates == 0 ? 0 : static_cast<double>(heard) / static_cast<double>(candidates);
    }
};

struct DistanceBin : Receptions {
    double gap_sum_s = 0;  // of the gaps that ended at this distance
    std::uint64_t gaps = 0;
};

struct TimeBin : Receptions {
    std::uint64_t messages = 0;
};

/// What one sender was to one receiver.
struct PairStats {
    std::uint32_t candidates = 0, heard = 0, gaps = 0;
    double latency_sum_s = 0, distance_sum_m = 0, gap_sum_s = 0, gap_max_s = 0;
    double age_area_s2 = 0, age_time_s = 0;  // integral of the age, and over how long
    // While it is counted:
    bool linked = false;  // since a message was heard
    std::int64_t heard_ns = 0, newest_ns = 0, counted_ns = 0;
};

/// Messages of one type over one medium.
struct KindStats {
    std::uint64_t messages = 0, bytes = 0, on_air = 0;
    std::array<std::uint64_t, kNotSents> not_sent{};
    Receptions receptions;
    Distribution access, latency, gap, peak_age;
    double age_area_s2 = 0, age_time_s = 0;
    std::vector<DistanceBin> distance;
    std::vector<TimeBin> time;
    std::vector<std::vector<PairStats>> pairs;  // by sender, then receiver, as RadioLog::index_of

    double age_mean_s() const { return age_time_s == 0 ? 0 : age_area_s2 / age_time_s; }
};

struct LoadBin {
    double sum = 0, max = 0;
    std::uint64_t count = 0;
};
struct LoadStats {
    double sum = 0, max = 0;
    std::uint64_t count = 0;
    std::uint32_t max_station = 0;
    SimTime max_time;
    std::vector<LoadBin> time;
};

struct RadioStats {
    SimTime first, end;  // of the messages, and up to where ages are counted
    double bin_m = 0, time_bin_s = 1;
    std::map<std::pair<Medium, std::uint32_t>, KindStats> kinds;
    std::map<Medium, LoadStats> load;
    Distribution late;                             // how much
    std::map<std::string, std::uint64_t> late_by;  // receiver

    using Kind = std::map<std::pair<Medium, std::uint32_t>, KindStats>::value_type;
    /// By medium, and the most frequent first.
    std::vector<const Kind*> ranked() const;
    /// Of all kinds together.
    double delivery_ratio() const;
    /// The first bin from which on nobody heard anything of any kind.
    std::size_t heard_bins() const;
};

Result<RadioStats> make_radio_stats(const std::filesystem::path& run, const RadioLog& log,
                                    const RadioFilter& filter, const StatsOptions& options,
                                    const std::function<void(std::uint64_t)>& progress = {});

}  // namespace synchrono::tools
