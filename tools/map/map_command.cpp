#include "tools/map/map_command.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <fmt/format.h>
#include <fmt/ranges.h>
#include <memory>
#include <vector>

#include "common/base/quoted_list.hpp"
#include "common/config/data_file.hpp"
#include "common/config/intersection.hpp"
#include "common/config/map_text.hpp"
#include "common/j2735/codec.hpp"
#include "common/j2735/hex.hpp"
#include "common/signal/map_message.hpp"
#include "tools/map/map_check.hpp"
#include "tools/map/map_picture.hpp"
#include "tools/text/new_file.hpp"

namespace synchrono::tools::map {

namespace {

namespace fs = std::filesystem;

constexpr int kNotSound = 1, kUsage = 2;

int complain(std::string_view text) {
    fmt::print(stderr, "synchrono map: {}\n", text);
    return kUsage;
}

/// Returns `text` if it is the name of a file, otherwise the first file of that name in the folders. `inner`
/// is the file that is meant if each thing has a folder of its own.
Result<fs::path> find(const std::string& text, const char* what, const std::vector<fs::path>& folders,
                      const char* inner = "") {
    if (text.ends_with(".xodr") || text.ends_with(".json")) return fs::path(text);
    std::error_code error;
    std::vector<std::string> tried;
    for (const fs::path& folder : folders) {
        const fs::path place = *inner != 0 ? folder / text / inner : folder / (text + ".json");
        if (fs::exists(place, error)) return place;
        tried.push_back(place.string());
    }
    const auto known = config::data_names(folders, inner);
    return fail(fmt::format("no {} '{}'{} (looked for {})", what, text,
                            expected_one_of(text, known, [](const std::string& name) { return name; }),
                            fmt::join(tried, " and ")));
}

struct LoadedMap {
    fs::path file;
    std::string name;
    roadmap::RoadMap roads;
};

Result<LoadedMap> load(const std::string& text) {
    const auto file = find(text, "map", {"maps", config::installed_folder("maps")}, config::kMapFile);
    if (!file) return tl::unexpected(file.error());
    const auto map = config::load_map_text(*file);
    if (!map) return tl::unexpected(map.error());
    // The map gets the file's own name, so that problems name the file and editors find the line.
    auto roads = config::road_map_of({.name = file->string(), .open_drive = map->open_drive});
    if (!roads) return tl::unexpected(roads.error());
    return LoadedMap{*file, map->name, std::move(*roads)};
}

int check(const std::string& name) {
    const auto map = load(name);
    if (!map) return complain(map.error().text);
    const MapReport report = check_map(map->roads);
    for (const std::string& line : report.counts) fmt::print("{}\n", line);
    for (const std::string& remark : map->roads.remarks()) fmt::print("remark: {}\n", remark);
    for (const std::string& problem : report.problems) fmt::print("{}\n", problem);
    if (report.problems.empty()) {
        fmt::print("sound\n");
        return 0;
    }
    fmt::print("{} problem{}\n", report.problems.size(), report.problems.size() == 1 ? "" : "s");
    return kNotSound;
}

int draw(const std::string& name, const std::string& out) {
    const auto map = load(name);
    if (!map) return complain(map.error().text);
    const std::string picture = draw_map(map->roads, map->name);
    if (out == "-") {
        std::fwrite(picture.data(), 1, picture.size(), stdout);
        return 0;
    }
    auto file = text::NewFile::open(out, text::Existing::replace);
    if (!file) return complain(file.error().text);
    file->write(picture);
    if (const auto written = file->commit(); !written) return complain(written.error().text);
    return 0;
}

int message(const std::string& name, const std::string& intersection_name, bool json) {
    const auto map = load(name);
    if (!map) return complain(map.error().text);
    const auto file = find(intersection_name, "intersection",
                           {map->file.parent_path(), "maps", config::installed_folder("maps")});
    if (!file) return complain(file.error().text);
    const auto intersection = config::load_intersection(*file, &map->roads);
    if (!intersection) return complain(intersection.error().text);
    const geo::WorldFrame frame(map->roads.open_drive().origin.value_or(geo::Geodetic{}));
    const j2735::MessageFrame map_message{.value = signal::map_of(*intersection, frame)};
    if (json) {
        fmt::print("{}\n", j2735::to_json(map_message));
        return 0;
    }
    Bytes bytes;
    if (const auto encoded = j2735::encode(map_message, bytes); !encoded)
        return complain(encoded.error().text);
    fmt::print("{}\n", j2735::to_hex(bytes));
    return 0;
}

struct MapOptions {
    std::string map, intersection, out;
    bool json = false;
};

constexpr const char* kMapHelp = "A map's name such as park_university, or its file";

}  // namespace

void add_map_command(CLI::App& app, int& exit_code) {
    CLI::App* command =
        app.add_subcommand("map", "Check a map, draw it, or print the MAP message of an intersection");
    command->require_subcommand(1);
    const auto options = std::make_shared<MapOptions>();  // owned by the callbacks, which CLI11 keeps
    CLI::App* sub = command->add_subcommand("check", "List the contents and the problems of a map");
    sub->add_option("MAP", options->map, kMapHelp)->required();
    sub->callback([options, &exit_code] { exit_code = check(options->map); });
    sub = command->add_subcommand("draw", "Draw a map as SVG");
    sub->add_option("MAP", options->map, kMapHelp)->required();
    sub->add_option("--out", options->out, "The file to write, - for standard output")->required();
    sub->callback([options, &exit_code] { exit_code = draw(options->map, options->out); });
    sub = command->add_subcommand("message", "Print the MAP message of an intersection in hexadecimal");
    sub->add_option("MAP", options->map, kMapHelp)->required();
    sub->add_option("INTERSECTION", options->intersection,
                    "The name of an intersection beside the map, or an intersection's file")
        ->required();
    sub->add_flag("--json", options->json, "Print JSON");
    sub->callback(
        [options, &exit_code] { exit_code = message(options->map, options->intersection, options->json); });
}

}  // namespace synchrono::tools::map
