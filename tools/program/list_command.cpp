#include "tools/program/list_command.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/quoted_list.hpp"
#include "common/config/data_file.hpp"
#include "tools/process/process.hpp"
#include "tools/text/command_failure.hpp"

namespace synchrono::tools {
namespace {

namespace fs = std::filesystem;

/// A thing that comes with the programs, and what the first sentence of its file says about it.
struct Listed {
    std::string name;
    std::string about;
};

/// Returns the first sentence of the comment with which the file begins; empty if it begins otherwise.
std::string first_sentence(const fs::path& file) {
    std::ifstream in(file);
    std::string text;
    for (std::string line; std::getline(in, line) && line.starts_with("//");) {
        text += (text.empty() ? "" : " ") + line.substr(std::min<std::size_t>(3, line.size()));
        if (const auto end = text.find(". "); end != text.npos) return text.substr(0, end);
    }
    while (text.ends_with('.')) text.pop_back();
    return text;
}

std::vector<Listed> files_in(const char* folder) {
    const fs::path data = config::installed_folder(folder);
    std::vector<Listed> all;
    for (const std::string& name : config::data_names({data}))
        all.push_back({name, first_sentence(data / (name + ".json"))});
    return all;
}

std::vector<Listed> maps() {
    std::vector<Listed> all;
    for (const std::string& name : config::data_names({config::installed_folder("maps")}, "map.xodr"))
        all.push_back({name, ""});
    return all;
}

std::vector<Listed> pilots() {
    constexpr std::string_view kBefore = "lib", kAfter = ".so";  // of the files of libraries
    std::vector<Listed> all;
    std::error_code error;
    const fs::path folder = process::program_directory() / ".." / "lib" / "synchrono" / "pilots";
    for (fs::directory_iterator entry(folder, error), end; entry != end; entry.increment(error)) {
        const std::string file = entry->path().filename().string();
        if (file.starts_with(kBefore) && file.ends_with(kAfter))
            all.push_back({file.substr(kBefore.size(), file.size() - kBefore.size() - kAfter.size()), ""});
    }
    std::sort(all.begin(), all.end(), [](const Listed& a, const Listed& b) { return a.name < b.name; });
    return all;
}

constexpr struct {
    const char* name;
    std::vector<Listed> (*list)();
} kKinds[] = {
    {"scenarios", [] { return files_in("scenarios"); }},
    {"maps", maps},
    {"vehicles", [] { return files_in("vehicles"); }},
    {"sensors", [] { return files_in("vehicles/sensors"); }},
    {"pilots", pilots},
};

int list(const std::string& name) {
    const auto* const kind = std::find_if(std::begin(kKinds), std::end(kKinds),
                                          [&](const auto& known) { return known.name == name; });
    if (kind == std::end(kKinds)) {
        const std::string what = name.empty() ? "KIND is required" : fmt::format("no kind '{}'", name);
        return text::report_failure(
            "list", Error{what + expected_one_of(name, std::vector(std::begin(kKinds), std::end(kKinds)),
                                                 [](const auto& known) { return std::string(known.name); })});
    }
    const std::vector<Listed> all = kind->list();
    std::size_t width = 0;
    for (const Listed& one : all) width = std::max(width, one.name.size());
    for (const Listed& one : all)
        fmt::print("{}\n",
                   one.about.empty() ? one.name : fmt::format("{:<{}}  {}", one.name, width, one.about));
    return text::kDone;
}

}  // namespace

void add_list_command(CLI::App& app, int& exit_code) {
    auto* command =
        app.add_subcommand("list", "List the scenarios, maps, vehicles, sensors or pilots that are there");
    const auto kind = std::make_shared<std::string>();  // owned by the callback, which CLI11 keeps
    command->add_option("KIND", *kind, "scenarios, maps, vehicles, sensors or pilots");
    command->callback([kind, &exit_code] { exit_code = list(*kind); });
}

}  // namespace synchrono::tools
