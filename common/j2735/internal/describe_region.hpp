/// Descriptions of the types of common/j2735/region.hpp, see describe.hpp.
#pragma once

#include "common/j2735/internal/describe.hpp"
#include "common/j2735/internal/describe_map_data.hpp"
#include "common/j2735/internal/describe_node.hpp"
#include "common/j2735/internal/describe_node_ll.hpp"
#include "common/j2735/internal/describe_position.hpp"
#include "common/j2735/region.hpp"

namespace synchrono::j2735::internal {

constexpr auto describe(Type<DistanceUnits>) {
    return enumeration<DistanceUnits>(kClosed, "centimeter", "cm2-5", "decimeter", "meter", "kilometer",
                                      "foot", "yard", "mile");
}

constexpr auto describe(Type<Circle>) {
    using T = Circle;
    return sequence<T>(field("center", &T::center), field<Range<0, 4095>>("radius", &T::radius),
                       field("units", &T::units));
}

constexpr auto describe(Type<DirectionOfUse>) {
    return enumeration<DirectionOfUse>(kClosed, "unavailable", "forward", "reverse", "both");
}

constexpr auto describe(Type<ShapePointSet>) {
    using T = ShapePointSet;
    return extensible_sequence<T>(
        field("anchor", &T::anchor), field<Range<0, 32767>>("laneWidth", &T::lane_width),
        field("directionality", &T::directionality), field("nodeList", &T::node_list));
}

constexpr auto describe(Type<RegionOffsets>) {
    using T = RegionOffsets;
    return sequence<T>(field<Range<-32768, 32767>>("xOffset", &T::x_offset),
                       field<Range<-32768, 32767>>("yOffset", &T::y_offset),
                       field<Range<-32768, 32767>>("zOffset", &T::z_offset));
}

constexpr auto describe(Type<RegionPointSet>) {
    using T = RegionPointSet;
    return extensible_sequence<T>(field("anchor", &T::anchor), field<Range<0, 15>>("scale", &T::scale),
                                  field<Size<1, 64>>("nodeList", &T::node_list));
}

constexpr auto describe(Type<RegionArea>) {
    return choice<RegionArea>(alternative("shapePointSet"), alternative("circle"),
                              alternative("regionPointSet"));
}

constexpr auto describe(Type<ValidRegion>) {
    using T = ValidRegion;
    return sequence<T>(field("direction", &T::direction), field("extent", &T::extent),
                       field("area", &T::area));
}

constexpr auto describe(Type<GeometricProjection>) {
    using T = GeometricProjection;
    return extensible_sequence<T>(field("direction", &T::direction), field("extent", &T::extent),
                                  field<Range<0, 32767>>("laneWidth", &T::lane_width),
                                  field("circle", &T::circle),
                                  optional_list<Size<1, 4>>("regional", &T::regional));
}

constexpr auto describe(Type<OffsetNodes>) {
    return choice<OffsetNodes>(alternative("xy"), alternative("ll"));
}

constexpr auto describe(Type<OffsetSystem>) {
    using T = OffsetSystem;
    return sequence<T>(field<Range<0, 15>>("scale", &T::scale), field("offset", &T::offset));
}

constexpr auto describe(Type<PathDescription>) {
    return extensible_choice<PathDescription>(alternative("path"), alternative("geometry"),
                                              alternative("oldRegion"));
}

constexpr auto describe(Type<GeographicalPath>) {
    using T = GeographicalPath;
    return extensible_sequence<T>(
        optional_list<Size<1, 63>>("name", &T::name), field("id", &T::id), field("anchor", &T::anchor),
        field<Range<0, 32767>>("laneWidth", &T::lane_width), field("directionality", &T::directionality),
        field("closedPath", &T::closed_path), field("direction", &T::direction),
        field("description", &T::description), optional_list<Size<1, 4>>("regional", &T::regional));
}

}  // namespace synchrono::j2735::internal
