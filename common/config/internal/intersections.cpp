#include "common/config/internal/intersections.hpp"

#include "common/config/internal/intersection_json.hpp"

namespace synchrono::config {

ShelfKind<Intersection> intersections_with(const roadmap::RoadMap* map) {
    return {.files = {.kind = "intersection", .folder = "maps"},
            .read = [map](const JsonNode& node,
                          std::string name) { return read_intersection_object(node, std::move(name), map); },
            .load = [map](const std::filesystem::path& file) { return load_intersection(file, map); }};
}

}  // namespace synchrono::config
