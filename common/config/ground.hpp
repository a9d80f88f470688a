/// The ground that wheels roll on, for every engine: the scenario's key "ground".
#pragma once

#include <cstdint>
#include <string>

namespace synchrono::config {

/// The text of an ESRI ASCII grid. A resolved scenario holds the whole text.
struct HeightsText {
    std::string name;  // the file's name without ".asc"
    std::string grid;

    friend bool operator==(const HeightsText&, const HeightsText&) = default;
};

/// Ground that gives way, modelled after Bekker, Mohr and Coulomb, Janosi and Hanamoto. The defaults are a
/// firm soil into which lorries sink by a few centimetres.
struct Soil {
    double bekker_k_phi = 2e6;  // N/m^(n+2)
    double bekker_k_c = 0;      // N/m^(n+1)
    double bekker_n = 1.1;
    double cohesion_pa = 0;
    double friction_angle_deg = 30;
    double janosi_shear_m = 0.01;
    double elastic_stiffness_pa_m = 2e8;  // more than bekker_k_phi
    double damping_pa_s_m = 3e4;
    double mesh_m = 0.1;  // distance between the places where the soil is computed

    friend bool operator==(const Soil&, const Soil&) = default;
};

struct Ground {
    enum class Kind : std::uint8_t { plane, map, heights, soil };
    Kind kind = Kind::plane;
    double friction = 0.9;  // for all kinds but soil
    HeightsText heights{};  // for kind `heights`
    Soil soil{};            // for kind `soil`

    friend bool operator==(const Ground&, const Ground&) = default;
};

}  // namespace synchrono::config
