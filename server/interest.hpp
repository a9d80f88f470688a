/// Who is near whom. Agents are sorted into square cells once a heartbeat, so that asking for the neighbours
/// of one costs by how many there are, not by how many live in the world.
#pragma once

#include <cstdint>
#include <vector>

namespace synchrono::server {

/// Distance is horizontal: a copter above a crossing is near it.
/// Threading: confined to its owner's thread.
class InterestGrid {
  public:
    /// Starts anew with cells of the given size, which should be the radius that will be asked for.
    void clear(double cell_m);
    void add(std::uint32_t index, float x_m, float y_m);
    /// Call once after the last add.
    void sort();
    /// Appends the index of each agent no further than `radius_m`, in no order, each once a call.
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
