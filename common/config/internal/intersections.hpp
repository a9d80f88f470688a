/// The intersections of a scenario by the names that its parts use: those of the scenario itself, and those
/// of files, read when first asked for.
#pragma once

#include <map>
#include <string>
#include <unordered_map>

#include "common/config/internal/json_reader.hpp"
#include "common/config/intersection.hpp"

namespace synchrono::config {

/// Threading: one thread.  Borrows: the map, and the intersections, to which it adds.
class IntersectionShelf {
  public:
    /// `map` is where they look for their junctions; null: the scenario has none.
    IntersectionShelf(std::map<std::string, Intersection>& intersections, const roadmap::RoadMap* map)
        : intersections_(intersections), map_(map) {}

    /// The member "intersections" of a scenario.
    void read(const JsonNode& node);
    /// The name of the intersection that `text` means; empty, with a problem, if there is none.
    std::string named(const JsonNode& node, const std::string& text);
    const Intersection& at(const std::string& name) const { return intersections_.at(name); }

  private:
    std::map<std::string, Intersection>& intersections_;
    const roadmap::RoadMap* map_;
    std::unordered_map<std::string, std::string> names_;  // as files have them, to the resolved
};

}  // namespace synchrono::config
