/// Regions and paths for which an announcement is valid.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "common/j2735/map_data.hpp"
#include "common/j2735/node.hpp"
#include "common/j2735/node_ll.hpp"
#include "common/j2735/position.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

enum class DistanceUnits : std::uint8_t { centimeter, cm2_5, decimeter, meter, kilometer, foot, yard, mile };

struct Circle {
    Position3D center{};
    std::uint16_t radius = 0;  // in `units`
    DistanceUnits units = DistanceUnits::centimeter;
    bool operator==(const Circle&) const = default;
};

enum class DirectionOfUse : std::uint8_t { unavailable, forward, reverse, both };

struct ShapePointSet {
    std::optional<Position3D> anchor{};
    std::optional<std::uint16_t> lane_width{};  // cm
    std::optional<DirectionOfUse> directionality{};
    NodeListXy node_list{};
    Additions additions{};
    bool operator==(const ShapePointSet&) const = default;
};

struct RegionOffsets {
    std::int16_t x_offset = 0;
    std::int16_t y_offset = 0;
    std::optional<std::int16_t> z_offset{};
    bool operator==(const RegionOffsets&) const = default;
};

struct RegionPointSet {
    std::optional<Position3D> anchor{};
    std::optional<std::uint8_t> scale{};
    std::vector<RegionOffsets> node_list{};
    Additions additions{};
    bool operator==(const RegionPointSet&) const = default;
};

using RegionArea = std::variant<ShapePointSet, Circle, RegionPointSet>;

struct ValidRegion {
    HeadingSlice direction{};
    std::optional<Extent> extent{};
    RegionArea area{};
    bool operator==(const ValidRegion&) const = default;
};

struct GeometricProjection {
    HeadingSlice direction{};
    std::optional<Extent> extent{};
    std::optional<std::uint16_t> lane_width{};  // cm
    Circle circle{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const GeometricProjection&) const = default;
};

using OffsetNodes = std::variant<NodeListXy, NodeListLl>;

struct OffsetSystem {
    std::optional<std::uint8_t> scale{};
    OffsetNodes offset{};
    bool operator==(const OffsetSystem&) const = default;
};

using PathDescription = std::variant<OffsetSystem, GeometricProjection, ValidRegion, UnknownAlternative>;

/// A stretch of road, or an area, for which an announcement is valid.
struct GeographicalPath {
    std::string name{};  // empty: absent
    std::optional<RoadSegmentReferenceId> id{};
    std::optional<Position3D> anchor{};
    std::optional<std::uint16_t> lane_width{};  // cm
    std::optional<DirectionOfUse> directionality{};
    std::optional<bool> closed_path{};
    std::optional<HeadingSlice> direction{};
    std::optional<PathDescription> description{};
    std::vector<RegionalExtension> regional{};  // empty: absent
    Additions additions{};
    bool operator==(const GeographicalPath&) const = default;
};

}  // namespace synchrono::j2735
