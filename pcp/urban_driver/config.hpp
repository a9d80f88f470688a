/// The configuration of the urban driver, from the scenario.
#pragma once

#include <string>
#include <vector>

#include "pcp/urban_driver/following.hpp"

namespace synchrono::pcp::urban_driver {

struct UrbanConfig {
    std::vector<std::string> route;  // ids of the map's roads
    double speed_factor = 1;         // of the speed limit
    double lateral_m_s2 = 2.2;       // acceleration in curves, at most
    bool bus_lanes = false;          // may use bus lanes
    bool eyes = true;                // false: knows others and signals by radio alone
    Manner manner;
};

/// Reads a configuration. Throws std::runtime_error, which says what is wrong, if it is not valid.
UrbanConfig read_urban_config(const char* json);

}  // namespace synchrono::pcp::urban_driver
