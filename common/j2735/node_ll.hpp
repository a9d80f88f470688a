/// The points of paths as offsets in latitude and longitude (LL), with the attributes at and between them.
#pragma once

#include <cstdint>
#include <optional>
#include <variant>
#include <vector>

#include "common/j2735/node.hpp"
#include "common/j2735/types.hpp"

namespace synchrono::j2735 {

struct NodeLl24b {
    std::int16_t lon = 0;  // 1e-7 deg
    std::int16_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl24b&) const = default;
};

struct NodeLl28b {
    std::int16_t lon = 0;  // 1e-7 deg
    std::int16_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl28b&) const = default;
};

struct NodeLl32b {
    std::int16_t lon = 0;  // 1e-7 deg
    std::int16_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl32b&) const = default;
};

struct NodeLl36b {
    std::int32_t lon = -131072;  // 1e-7 deg; -131072 unavailable
    std::int32_t lat = -131072;  // 1e-7 deg; -131072 unavailable
    bool operator==(const NodeLl36b&) const = default;
};

struct NodeLl44b {
    std::int32_t lon = 0;  // 1e-7 deg
    std::int32_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl44b&) const = default;
};

struct NodeLl48b {
    std::int32_t lon = 0;  // 1e-7 deg
    std::int32_t lat = 0;  // 1e-7 deg
    bool operator==(const NodeLl48b&) const = default;
};

/// The offset from the previous node, in one of six sizes; or a position, or a regional form.
using NodeOffsetPointLl = std::variant<NodeLl24b, NodeLl28b, NodeLl32b, NodeLl36b, NodeLl44b, NodeLl48b,
                                       NodeLlmd64b, RegionalExtension>;

/// The attributes of a node itself, and those that change there and hold from there on.
struct NodeAttributeSetLl {
    std::vector<NodeAttributeXy> local_node{};   // empty: absent
    std::vector<SegmentAttributeXy> disabled{};  // empty: absent
    std::vector<SegmentAttributeXy> enabled{};   // empty: absent
    std::vector<LaneDataAttribute> data{};       // empty: absent
    std::optional<std::int16_t> d_width{};       // cm
    std::optional<std::int16_t> d_elevation{};   // cm
    std::vector<RegionalExtension> regional{};   // empty: absent
    Additions additions{};
    bool operator==(const NodeAttributeSetLl&) const = default;
};

struct NodeLl {
    NodeOffsetPointLl delta{};
    std::optional<NodeAttributeSetLl> attributes{};
    Additions additions{};
    bool operator==(const NodeLl&) const = default;
};

using NodeListLl = std::variant<std::vector<NodeLl>, UnknownAlternative>;

}  // namespace synchrono::j2735
