/// Finds the agents near a place. Agents are sorted into square cells once a heartbeat, so the cost of a
/// query depends mainly on the number of agents that are near, and hardly on the number in the world.
#pragma once

#include <cstdint>
#include <vector>

namespace synchrono::server {

/// Finds agents by their horizontal distance: a copter above a crossing is near it.
/// Threading: confined to its owner's thread.
class InterestGrid {
  public:
    /// Removes all agents and sets the size of the cells, which should be the radius of later queries.
    void clear(double cell_m);
    void add(std::uint32_t index, float x_m, float y_m);
    /// Prepares the grid for `near`. Call sort() once, after the last `add`.
    void sort();
    /// Appends to `found` the index of each agent at most `radius_m` away, each once per call, in no
    /// particular order.
    void near(float x_m, float y_m, double radius_m, std::vector<std::uint32_t>& found) const;

  private:
    struct Place {
        std::uint64_t cell;
        std::uint32_t index;
        float x_m, y_m;
    };
    std::int32_t column(double metres) const;
    static std::uint64_t cell(std::int32_t column, std::int32_t row);

    double cell_m_ = 1;
    std::vector<Place> places_;
};

}  // namespace synchrono::server
