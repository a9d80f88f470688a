/// The configuration of the urban driver, from the scenario.
#pragma once

#include <string>
#include <vector>

#include "pcp/urban_driver/following.hpp"

namespace synchrono::pcp {

struct UrbanConfig {
    std::vector<std::string> route;
    double speed_factor = 1;  // of the speed limit
    double lateral_m_s2 = 2.2;
    bool bus_lanes = false;
    bool eyes = true;
    Manner manner;
};

/// Reads a configuration. Throws std::runtime_error with one line if it is not valid.
UrbanConfig read_urban_config(const char* json);

}  // namespace synchrono::pcp
