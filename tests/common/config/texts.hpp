/// Small files that the loaders accept. A test spoils one of them in one place.
#pragma once

#include <string>

namespace synchrono::config {

/// A vehicle file with nearly every key, on lines 1 to 26.
inline const std::string kVehicleText = R"({
"body": {"mass_kg": 1400, "cg_m": 0.1, "cg_height_m": 0.61, "inertia_kg_m2": [400, 1700, 1900],
"roll_yaw_product_kg_m2": -20, "reference_height_m": 0.3, "length_m": 4.5, "width_m": 1.8, "height_m": 1.5,
"drag_area_m2": 0.65},
"tyre": {"radius_m": 0.32, "nominal_load_n": 3600, "load_max_n": 12000, "stiffness_n_m": 200000,
"damping_n_s_m": 800, "reference_friction": 0.9, "adhesion": 0.95, "rolling_resistance": 0.011,
"longitudinal": {"slope_n": [90000, 170000], "peak_force_n": [3700, 7000], "peak_slip": [0.12, 0.13],
"sliding_force_n": [2900, 5600], "sliding_slip": [0.6, 0.7], "stiffness_n_m": 300000, "damping_n_s_m": 500},
"lateral": {"slope_n": [60000, 100000], "peak_force_n": [3500, 6500], "peak_slip": [0.16, 0.19],
"sliding_force_n": [3000, 5700], "sliding_slip": [0.92, 1.1], "stiffness_n_m": 150000, "damping_n_s_m": 410},
"trail": [0.17, 0.18], "trail_zero_slip": [0.21, 0.22], "trail_end_slip": [0.5, 0.55], "camber_torque_n_m": 1600},
"axles": [{"position_m": 1.3, "track_m": 1.55, "unsprung_mass_kg": 40, "wheel_inertia_kg_m2": 1.21,
"suspension": {"spring": [30000, 1000, 20000], "damper_n_s_m": 2500, "damper_bend_s_m": 0.51, "antiroll_n_m": 9000,
"toe": [0.001, 0.02, -0.3], "camber": [-0.01, -0.4], "sideways": [-0.05, -1], "forward": 0.03, "brake_lift_rad_m": -0.2},
"steering_left_rad": [[-1, -0.62], [0, 0.01], [1, 0.58]], "steering_right_rad": [[-1, -0.58], [0, 0.02], [1, 0.64]],
"kingpin_offset_m": 0.061, "kingpin_trail_m": -0.013, "brake_torque_n_m": 2000},
{"position_m": -1.4, "track_m": 1.56, "tyres_a_side": 2, "tyre_spacing_m": 0.25, "unsprung_mass_kg": 45, "wheel_inertia_kg_m2": 1.31,
"suspension": {"spring": [28000, 0, 0], "damper_n_s_m": 2400, "spring_base": 0.71},
"brake_torque_n_m": 1100, "drive_share": 1, "differential_inertia_kg_m2": 0.1, "differential_locked": true}],
"powertrain": {"engine": {"full_torque_n_m": [[0, 120], [3000, 260], [6000, 200]],
"closed_torque_n_m": [[0, 0], [6000, -60]], "speed_max_rpm": 6200, "idle_rpm": 810, "inertia_kg_m2": 0.15},
"coupling": {"kind": "clutch", "torque_max_n_m": 440, "engage_rpm": [910, 1510]},
"gearbox": {"ratios": [3.6, 1.9, 1.2], "shifts": [{"down_rpm": [920, 1000], "up_rpm": [2520, 5500]},
{"down_rpm": [1110, 2010], "up_rpm": [2600, 5600]}, {"down_rpm": [1220, 2100], "up_rpm": [2700, 5700]}],
"shift_pause_s": 0.52, "input_inertia_kg_m2": 0.022, "output_slip_n_m_s": 530},
"final_ratio": 3.9, "shaft_inertia_kg_m2": 0.033, "reaction": 0.53}})";

inline std::string on_one_line(std::string text) {
    for (char& c : text) c = c == '\n' ? ' ' : c;
    return text;
}

/// Builds a scenario with one agent "a" and one vehicle "v". The comment beside each part is the number of
/// the line on which this part stands.
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

/// An intersection file with every key but "actuated", on lines 1 to 20.
inline const std::string kIntersectionText = R"({
"id": 4711, "region": 840, "position": [100, 200, 3], "lane_width_m": 3.5, "speed_limit_m_s": 13.9,
"lanes": [
{"id": 1, "approach": 1, "direction": "ingress", "use": "vehicle", "width_m": 3.25, "speed_limit_m_s": 8.3,
"points": [[101.75, 190], [101.75, 150]],
"connections": [{"to": 2, "manoeuvre": "left", "signal_group": 5}, {"to": 3, "manoeuvre": "straight"}]},
{"id": 2, "approach": 2, "direction": "egress", "points": [[90, 201.75], [50, 201.75], [10, 205]]},
{"id": 3, "approach": 3, "direction": "egress", "points": [[101.75, 210], [101.75, 250]]},
{"id": 4, "direction": "both", "use": "crosswalk", "points": [[95, 190], [105, 190]],
"connections": [{"to": 5, "signal_group": 12}]},
{"id": 5, "direction": "both", "use": "sidewalk", "points": [[106, 190], [120, 190]]}],
"signals": {"groups": [5, 12], "conflicts": [[5, 12]],
"fixed": {"cycle_s": 30, "offset_s": 2.5, "phases": [
{"green_s": 10, "yellow_s": 3, "all_red_s": 2,
"protected": [5]},
{"green_s": 11.5,
"pedestrian": {"groups": [12], "walk_s": 5, "clearance_s": 6.5},
"yellow_s": 0,
"all_red_s": 3.5}
]}}})";

/// The key and value that take the place of "fixed" when the signals are actuated, on lines 13 to 20.
inline const std::string kActuatedText = R"("actuated": {"phases": [
{"id": 2, "ring": 1, "side": 1, "protected": [5], "min_green_s": 5, "max_green_s": 30, "passage_s": 2.5,
"yellow_s": 3, "all_red_s": 1, "recall": "max", "dual_entry": true, "locks_calls": false,
"detectors": [{"lane": 1, "from_m": 2, "to_m": 20}, {"points": [[0, 0], [10, 0], [10, 5]]}]},
{"id": 4, "ring": 1, "side": 2, "min_green_s": 5, "max_green_s": 20,
"pedestrian": {"groups": [12], "walk_s": 5, "clearance_s": 6.5},
"yellow_s": 0, "all_red_s": 3.5}
]}}})";

}  // namespace synchrono::config
