#include "tools/radio/radio_stats_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <json/json.h>
#include <vector>

#include "tools/reading/run_logs.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools::radio {
namespace {

double to_ms(double ns) { return ns * 1e-6; }
double mean(double sum, std::uint64_t count) { return count == 0 ? 0 : sum / static_cast<double>(count); }
double percent(std::uint64_t part, std::uint64_t all) { return 100 * mean(static_cast<double>(part), all); }

/// Returns the reasons for losses with their shares, the most frequent first: "12.30 % too weak". Returns
/// "nothing" if no message was lost.
std::string losses_text(const Receptions& receptions) {
    std::vector<int> reasons;
    for (int outcome = 0; outcome < kOutcomes; ++outcome) {
        if (!is_delivered(outcome) && receptions.outcomes[outcome] > 0) reasons.push_back(outcome);
    }
    std::stable_sort(reasons.begin(), reasons.end(),
                     [&](int a, int b) { return receptions.outcomes[a] > receptions.outcomes[b]; });
    std::string text;
    for (const int outcome : reasons) {
        text +=
            fmt::format("{}{:.2f} % {}", text.empty() ? "" : ", ",
                        percent(receptions.outcomes[outcome], receptions.candidates), outcome_text(outcome));
    }
    return text.empty() ? "nothing" : text;
}

std::string distribution_line(const char* name, const Distribution& of) {
    return fmt::format(
        "  {:<12} {:>11.3f} {:>11.3f} {:>11.3f} {:>11.3f} {:>11.3f} {:>11}\n", name, to_ms(of.mean()),
        to_ms(static_cast<double>(of.quantile(0.5))), to_ms(static_cast<double>(of.quantile(0.95))),
        to_ms(static_cast<double>(of.quantile(0.99))), to_ms(static_cast<double>(of.max())), of.count());
}

std::string kind_lines(const KindStats& kind, double bin_m) {
    std::string text = fmt::format("  {} of {:.1f} bytes on average, {} on the air",
                                   text::counted(std::int64_t(kind.messages), "message"),
                                   mean(static_cast<double>(kind.bytes), kind.messages), kind.on_air);
    for (int reason = 0; reason < kNotSents; ++reason) {
        if (kind.not_sent[reason] > 0)
            text += fmt::format(", {} {}", kind.not_sent[reason], not_sent_text(reason));
    }
    const Receptions& r = kind.receptions;
    text += fmt::format("\n  heard {} of {}: {:.2f} %; lost: {}\n", r.heard, r.candidates,
                        percent(r.heard, r.candidates), losses_text(r));
    if (r.outcomes[RadioTransmission::ALTERED] > 0)
        text += fmt::format("  heard with other bytes: {}\n", r.outcomes[RadioTransmission::ALTERED]);
    if (r.outcomes[RadioTransmission::DUPLICATE] > 0)
        text += fmt::format("  heard again: {}\n", r.outcomes[RadioTransmission::DUPLICATE]);
    text += fmt::format("  {:<12} {:>11} {:>11} {:>11} {:>11} {:>11} {:>11}\n", "in ms", "mean", "50 %",
                        "95 %", "99 %", "largest", "of");
    text += distribution_line("access", kind.access);
    text += distribution_line("latency", kind.latency);
    text += distribution_line("gap", kind.gap);
    text += distribution_line("peak age", kind.peak_age);
    text += fmt::format("  {:<12} {:>11.3f}\n", "age", 1e3 * kind.age_mean_s());
    text += fmt::format("  {:>15} {:>12} {:>9} {:>11}  {}\n", "distance in m", "candidates", "heard",
                        "gap in ms", "lost");
    std::size_t heard_bins = kind.distance.size();
    while (heard_bins > 0 && kind.distance[heard_bins - 1].heard == 0) --heard_bins;
    const auto line = [&](std::size_t first, std::size_t last, const DistanceBin& bin) {
        if (bin.candidates == 0) return;
        text += fmt::format("  {:>6.6g} ..{:>6.6g} {:>12} {:>7.2f} % {:>11}  {}\n",
                            static_cast<double>(first) * bin_m, static_cast<double>(last + 1) * bin_m,
                            bin.candidates, percent(bin.heard, bin.candidates),
                            bin.gaps == 0 ? "-" : fmt::format("{:.3f}", 1e3 * mean(bin.gap_sum_s, bin.gaps)),
                            losses_text(bin));
    };
    for (std::size_t i = 0; i < heard_bins; ++i) line(i, i, kind.distance[i]);
    DistanceBin beyond;  // all distances beyond the last one at which anything was heard
    for (std::size_t i = heard_bins; i < kind.distance.size(); ++i) {
        beyond.candidates += kind.distance[i].candidates;
        for (int outcome = 0; outcome < kOutcomes; ++outcome)
            beyond.outcomes[outcome] += kind.distance[i].outcomes[outcome];
    }
    line(heard_bins, kind.distance.size() - 1, beyond);
    return text;
}

/// Calls `visit(kind, sender, receiver, pair)` for each pair with candidates, ordered by the numbers of the
/// stations.
template <typename Visit>
void each_pair(const RadioLog& log, const RadioStats& stats, Visit visit) {
    for (const auto& [key, kind] : stats.kinds) {
        for (const auto& [sender, sender_station] : log.stations()) {
            if (kind.pairs.empty()) continue;
            const auto& row = kind.pairs[log.index_of(sender)];
            if (row.empty()) continue;
            for (const auto& [receiver, receiver_station] : log.stations()) {
                const PairStats& pair = row[log.index_of(receiver)];
                if (pair.candidates > 0) visit(key, sender, receiver, pair);
            }
        }
    }
}

Json::Value json_of(const Distribution& of) {
    Json::Value json;
    json["count"] = Json::UInt64{of.count()};
    if (of.count() == 0) return json;
    json["mean_ms"] = to_ms(of.mean());
    json["min_ms"] = to_ms(static_cast<double>(of.min()));
    for (const auto& [name, share] :
         {std::pair("p50_ms", 0.5), {"p90_ms", 0.9}, {"p95_ms", 0.95}, {"p99_ms", 0.99}}) {
        json[name] = to_ms(static_cast<double>(of.quantile(share)));
    }
    json["max_ms"] = to_ms(static_cast<double>(of.max()));
    return json;
}

void put(Json::Value& json, const Receptions& receptions) {
    json["candidates"] = Json::UInt64{receptions.candidates};
    json["heard"] = Json::UInt64{receptions.heard};
    json["delivery_ratio"] =
        receptions.candidates == 0 ? Json::Value() : Json::Value(receptions.delivery_ratio());
    json["outcomes"] = Json::objectValue;
    for (int outcome = 0; outcome < kOutcomes; ++outcome) {
        if (receptions.outcomes[outcome] > 0)
            json["outcomes"][outcome_key(outcome)] = Json::UInt64{receptions.outcomes[outcome]};
    }
}

Json::Value json_of(const KindStats& kind, double bin_m, double time_bin_s) {
    Json::Value json;
    json["messages"] = Json::UInt64{kind.messages};
    json["bytes"] = Json::UInt64{kind.bytes};
    json["on_air"] = Json::UInt64{kind.on_air};
    json["not_sent"] = Json::objectValue;
    for (int reason = 0; reason < kNotSents; ++reason) {
        if (kind.not_sent[reason] > 0)
            json["not_sent"][not_sent_key(reason)] = Json::UInt64{kind.not_sent[reason]};
    }
    put(json, kind.receptions);
    json["access"] = json_of(kind.access);
    json["latency"] = json_of(kind.latency);
    json["gap"] = json_of(kind.gap);
    json["peak_age"] = json_of(kind.peak_age);
    json["age_mean_ms"] = kind.age_time_s == 0 ? Json::Value() : Json::Value(1e3 * kind.age_mean_s());
    json["distance"] = Json::arrayValue;
    for (std::size_t i = 0; i < kind.distance.size(); ++i) {
        const DistanceBin& bin = kind.distance[i];
        Json::Value entry;
        entry["from_m"] = static_cast<double>(i) * bin_m;
        put(entry, bin);
        entry["gap_mean_ms"] =
            bin.gaps == 0 ? Json::Value() : Json::Value(1e3 * mean(bin.gap_sum_s, bin.gaps));
        json["distance"].append(entry);
    }
    json["time"] = Json::arrayValue;
    for (std::size_t i = 0; i < kind.time.size(); ++i) {
        Json::Value entry;
        entry["from_s"] = static_cast<double>(i) * time_bin_s;
        entry["messages"] = Json::UInt64{kind.time[i].messages};
        entry["candidates"] = Json::UInt64{kind.time[i].candidates};
        entry["heard"] = Json::UInt64{kind.time[i].heard};
        json["time"].append(entry);
    }
    return json;
}

}  // namespace

std::string kind_text(const std::pair<Medium, std::uint32_t>& kind) {
    return fmt::format("{} over {}", type_name(kind.second), medium_name(kind.first));
}

std::string stats_text(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats) {
    std::uint64_t messages = 0;
    for (const auto& [key, kind] : stats.kinds) messages += kind.messages;
    std::string text = fmt::format("Radio of {}: {}, {}, {} to {}\n", run.string(),
                                   text::counted(log.stations().size(), "station"),
                                   text::counted(std::int64_t(messages), "message"),
                                   reading::to_text(stats.first), reading::to_text(stats.end));
    if (!log.damage().empty()) text += fmt::format("radio.mcap is not whole: {}\n", log.damage());
    for (const RadioStats::Kind* kind : stats.ranked())
        text += "\n" + kind_text(kind->first) + "\n" + kind_lines(kind->second, stats.bin_m);
    for (const auto& [medium, load] : stats.load) {
        if (load.count == 0) continue;
        text +=
            fmt::format("\n{} was busy {:.2f} % of the time on average, at most {:.2f} %, at {} from {} on\n",
                        medium_name(medium), 100 * mean(load.sum, load.count), 100 * load.max,
                        log.name_of(load.max_station), reading::to_text(load.max_time));
    }
    if (stats.late.count() > 0) {
        text += fmt::format("\narrived too late: {}, by {:.3f} ms on average, at most {:.3f} ms, at {}\n",
                            stats.late.count(), to_ms(stats.late.mean()),
                            to_ms(static_cast<double>(stats.late.max())),
                            text::counted(stats.late_by.size(), "receiver"));
    }
    return text;
}

std::string pairs_text(const RadioLog& log, const RadioStats& stats) {
    std::string text = fmt::format("{:<16} {:<16} {:<6} {:>10} {:>9} {:>8} {:>10} {:>10} {:>12} {:>10}\n",
                                   "sender", "receiver", "type", "candidates", "heard", "mean m",
                                   "latency ms", "gap ms", "longest gap", "age ms");
    each_pair(log, stats,
              [&](const auto& key, std::uint32_t sender, std::uint32_t receiver, const PairStats& pair) {
                  const auto or_dash = [](double value, bool known) {
                      return known ? fmt::format("{:.3f}", value) : "-";
                  };
                  text += fmt::format(
                      "{:<16} {:<16} {:<6} {:>10} {:>7.2f} % {:>8.1f} {:>10} {:>10} {:>12} {:>10}\n",
                      log.name_of(sender), log.name_of(receiver), type_name(key.second), pair.candidates,
                      percent(pair.heard, pair.candidates), mean(pair.distance_sum_m, pair.candidates),
                      or_dash(1e3 * mean(pair.latency_sum_s, pair.heard), pair.heard > 0),
                      or_dash(1e3 * mean(pair.gap_sum_s, pair.gaps), pair.gaps > 0),
                      or_dash(1e3 * pair.gap_max_s, pair.gaps > 0),
                      or_dash(1e3 * pair.age_area_s2 / pair.age_time_s, pair.age_time_s > 0));
              });
    return text;
}

std::string stats_json(const std::filesystem::path& run, const RadioLog& log, const RadioStats& stats) {
    Json::Value root;
    root["run"] = run.string();
    root["whole"] = log.damage().empty();
    if (!log.damage().empty()) root["damage"] = log.damage();
    root["stations"] = Json::UInt64{log.stations().size()};
    root["first_s"] = stats.first.to_seconds();
    root["end_s"] = stats.end.to_seconds();
    root["bin_m"] = stats.bin_m;
    root["time_bin_s"] = stats.time_bin_s;
    root["kinds"] = Json::arrayValue;
    for (const auto& [key, kind] : stats.kinds) {
        Json::Value entry = json_of(kind, stats.bin_m, stats.time_bin_s);
        entry["medium"] = medium_name(key.first);
        entry["type"] = type_name(key.second);
        entry["type_id"] = Json::UInt{key.second};
        root["kinds"].append(entry);
    }
    root["load"] = Json::objectValue;
    for (const auto& [medium, load] : stats.load) {
        if (load.count == 0) continue;
        Json::Value& entry = root["load"][medium_name(medium)];
        entry["busy_ratio_mean"] = mean(load.sum, load.count);
        entry["busy_ratio_max"] = load.max;
        entry["max_station"] = log.name_of(load.max_station);
        entry["max_s"] = load.max_time.to_seconds();
        for (std::size_t i = 0; i < load.time.size(); ++i) {
            if (load.time[i].count == 0) continue;
            Json::Value bin;
            bin["from_s"] = static_cast<double>(i) * stats.time_bin_s;
            bin["mean"] = mean(load.time[i].sum, load.time[i].count);
            bin["max"] = load.time[i].max;
            entry["time"].append(bin);
        }
    }
    root["late"] = json_of(stats.late);
    root["late"]["receivers"] = Json::objectValue;
    for (const auto& [name, count] : stats.late_by) root["late"]["receivers"][name] = Json::UInt64{count};
    const bool pairs = std::any_of(stats.kinds.begin(), stats.kinds.end(),
                                   [](const auto& entry) { return !entry.second.pairs.empty(); });
    if (pairs) root["pairs"] = Json::arrayValue;
    each_pair(log, stats,
              [&](const auto& key, std::uint32_t sender, std::uint32_t receiver, const PairStats& pair) {
                  Json::Value entry;
                  entry["sender"] = log.name_of(sender);
                  entry["receiver"] = log.name_of(receiver);
                  entry["medium"] = medium_name(key.first);
                  entry["type"] = type_name(key.second);
                  entry["candidates"] = pair.candidates;
                  entry["heard"] = pair.heard;
                  entry["delivery_ratio"] = mean(pair.heard, pair.candidates);
                  entry["distance_mean_m"] = mean(pair.distance_sum_m, pair.candidates);
                  if (pair.heard > 0) entry["latency_mean_ms"] = 1e3 * mean(pair.latency_sum_s, pair.heard);
                  if (pair.gaps > 0) {
                      entry["gap_mean_ms"] = 1e3 * mean(pair.gap_sum_s, pair.gaps);
                      entry["gap_max_ms"] = 1e3 * pair.gap_max_s;
                  }
                  if (pair.age_time_s > 0) entry["age_mean_ms"] = 1e3 * pair.age_area_s2 / pair.age_time_s;
                  root["pairs"].append(entry);
              });
    Json::StreamWriterBuilder style;
    style["indentation"] = "  ";
    style["precision"] = 12;
    return Json::writeString(style, root) + "\n";
}

}  // namespace synchrono::tools::radio
