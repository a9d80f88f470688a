#include "common/config/intersection.hpp"

#include <algorithm>
#include <cmath>

#include "common/config/internal/intersection_json.hpp"
#include "common/config/map_text.hpp"

namespace synchrono::config {

const Lane* Intersection::lane(LaneId id_of_lane) const {
    const auto found = std::find_if(lanes.begin(), lanes.end(),
                                    [&](const Lane& candidate) { return candidate.id == id_of_lane; });
    return found == lanes.end() ? nullptr : &*found;
}

std::array<std::int64_t, 2> in_cm(const Intersection& intersection, GroundPoint point) {
    return {std::llround((point[0] - intersection.position.x) * 100),
            std::llround((point[1] - intersection.position.y) * 100)};
}

Result<Intersection> load_intersection(const std::filesystem::path& file, const roadmap::RoadMap* map) {
    const auto text = read_text_file(file);
    if (!text) return tl::unexpected(text.error());
    return read_intersection(*text, file, map);
}

Result<Intersection> read_intersection(std::string_view text, const std::filesystem::path& file,
                                       const roadmap::RoadMap* map) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse(text, file.string(), diagnostics);
    if (!json) return tl::unexpected(diagnostics.error());
    std::optional<roadmap::RoadMap> beside;
    if (needs_map(JsonNode(*json))) {
        const std::filesystem::path map_file = file.parent_path() / kMapFile;
        if (std::error_code error; std::filesystem::exists(map_file, error)) {
            const auto map_text = load_map_text(map_file);
            if (!map_text) return tl::unexpected(map_text.error());
            auto roads = road_map_of(*map_text);
            if (!roads) return tl::unexpected(roads.error());
            beside = std::move(*roads);
        }
    }
    Intersection intersection =
        read_intersection_object(JsonNode(*json), file.stem().string(), beside ? &*beside : map);
    if (const auto problem = check_name(intersection.name); !problem.empty()) {
        diagnostics.add(file.string(), {}, "an intersection's name is that of its file: " + problem);
    }
    if (!diagnostics.empty()) return tl::unexpected(diagnostics.error());
    return intersection;
}

}  // namespace synchrono::config
