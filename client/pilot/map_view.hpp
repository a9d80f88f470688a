/// Presents a roadmap::RoadMap to pilots, as the structures of pcp/synchrono_map.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/roadmap/road_map.hpp"
#include "pcp/synchrono_map.h"

namespace synchrono::client::pilot {

/// The number that a junction has in radio messages.
struct JunctionNumber {
    std::string junction;  // its OpenDRIVE id or name
    std::uint16_t intersection = 0;
    std::optional<std::uint16_t> region{};
};

/// The map as pilots get it.
/// Threading: made once, then used from any thread.  Owns: the lists behind the structures, and a share of
/// the map. Both keep their place in memory as long as the view exists.
class MapView {
  public:
    /// Makes the view of `map`. Ignores `numbers` of junctions that the map does not have.
    MapView(std::shared_ptr<const roadmap::RoadMap> map, const std::vector<JunctionNumber>& numbers);
    ~MapView();
    MapView(const MapView&) = delete;
    MapView& operator=(const MapView&) = delete;

    /// Returns the structure for pilots, which is valid as long as this view exists.
    const SynMap* map() const;
    const roadmap::RoadMap& roads() const;

  private:
    struct Lists;
    std::unique_ptr<Lists> lists_;
};

}  // namespace synchrono::client::pilot
