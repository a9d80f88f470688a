#include "common/config/intersection.hpp"

#include <algorithm>
#include <cmath>

#include "common/config/internal/intersection_json.hpp"

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

Result<Intersection> load_intersection(const std::filesystem::path& file) {
    const auto text = read_text_file(file);
    if (!text) return tl::unexpected(text.error());
    return read_intersection(*text, file);
}

Result<Intersection> read_intersection(std::string_view text, const std::filesystem::path& file) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse(text, file.string(), diagnostics);
    if (!json) return tl::unexpected(diagnostics.error());
    Intersection intersection = read_intersection_object(JsonNode(*json), file.stem().string());
    if (const auto problem = check_name(intersection.name); !problem.empty()) {
        diagnostics.add(file.string(), {}, "an intersection's name is that of its file: " + problem);
    }
    if (!diagnostics.empty()) return tl::unexpected(diagnostics.error());
    return intersection;
}

}  // namespace synchrono::config
