/// A road map as pilots see it: the structures of pcp/synchrono_map.h over a roadmap::RoadMap.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "common/roadmap/road_map.hpp"
#include "pcp/synchrono_map.h"

namespace synchrono::client {

/// What the radio calls a junction.
struct JunctionNumber {
    std::string junction;  // its OpenDRIVE id or name
    std::uint16_t intersection = 0;
    std::optional<std::uint16_t> region{};
};

/// Threading: made once, then used from any thread.  Owns: its lists and a share of the map; they stay where
/// they are until it ends.
class MapView {
  public:
    /// Numbers of junctions that the map does not have are of no effect.
    MapView(std::shared_ptr<const roadmap::RoadMap> map, const std::vector<JunctionNumber>& numbers);
    ~MapView();
    MapView(const MapView&) = delete;
    MapView& operator=(const MapView&) = delete;

    /// Valid as long as this view.
    const SynMap* map() const;
    const roadmap::RoadMap& roads() const;

  private:
    struct Lists;
    std::unique_ptr<Lists> lists_;
};

}  // namespace synchrono::client
