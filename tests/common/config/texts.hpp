/// Small files that the loaders accept, for tests to spoil in one place.
#pragma once

#include <string>

namespace synchrono::config {

/// A vehicle on lines 1 to 22, each number on a line of its own.
inline const std::string kVehicleText = R"({
"mass_kg": 1500,
"yaw_inertia_kg_m2": 2500,
"wheelbase_m": 2.7,
"cg_to_front_axle_m": 1.2,
"cg_height_m": 0.5,
"track_m": 1.5,
"length_m": 4.7,
"width_m": 1.8,
"height_m": 1.5,
"tyre": {"cornering_stiffness_front_n_rad": 100000,
"cornering_stiffness_rear_n_rad": 110000,
"friction": 0.9,
"relaxation_length_m": 0.5},
"steering_angle_max_rad": 0.6,
"drive": "front",
"drive_force_max_n": 6000,
"drive_power_max_w": 100000,
"brake_force_max_n": 14000,
"brake_front_share": 0.65,
"drag_coefficient_area_m2": 0.65,
"rolling_resistance": 0.01})";

inline std::string on_one_line(std::string text) {
    for (char& c : text) c = c == '\n' ? ' ' : c;
    return text;
}

/// A scenario of one agent "a" with vehicle "v"; each part is on the line that its comment says.
struct ScenarioText {
    std::string head = R"("name": "s", "duration_s": 1,)";  // 2
    std::string extra = "";                                 // 3
    std::string paths =
        R"({"line": {"points": [[0, 0], [30, 0]]}, "ring": {"circle": {"center": [0, 0], "radius_m": 50}}})";  // 4
    std::string vehicles = R"({"v": )" + on_one_line(kVehicleText) + "}";                             // 5
    std::string agent = "";                                                                           // 7
    std::string place = R"({"position": [0, 0, 0]})";                                                 // 7
    std::string agents = R"({"name": "a", "vehicle": "v", )" + agent + R"("place": )" + place + "}";  // 7

    std::string text() const {
        return "{\n" + head + "\n" + extra + "\n\"paths\": " + paths + ",\n\"vehicles\": " + vehicles +
               ",\n\"agents\": [\n" + agents + "\n]}";
    }
};

}  // namespace synchrono::config
