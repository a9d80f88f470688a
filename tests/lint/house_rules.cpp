#include "tests/lint/house_rules.hpp"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>
#include <optional>
#include <regex>
#include <set>
#include <sstream>
#include <utility>

namespace synchrono::lint {

namespace {

constexpr std::size_t kLinesMax = 600;

const std::vector<Layer> kLayers{
    {"common/time", {}},
    {"common/base", {"common/time"}},
    {"common/geo", {"common/base", "common/time"}},
    {"common/picture", {"common/base"}},
    {"common/roadmap", {"common/base", "common/geo"}},
    {"common/j2735", {"common/base"}},
    {"common/config/loose", {"common/base"}},
    {"common/config", {"common/base", "common/time", "common/geo", "common/roadmap", "common/config/loose"}},
    {"common/signal", {"common/base", "common/time", "common/geo", "common/config", "common/j2735"}},
    {"common/net", {"common/base", "common/time"}},
    {"common/net/sim", {"common/base", "common/time", "common/net"}},
    {"common/log", {"common/base", "common/time"}},
    {"common/realtime", {"common/base", "common/time"}},
    {"common/program", {"common/base", "common/time", "common/config", "common/log", "proto"}},
    {"pcp", {}},
    {"pcp/driving", {"pcp"}},
    {"pcp/example", {"pcp"}},
    {"pcp/path_follower", {"pcp", "pcp/driving"}},
    {"pcp/recorded", {"pcp", "pcp/driving"}},
    {"pcp/template", {"pcp"}},
    {"pcp/urban_driver", {"pcp", "pcp/driving"}},
    {"server", {"common", "proto"}},
    {"server/transport", {"common", "server"}},
    {"server/transport/handshake", {"common", "proto", "server"}},
    {"server/transport/*", {"common", "proto", "server", "server/transport", "server/transport/handshake"}},
    {"server/transport/registry.cpp", {"common", "server/transport", "server/transport/*"}},
    {"server/program", {"common", "server/transport"}},
    {"server/main.cpp", {"server/program"}},
    {"comm_server/channel", {"common"}},
    {"comm_server/faults", {"common", "comm_server/channel"}},
    {"comm_server", {"common", "proto", "comm_server/channel", "comm_server/faults"}},
    {"comm_server/program", {"common", "comm_server"}},
    {"comm_server/main.cpp", {"comm_server/program"}},
    {"client/module", {"common"}},
    {"client/body", {"common"}},
    {"client/ground", {"common"}},
    {"client/scenery", {"common", "client/ground"}},
    {"client/element", {"common", "client/body", "client/scenery"}},
    {"client/kind", {"common", "client/body", "client/element", "client/scenery"}},
    {"client/kind/*", {"common", "proto", "client/body", "client/kind", "client/scenery"}},
    {"client/kind/kind_registry.cpp", {"common", "client/kind", "client/kind/*"}},
    {"client/engine", {"common", "client/body", "client/ground", "client/module"}},
    {"client/engine/*",
     {"common", "client/body", "client/engine", "client/ground", "client/kind", "client/kind/*"}},
    {"client/engine/engine_registry.cpp",
     {"common", "client/element", "client/engine", "client/engine/*", "client/ground", "client/kind"}},
    {"client/sensors",
     {"common", "pcp", "proto", "client/body", "client/ground", "client/kind", "client/scenery"}},
    {"client/radio", {"common", "pcp", "client/body", "client/kind"}},
    {"client/pilot", {"common", "pcp", "client/body", "client/kind", "client/radio"}},
    {"client/pilot/in_process",
     {"common", "pcp", "client/module", "client/pilot", "client/radio", "client/sensors"}},
    {"client/world", {"common", "client/element", "client/engine"}},
    {"client/transport", {"common"}},
    {"client/transport/handshake", {"common", "proto", "client/transport"}},
    {"client/transport/*", {"common", "proto", "client/transport", "client/transport/handshake"}},
    {"client/transport/registry.cpp", {"common", "client/transport", "client/transport/*"}},
    {"client/cache", {"common", "client/transport"}},
    {"client/link", {"common", "proto", "client/body"}},
    {"client/acu",
     {"common", "pcp", "client/body", "client/cache", "client/engine", "client/ground", "client/kind",
      "client/link", "client/pilot", "client/radio", "client/sensors", "client/transport"}},
    {"client/view",
     {"common", "client/acu", "client/body", "client/engine", "client/ground", "client/kind", "client/module",
      "client/pilot", "client/scenery"}},
    {"client/program",
     {"common", "proto", "client/acu", "client/engine", "client/ground", "client/kind", "client/link",
      "client/pilot", "client/pilot/in_process", "client/sensors", "client/transport", "client/view",
      "client/world"}},
    {"client/main.cpp", {"client/program"}},
    {"tools/text", {"common/base", "common/j2735"}},
    {"tools/page", {}},
    {"tools/process", {"common/base", "common/time"}},
    {"tools/reading", {"common/base", "common/time", "common/config", "common/log", "proto"}},
    {"tools/run", {"common/base", "common/time", "common/config", "common/net", "tools/process"}},
    {"tools/map",
     {"common/base", "common/geo", "common/config", "common/j2735", "common/roadmap", "common/signal",
      "tools/page", "tools/text"}},
    {"tools/radio",
     {"common/base", "common/time", "common/j2735", "common/log", "proto", "tools/page", "tools/reading",
      "tools/text"}},
    {"tools/sensors", {"common/base", "common/time", "proto", "tools/reading", "tools/text"}},
    {"tools/logs",
     {"common/base", "common/geo", "common/log", "proto", "tools/radio", "tools/reading", "tools/sensors",
      "tools/text"}},
    {"tools/study",
     {"common/base", "common/time", "common/geo", "common/config", "common/log", "common/roadmap", "pcp",
      "proto", "tools/radio", "tools/reading"}},
    {"tools/report",
     {"common/base", "common/geo", "common/config", "pcp", "tools/map", "tools/page", "tools/radio",
      "tools/reading", "tools/run", "tools/study", "tools/text"}},
    {"tools/sweep",
     {"common/base", "common/time", "common/config", "tools/page", "tools/process", "tools/report",
      "tools/run", "tools/text"}},
    {"tools/drive", {"common/base", "common/geo", "common/config", "client/body", "client/engine"}},
    {"tools/doctor", {"common/base", "tools/process"}},
    {"tools/messages", {"common/j2735"}},
    {"tools/program",
     {"common/base", "common/config", "tools/doctor", "tools/drive", "tools/messages", "tools/logs",
      "tools/map", "tools/process", "tools/report", "tools/run", "tools/study", "tools/sweep", "tools/text"}},
    {"tools/main.cpp", {"tools/program"}},
    {"bench", {""}},
    {"tests", {""}},
};

/// Foreign headers that only some folders may include, or that may be included only where other folders do
/// not see them: in sources and in internal/.
struct Foreign {
    std::string_view header;
    std::vector<std::string_view> folders;  // empty: any folder
    bool sources_only;
};
const std::vector<Foreign> kForeign{
    {"boost/asio", {"common/net", "tests", "bench"}, true},
    {"boost/math", {"tools/sweep", "tests"}, true},
    {"openssl/", {"common/net", "tests"}, true},
    {"sodium", {"common/net", "common/config", "tests", "bench"}, true},
    {"zstd", {"common/log", "tests"}, true},
    {"zlib", {"common/log", "common/picture", "tests"}, true},
    {"GeographicLib/", {"common/geo", "tests"}, true},
    {"embree3/", {"client/sensors", "bench", "tests"}, true},
    {"irrlicht/", {"client/view"}, true},
    {"X11/", {"client/view", "tests"}, true},
    {"json/", {}, true},
    {"pugixml", {"common/roadmap", "tests"}, true},
    {"spdlog/", {}, true},
    {"sqlite3", {"tools/radio", "tests"}, true},
    {"chrono/", {"client/engine/chrono", "tests/client/engine/chrono", "bench"}, false},
    {"chrono_vehicle/", {"client/engine/chrono", "tests/client/engine/chrono", "bench"}, false},
};

/// Each folder with sources in these folders must be a library.
constexpr std::array<std::string_view, 5> kFoldersOfLibraries{"common", "server", "comm_server", "client",
                                                              "tools"};

bool is_cpp(std::string_view path) {
    return path.ends_with(".hpp") || path.ends_with(".cpp") || path.ends_with(".h");
}
bool is_header(std::string_view path) { return path.ends_with(".hpp") || path.ends_with(".h"); }
bool is_public_header(std::string_view path) {
    return is_header(path) && path.find("/internal/") == std::string_view::npos;
}
bool in_folder(std::string_view path, std::string_view folder) {
    return folder.empty() ||
           (path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/'));
}
bool in_any(std::string_view path, std::span<const std::string_view> folders) {
    return std::any_of(folders.begin(), folders.end(), [&](auto folder) { return in_folder(path, folder); });
}

std::string at(const File& file, std::size_t line, std::string_view what) {
    return file.path + ":" + std::to_string(line) + ": " + std::string(what);
}

/// Returns the folder of the row that `path` lies in (for a row "X/*" a folder in X), or an empty text.
std::string_view folder_in(const Layer& row, std::string_view path) {
    if (!row.folder.ends_with('*')) return in_folder(path, row.folder) ? row.folder : std::string_view();
    const std::string_view above = row.folder.substr(0, row.folder.size() - 1);  // ends with a slash
    const std::size_t end = path.starts_with(above) ? path.find('/', above.size()) : path.npos;
    return end == path.npos ? std::string_view() : path.substr(0, end);
}

/// Returns the most specific row that holds `path`, or null.
const Layer* layer_of(std::string_view path) {
    const Layer* found = nullptr;
    for (const Layer& layer : kLayers) {
        if (!folder_in(layer, path).empty() && (!found || layer.folder.size() > found->folder.size()))
            found = &layer;
    }
    return found;
}

/// Returns whether a row that allows `folder` allows `path`: if `folder` has a row of its own, only the files
/// of that row are allowed, otherwise everything below `folder`.
bool covers(std::string_view folder, std::string_view path) {
    const auto own = std::find_if(kLayers.begin(), kLayers.end(),
                                  [folder](const Layer& layer) { return layer.folder == folder; });
    return own == kLayers.end() ? in_folder(path, folder) : layer_of(path) == &*own;
}
bool may_include(const Layer& layer, std::string_view from, std::string_view path) {
    return (layer_of(path) == &layer && folder_in(layer, from) == folder_in(layer, path)) ||
           std::any_of(layer.may_include.begin(), layer.may_include.end(),
                       [&](std::string_view folder) { return covers(folder, path); });
}

/// Calls `visit(number, text)` for each line; the numbers begin with 1.
template <typename Visit>
void each_line(const File& file, Visit visit) {
    std::istringstream in(file.text);
    std::string line;
    for (std::size_t number = 1; std::getline(in, line); ++number) visit(number, line);
}

/// Returns the breaches on lines that contain one of `hints` and match `pattern`. Searching for a hint
/// first is a hundred times as fast as the expression, and few lines contain one.
Breaches match_lines(const File& file, std::initializer_list<std::string_view> hints,
                     const std::regex& pattern, std::string_view what) {
    Breaches breaches;
    each_line(file, [&](std::size_t number, const std::string& line) {
        const bool hinted = std::any_of(hints.begin(), hints.end(),
                                        [&](std::string_view hint) { return line.find(hint) != line.npos; });
        if (hinted && std::regex_search(line, pattern)) breaches.push_back(at(file, number, what));
    });
    return breaches;
}

}  // namespace

Breaches check_includes(const File& file) {
    if (!is_cpp(file.path)) return {};
    const Layer* layer = layer_of(file.path);
    if (!layer) return {at(file, 1, "the layer rule has no row for this folder")};
    static const std::regex include(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    Breaches breaches;
    each_line(file, [&](std::size_t number, const std::string& line) {
        std::smatch match;
        if (line.find("include") == line.npos || !std::regex_search(line, match, include)) return;
        const std::string name = match[2];
        if (match[1] == "\"") {
            if (name.find('/') == std::string::npos) {
                breaches.push_back(at(file, number, "includes are spelled from the root of the repository"));
            } else if (!may_include(*layer, file.path, name)) {
                breaches.push_back(at(
                    file, number, std::string(folder_in(*layer, file.path)) + " must not include " + name));
            }
            return;
        }
        for (const Foreign& foreign : kForeign) {
            if (!name.starts_with(foreign.header)) continue;
            if (!foreign.folders.empty() && !in_any(file.path, foreign.folders)) {
                breaches.push_back(at(file, number, "<" + name + "> belongs in another folder"));
            } else if (foreign.sources_only && is_public_header(file.path)) {
                breaches.push_back(at(file, number, "<" + name + "> belongs in a .cpp or in internal/"));
            }
        }
    });
    return breaches;
}

Breaches check_allowances(std::span<const File> files) {
    std::set<std::pair<const Layer*, std::string_view>> used;
    static const std::regex include("^\\s*#\\s*include\\s*\"([^\"]+)\"");
    for (const File& file : files) {
        const Layer* const layer = is_cpp(file.path) ? layer_of(file.path) : nullptr;
        if (layer == nullptr) continue;
        each_line(file, [&](std::size_t, const std::string& line) {
            std::smatch match;
            if (line.find("include") == line.npos || !std::regex_search(line, match, include)) return;
            const std::string name = match[1];
            for (const std::string_view folder : layer->may_include) {
                if (covers(folder, name)) used.emplace(layer, folder);
            }
        });
    }
    Breaches breaches;
    for (const Layer& layer : kLayers) {
        if (layer.folder.ends_with('*')) continue;  // may allow what future folders will need
        for (const std::string_view folder : layer.may_include) {
            if (!used.contains({&layer, folder}))
                breaches.push_back(std::string(layer.folder) + " may include " + std::string(folder) +
                                   ", and does not");
        }
    }
    return breaches;
}

Breaches check_order(std::span<const Layer> layers) {
    Breaches breaches;
    std::set<std::string_view> below;
    for (const Layer& layer : layers) {
        for (const std::string_view folder : layer.may_include) {
            const bool has_row = std::any_of(layers.begin(), layers.end(),
                                             [&](const Layer& other) { return other.folder == folder; });
            if (has_row && !below.contains(folder))
                breaches.push_back(std::string(layer.folder) + " stands above " + std::string(folder));
        }
        below.insert(layer.folder);
    }
    return breaches;
}

std::span<const Layer> layers() { return kLayers; }

Breaches check_folders(const std::map<std::string, std::string>& files) {
    std::set<std::string> folders;
    for (const auto& [path, text] : files) {
        if (!is_cpp(path) || path.ends_with("/main.cpp") || !in_any(path, kFoldersOfLibraries)) continue;
        std::filesystem::path folder = std::filesystem::path(path).parent_path();
        if (folder.filename() == "internal") folder = folder.parent_path();
        folders.insert(folder.string());
    }
    Breaches breaches;
    for (const std::string& folder : folders) {
        const Layer* layer = layer_of(folder + "/");
        if (!layer || folder_in(*layer, folder + "/") != folder)
            breaches.push_back(folder + ": the layer rule has no row for it");
        const auto list = files.find(folder + "/CMakeLists.txt");
        static const std::regex library(R"(syn_library\(([\w/]+))");
        std::smatch match;
        if (list == files.end() || !std::regex_search(list->second, match, library) || match[1] != folder)
            breaches.push_back(folder + ": it has no library of its own, syn_library(" + folder + " ...)");
    }
    return breaches;
}

Breaches check_sleeping(const File& file) {
    if (!is_cpp(file.path)) return {};
    // The words are spelled in parts, so that this file does not breach the rule itself.
    static const std::regex any_sleep(
        "\\b(sleep"
        "_for|u"
        "sleep|nano"
        "sleep|clock_nano"
        "sleep)\\b");
    static const std::regex std_sleep(
        "\\bthis_thread::"
        "sleep");
    Breaches breaches;
    if (!in_folder(file.path, "common/realtime")) {
        breaches = match_lines(file, {"sleep"}, any_sleep, "only common/realtime sleeps");
    }
    if (in_folder(file.path, "tests")) {
        for (std::string& breach : match_lines(file, {"sleep"}, std_sleep, "a test must not sleep")) {
            breaches.push_back(std::move(breach));
        }
    }
    return breaches;
}

Breaches check_style(const File& file) {
    static const std::regex tab("\t");
    static const std::regex note(
        "\\b(TO"
        "DO|FIX"
        "ME|XX"
        "X)\\b");
    Breaches breaches = match_lines(file, {"\t"}, tab, "a tab");
    for (std::string& breach : match_lines(file,
                                           {"TO"
                                            "DO",
                                            "FIX"
                                            "ME",
                                            "XX"
                                            "X"},
                                           note, "a note to self"))
        breaches.push_back(std::move(breach));
    const auto lines = static_cast<std::size_t>(std::count(file.text.begin(), file.text.end(), '\n'));
    if (is_cpp(file.path) && lines > kLinesMax) {
        breaches.push_back(at(file, lines, "more than " + std::to_string(kLinesMax) + " lines"));
    }
    if (is_header(file.path)) {
        if (!file.text.starts_with("//") && !file.text.starts_with("/*")) {
            breaches.push_back(at(file, 1, "a header opens with what it is for"));
        }
        // The C ABI must suit any C compiler, so its headers may use a guard instead.
        const bool once = file.text.find("\n#pragma once\n") != std::string::npos;
        const bool guarded = file.path.ends_with(".h") && file.text.find("\n#ifndef ") != std::string::npos;
        if (!once && !guarded) breaches.push_back(at(file, 1, "no #pragma once"));
    }
    return breaches;
}

Breaches check_openings(const File& file) {
    if (!is_cpp(file.path)) return {};
    static const std::regex bare(
        "^/+!?<?\\s*(Of|What|Who|Whom|Whose|Where|Wherever|Whoever|To whom(ever)?|For who(m|ever)?)"
        "(?![A-Za-z'])");
    Breaches breaches;
    std::istringstream lines(file.text);
    std::size_t number = 0;
    bool in_block = false;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        const std::size_t begin = line.find_first_not_of(' ');
        const bool is_comment = begin != line.npos && line.compare(begin, 2, "//") == 0;
        if (is_comment && !in_block &&
            std::regex_search(line.substr(begin), bare, std::regex_constants::match_continuous))
            breaches.push_back(at(file, number, "a comment opens with a bare Of, What, Who or Where"));
        in_block = is_comment;
    }
    return breaches;
}

Breaches check_namespace(const File& file) {
    if (!is_cpp(file.path)) return {};
    std::vector<std::string> folders;
    std::istringstream path(file.path.starts_with("tests/") ? file.path.substr(6) : file.path);
    for (std::string part; std::getline(path, part, '/');) folders.push_back(part);
    folders.pop_back();  // the file's name
    static const std::set<std::string> programs{"client", "comm_server", "pcp", "server", "tools"};
    static const std::set<std::string> basic{"base", "realtime", "time"};
    const bool is_common = folders.size() > 1 && folders[0] == "common";
    if (folders.empty() || (!is_common && !programs.contains(folders[0]))) return {};
    std::string wanted = "synchrono";
    if (!is_common) wanted += "::" + folders[0];
    if (folders.size() > 1 && (is_common ? !basic.contains(folders[1]) : folders[1] != "program"))
        wanted += "::" + folders[1];
    Breaches breaches;
    std::istringstream lines(file.text);
    std::size_t number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (!line.starts_with("namespace synchrono") || line.find('=') != line.npos) continue;
        const std::string name = line.substr(10, line.find(" {") - 10);
        if (name == wanted || name.starts_with(wanted + "::")) continue;
        const std::size_t opening = number;
        ++number;
        const bool declares = std::getline(lines, line) && line.starts_with("class ") && line.ends_with(";");
        if (!declares) breaches.push_back(at(file, opening, "the namespace of this folder is " + wanted));
    }
    return breaches;
}

Breaches check_links(const File& file, const std::function<bool(const std::string&)>& is_there) {
    if (!file.path.ends_with(".md")) return {};
    static const std::regex link("\\]\\(([^)#\\s]+)(#[^)\\s]*)?\\)");
    const std::filesystem::path folder = std::filesystem::path(file.path).parent_path();
    Breaches breaches;
    std::istringstream lines(file.text);
    bool code = false;
    int number = 0;
    for (std::string line; std::getline(lines, line);) {
        ++number;
        if (line.starts_with("```")) code = !code;
        if (code) continue;
        for (std::sregex_iterator at(line.begin(), line.end(), link), end; at != end; ++at) {
            const std::string target = (*at)[1];
            if (target.find("://") != target.npos) continue;
            const std::string path = (folder / target).lexically_normal().generic_string();
            if (!is_there(path))
                breaches.push_back(file.path + ":" + std::to_string(number) + ": there is no " + path);
        }
    }
    return breaches;
}

Breaches check_tests_are_listed(const std::map<std::string, std::string>& files) {
    std::multimap<std::filesystem::path, const std::string*> lists;  // by folder
    for (const auto& [path, text] : files) {
        const std::filesystem::path list(path);
        if (list.filename() == "CMakeLists.txt" || list.extension() == ".cmake")
            lists.emplace(list.parent_path(), &text);
    }
    Breaches breaches;
    for (const auto& [path, text] : files) {
        if (!in_folder(path, "tests") || !path.ends_with(".cpp")) continue;
        const std::filesystem::path source(path);
        const std::string name = source.filename().string();
        const std::regex whole_name("(^|[\\s/(])" + std::regex_replace(name, std::regex("\\."), "\\.") +
                                    "([\\s)]|$)");
        bool listed = false;
        for (auto folder = source.parent_path(); !folder.empty() && !listed; folder = folder.parent_path()) {
            const auto [first, last] = lists.equal_range(folder);
            listed = std::any_of(first, last, [&](const auto& list) {
                return list.second->find(name) != std::string::npos &&
                       std::regex_search(*list.second, whole_name);
            });
        }
        if (!listed) breaches.push_back(path + ":1: no CMake file lists it");
    }
    return breaches;
}

std::map<std::string, std::string> read_tree(const std::string& root) {
    namespace fs = std::filesystem;
    static const std::set<std::string> skipped{"build", "runs", "node_modules", "corpus", ".git", ".cache"};
    static const std::set<std::string> kinds{".hpp", ".cpp",  ".h",   ".proto", ".cmake",
                                             ".md",  ".json", ".mjs", ".txt"};
    std::map<std::string, std::string> files;
    for (auto entry = fs::recursive_directory_iterator(root); entry != fs::recursive_directory_iterator();
         ++entry) {
        const fs::path& path = entry->path();
        if (entry->is_directory()) {
            if (skipped.contains(path.filename().string())) entry.disable_recursion_pending();
            continue;
        }
        const std::string relative = fs::relative(path, root).string();
        const bool script = in_folder(relative, "scripts") || in_folder(relative, ".ci");
        if (!entry->is_regular_file() || !(script || kinds.contains(path.extension().string()))) continue;
        if (path.filename() == "package-lock.json") continue;
        std::ifstream in(path, std::ios::binary);
        files[relative] = std::string(std::istreambuf_iterator<char>(in), {});
    }
    return files;
}

}  // namespace synchrono::lint
