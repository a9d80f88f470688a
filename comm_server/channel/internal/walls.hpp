/// The buildings between two stations: how many walls the straight line crosses and how many metres of it lie
/// inside, each building with its own losses (the model of Sommer, Eckhoff, German and Dressler), found by a
/// grid over the footprints. Flat: heights do not matter.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/config/radio.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::comm_server {

/// Threading: one thread; what it keeps besides the buildings is scratch space.
class Walls {
  public:
    explicit Walls(std::span<const config::Building> buildings);

    bool empty() const { return buildings_.empty(); }
    /// In dB, the same in both directions; once beyond `enough_db` it may stop counting and tell more than
    /// that.
    double loss_db(geo::Vec3 from, geo::Vec3 to, double enough_db);
    /// Whether any wall is in between or both ends are inside.
    bool blocks(geo::Vec3 from, geo::Vec3 to);

  private:
    struct Point {
        double x = 0, y = 0;
    };
    struct Outline {
        std::size_t first = 0, count = 0;  // in corners_
        Point low, high;
        double wall_loss_db = 0, inside_loss_db_m = 0;
    };
    struct Crossed {
        std::uint32_t walls = 0;
        double inside_m = 0;
    };
    Crossed crossed(const Outline& outline, Point from, Point to);
    /// Calls `visit` for each building near the segment, once, from one end on until it returns false.
    template <typename Visit>
    void along(Point from, Point to, Visit visit);
    std::size_t cell(std::int64_t column, std::int64_t row) const {
        return static_cast<std::size_t>(row * columns_ + column);
    }

    std::vector<Outline> buildings_;
    std::vector<Point> corners_;
    Point origin_;
    double cell_m_ = 1;
    std::int64_t columns_ = 0, rows_ = 0;
    std::vector<std::uint32_t> first_of_cell_;  // in of_cells_, and one past the last
    std::vector<std::uint32_t> of_cells_;
    std::vector<std::uint64_t> seen_;  // by building: the walk that came by last
    std::uint64_t walk_ = 0;
    std::vector<double> cuts_;
};

}  // namespace synchrono::comm_server
