#include "common/config/map_text.hpp"

#include <fmt/format.h>
#include <string_view>
#include <utility>

#include "common/config/internal/json_reader.hpp"

namespace synchrono::config {

namespace {

/// Returns whether the text is valid UTF-8 without NUL, which JSON can hold unchanged.
bool is_utf8(std::string_view text) {
    for (std::size_t i = 0; i < text.size();) {
        const auto at = [&](std::size_t k) -> std::uint32_t {
            return k < text.size() ? static_cast<unsigned char>(text[k]) : 0;
        };
        const std::uint32_t first = at(i);
        const std::size_t more = first < 0x80 ? 0 : first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : 1;
        std::uint32_t code = first & (more == 0 ? 0x7f : 0x3f >> more);
        for (std::size_t k = 1; k <= more; ++k) {
            if ((at(i + k) & 0xc0) != 0x80) return false;
            code = code << 6 | (at(i + k) & 0x3f);
        }
        constexpr std::uint32_t kLeast[] = {1, 0x80, 0x800, 0x10000};
        if ((first >= 0x80 && first < 0xc0) || first >= 0xf8 || code < kLeast[more] || code > 0x10ffff ||
            (code >= 0xd800 && code < 0xe000)) {
            return false;
        }
        i += more + 1;
    }
    return true;
}

}  // namespace

Result<MapText> load_map_text(const std::filesystem::path& file) {
    auto text = read_text_file(file);
    if (!text) return tl::unexpected(text.error());
    MapText map;
    map.name = file.filename() == kMapFile && file.has_parent_path() ? file.parent_path().filename().string()
                                                                     : file.stem().string();
    if (const std::string wrong = check_name(map.name); !wrong.empty()) {
        return fail(fmt::format("{}: a map's name is that of its file or, if that is {}, of its folder: {}",
                                file.string(), kMapFile, wrong));
    }
    if (!is_utf8(*text)) return fail(fmt::format("{}: expected a text in UTF-8 without NUL", file.string()));
    map.open_drive = std::move(*text);
    return map;
}

Result<roadmap::RoadMap> road_map_of(const MapText& map) {
    auto roads = roadmap::read_open_drive(map.open_drive, map.name);
    if (!roads) return tl::unexpected(roads.error());
    return roadmap::RoadMap::make(std::move(*roads));
}

std::vector<Building> map_buildings(const roadmap::RoadMap& map) {
    std::vector<Building> buildings;
    for (const roadmap::Building& building : map.buildings()) {
        Building& walls = buildings.emplace_back();
        for (const geo::Vec3& corner : building.corners) walls.footprint.push_back({corner.x, corner.y});
    }
    return buildings;
}

}  // namespace synchrono::config
