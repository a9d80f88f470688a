#include "common/config/data_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "common/config/internal/data_file.hpp"

namespace synchrono::config {

/// Programs lie in <prefix>/bin and data in <prefix>/share/synchrono, both in a build and when installed.
namespace fs = std::filesystem;

fs::path shared_data(std::string_view folder) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return (program.parent_path() / ".." / "share" / "synchrono" / folder).lexically_normal();
}

namespace {

bool has_extension(std::string_view text) {
    return text.ends_with(".json") || text.ends_with(".xodr") || text.ends_with(".asc");
}

/// Returns whether the text is a name of the form FOLDER/NAME, which is searched like a plain name.
bool is_in_folder(std::string_view text) {
    const std::size_t slash = text.find('/');
    return slash != text.npos && !has_extension(text) && check_name(text.substr(0, slash)).empty() &&
           check_name(text.substr(slash + 1)).empty();
}

}  // namespace

bool is_file_name(std::string_view text) { return text.find('/') != text.npos || has_extension(text); }

std::string data_file_key(const JsonNode& node, const std::string& text) {
    if (!is_file_name(text) || is_in_folder(text)) return text;
    std::error_code error;
    return fs::absolute(node.directory() / text, error).lexically_normal().string();
}

std::optional<fs::path> find_data_file(const JsonNode& node, const std::string& text, DataKind kind) {
    std::vector<fs::path> places;
    const std::string wrong = check_name(text);
    if (is_file_name(text) && !is_in_folder(text)) {
        places = {(node.directory() / text).lexically_normal()};
    } else if (!wrong.empty() && !is_in_folder(text)) {
        node.problem(wrong);
        return std::nullopt;
    } else {
        const fs::path file = kind.file != nullptr ? fs::path(text) / kind.file : fs::path(text + ".json");
        for (const fs::path& directory : node.directories())
            places.push_back((directory / ".." / kind.folder / file).lexically_normal());
        places.push_back(shared_data(kind.folder) / file);
    }
    return first_there(node, text, kind.kind, places);
}

std::optional<fs::path> first_there(const JsonNode& node, const std::string& text, const char* kind,
                                    const std::vector<fs::path>& places) {
    std::error_code error;
    const auto found = std::find_if(places.begin(), places.end(),
                                    [&](const fs::path& place) { return fs::exists(place, error); });
    if (found != places.end()) return *found;
    std::vector<std::string> looked;
    for (const fs::path& place : places) looked.push_back(place.string());
    node.problem(fmt::format("no {} '{}'; looked for {}", kind, text, fmt::join(looked, " and ")));
    return std::nullopt;
}

Result<fs::path> find_scenario(std::string_view text) {
    std::error_code error;
    const fs::path file(text);
    if (is_file_name(text) || fs::exists(file, error)) return file;
    const std::string name(text);
    const fs::path installed = shared_data("scenarios") / (name + ".json");
    if (check_name(text).empty() && fs::exists(installed, error)) return installed;
    return fail(fmt::format("{}: no such file, and no scenario {}", name, installed.string()));
}

}  // namespace synchrono::config
