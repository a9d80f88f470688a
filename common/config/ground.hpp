/// What wheels roll on, whichever engine moves them: the scenario's key "ground".
#pragma once

#include <cstdint>
#include <string>

namespace synchrono::config {

/// An ESRI ASCII grid, which a resolved scenario holds whole.
struct HeightsText {
    std::string name;  // of its file without ".asc"
    std::string grid;

    friend bool operator==(const HeightsText&, const HeightsText&) = default;
};

/// Ground that gives way, after Bekker, Mohr and Coulomb, Janosi and Hanamoto. What is set here is a firm
/// soil that lorries sink into by some centimetres.
struct Soil {
    double bekker_k_phi = 2e6;  // N/m^(n+2)
    double bekker_k_c = 0;      // N/m^(n+1)
    double bekker_n = 1.1;
    double cohesion_pa = 0;
    double friction_angle_deg = 30;
    double janosi_shear_m = 0.01;
    double elastic_stiffness_pa_m = 2e8;  // more than bekker_k_phi
    double damping_pa_s_m = 3e4;
    double mesh_m = 0.1;  // from one of the places where it is computed to the next

    friend bool operator==(const Soil&, const Soil&) = default;
};

struct Ground {
    enum class Kind : std::uint8_t { plane, map, heights, soil };
    Kind kind = Kind::plane;
    double friction = 0.9;  // of all but soil
    HeightsText heights{};  // of `heights`
    Soil soil{};            // of `soil`

    friend bool operator==(const Ground&, const Ground&) = default;
};

}  // namespace synchrono::config
