/// The ground of a map: its height and slope at any place. On a road, the ground is the road's own surface
/// with its lanes. The heights are kept in a grid, which rounds edges and kerbs over one square. Beside a
/// road, the surface continues for a few metres and passes into open country, which spans from road to road.
/// If roads overlap, a road counts more the further the place is inside the edges of that road, so that no
/// steps arise. If one road leads over another, each is a storey of its own. The same map gives the same
/// surface to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/geo/height_field.hpp"
#include "common/geo/vector.hpp"
#include "common/roadmap/open_drive.hpp"

namespace synchrono::roadmap {

/// Makes and keeps the heights of a map.  Threading: const functions from any thread.  Owns: its heights.
class MapSurface {
  public:
    explicit MapSurface(const OpenDrive& map);

    /// Returns the ground below a point. If storeys lie one above another, chooses the highest that is at
    /// most kStep_m above the point, otherwise the lowest. Accepts any numbers. Does not allocate.
    geo::SurfacePoint below(geo::Vec3 point) const {
        const double u = (point.x - x_m_) * per_spacing_, v = (point.y - y_m_) * per_spacing_;
        if (!(u >= 0 && u < u_max_ && v >= 0 && v < v_max_)) return country_.at(point.x, point.y);
        const auto i = static_cast<std::size_t>(u), j = static_cast<std::size_t>(v);
        const Tile& tile = tiles_[j / kTile * columns_ + i / kTile];
        if (tile.storeys == 0) return country_.at(point.x, point.y);
        const std::size_t node = (j % kTile + 1) * kRow + i % kTile + 1;
        const double part_u = u - static_cast<double>(i), part_v = v - static_cast<double>(j);
        geo::SurfacePoint found = in_storey(tile.first, node, part_u, part_v);
        for (std::uint32_t k = 1; k < tile.storeys; ++k) {
            const geo::SurfacePoint higher = in_storey(tile.first + k, node, part_u, part_v);
            if (higher.height_m <= point.z + kStep_m) found = higher;
        }
        return found;
    }

    /// Returns whether the height is the same everywhere.
    bool is_level() const { return is_level_; }
    /// Returns the distance between the nodes of the grid on roads: 0.5 m, and more only on the largest
    /// maps.
    double spacing_m() const { return 1 / per_spacing_; }
    /// These four return the edges of a box. Outside of the box the surface is open country only.
    double x_min_m() const { return x_m_; }
    double y_min_m() const { return y_m_; }
    double x_max_m() const { return x_m_ + u_max_ / per_spacing_; }
    double y_max_m() const { return y_m_ + v_max_ / per_spacing_; }
    std::size_t bytes() const;

    static constexpr std::size_t kTile = 32;        // squares of a tile, in each direction
    static constexpr std::size_t kRow = kTile + 3;  // nodes of a tile and around it, in each direction
    static constexpr double kStep_m = 1;

  private:
    struct Tile {
        std::uint32_t first = 0, storeys = 0;  // from the lowest up
    };
    class Maker;

    geo::SurfacePoint in_storey(std::uint32_t storey, std::size_t node, double u, double v) const {
        geo::SurfacePoint rise = geo::surface_in_square(&nodes_[storey * kRow * kRow + node], kRow, u, v);
        rise.height_m += datum_m_;
        rise.slope_x *= per_spacing_;
        rise.slope_y *= per_spacing_;
        return rise;
    }

    double x_m_ = 0, y_m_ = 0, per_spacing_ = 1, u_max_ = 0, v_max_ = 0;
    double datum_m_ = 0;  // the height of the first road; those in nodes_ are relative to it
    std::size_t columns_ = 0;
    std::vector<Tile> tiles_;
    std::vector<float> nodes_;  // heights above the datum: for each storey kRow rows of kRow nodes
    geo::HeightField country_;
    bool is_level_ = true;
};

}  // namespace synchrono::roadmap
