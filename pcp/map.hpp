/// The C++ face of synchrono_map.h: the roads as ways (lanes), the way nearest to a place, and routes.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "pcp/synchrono_map.h"

namespace synchrono::pcp {

/// Return the lists of the C structures as spans.
inline std::span<const SynWayPoint> points(const SynWay& w) { return {w.points, w.points_count}; }
inline std::span<const std::uint32_t> next(const SynWay& w) { return {w.next, w.next_count}; }
inline std::span<const std::uint32_t> previous(const SynWay& w) { return {w.previous, w.previous_count}; }
inline std::span<const SynConflict> conflicts(const SynWay& w) { return {w.conflicts, w.conflicts_count}; }
inline std::span<const SynVec3> corners(const SynCrosswalk& c) { return {c.corners, c.corners_count}; }
inline std::span<const SynVec3> corners(const SynBuilding& b) { return {b.corners, b.corners_count}; }

inline constexpr std::uint32_t kDrivingWays = 1u << SYN_WAY_DRIVING;

/// The roads of the scenario.
/// Threading: any.  Borrows: the C structure, which is valid until the pilot is destroyed.
class Map {
  public:
    Map() = default;
    explicit Map(const SynMap* map) : map_(map) {}

    /// Returns whether the scenario has a map. Without one all lists are empty and nothing is found.
    explicit operator bool() const { return map_ != nullptr; }
    std::span<const SynWay> ways() const {
        return list(map_ ? map_->ways : nullptr, map_ ? map_->ways_count : 0);
    }
    std::span<const SynJunction> junctions() const {
        return list(map_ ? map_->junctions : nullptr, map_ ? map_->junctions_count : 0);
    }
    std::span<const SynCrosswalk> crosswalks() const {
        return list(map_ ? map_->crosswalks : nullptr, map_ ? map_->crosswalks_count : 0);
    }
    std::span<const SynBuilding> buildings() const {
        return list(map_ ? map_->buildings : nullptr, map_ ? map_->buildings_count : 0);
    }
    /// Returns the way nearest to a place, within `distance_m`, or nothing if there is none. If `yaw_rad` is
    /// not NaN, considers only ways whose direction differs from it by less than 90 degrees.
    std::optional<SynOnWay> nearest(const SynVec3& place, double distance_m,
                                    std::uint32_t kinds = kDrivingWays,
                                    double yaw_rad = std::numeric_limits<double>::quiet_NaN()) const {
        SynOnWay found{};
        if (map_ == nullptr || map_->nearest(map_->context, place, yaw_rad, distance_m, kinds, &found) == 0)
            return std::nullopt;
        return found;
    }
    /// Returns the quickest sequence of ways, with `from` first and `to` last; an empty list if no sequence
    /// leads from `from` to `to`.
    std::vector<std::uint32_t> route(std::uint32_t from, std::uint32_t to,
                                     std::uint32_t kinds = kDrivingWays) const {
        if (map_ == nullptr) return {};
        std::vector<std::uint32_t> ways(map_->ways_count);
        const auto room = static_cast<std::uint32_t>(ways.size());
        ways.resize(map_->route(map_->context, from, to, kinds, ways.data(), room));
        return ways;
    }

  private:
    template <typename T>
    static std::span<const T> list(const T* first, std::uint32_t count) {
        return {first, count};
    }

    const SynMap* map_ = nullptr;
};

}  // namespace synchrono::pcp
