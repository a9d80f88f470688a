#include "common/config/internal/intersections.hpp"

#include <fmt/format.h>

#include "common/config/internal/data_file.hpp"
#include "common/config/internal/intersection_json.hpp"

namespace synchrono::config {

void IntersectionShelf::read(const JsonNode& node) {
    if (!node.value().isObject()) {
        node.problem("expected an object");
        return;
    }
    for (auto it = node.value().begin(); it != node.value().end(); ++it) {
        const std::string name = it.name();
        const JsonNode member = node.child(name, *it);
        if (const std::string wrong = check_name(name); !wrong.empty()) {
            member.problem(wrong);
        } else {
            intersections_.emplace(name, read_intersection_object(member, name, map_));
        }
    }
}

std::string IntersectionShelf::named(const JsonNode& node, const std::string& text) {
    const std::string key = data_file_key(node, text);
    if (const auto known = names_.find(key); known != names_.end()) return known->second;
    std::string& name = names_[key];  // empty stays: one problem an intersection is enough
    if (intersections_.contains(text)) return name = text;
    const auto file = find_data_file(node, text, {.kind = "intersection", .folder = "maps"});
    if (!file) return {};
    Result<Intersection> intersection = load_intersection(*file, map_);
    if (!intersection) {
        node.problem(fmt::format("intersection '{}' has problems:\n{}", text, intersection.error().text));
    } else if (intersections_.contains(intersection->name)) {
        node.problem(fmt::format("another intersection is called '{}' already", intersection->name));
    } else {
        name = intersection->name;
        intersections_.emplace(name, std::move(*intersection));
    }
    return name;
}

}  // namespace synchrono::config
