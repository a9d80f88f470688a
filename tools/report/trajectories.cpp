#include "tools/report/trajectories.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <iterator>
#include <map>
#include <utility>

#include "common/geo/angle.hpp"
#include "pcp/synchrono_radio.h"
#include "tools/map/map_picture.hpp"
#include "tools/page/svg_plot.hpp"
#include "tools/reading/run_logs.hpp"
#include "tools/report/study_text.hpp"
#include "tools/text/text.hpp"

namespace synchrono::tools::report {
namespace {

constexpr double kTolerance_m = 0.1;
// Within this time even a vehicle that turns strays from a straight line by less than the tolerance.
constexpr SimDuration kTrackStep = SimDuration::milliseconds(100);
constexpr double kBorder_m = 20;
constexpr std::size_t kColours = 8;

/// Calls `visit(first, end)` for each sequence of samples without a gap: one stay of the agent in the world.
template <typename Visit>
void each_stay(const study::Drive& drive, const Visit& visit) {
    std::size_t first = 0;
    for (std::size_t i = 1; i <= drive.samples.size(); ++i) {
        if (i < drive.samples.size() &&
            drive.samples[i].time_ns - drive.samples[i - 1].time_ns <= study::DriveCursor::kGap.count_ns())
            continue;
        visit(first, i);
        first = i;
    }
}

void add_encounters(const study::Study& study, const std::vector<study::Encounter>& all, const char* kind,
                    const char* label, const char* seconds, std::vector<Happening>& list) {
    for (const study::Encounter& encounter : all) {
        std::string details;
        if (seconds != nullptr) details = fmt::format("{} {:.2f} s; ", seconds, encounter.seconds);
        details += fmt::format("{:.1f} and {:.1f} m/s", encounter.one_m_s, encounter.other_m_s);
        list.push_back({kind, label, encounter.time, encounter.place, pair_text(study, encounter), details});
    }
}

/// Returns the letter by which the page's script knows what an agent is.
char kind_of(const study::Drive& drive) {
    switch (drive.kind) {
        case study::Drive::Kind::vehicle:
            return 'v';
        case study::Drive::Kind::pedestrian:
            return 'p';
        case study::Drive::Kind::object:
            break;
    }
    return 'o';
}

/// Returns the letter by which the page's script knows a lamp: red, yellow, green or off.
char lamp_of(int state) {
    switch (state) {
        case SYN_SIGNAL_STOP_THEN_PROCEED:
        case SYN_SIGNAL_STOP:
            return 'r';
        case SYN_SIGNAL_PRE_MOVEMENT:
        case SYN_SIGNAL_PERMISSIVE_YELLOW:
        case SYN_SIGNAL_PROTECTED_YELLOW:
        case SYN_SIGNAL_CAUTION:
            return 'y';
        case SYN_SIGNAL_PERMISSIVE_GREEN:
        case SYN_SIGNAL_PROTECTED_GREEN:
            return 'g';
        default:
            return 'o';
    }
}

/// Returns, for each lamp of the map, when it showed which colour.
std::string lamps_data(const study::Study& study) {
    std::string text;
    for (const study::SignalHistory& signals : study.drives.signals) {
        std::string junction;
        for (const auto& [name, intersection] : study.scenario.intersections) {
            if (intersection.id == signals.intersection && intersection.region.value_or(0) == signals.region)
                junction = intersection.junction.value_or("");
        }
        if (junction.empty()) continue;
        if (study.roads) {  // a scenario may name the junction, but the picture has its id
            const std::uint32_t index = study.roads->junction(junction);
            if (index != roadmap::kNone) junction = study.roads->junctions()[index].id;
        }
        std::map<std::uint32_t, std::pair<std::string, std::string>> groups;  // times and colours
        for (const study::SignalChange& change : signals.changes) {
            auto& [times, colours] = groups[change.group];
            fmt::format_to(std::back_inserter(times), "{}{:.3f}", times.empty() ? "" : ",",
                           change.time.to_seconds());
            colours += lamp_of(change.state);
        }
        for (const auto& [group, changes] : groups) {
            text += fmt::format("{}{{\"n\":{},\"t\":[{}],\"c\":\"{}\"}}", text.empty() ? "" : ",\n",
                                text::json_string(map::lamp_name(junction, group)), changes.first,
                                changes.second);
        }
    }
    return text;
}

}  // namespace

std::vector<Happening> happenings_of(const study::Study& study) {
    std::vector<Happening> list;
    add_encounters(study, study.encounters.collisions, "collision", "collision", nullptr, list);
    add_encounters(study, study.encounters.conflicts, "conflict", "conflict", "collision in", list);
    add_encounters(study, study.encounters.close_passes, "pass", "close pass", "apart", list);
    for (const study::Passage& passage : study.passages) {
        if (!passage.ran_red) continue;
        list.push_back(
            {"red", "red light", passage.entered, passage.place, study.drives.drives[passage.drive].name,
             fmt::format("{}, {} from {}; {:.1f} m/s", study.streets->junctions[passage.junction].name,
                         study::turn_name(passage.turn), study.streets->road_text(passage.from_road),
                         passage.speed_m_s)});
    }
    for (std::size_t i = 0; i < study.figures.size(); ++i) {
        if (study.drives.drives[i].kind != study::Drive::Kind::vehicle) continue;
        for (const study::HardBraking& braking : study.figures[i].hard_brakings) {
            list.push_back({"brake", "hard braking", braking.time, braking.place, study.drives.drives[i].name,
                            fmt::format("{:.1f} m/s\u00b2 at {:.1f} m/s", braking.deceleration_m_s2,
                                        braking.speed_m_s)});
        }
    }
    std::stable_sort(list.begin(), list.end(),
                     [](const Happening& a, const Happening& b) { return a.time < b.time; });
    return list;
}

Extent extent_of(const study::Study& study) {
    double low_x = 0, low_y = 0, high_x = 0, high_y = 0;
    bool any = false;
    for (const study::Drive& drive : study.drives.drives) {
        for (const study::Sample& s : drive.samples) {
            low_x = any ? std::min(low_x, s.x_m) : s.x_m;
            high_x = any ? std::max(high_x, s.x_m) : s.x_m;
            low_y = any ? std::min(low_y, s.y_m) : s.y_m;
            high_y = any ? std::max(high_y, s.y_m) : s.y_m;
            any = true;
        }
    }
    return {low_x - kBorder_m, low_y - kBorder_m, high_x - low_x + 2 * kBorder_m,
            high_y - low_y + 2 * kBorder_m};
}

std::vector<std::size_t> simplified(const std::vector<geo::Vec2>& line, double tolerance_m) {
    std::vector<std::size_t> kept;
    if (line.empty()) return kept;
    std::vector<bool> stays(line.size());
    stays.front() = stays.back() = true;
    std::vector<std::pair<std::size_t, std::size_t>> open{{0, line.size() - 1}};
    while (!open.empty()) {
        const auto [first, last] = open.back();
        open.pop_back();
        const geo::Vec2 along = line[last] - line[first];
        const double along2 = dot(along, along);
        double farthest = tolerance_m;
        std::size_t at = 0;
        for (std::size_t i = first + 1; i < last; ++i) {
            const geo::Vec2 from = line[i] - line[first];
            const double share = along2 > 0 ? std::clamp(dot(from, along) / along2, 0.0, 1.0) : 0;
            const double far = length(from - along * share);
            if (far <= farthest) continue;
            farthest = far;
            at = i;
        }
        if (at == 0) continue;
        stays[at] = true;
        open.push_back({first, at});
        open.push_back({at, last});
    }
    for (std::size_t i = 0; i < stays.size(); ++i) {
        if (stays[i]) kept.push_back(i);
    }
    return kept;
}

std::string draw_tracks(const study::Study& study) {
    const auto stride = static_cast<std::size_t>(std::max<std::int64_t>(1, kTrackStep / study.drives.step));
    std::string text;
    for (std::size_t i = 0; i < study.drives.drives.size(); ++i) {
        const study::Drive& drive = study.drives.drives[i];
        std::string path;
        each_stay(drive, [&](std::size_t first, std::size_t end) {
            std::vector<geo::Vec2> line;
            for (std::size_t k = first; k < end; k += stride)
                line.push_back({drive.samples[k].x_m, drive.samples[k].y_m});
            line.push_back({drive.samples[end - 1].x_m, drive.samples[end - 1].y_m});
            bool begun = false;
            for (const std::size_t k : simplified(line, kTolerance_m)) {
                fmt::format_to(std::back_inserter(path), "{}{:.1f} {:.1f}", begun ? "L" : "M", line[k].x,
                               line[k].y);
                begun = true;
            }
        });
        text += fmt::format("<path class=\"track\" stroke=\"var(--c{})\" d=\"{}\"><title>{}</title></path>\n",
                            i % kColours, path, page::escape_html(drive.name));
    }
    return text;
}

std::string draw_marks(const std::vector<Happening>& happenings) {
    std::string text;
    for (const Happening& h : happenings) {
        const std::string description =
            fmt::format("{}, {}: {} ({})", h.label, reading::to_text(h.time), h.who, h.details);
        const char* shape = "<circle r=\".7\"/>";
        if (h.kind == "collision") {
            shape = "<path d=\"M-1 -.6L-.6 -1L0 -.4L.6 -1L1 -.6L.4 0L1 .6L.6 1L0 .4L-.6 1L-1 .6L-.4 0Z\"/>";
        } else if (h.kind == "conflict") {
            shape = "<path d=\"M0 1L.95 -.7L-.95 -.7Z\"/>";
        } else if (h.kind == "red") {
            shape = "<path d=\"M-.75 -.75H.75V.75H-.75Z\"/>";
        } else if (h.kind == "pass") {
            shape = "<path d=\"M0 .9L.9 0L0 -.9L-.9 0Z\"/>";
        }
        text += fmt::format(
            "<g class=\"mark {}\" transform=\"translate({:.2f} {:.2f})\" data-t=\"{:.3f}\" data-text=\"{}\">"
            "<g transform=\"scale(2)\">{}</g></g>\n",
            h.kind, h.place.x, h.place.y, h.time.to_seconds(), page::escape_html(description), shape);
    }
    return text;
}

std::string play_data(const study::Study& study, std::size_t samples) {
    std::size_t all = 0;
    for (const study::Drive& drive : study.drives.drives) all += drive.samples.size();
    // Takes a state at most every 200 ms: the script interpolates between states.
    const std::size_t least = static_cast<std::size_t>(
        std::max<std::int64_t>(1, SimDuration::milliseconds(200) / study.drives.step));
    const std::size_t stride = std::max(least, (all + samples - 1) / std::max<std::size_t>(1, samples));
    const SimDuration every = study.drives.step * static_cast<std::int64_t>(stride);
    std::string text = fmt::format("{{\"end\":{:.3f},\"drives\":[", study.drives.end.to_seconds());
    bool first_entry = true;
    for (std::size_t i = 0; i < study.drives.drives.size(); ++i) {
        const study::Drive& drive = study.drives.drives[i];
        study::DriveCursor cursor(drive);
        each_stay(drive, [&](std::size_t first, std::size_t end) {
            const SimTime from = SimTime::nanoseconds(drive.samples[first].time_ns);
            const SimTime until = SimTime::nanoseconds(drive.samples[end - 1].time_ns);
            std::string x, y, a, s;
            std::int64_t last_x = 0, last_y = 0;
            for (SimTime now = from; now <= until; now = now + every) {
                const auto pose = cursor.at(now);
                if (!pose) continue;
                const std::int64_t at_x = std::llround(pose->place.x * 100),
                                   at_y = std::llround(pose->place.y * 100);
                const char* comma = now == from ? "" : ",";
                fmt::format_to(std::back_inserter(x), "{}{}", comma, at_x - last_x);
                fmt::format_to(std::back_inserter(y), "{}{}", comma, at_y - last_y);
                fmt::format_to(std::back_inserter(a), "{}{}", comma, std::llround(pose->yaw_rad * geo::kDeg));
                fmt::format_to(std::back_inserter(s), "{}{}", comma, std::llround(pose->speed_m_s() * 10));
                last_x = at_x;
                last_y = at_y;
            }
            text += fmt::format(
                "{}{{\"n\":{},\"k\":\"{}\",\"c\":{},\"l\":{:.2f},\"w\":{:.2f},\"t\":{:.3f},\"d\":{:.3f},"
                "\"x\":[{}],\"y\":["
                "{}],"
                "\"a\":[{}],\"s\":[{}]}}",
                first_entry ? "" : ",\n", text::json_string(drive.name), kind_of(drive), i % kColours,
                std::max(0.3, drive.length_m), std::max(0.3, drive.width_m), from.to_seconds(),
                every.to_seconds(), x, y, a, s);
            first_entry = false;
        });
    }
    return text + "],\n\"lamps\":[" + lamps_data(study) + "]}";
}

}  // namespace synchrono::tools::report
