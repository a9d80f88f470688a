#include "tools/radio/radio_stats.hpp"

#include <algorithm>
#include <cmath>

#include "tools/radio/in_time_order.hpp"

namespace synchrono::tools::radio {
namespace {

constexpr std::size_t kDistanceBinsMax = 400;  // the last bin also counts all that is farther away
constexpr double kTimeBinsMax = 600;

double to_s(std::int64_t ns) { return static_cast<double>(ns) * 1e-9; }

/// Returns what a fault of the scenario did to a reception with this outcome; null if none did anything.
const char* fault_behind(int outcome) {
    return outcome == RadioTransmission::FAULT       ? "lost"
           : outcome == RadioTransmission::ALTERED   ? "altered"
           : outcome == RadioTransmission::DUPLICATE ? "duplicated"
                                                     : nullptr;
}

template <typename Bin>
Bin& bin_at(std::vector<Bin>& bins, std::size_t index) {
    if (index >= bins.size()) bins.resize(index + 1);
    return bins[index];
}

/// An event at a receiver: the receiver heard a message, or a message does not count because the receiver was
/// out of range or the sender outside the area.
struct Arrival {
    KindStats* kind;
    std::uint32_t sender, receiver;  // as RadioLog::index_of() returns them
    float distance_m;
    bool apart;  // the message does not count
    std::int64_t sent_ns;
};

/// Computes the statistics, one record after another. Gaps and ages are computed from arrivals, which have
/// to be brought into the order of time first.
class Collector {
  public:
    Collector(const RadioLog& log, const RadioFilter& filter, const StatsOptions& options)
        : log_(log), filter_(filter), options_(options) {
        stats_.bin_m = options.bin_m;
        stats_.end = filter.until() ? std::min(log.end(), *filter.until()) : log.end();
        stats_.time_bin_s = std::max(1.0, std::ceil(stats_.end.to_seconds() / kTimeBinsMax));
        for (const auto& [number, station] : log.stations())
            ends_.push_back(station.ended.value_or(stats_.end));
    }

    void add(SimTime now, const RadioTransmission& m) {
        arrivals_.advance_to(now, [this](std::int64_t at, const Arrival& a) { arrive(at, a); });
        const auto wanted = filter_.match(m);
        if (wanted == RadioFilter::Match::no) return;
        const auto sender = static_cast<std::uint32_t>(log_.index_of(m.sender()));
        if (wanted == RadioFilter::Match::all_but_place) {
            const auto kind = stats_.kinds.find({m.medium(), m.type()});
            if (kind == stats_.kinds.end() || !m.on_air()) return;
            for (int i = 0; i < m.receiver_size(); ++i) {
                if (filter_.wants_pair(m.sender(), m.receiver(i)))
                    add_out_of_range(kind->second, sender, m, i);
            }
            return;
        }
        bool concerned = !filter_.agent() || m.sender() == *filter_.agent();
        for (int i = 0; i < m.receiver_size() && !concerned; ++i) {
            concerned = filter_.wants_pair(m.sender(), m.receiver(i));
        }
        if (!concerned) return;
        KindStats& kind = stats_.kinds[{m.medium(), m.type()}];
        if (kind.pairs.empty()) kind.pairs.resize(log_.stations().size());
        TimeBin& time = bin_at(kind.time, time_bin(m.sent_ns()));
        if (any_++ == 0) stats_.first = SimTime::nanoseconds(m.sent_ns());
        ++kind.messages;
        ++time.messages;
        kind.bytes += m.payload().size();
        if (!m.on_air()) {
            ++kind.not_sent[m.not_sent() > 0 && m.not_sent() < kNotSents ? m.not_sent() : 0];
            if (m.not_sent() == RadioTransmission::SILENCED)
                ++stats_.faults["silenced"][log_.name_of(m.sender())];
            return;
        }
        ++kind.on_air;
        kind.access.add(std::max<std::int64_t>(0, m.on_air_ns() - m.sent_ns()));
        for (int i = 0; i < m.receiver_size(); ++i) {
            if (!filter_.wants_pair(m.sender(), m.receiver(i))) continue;
            if (options_.range_m && m.distance_m(i) > *options_.range_m) {
                add_out_of_range(kind, sender, m, i);
                continue;
            }
            const int outcome = m.outcome(i);
            kind.receptions.add(outcome);
            time.add(outcome);
            bin_at(kind.distance, distance_bin(m.distance_m(i))).add(outcome);
            if (const char* const what = fault_behind(outcome); what != nullptr)
                ++stats_.faults[what][log_.name_of(m.receiver(i))];
            if (outcome == RadioTransmission::DUPLICATE) continue;
            PairStats& pair = pair_of(kind, sender, log_.index_of(m.receiver(i)));
            ++pair.candidates;
            pair.distance_sum_m += m.distance_m(i);
            if (!is_heard(outcome)) continue;
            ++pair.heard;
            pair.latency_sum_s += to_s(m.delay_ns(i));
            kind.latency.add(m.delay_ns(i));
            arrivals_.add(m.sent_ns() + m.delay_ns(i),
                          {&kind, sender, static_cast<std::uint32_t>(log_.index_of(m.receiver(i))),
                           m.distance_m(i), false, m.sent_ns()});
        }
    }

    void add(Medium medium, const RadioLoad& load) {
        if (!filter_.wants_medium(medium) || !filter_.wants_time(SimTime::nanoseconds(load.from_ns())))
            return;
        LoadStats& stats = stats_.load[medium];
        LoadBin& bin = bin_at(stats.time, time_bin(load.from_ns()));
        for (int i = 0; i < load.station_size(); ++i) {
            const std::uint32_t station = load.station(i);
            if (!filter_.wants_pair(station, station)) continue;
            const double ratio = load.busy_ratio(i);
            if (stats.count++ == 0 || ratio > stats.max) {
                stats.max = ratio;
                stats.max_station = station;
                stats.max_time = SimTime::nanoseconds(load.from_ns());
            }
            stats.sum += ratio;
            bin.sum += ratio;
            bin.max = std::max(bin.max, ratio);
            ++bin.count;
        }
    }

    void add(std::string_view receiver, const RadioLate& late) {
        if (!filter_.wants_sender(late.sender()) || !filter_.wants_time(SimTime::nanoseconds(late.time_ns())))
            return;
        const auto number = log_.find_station(receiver);
        if (!number || !filter_.wants_pair(late.sender(), *number)) return;
        stats_.late.add(std::max<std::int64_t>(0, late.seen_ns() - late.time_ns()));
        ++stats_.late_by[std::string(receiver)];
    }

    RadioStats finish() {
        arrivals_.finish([this](std::int64_t at, const Arrival& a) { arrive(at, a); });
        for (auto& [key, kind] : stats_.kinds) {
            for (std::size_t sender = 0; sender < kind.pairs.size(); ++sender) {
                for (std::size_t receiver = 0; receiver < kind.pairs[sender].size(); ++receiver) {
                    PairStats& pair = kind.pairs[sender][receiver];
                    if (pair.linked) {
                        const SimTime end = std::min({stats_.end, ends_[sender], ends_[receiver]});
                        count_age(kind, pair, end.count_ns());
                    }
                }
            }
            if (!options_.pairs) kind.pairs.clear();
        }
        return std::move(stats_);
    }

  private:
    std::size_t time_bin(std::int64_t ns) const {
        return static_cast<std::size_t>(std::min(2 * kTimeBinsMax, to_s(ns) / stats_.time_bin_s));
    }
    std::size_t distance_bin(double distance_m) const {
        return static_cast<std::size_t>(std::min<double>(kDistanceBinsMax - 1, distance_m / options_.bin_m));
    }
    PairStats& pair_of(KindStats& kind, std::size_t sender, std::size_t receiver) {
        auto& row = kind.pairs[sender];
        if (row.empty()) row.resize(log_.stations().size());
        return row[receiver];
    }
    /// Adds the event that a message does not count, because the receiver is out of range or the sender
    /// outside the area.
    void add_out_of_range(KindStats& kind, std::uint32_t sender, const RadioTransmission& m, int candidate) {
        arrivals_.add(
            m.on_air_ns(),
            {&kind, sender, static_cast<std::uint32_t>(log_.index_of(m.receiver(candidate))), 0, true, 0});
    }

    /// Adds the age of the receiver's newest message from the sender, up to `until_ns`. Between two messages
    /// this age grows with time.
    static void count_age(KindStats& kind, PairStats& pair, std::int64_t until_ns) {
        if (until_ns <= pair.counted_ns) return;
        const double from = to_s(pair.counted_ns - pair.newest_ns), until = to_s(until_ns - pair.newest_ns);
        const double area = (from + until) / 2 * (until - from);
        pair.age_area_s2 += area;
        pair.age_time_s += until - from;
        kind.age_area_s2 += area;
        kind.age_time_s += until - from;
        pair.counted_ns = until_ns;
    }

    /// Counts an event. Events come in the order of time.
    void arrive(std::int64_t at, const Arrival& a) {
        PairStats& pair = pair_of(*a.kind, a.sender, a.receiver);
        if (pair.linked) count_age(*a.kind, pair, at);
        if (a.apart) {
            pair.linked = false;
            return;
        }
        if (pair.linked) {
            const std::int64_t gap = std::max<std::int64_t>(0, at - pair.heard_ns);
            a.kind->gap.add(gap);
            ++pair.gaps;
            pair.gap_sum_s += to_s(gap);
            pair.gap_max_s = std::max(pair.gap_max_s, to_s(gap));
            DistanceBin& bin = bin_at(a.kind->distance, distance_bin(a.distance_m));
            bin.gap_sum_s += to_s(gap);
            ++bin.gaps;
            if (a.sent_ns > pair.newest_ns)
                a.kind->peak_age.add(std::max<std::int64_t>(0, at - pair.newest_ns));
        }
        pair.newest_ns = pair.linked ? std::max(pair.newest_ns, a.sent_ns) : a.sent_ns;
        pair.heard_ns = at;
        pair.counted_ns = std::max(at, pair.linked ? pair.counted_ns : at);
        pair.linked = true;
    }

    const RadioLog& log_;
    const RadioFilter& filter_;
    const StatsOptions options_;
    RadioStats stats_;
    std::vector<SimTime> ends_;  // by RadioLog::index_of()
    InTimeOrder<Arrival> arrivals_;
    std::uint64_t any_ = 0;
};

}  // namespace

void Receptions::add(int outcome) {
    ++outcomes[outcome > 0 && outcome < kOutcomes ? outcome : 0];
    if (outcome == RadioTransmission::DUPLICATE) return;
    ++candidates;
    if (is_heard(outcome)) ++heard;
}

std::vector<const RadioStats::Kind*> RadioStats::ranked() const {
    std::vector<const Kind*> all;
    for (const Kind& kind : kinds) all.push_back(&kind);
    std::stable_sort(all.begin(), all.end(), [](const Kind* a, const Kind* b) {
        if (a->first.first != b->first.first) return a->first.first < b->first.first;
        return a->second.messages > b->second.messages;
    });
    return all;
}

double RadioStats::delivery_ratio() const {
    Receptions all;
    for (const auto& [key, kind] : kinds) {
        all.candidates += kind.receptions.candidates;
        all.heard += kind.receptions.heard;
    }
    return all.delivery_ratio();
}

std::size_t RadioStats::heard_bins() const {
    std::size_t bins = 0;
    for (const auto& [key, kind] : kinds) {
        for (std::size_t i = bins; i < kind.distance.size(); ++i) {
            if (kind.distance[i].heard > 0) bins = i + 1;
        }
    }
    return bins;
}

Result<RadioStats> make_radio_stats(const std::filesystem::path& run, const RadioLog& log,
                                    const RadioFilter& filter, const StatsOptions& options,
                                    const std::function<void(std::uint64_t)>& progress) {
    Collector collector(log, filter, options);
    auto visited = log.visit(
        {.message = [&](SimTime now, const RadioTransmission& m) { collector.add(now, m); },
         .load = [&](Medium medium, SimTime, const RadioLoad& load) { collector.add(medium, load); }},
        progress);
    if (!visited) return tl::unexpected(visited.error());
    visited = visit_late(
        run, [&](std::string_view receiver, const RadioLate& late) { collector.add(receiver, late); });
    if (!visited) return tl::unexpected(visited.error());
    return collector.finish();
}

}  // namespace synchrono::tools::radio
