/// The loss of power that buildings cause between two stations. Power is lost at each wall that the straight
/// line between the stations crosses, and along each metre of this line inside a building. Each building has
/// its own losses. The model is that of Sommer, Eckhoff, German and Dressler.
#pragma once

#include <span>
#include <vector>

#include "common/config/radio.hpp"
#include "common/geo/footprints.hpp"
#include "common/geo/vector.hpp"

namespace synchrono::comm_server::channel {

/// Holds the buildings of a scenario.
/// Threading: one thread, because queries share scratch space.
class Walls {
  public:
    explicit Walls(std::span<const config::Building> buildings);

    bool empty() const { return footprints_.empty(); }
    /// Returns the loss in dB, the same in both directions. Once the sum exceeds `enough_db`, the rest may
    /// be left out.
    double loss_db(geo::Vec3 from, geo::Vec3 to, double enough_db);
    /// Returns whether a wall is between the two places, or both are inside the same building.
    bool blocks(geo::Vec3 from, geo::Vec3 to) { return footprints_.blocks(from, to); }

  private:
    struct Losses {
        double wall_db = 0, inside_db_m = 0;
    };
    geo::Footprints footprints_;
    std::vector<Losses> losses_;
};

}  // namespace synchrono::comm_server::channel
