#include "pcp/urban_driver/config.hpp"

#include "pcp/driving/internal/config_reader.hpp"

namespace synchrono::pcp::urban_driver {

UrbanConfig read_urban_config(const char* json) {
    const Json::Value root = driving::internal::read_object(json);
    driving::internal::require_known_keys(
        root, "",
        {"route", "speed_factor", "time_gap_s", "standstill_gap_m", "acceleration_m_s2", "braking_m_s2",
         "hard_braking_m_s2", "lateral_acceleration_m_s2", "bus_lanes", "eyes"});
    UrbanConfig config;
    const Json::Value& route = root["route"];
    if (!route.isArray() || route.empty())
        driving::internal::refuse_key("route", "expected an array of road ids");
    for (const Json::Value& road : route) {
        if (!road.isString())
            driving::internal::refuse_key("route", "expected an array of road ids, each a string");
        config.route.push_back(road.asString());
    }
    Manner& m = config.manner;
    config.speed_factor = driving::internal::number(root, "speed_factor", 0.1, 3, config.speed_factor);
    m.time_gap_s = driving::internal::number(root, "time_gap_s", 0.5, 10, m.time_gap_s);
    m.standstill_gap_m = driving::internal::number(root, "standstill_gap_m", 0.5, 20, m.standstill_gap_m);
    m.acceleration_m_s2 = driving::internal::number(root, "acceleration_m_s2", 0.3, 5, m.acceleration_m_s2);
    m.braking_m_s2 = driving::internal::number(root, "braking_m_s2", 0.5, 5, m.braking_m_s2);
    m.hard_braking_m_s2 = driving::internal::number(root, "hard_braking_m_s2", 2, 10, m.hard_braking_m_s2);
    config.lateral_m_s2 =
        driving::internal::number(root, "lateral_acceleration_m_s2", 0.5, 8, config.lateral_m_s2);
    config.bus_lanes = driving::internal::flag(root, "", "bus_lanes", false);
    config.eyes = driving::internal::flag(root, "", "eyes", true);
    return config;
}

}  // namespace synchrono::pcp::urban_driver
