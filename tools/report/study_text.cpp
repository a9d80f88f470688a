#include "tools/report/study_text.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "tools/radio/radio_names.hpp"
#include "tools/reading/run_logs.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools::report {
namespace {

constexpr std::size_t kListedMax = 5;

std::string line(const char* key, const std::string& value) {
    return fmt::format("  {:<12} {}\n", key, value);
}

std::string place_text(geo::Vec2 place) { return fmt::format("({:.1f}, {:.1f})", place.x, place.y); }

/// Returns a line for each of the worst conflicts, the nearest to a collision first.
std::string conflicts_lines(const study::Study& study) {
    std::vector<study::Encounter> worst = study.encounters.conflicts;
    std::stable_sort(worst.begin(), worst.end(),
                     [](const auto& a, const auto& b) { return a.seconds < b.seconds; });
    std::string text;
    for (std::size_t i = 0; i < std::min(worst.size(), kListedMax); ++i) {
        const study::Encounter& conflict = worst[i];
        text += line("conflict", fmt::format("{} at {}, {}; {:.2f} s to a collision at {:.1f} and {:.1f} m/s",
                                             pair_text(study, conflict), reading::to_text(conflict.time),
                                             place_text(conflict.place), conflict.seconds, conflict.one_m_s,
                                             conflict.other_m_s));
    }
    if (worst.size() > kListedMax)
        text += line("conflict", fmt::format("{} more", worst.size() - kListedMax));
    return text;
}

/// Returns a line that says what the scenario's faults did to messages, and at whom they did most.
std::string faults_line(const radio::RadioStats& radio) {
    std::string text;
    for (const auto& [what, by_station] : radio.faults) {
        std::uint64_t all = 0;
        auto most = by_station.begin();
        for (auto station = by_station.begin(); station != by_station.end(); ++station) {
            all += station->second;
            if (station->second > most->second) most = station;
        }
        const std::string whom =
            by_station.size() == 1
                ? most->first
                : fmt::format("{} stations, most {}: {}", by_station.size(), most->first, most->second);
        text += fmt::format("{}{} {} ({})", text.empty() ? "" : "; ", all, what, whom);
    }
    return text.empty() ? text : line("faults", text);
}

}  // namespace

std::string fixed_text(double value, int digits) {
    const std::string text = fmt::format("{:.{}f}", value, digits);
    const bool zero = text.find_first_not_of("-0.") == std::string::npos;
    return zero && text.front() == '-' ? text.substr(1) : text;
}

std::string pair_text(const study::Study& study, const study::Encounter& encounter) {
    return study.drives.drives[encounter.one].name + " and " + study.drives.drives[encounter.other].name;
}

std::string study_text(const study::Study& study) {
    const study::TrafficTotals& totals = study.totals;
    const study::Encounters& encounters = study.encounters;
    std::string text;
    if (totals.mean_speed_m_s) {
        text += line("traffic",
                     fmt::format("{} of {} arrived{}; mean delay {} s, {}, mean speed {:.1f} m/s",
                                 totals.arrived, text::counted(totals.vehicles - totals.parked, "vehicle"),
                                 totals.parked > 0 ? fmt::format(", {} parked", totals.parked) : "",
                                 fixed_text(*totals.mean_delay_s, 1), text::counted(totals.stops, "stop"),
                                 *totals.mean_speed_m_s));
    }
    if (totals.vehicles > 0) {
        const std::string smallest =
            encounters.smallest_ttc_s && encounters.collisions.empty() && encounters.conflicts.empty()
                ? fmt::format(", smallest time to collision {:.2f} s", *encounters.smallest_ttc_s)
                : "";
        const std::string reds =
            study.streets ? ", " + text::counted(study.red_lights_run(), "red light") + " run" : "";
        text += line("safety",
                     fmt::format("{}, {}{}{}", text::counted(encounters.collisions.size(), "collision"),
                                 text::counted(encounters.conflicts.size(), "conflict"), smallest, reds));
    }
    for (std::size_t i = 0; i < std::min(encounters.collisions.size(), kListedMax); ++i) {
        const study::Encounter& c = encounters.collisions[i];
        text += line("COLLISION",
                     fmt::format("{} at {}, {}; {:.1f} and {:.1f} m/s", pair_text(study, c),
                                 reading::to_text(c.time), place_text(c.place), c.one_m_s, c.other_m_s));
    }
    if (encounters.collisions.size() > kListedMax)
        text += line("COLLISION", fmt::format("{} more", encounters.collisions.size() - kListedMax));
    text += conflicts_lines(study);
    std::size_t listed = 0;
    for (const study::Passage& passage : study.passages) {
        if (!passage.ran_red || ++listed > kListedMax) continue;
        text +=
            line("red light",
                 fmt::format("{} at {}, {}, {} from {} with {:.1f} m/s",
                             study.drives.drives[passage.drive].name, reading::to_text(passage.entered),
                             study.streets->junctions[passage.junction].name, study::turn_name(passage.turn),
                             study.streets->road_text(passage.from_road), passage.speed_m_s));
    }
    if (listed > kListedMax) text += line("red light", fmt::format("{} more", listed - kListedMax));
    if (study.radio) {
        std::string kinds;
        for (const radio::RadioStats::Kind* ranked : study.radio->ranked()) {
            const auto& [key, kind] = *ranked;
            kinds += fmt::format("{}{} {} heard by {:.1f} %", kinds.empty() ? "" : "; ", kind.messages,
                                 radio::type_name(key.second), 100 * kind.receptions.delivery_ratio());
        }
        if (!kinds.empty()) text += line("radio", kinds);
        text += faults_line(*study.radio);
    }
    return text;
}

}  // namespace synchrono::tools::report
