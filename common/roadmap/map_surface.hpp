/// The ground of a map: how high it is and how it leans at any place. On roads it is the road's own surface
/// with its lanes, rounded at edges and kerbs over one square of the grid that it is kept in; beside them it
/// goes on and ends in open country that spans from road to road. Where roads overlap each counts the more
/// the further the place is from its edges, so that there are no steps; where one leads over another, each
/// is a storey of its own. The same map gives the same surface to the last bit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "common/geo/height_field.hpp"
#include "common/geo/vector.hpp"
#include "common/roadmap/open_drive.hpp"

namespace synchrono::roadmap {

/// Threading: const functions from any thread.  Owns: its heights.
class MapSurface {
  public:
    explicit MapSurface(const OpenDrive& map);

    /// Of the storeys there are, the highest that is not more than a step above the point, else the lowest.
    /// Any numbers will do. Does not allocate.
    geo::Rise below(geo::Vec3 point) const {
        const double u = (point.x - x_m_) * per_spacing_, v = (point.y - y_m_) * per_spacing_;
        if (!(u >= 0 && u < u_max_ && v >= 0 && v < v_max_)) return country_.at(point.x, point.y);
        const auto i = static_cast<std::size_t>(u), j = static_cast<std::size_t>(v);
        const Tile& tile = tiles_[j / kTile * columns_ + i / kTile];
        if (tile.storeys == 0) return country_.at(point.x, point.y);
        const std::size_t node = (j % kTile + 1) * kRow + i % kTile + 1;
        const double part_u = u - static_cast<double>(i), part_v = v - static_cast<double>(j);
        geo::Rise found = in_storey(tile.first, node, part_u, part_v);
        for (std::uint32_t k = 1; k < tile.storeys; ++k) {
            const geo::Rise higher = in_storey(tile.first + k, node, part_u, part_v);
            if (higher.height_m <= point.z + kStep_m) found = higher;
        }
        return found;
    }

    /// The same height everywhere.
    bool is_level() const { return is_level_; }
    /// From one node to the next on roads: 0.5 m but on the largest maps.
    double spacing_m() const { return 1 / per_spacing_; }
    /// What the surface is more than open country in.
    double x_min_m() const { return x_m_; }
    double y_min_m() const { return y_m_; }
    double x_max_m() const { return x_m_ + u_max_ / per_spacing_; }
    double y_max_m() const { return y_m_ + v_max_ / per_spacing_; }
    std::size_t bytes() const;

    static constexpr std::size_t kTile = 32;        // squares of one, each way
    static constexpr std::size_t kRow = kTile + 3;  // its nodes, with those around that its squares need
    static constexpr double kStep_m = 1;

  private:
    struct Tile {
        std::uint32_t first = 0, storeys = 0;  // from the lowest up
    };
    class Maker;

    geo::Rise in_storey(std::uint32_t storey, std::size_t node, double u, double v) const {
        geo::Rise rise = geo::rise_in_square(&nodes_[storey * kRow * kRow + node], kRow, u, v);
        rise.height_m += datum_m_;
        rise.along_x *= per_spacing_;
        rise.along_y *= per_spacing_;
        return rise;
    }

    double x_m_ = 0, y_m_ = 0, per_spacing_ = 1, u_max_ = 0, v_max_ = 0;
    double datum_m_ = 0;
    std::size_t columns_ = 0;
    std::vector<Tile> tiles_;
    std::vector<float> nodes_;  // of each storey kRow rows of kRow nodes, above the datum
    geo::HeightField country_;
    bool is_level_ = true;
};

}  // namespace synchrono::roadmap
