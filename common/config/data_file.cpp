#include "common/config/data_file.hpp"

#include <algorithm>
#include <fmt/format.h>

#include "common/base/quoted_list.hpp"
#include "common/config/internal/data_file.hpp"

namespace synchrono::config {

namespace fs = std::filesystem;

fs::path installed_folder(std::string_view folder) {
    std::error_code error;
    // Programs lie in <prefix>/bin and data in <prefix>/share/synchrono, both in a build and when installed.
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return (program.parent_path() / ".." / "share" / "synchrono" / folder).lexically_normal();
}

namespace {

bool has_extension(std::string_view text) {
    return text.ends_with(".json") || text.ends_with(".xodr") || text.ends_with(".asc");
}

/// Returns whether the text is a name of the form FOLDER/NAME, which is found like a plain name.
bool is_in_folder(std::string_view text) {
    const std::size_t slash = text.find('/');
    return slash != text.npos && !has_extension(text) && check_name(text.substr(0, slash)).empty() &&
           check_name(text.substr(slash + 1)).empty();
}

/// Adds the names in a folder, sorted, that are not among the names yet. A name is the NAME of a file
/// NAME.json or, if `inner` is not empty, of a folder NAME that contains the file `inner`.
void add_names(const fs::path& folder, const fs::path& inner, std::vector<std::string>& names) {
    std::set<std::string> found;
    std::error_code error;
    for (fs::directory_iterator entry(folder, error), end; entry != end; entry.increment(error)) {
        const fs::path& path = entry->path();
        const fs::path name = inner.empty() ? path.stem() : path.filename();
        const bool is_data = inner.empty() ? path.extension() == ".json" && name.extension() != ".schema"
                                           : fs::exists(path / inner, error);
        if (is_data && check_name(name.string()).empty()) found.insert(name.string());
    }
    for (const std::string& name : found)
        if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
}

/// Returns the names that a person could have written instead of `text`: the scenario's own, and those of
/// data in the folders of `places`. Returns none if `text` is a file name.
std::vector<std::string> known_names(const std::string& text, const std::vector<fs::path>& places,
                                     const std::set<std::string>& own) {
    if (is_file_name(text) && !is_in_folder(text)) return {};
    std::vector<std::string> found;
    for (const fs::path& place : places) {
        const bool is_json = place.extension() == ".json";
        const fs::path folder = place.parent_path();
        add_names(is_json ? folder : folder.parent_path(), is_json ? fs::path() : place.filename(), found);
    }
    std::vector<std::string> names(own.begin(), own.end());
    const std::string before = text.substr(0, text.rfind('/') + 1);  // FOLDER/, or nothing
    for (const std::string& name : found)
        if (!own.contains(before + name)) names.push_back(before + name);
    return names;
}

}  // namespace

bool is_file_name(std::string_view text) { return text.find('/') != text.npos || has_extension(text); }

std::string data_file_key(const JsonNode& node, const std::string& text) {
    if (!is_file_name(text) || is_in_folder(text)) return text;
    std::error_code error;
    return fs::absolute(node.directory() / text, error).lexically_normal().string();
}

std::vector<std::string> data_names(const std::vector<fs::path>& folders, const fs::path& inner) {
    std::vector<std::string> names;
    for (const fs::path& folder : folders) add_names(folder, inner, names);
    return names;
}

std::optional<fs::path> find_data_file(const JsonNode& node, const std::string& text, DataKind kind,
                                       const std::set<std::string>& own) {
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
        places.push_back(installed_folder(kind.folder) / file);
    }
    return first_existing(node, text, kind.kind, places, own);
}

std::optional<fs::path> first_existing(const JsonNode& node, const std::string& text, const char* kind,
                                       const std::vector<fs::path>& places,
                                       const std::set<std::string>& own) {
    std::error_code error;
    const auto found = std::find_if(places.begin(), places.end(),
                                    [&](const fs::path& place) { return fs::exists(place, error); });
    if (found != places.end()) return *found;
    std::vector<std::string> searched;
    for (const fs::path& place : places) {
        if (std::find(searched.begin(), searched.end(), place) == searched.end())
            searched.push_back(place.string());
    }
    const std::vector<std::string> known = known_names(text, places, own);
    node.problem(fmt::format("no {} '{}'; looked for {}{}", kind, text, fmt::join(searched, " and "),
                             expected_one_of(text, known, [](const std::string& name) { return name; })));
    return std::nullopt;
}

Result<fs::path> find_scenario(std::string_view text) {
    std::error_code error;
    const fs::path file(text);
    if (is_file_name(text) || fs::exists(file, error)) return file;
    const std::string name(text);
    const fs::path installed = installed_folder("scenarios") / (name + ".json");
    if (check_name(text).empty() && fs::exists(installed, error)) return installed;
    const std::vector<std::string> names = data_names({installed_folder("scenarios")});
    return fail(fmt::format("{}: no such file, and no scenario {}{}{}{}", name, installed.string(),
                            did_you_mean(name, names, "expected a file"), names.empty() ? "" : " or one of ",
                            fmt::join(names, ", ")));
}

}  // namespace synchrono::config
