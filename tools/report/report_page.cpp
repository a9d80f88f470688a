#include "tools/report/report_page.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>
#include <map>
#include <string_view>

#include "common/base/contract.hpp"
#include "tools/map/map_picture.hpp"
#include "tools/page/page.hpp"
#include "tools/page/page_script.hpp"
#include "tools/page/svg_plot.hpp"
#include "tools/radio/radio_names.hpp"
#include "tools/report/study_text.hpp"
#include "tools/report/trajectories.hpp"
#include "tools/text/counted.hpp"

namespace synchrono::tools::report {
namespace {

constexpr std::size_t kClientsDrawn = 8;
constexpr std::size_t kHappeningsListed = 500;
constexpr std::size_t kMarksDrawn = 2'000;

std::string maybe(const std::optional<double>& value, int digits, const char* unit) {
    return value ? fixed_text(*value, digits) + unit : "-";
}

std::string tile(const std::string& value, const std::string& what, bool bad = false) {
    return fmt::format("<div{}><b>{}</b><span>{}</span></div>\n", bad ? " class=\"bad\"" : "",
                       page::escape_html(value), page::escape_html(what));
}

std::string tiles(const RunReport& report) {
    const study::Study& study = *report.study;
    const study::TrafficTotals& totals = study.totals;
    const study::Encounters& encounters = study.encounters;
    std::string text = "<div class=\"tiles\">\n";
    text += tile(fmt::format("{} of {}", totals.arrived, totals.vehicles), "vehicles arrived");
    text += tile(maybe(totals.mean_speed_m_s, 1, " m/s"), "mean speed");
    text += tile(maybe(totals.mean_delay_s, 1, " s"), "mean delay");
    text += tile(std::to_string(totals.stops), "stops");
    const auto many = [](std::size_t n, const char* one) { return n == 1 ? one : std::string(one) + "s"; };
    const std::size_t collisions = encounters.collisions.size(), conflicts = encounters.conflicts.size();
    text += tile(std::to_string(collisions), many(collisions, "collision"), collisions > 0);
    text += tile(std::to_string(conflicts), many(conflicts, "conflict"));
    text += tile(maybe(encounters.smallest_ttc_s, 2, " s"), "smallest time to collision");
    if (study.streets)
        text += tile(std::to_string(study.red_lights_run()), "red lights run", study.red_lights_run() > 0);
    if (study.radio) {
        text += tile(fixed_text(100 * study.radio->delivery_ratio(), 1) + " %",
                     "of possible radio receptions heard");
    }
    text += tile(fixed_text(report.real_time_factor, 2) + "x", "real time");
    return text + "</div>\n";
}

std::string key(const char* kind, const char* shape, const char* name) {
    return fmt::format(
        "<span class=\"key\"><svg viewBox=\"-1.2 -1.2 2.4 2.4\" class=\"{}\">{}</svg>{}</span>", kind, shape,
        name);
}

std::string map_of(const study::Study& study, const std::vector<Happening>& happenings,
                   const map::MapPicture& picture) {
    const Extent extent = extent_of(study);
    std::vector<Happening> drawn(
        happenings.begin(),
        happenings.begin() + static_cast<std::ptrdiff_t>(std::min(happenings.size(), kMarksDrawn)));
    // Draws the worst marks last, so that they lie on top.
    std::stable_partition(drawn.begin(), drawn.end(), [](const Happening& h) { return h.kind == "brake"; });
    std::stable_partition(drawn.begin(), drawn.end(),
                          [](const Happening& h) { return h.kind != "collision"; });
    std::string text =
        "<h2>Map</h2>\n<figure class=\"play\"><div class=\"bar\"><button id=\"play\">Play</button>"
        "<select id=\"rate\" aria-label=\"Speed of playback\"><option value=\"1\">1x</option>"
        "<option value=\"4\" selected>4x</option><option value=\"16\">16x</option></select>";
    text += fmt::format(
        "<input type=\"range\" id=\"time\" min=\"0\" max=\"{:.1f}\" step=\"0.1\" value=\"0\" "
        "aria-label=\"Time\">"
        "<output id=\"clock\">0.0 s</output>",
        study.drives.end.to_seconds());
    text +=
        "<label>Colour <select id=\"colour\"><option value=\"vehicle\">vehicle</option>"
        "<option value=\"speed\">speed</option></select></label><span id=\"speeds\" class=\"key\" "
        "hidden=\"hidden\"></span><label><input type=\"checkbox\" id=\"named\"> Names</label><button "
        "id=\"in\" aria-label=\"Zoom in\">+</button>"
        "<button id=\"out\" aria-label=\"Zoom out\">&#8722;</button><button id=\"home\">All</button></div>\n";
    text += fmt::format(
        "<svg id=\"map\" viewBox=\"{:.1f} {:.1f} {:.1f} {:.1f}\" role=\"img\" aria-label=\"Map of the "
        "tracks\">"
        "<g class=\"map\">{}</g>\n<g transform=\"scale(1 -1)\">\n<g id=\"tracks\">{}</g>\n<g "
        "id=\"bodies\"></g>"
        "<g id=\"marks\">{}</g><g id=\"over\"></g></g>\n<g class=\"map names\">{}</g></svg>\n<div "
        "id=\"tip\"></div>\n",
        extent.x_m, -(extent.y_m + extent.height_m), extent.width_m, extent.height_m, picture.ground,
        draw_tracks(study), draw_marks(drawn), picture.names);
    text += "<div class=\"bar\">";
    text += key("collision",
                "<path d=\"M-1 -.6L-.6 -1L0 -.4L.6 -1L1 -.6L.4 0L1 .6L.6 1L0 .4L-.6 1L-1 .6L-.4 0Z\"/>",
                "collision");
    text += key("conflict", "<path d=\"M0 -1L.95 .7L-.95 .7Z\"/>", "conflict");
    text += key("red", "<path d=\"M-.75 -.75H.75V.75H-.75Z\"/>", "red light run");
    text += key("pass", "<path d=\"M0 .9L.9 0L0 -.9L-.9 0Z\"/>", "close pass");
    text += key("brake", "<circle r=\".7\"/>", "hard braking");
    return text + "<span>Point at a track to see its time and speed.</span></div></figure>\n";
}

std::string happenings_table(const std::vector<Happening>& happenings) {
    std::string text = "<h2>What happened</h2>\n<div class=\"table\">";
    if (happenings.empty())
        return text +
               "<p class=\"none\">No collision, no conflict, no close pass, no red light run.</p></div>\n";
    text +=
        "<table class=\"sorts\"><thead><tr><th>time in s</th><th class=\"left\">event</th><th "
        "class=\"left\">agents</th>"
        "<th class=\"left\">details</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < std::min(happenings.size(), kHappeningsListed); ++i) {
        const Happening& h = happenings[i];
        text += fmt::format(
            "<tr class=\"jump\" data-t=\"{0:.3f}\" data-x=\"{1:.2f}\" data-y=\"{2:.2f}\"><td>{0:.3f}</td>"
            "<td class=\"left\">{3}</td><td class=\"left\">{4}</td><td class=\"left\">{5}</td></tr>\n",
            h.time.to_seconds(), h.place.x, h.place.y, page::escape_html(h.label), page::escape_html(h.who),
            page::escape_html(h.details));
    }
    text += "</tbody></table></div>\n";
    if (happenings.size() > kHappeningsListed)
        text += fmt::format("<p>{} more are not listed here.</p>\n", happenings.size() - kHappeningsListed);
    return text;
}

std::string pace_plots(const study::Study& study) {
    const auto& moments = study.pace.moments;
    page::Plot factor{.title = "Real-time factor",
                      .note = "Simulated time divided by wall time, measured when states were published.",
                      .x_label = "simulated time in s",
                      .y_label = "factor"};
    page::PlotLine line{.name = "factor", .steps = true};
    for (const study::PaceMoment& moment : moments) {
        if (moment.factor > 0) line.points.emplace_back(moment.from_s, moment.factor);
    }
    if (!line.points.empty()) line.points.emplace_back(moments.back().until_s, line.points.back().second);
    factor.lines.push_back(std::move(line));
    std::string text = page::draw_plot(factor);
    if (moments.empty() || study.pace.laggards.empty()) return text;
    page::Stack waited{
        .title = "Clients that the others waited for",
        .note =
            "Share of the steps in which a client published last, for the clients that delayed the "
            "others longest.",
        .x_label = "simulated time in s",
        .y_label = "share in %",
        .bar_width = moments.front().until_s - moments.front().from_s};
    page::StackPart others{
        .name = "others", .colour = "var(--axis)", .values = std::vector<double>(moments.size())};
    for (std::size_t i = 0; i < study.pace.laggards.size(); ++i) {
        const study::Laggard& laggard = study.pace.laggards[i];
        if (i < kClientsDrawn) {
            waited.parts.push_back({laggard.client, fmt::format("var(--c{})", i), laggard.share});
        } else {
            for (std::size_t k = 0; k < laggard.share.size(); ++k) others.values[k] += laggard.share[k];
        }
    }
    waited.parts.push_back(std::move(others));
    return text + page::draw_stack(waited);
}

/// Draws the parts of each client's processor time.
std::string processor_plot(const std::vector<ProgramReport>& programs) {
    std::map<std::string_view, std::vector<double>> parts_s;
    std::vector<double> rest_s;
    for (const ProgramReport& program : programs) {
        if (!program.agents) continue;
        const ProcessorTime time = program.processor_time();
        rest_s.push_back(time.whole_s);
        for (const auto& [label, part_s] : time.parts_s) {
            parts_s[label].resize(rest_s.size());
            parts_s[label].back() = part_s;
            rest_s.back() -= part_s;
        }
    }
    if (parts_s.empty()) return "";
    page::Stack stack{.title = "Processor time of the clients",
                      .note = "Shares of each client's processor time; clients by number.",
                      .x_label = "client",
                      .y_label = "share in %"};
    for (double& rest : rest_s) rest = std::max(rest, 0.0);  // parts are sampled; their sum may be too large
    std::size_t colour = 0;
    for (const auto& [label, values] : parts_s)
        stack.parts.push_back({std::string(label), fmt::format("var(--c{})", colour++ % 8), values});
    stack.parts.push_back({"start, end, writing logs", "var(--axis)", rest_s});
    return page::draw_stack(stack);
}

std::string traffic_plots(const study::Study& study) {
    page::PlotLine mean{.name = "mean speed", .colour = 0},
        present{.name = "in the world", .colour = 7, .steps = true},
        standing{.name = "standing", .colour = 1, .steps = true};
    for (const study::TrafficMoment& moment : study.moments) {
        const double at = moment.time.to_seconds();
        if (moment.present > 0) mean.points.emplace_back(at, moment.speed_mean_m_s);
        present.points.emplace_back(at, static_cast<double>(moment.present));
        standing.points.emplace_back(at, static_cast<double>(moment.standing));
    }
    std::string text = page::draw_plot({.title = "Speed",
                                        .note = "Mean of the vehicles in the world that are not parked.",
                                        .x_label = "simulated time in s",
                                        .y_label = "speed in m/s",
                                        .lines = {mean}});
    text += page::draw_plot({.title = "Vehicles",
                             .x_label = "simulated time in s",
                             .y_label = "vehicles",
                             .lines = {present, standing}});
    return text;
}

std::string radio_plot(const study::Study& study) {
    if (!study.radio) return "";
    page::Plot plot{
        .title = "Radio delivery against distance",
        .note =
            "Share of the receivers at a distance that heard a message. More about the radio: synchrono log "
            "stats RUN --html FILE.",
        .x_label = "distance in m",
        .y_label = "heard in %",
        .y_max = 100};
    for (const radio::RadioStats::Kind* ranked : study.radio->ranked()) {
        const auto& [kind_key, kind] = *ranked;
        page::PlotLine line{.name = radio::type_name(kind_key.second), .colour = plot.lines.size()};
        for (std::size_t i = 0; i < std::min(kind.distance.size(), study.radio->heard_bins() + 1); ++i) {
            if (kind.distance[i].candidates == 0) continue;
            line.points.emplace_back((static_cast<double>(i) + 0.5) * study.radio->bin_m,
                                     100 * kind.distance[i].delivery_ratio());
        }
        plot.lines.push_back(std::move(line));
    }
    return page::draw_plot(plot);
}

std::string vehicles_table(const study::Study& study) {
    std::string text =
        "<h2>Vehicles</h2>\n<div class=\"table\"><table class=\"sorts\"><thead><tr><th>vehicle</th><th>from "
        "s</th>"
        "<th>until s</th><th>arrived</th><th>distance in m</th><th>mean m/s</th><th>max "
        "m/s</th><th>stops</th>"
        "<th>waiting in s</th><th>delay in s</th><th>hard braking</th></tr></thead><tbody>\n";
    for (std::size_t i = 0; i < study.figures.size(); ++i) {
        const study::Drive& drive = study.drives.drives[i];
        if (drive.kind != study::Drive::Kind::vehicle) continue;
        const study::DriveFigures& of = study.figures[i];
        text += fmt::format(
            "<tr><td>{}</td><td>{:.2f}</td><td>{:.2f}</td><td>{}</td><td>{:.1f}</td><td>{:.1f}</"
            "td><td>{:.1f}</td>"
            "<td>{}</td><td>{:.1f}</td><td>{}</td><td>{}</td></tr>\n",
            page::escape_html(drive.name), drive.first().to_seconds(), drive.last().to_seconds(),
            drive.left_at ? "yes" : "", of.distance_m, of.speed_mean_m_s(), of.speed_max_m_s, of.stops.size(),
            of.waiting_s(), of.parked ? "parked" : fixed_text(of.delay_s(), 1), of.hard_brakings.size());
    }
    return text + "</tbody></table></div>\n";
}

std::string movements_table(const study::Study& study) {
    if (!study.streets) return "";
    std::string text =
        "<h2>Movements</h2>\n<div class=\"table\"><table class=\"sorts\"><thead><tr><th>junction</th>"
        "<th class=\"left\">from road</th><th class=\"left\">to road</th><th "
        "class=\"left\">turn</th><th>vehicles</th>"
        "<th>red lights run</th><th>waited in s</th><th>through in s</th></tr></thead><tbody>\n";
    for (const study::Movement& m : study.movements) {
        text += fmt::format(
            "<tr><td>{}</td><td class=\"left\">{}</td><td class=\"left\">{}</td><td "
            "class=\"left\">{}</td><td>{}</td>"
            "<td>{}</td><td>{:.1f}</td><td>{}</td></tr>\n",
            page::escape_html(m.junction), page::escape_html(study.streets->road_text(m.from_road)),
            page::escape_html(study.streets->road_text(m.to_road)), study::turn_name(m.turn), m.count,
            m.red_lights_run, m.waited_s, m.left_junction > 0 ? fixed_text(m.through_s, 1) : "");
    }
    return text + "</tbody></table></div>\n";
}

std::string programs_table(const RunReport& report) {
    if (report.programs.empty()) return "";
    std::map<std::string, const study::Laggard*> laggards;
    for (const study::Laggard& laggard : report.study->pace.laggards) laggards[laggard.client] = &laggard;
    std::string text =
        "<h2>Programs</h2>\n<div class=\"table\"><table class=\"sorts\"><thead><tr><th>program</th>"
        "<th class=\"left\">agents</th><th class=\"left\">ended</th><th>waited in s</th><th>published "
        "last in %</th>"
        "<th>delayed others in s</th></tr></thead><tbody>\n";
    std::string counters;
    for (const ProgramReport& program : report.programs) {
        const auto laggard = laggards.find(program.name);
        const bool known = laggard != laggards.end();
        const auto waited_s = program.waited_s();
        text += fmt::format(
            "<tr><td>{}</td><td class=\"left\">{}</td><td "
            "class=\"left\">{}</td><td>{}</td><td>{}</td><td>{}</td></tr>\n",
            page::escape_html(program.name), page::escape_html(program.agents.value_or("")),
            page::escape_html(program.end_text()), waited_s ? fixed_text(*waited_s, 2) : "",
            known ? fixed_text(100 * laggard->second->last_share, 1) : "",
            known ? fixed_text(laggard->second->held_up_s, 2) : "");
        for (const auto& [counter, value] : program.counters) {
            if (value == 0) continue;
            counters += fmt::format("<tr><td>{}</td><td class=\"left\">{}</td><td>{}</td></tr>\n",
                                    page::escape_html(program.name), page::escape_html(counter), value);
        }
    }
    text += "</tbody></table></div>\n";
    if (counters.empty()) return text;
    return text +
           "<details><summary>Counters that are not zero</summary><div class=\"table\"><table "
           "class=\"sorts\"><thead>"
           "<tr><th>program</th><th class=\"left\">counter</th><th>value</th></tr></thead><tbody>\n" +
           counters + "</tbody></table></div></details>\n";
}

}  // namespace

std::string report_page(const RunReport& report) {
    SYN_REQUIRE(report.study != nullptr);
    const study::Study& study = *report.study;
    map::MapPicture picture;
    if (study.roads) picture = map::picture_of(*study.roads, study.scenario.map->name);
    std::string text = page::page_head("Run of " + report.scenario, picture.style + page::kScriptStyle);
    text += fmt::format("<h1>Run of {} <span class=\"verdict{}\">{}</span></h1>\n",
                        page::escape_html(report.scenario), report.good ? " good" : "",
                        page::escape_html(report.verdict));
    text += fmt::format(
        "<p>{:.3f} of {:.3f} s simulated in {:.2f} s; {}; seed {}, gate {}, rate {}; version {}</p>\n",
        report.sim_s, report.duration_s, report.wall_s, text::counted(study.scenario.agents.size(), "agent"),
        report.seed, page::escape_html(report.gate), page::escape_html(report.rate),
        page::escape_html(report.version));
    for (const std::string& line : study.problems) text += "<p>" + page::escape_html(line) + "</p>\n";
    text += tiles(report);
    const auto happenings = happenings_of(study);
    if (!study.drives.drives.empty()) {
        text += map_of(study, happenings, picture);
        text += happenings_table(happenings);
    }
    text += "<h2>Plots</h2>\n<div class=\"plots\">\n" + traffic_plots(study) + radio_plot(study) +
            pace_plots(study) + processor_plot(report.programs) + "</div>\n";
    text += vehicles_table(study) + movements_table(study) + programs_table(report);
    text += fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n",
                        page::script_data(play_data(study)));
    return text + page::page_end(page::kPageScript);
}

}  // namespace synchrono::tools::report
