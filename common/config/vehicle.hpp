/// What a vehicle file says: the facts of a vehicle that an engine, a pilot or another client needs. SI
/// units; each member is spelled as its key in the file, and docs/vehicle-model.md says what it means.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::config {

/// A curve through points; straight between them, level outside.
struct CurvePoint {
    double x = 0, y = 0;
    friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};
using Curve = std::vector<CurvePoint>;  // x rising

/// A number at the tyre's nominal load and at twice that.
using AtLoads = std::array<double, 2>;

/// One direction of a TMeasy tyre: force over slip.
struct TyreCurveSpec {
    AtLoads slope_n{};          // of force over slip, at no slip
    AtLoads peak_force_n{};     // at the reference friction
    AtLoads peak_slip{};        // where it is reached
    AtLoads sliding_force_n{};  // when the whole contact patch slides
    AtLoads sliding_slip{};     // where that begins
    double stiffness_n_m = 0;   // of the carcass; the relaxation length is slope / stiffness
    double damping_n_s_m = 0;

    friend bool operator==(const TyreCurveSpec&, const TyreCurveSpec&) = default;
};

struct TyreSpec {
    double radius_m = 0;  // unloaded
    double nominal_load_n = 0;
    double load_max_n = 0;     // beyond it the curves grow no further
    double stiffness_n_m = 0;  // vertical
    double damping_n_s_m = 0;
    double reference_friction = 0;  // of the road that the curves were taken on
    double adhesion = 0;            // force over load at standstill, at the reference friction
    double rolling_resistance = 0;
    TyreCurveSpec longitudinal, lateral;
    AtLoads trail{};               // of the contact patch's length, at no slip
    AtLoads trail_zero_slip{};     // where it changes its sign
    AtLoads trail_end_slip{};      // where it is gone
    double camber_torque_n_m = 0;  // overturning, per radian of camber

    friend bool operator==(const TyreSpec&, const TyreSpec&) = default;
};

/// As far from rest a spring's polynomial is meant; beyond, the spring goes on straight.
inline constexpr double kSpringRange = 0.04;  // m

/// The forces at one wheel's travel, upwards positive, and where the wheel goes with it.
struct SuspensionSpec {
    std::array<double, 3> spring{};  // N/m, N/m^2, N/m^3: the wheel's rate and its growth, from rest
    double damper_n_s_m = 0;         // both ways, at small speeds
    double damper_bend_s_m = 0;      // c v / (1 + bend |v|)
    double antiroll_n_m = 0;         // at each wheel, per difference in travel
    double spring_base = 1;       // lateral distance of a rigid axle's springs over its track; 1: independent
    std::array<double, 3> toe{};  // rad, rad/m, rad/m^2: of the left wheel, to the left
    std::array<double, 2> camber{};    // rad, rad/m: of the left wheel, its top to the left
    std::array<double, 2> sideways{};  // 1, 1/m: the left wheel's centre to the left, a metre of travel
    double forward = 0;                // 1: the wheel's centre
    double brake_lift_rad_m = 0;       // the hub's turning about its axle, forward rolling positive

    friend bool operator==(const SuspensionSpec&, const SuspensionSpec&) = default;
};

inline constexpr std::size_t kAxlesMax = 4;

struct AxleSpec {
    double position_m = 0;  // ahead of the reference point
    double track_m = 0;
    int tyres_a_side = 1;
    double tyre_spacing_m = 0;       // between the middles of two tyres on one side
    double unsprung_mass_kg = 0;     // a wheel's side
    double wheel_inertia_kg_m2 = 0;  // a wheel's side, about its axle
    SuspensionSpec suspension;
    Curve steering_left_rad{}, steering_right_rad{};  // steering input to angle; empty where nothing steers
    double kingpin_offset_m = 0;  // the wheel's centre outwards of the axis it steers about, at its height
    double kingpin_trail_m = 0;   // and ahead of it
    double brake_torque_n_m = 0;  // a wheel's side, at braking 1
    double drive_share = 0;       // of the propeller shaft's torque
    double differential_inertia_kg_m2 = 0;
    bool differential_locked = false;

    friend bool operator==(const AxleSpec&, const AxleSpec&) = default;
};

enum class CouplingKind { direct, torque_converter, clutch };

struct EngineSpec {
    Curve full_torque_n_m, closed_torque_n_m;  // over rpm, at throttle 1 and 0
    double speed_max_rpm = 0;
    double idle_rpm = 0;  // held by a governor; 0: none
    double inertia_kg_m2 = 0;

    friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

struct CouplingSpec {
    CouplingKind kind = CouplingKind::direct;
    Curve capacity{};                    // torque converter: (rad/s) / sqrt(N m), over the speed ratio
    Curve torque_ratio{};                // torque converter: over the speed ratio
    double torque_max_n_m = 0;           // clutch
    std::array<double, 2> engage_rpm{};  // clutch: begins to grip, is closed

    friend bool operator==(const CouplingSpec&, const CouplingSpec&) = default;
};

/// Shift speeds of one gear: of the gearbox's input, at throttle 0 and 1.
struct ShiftSpec {
    std::array<double, 2> down_rpm{}, up_rpm{};
    friend bool operator==(const ShiftSpec&, const ShiftSpec&) = default;
};

struct GearboxSpec {
    std::vector<double> ratios;  // input turns for one of the propeller shaft, first gear first
    std::vector<ShiftSpec> shifts;
    double shift_pause_s = 0;
    double input_inertia_kg_m2 = 0;
    double output_slip_n_m_s =
        0;  // torque per speed lost between the output and the propeller shaft; 0: none

    friend bool operator==(const GearboxSpec&, const GearboxSpec&) = default;
};

struct PowertrainSpec {
    EngineSpec engine;
    CouplingSpec coupling;
    GearboxSpec gearbox;
    double final_ratio = 0;          // propeller shaft turns for one of the axle
    double shaft_inertia_kg_m2 = 0;  // of the propeller shaft
    double reaction = 0;             // share of the shaft's torque that rolls the body to the left

    friend bool operator==(const PowertrainSpec&, const PowertrainSpec&) = default;
};

struct BodySpec {
    double mass_kg = 0;  // without the unsprung masses
    double cg_m = 0;     // ahead of the reference point, of the body alone
    double cg_height_m = 0;
    std::array<double, 3> inertia_kg_m2{};  // roll, pitch, yaw, about its centre of gravity
    double roll_yaw_product_kg_m2 = 0;
    double reference_height_m = 0;  // of the reference point above the ground, at rest
    double length_m = 0;            // the body, for others to see and to keep clear of
    double width_m = 0;
    double height_m = 0;
    double drag_area_m2 = 0;  // drag coefficient times frontal area

    friend bool operator==(const BodySpec&, const BodySpec&) = default;
};

/// The JSON files of Project Chrono's vehicle data that describe the same vehicle.
struct ChronoSpec {
    std::string vehicle, engine, transmission;
    std::vector<std::string> tyres;  // one for all axles, or one for each; none: it is tracked
    bool tracked = false;

    friend bool operator==(const ChronoSpec&, const ChronoSpec&) = default;
};

/// What a pilot must know of a vehicle whose parts stand in Chrono's files alone.
struct HandlingSpec {
    double wheelbase_m = 0;  // first axle to last
    double cg_to_front_axle_m = 0;
    double steering_angle_max_rad = 0;  // of the front wheels, at steering 1
    double drive_force_max_n = 0;       // at the wheels
    double drive_power_max_w = 0;
    double brake_force_max_n = 0;  // at the wheels

    friend bool operator==(const HandlingSpec&, const HandlingSpec&) = default;
};

struct VehicleSpec {
    std::string name;  // the file's name without ".json"
    BodySpec body;
    TyreSpec tyre;
    std::vector<AxleSpec>
        axles;  // two to four, from the front; none: its parts stand in Chrono's files alone
    PowertrainSpec powertrain;
    HandlingSpec handling{};  // of one without axles
    ChronoSpec chrono{};      // empty where there is none

    /// Whether Chrono is told to drive it, and whether our own models are.
    bool has_chrono() const { return !chrono.vehicle.empty(); }
    bool has_parts() const { return !axles.empty(); }
    friend bool operator==(const VehicleSpec&, const VehicleSpec&) = default;
};

/// What follows from the file for the whole vehicle.
struct VehicleFigures {
    double mass_kg = 0;
    double cg_m = 0;  // ahead of the reference point
    double cg_height_m = 0;
    double wheelbase_m = 0;  // first axle to last
    double cg_to_front_axle_m = 0;
    double steering_angle_max_rad = 0;  // the mean of the front wheels, at steering 1
    double drive_force_max_n = 0;       // at the wheels, first gear, ignoring losses
    double drive_power_max_w = 0;
    double brake_force_max_n = 0;  // at the wheels, ignoring grip
    /// The body's weight on each axle: by its springs, as if it stood on them level.
    std::array<double, kAxlesMax> body_loads_n{};
};
VehicleFigures figures(const VehicleSpec& vehicle);

/// Of the whole vehicle, at rest; of one whose file does not say it, half of its height.
double height_of_cg_m(const VehicleSpec& vehicle);

/// Reads a vehicle file. The error lists every problem, one a line: "file:line: key '...': what is wrong".
Result<VehicleSpec> load_vehicle(const std::filesystem::path& file);

/// The same from memory; `file` names the text in messages and gives the vehicle its name.
Result<VehicleSpec> read_vehicle(std::string_view text, const std::filesystem::path& file);

}  // namespace synchrono::config
