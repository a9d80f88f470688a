/// The buildings between two stations: how many walls the straight line crosses and how many metres of it lie
/// inside, each building with its own losses (the model of Sommer, Eckhoff, German and Dressler).
#pragma once

#include <span>
#include <vector>

#include "common/config/radio.hpp"
#include "common/geo/footprints.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::comm_server {

/// Threading: one thread; what it keeps besides the buildings is scratch space.
class Walls {
  public:
    explicit Walls(std::span<const config::Building> buildings);

    bool empty() const { return footprints_.empty(); }
    /// In dB, the same in both directions; once beyond `enough_db` it may stop counting and tell more than
    /// that.
    double loss_db(geo::Vec3 from, geo::Vec3 to, double enough_db);
    /// Whether any wall is in between or both ends are inside.
    bool blocks(geo::Vec3 from, geo::Vec3 to) { return footprints_.blocks(from, to); }

  private:
    struct Losses {
        double wall_db = 0, inside_db_m = 0;
    };
    geo::Footprints footprints_;
    std::vector<Losses> losses_;
};

}  // namespace synchrono::comm_server
