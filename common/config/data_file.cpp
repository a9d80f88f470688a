#include "common/config/data_file.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "common/config/internal/data_file.hpp"

namespace synchrono::config {

namespace fs = std::filesystem;

fs::path shared_data(std::string_view folder) {
    std::error_code error;
    const fs::path program = fs::read_symlink("/proc/self/exe", error);
    return (program.parent_path() / ".." / "share" / "synchrono" / folder).lexically_normal();
}

std::optional<fs::path> find_data_file(const JsonNode& node, const std::string& text, DataKind kind,
                                       const fs::path& directory) {
    std::vector<fs::path> places;
    if (text.find('/') != text.npos || text.ends_with(".json")) {
        places = {(directory / text).lexically_normal()};
    } else if (const std::string wrong = check_name(text); !wrong.empty()) {
        node.problem(wrong);
        return std::nullopt;
    } else {
        places = {(directory / ".." / kind.folder / (text + ".json")).lexically_normal(),
                  shared_data(kind.folder) / (text + ".json")};
    }
    std::error_code error;
    const auto found = std::find_if(places.begin(), places.end(),
                                    [&](const fs::path& place) { return fs::exists(place, error); });
    if (found != places.end()) return *found;
    std::vector<std::string> looked;
    for (const fs::path& place : places) looked.push_back(place.string());
    node.problem(fmt::format("no {} '{}'; looked for {}", kind.kind, text, fmt::join(looked, " and ")));
    return std::nullopt;
}

}  // namespace synchrono::config
