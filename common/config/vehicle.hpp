/// The content of a vehicle file: the data that engines, pilots and clients need about a vehicle. All
/// numbers are in SI units unless a name says otherwise; each member has the name of its key, and
/// docs/vehicle-model.md explains the keys.
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::config {

/// A point of a curve. A curve is straight between its points and level outside them.
struct CurvePoint {
    double x = 0, y = 0;
    friend bool operator==(const CurvePoint&, const CurvePoint&) = default;
};
using Curve = std::vector<CurvePoint>;  // x ascending

/// Two values of a quantity: at the tyre's nominal load, and at twice that load.
using AtLoads = std::array<double, 2>;

/// One direction of a TMeasy tyre: the curve of force over slip.
struct TyreCurveSpec {
    AtLoads slope_n{};          // initial slope of force over slip
    AtLoads peak_force_n{};     // at the reference friction
    AtLoads peak_slip{};        // slip at the peak
    AtLoads sliding_force_n{};  // when the whole contact patch slides
    AtLoads sliding_slip{};     // slip above which the whole patch slides
    double stiffness_n_m = 0;   // of the carcass; the relaxation length is slope / stiffness
    double damping_n_s_m = 0;

    friend bool operator==(const TyreCurveSpec&, const TyreCurveSpec&) = default;
};

struct TyreSpec {
    double radius_m = 0;  // unloaded
    double nominal_load_n = 0;
    double load_max_n = 0;     // above this load the curves grow no further
    double stiffness_n_m = 0;  // vertical
    double damping_n_s_m = 0;
    double reference_friction = 0;  // of the road on which the curves were measured
    double adhesion = 0;            // force over load at standstill, at the reference friction
    double rolling_resistance = 0;
    TyreCurveSpec longitudinal, lateral;
    AtLoads trail{};               // at zero slip, as a share of the contact patch's length
    AtLoads trail_zero_slip{};     // slip at which the trail changes its sign
    AtLoads trail_end_slip{};      // slip above which the trail is zero
    double camber_torque_n_m = 0;  // overturning, per radian of camber

    friend bool operator==(const TyreSpec&, const TyreSpec&) = default;
};

/// The travel from rest up to which a spring's polynomial holds. Beyond it, the force continues in a straight
/// line.
inline constexpr double kSpringRange = 0.04;  // m

/// The suspension of one wheel: its forces, and the position and angles of the wheel, as functions of the
/// wheel's travel (upwards positive).
struct SuspensionSpec {
    std::array<double, 3> spring{};    // N/m, N/m^2, N/m^3: polynomial of the wheel's travel from rest
    double damper_n_s_m = 0;           // in both directions, at small speeds
    double damper_bend_s_m = 0;        // the damper's force is c v / (1 + bend |v|)
    double antiroll_n_m = 0;           // force at each wheel per difference of the two wheels' travels
    double spring_base = 1;            // distance of a rigid axle's springs over track; 1: independent wheels
    std::array<double, 3> toe{};       // rad, rad/m, rad/m^2: left wheel, positive to the left
    std::array<double, 2> camber{};    // rad, rad/m: left wheel, positive if its top leans left
    std::array<double, 2> sideways{};  // no unit, 1/m: left wheel's centre to the left, per metre of travel
    double forward = 0;                // no unit: wheel's centre forward, per metre of travel
    double brake_lift_rad_m = 0;       // turning of the hub about its axle; positive as when rolling forward

    friend bool operator==(const SuspensionSpec&, const SuspensionSpec&) = default;
};

inline constexpr std::size_t kAxlesMax = 4;

struct AxleSpec {
    double position_m = 0;  // ahead of the reference point
    double track_m = 0;
    int tyres_a_side = 1;
    double tyre_spacing_m = 0;       // between the middles of two tyres on one side
    double unsprung_mass_kg = 0;     // of one side
    double wheel_inertia_kg_m2 = 0;  // of one side, about its axle
    SuspensionSpec suspension;
    Curve steering_left_rad{}, steering_right_rad{};  // angle over steering input; empty: not steered
    // From the steering axis outwards to the wheel's centre, at the centre's height.
    double kingpin_offset_m = 0;
    double kingpin_trail_m = 0;   // from that axis forward to the wheel's centre
    double brake_torque_n_m = 0;  // of one side, at braking 1
    double drive_share = 0;       // share of the propeller shaft's torque
    double differential_inertia_kg_m2 = 0;
    bool differential_locked = false;

    friend bool operator==(const AxleSpec&, const AxleSpec&) = default;
};

enum class CouplingKind { direct, torque_converter, clutch };

struct EngineSpec {
    Curve full_torque_n_m, closed_torque_n_m;  // over rpm, at throttle 1 and at throttle 0
    double speed_max_rpm = 0;
    double idle_rpm = 0;  // held by a governor; 0: no governor
    double inertia_kg_m2 = 0;

    friend bool operator==(const EngineSpec&, const EngineSpec&) = default;
};

struct CouplingSpec {
    CouplingKind kind = CouplingKind::direct;
    Curve capacity{};                    // torque converter: (rad/s) / sqrt(N m), over the speed ratio
    Curve torque_ratio{};                // torque converter: over the speed ratio
    double torque_max_n_m = 0;           // clutch
    std::array<double, 2> engage_rpm{};  // clutch: speeds at which it begins to grip and is closed

    friend bool operator==(const CouplingSpec&, const CouplingSpec&) = default;
};

/// The speeds of the gearbox's input at which it shifts down or up from one gear. Each pair holds the speed
/// at throttle 0 and the speed at throttle 1.
struct ShiftSpec {
    std::array<double, 2> down_rpm{}, up_rpm{};
    friend bool operator==(const ShiftSpec&, const ShiftSpec&) = default;
};

struct GearboxSpec {
    std::vector<double> ratios;  // input speed over that of the propeller shaft; first gear first
    std::vector<ShiftSpec> shifts;
    double shift_pause_s = 0;
    double input_inertia_kg_m2 = 0;
    // Torque per difference in speed between the output and the propeller shaft; 0: rigid.
    double output_slip_n_m_s = 0;

    friend bool operator==(const GearboxSpec&, const GearboxSpec&) = default;
};

struct PowertrainSpec {
    EngineSpec engine;
    CouplingSpec coupling;
    GearboxSpec gearbox;
    double final_ratio = 0;          // speed of the propeller shaft over that of the axle
    double shaft_inertia_kg_m2 = 0;  // of the propeller shaft
    double reaction = 0;             // share of the shaft's torque that rolls the body to the left

    friend bool operator==(const PowertrainSpec&, const PowertrainSpec&) = default;
};

struct BodySpec {
    double mass_kg = 0;  // without the unsprung masses
    double cg_m = 0;     // of the body alone, ahead of the reference point
    double cg_height_m = 0;
    std::array<double, 3> inertia_kg_m2{};  // roll, pitch, yaw, about the body's centre of gravity
    double roll_yaw_product_kg_m2 = 0;
    double reference_height_m = 0;  // of the reference point above the ground, at rest
    double length_m = 0;            // outer size, which others see and avoid
    double width_m = 0;
    double height_m = 0;
    double drag_area_m2 = 0;  // drag coefficient times frontal area

    friend bool operator==(const BodySpec&, const BodySpec&) = default;
};

/// The JSON files of Project Chrono's vehicle data that describe the same vehicle.
struct ChronoSpec {
    std::string vehicle, engine, transmission;
    std::vector<std::string> tyres;  // one file for all axles, or one for each; empty: tracked vehicle
    bool tracked = false;

    friend bool operator==(const ChronoSpec&, const ChronoSpec&) = default;
};

/// The numbers that pilots need about a vehicle whose parts are described in Chrono's files only.
struct HandlingSpec {
    double wheelbase_m = 0;  // from the first axle to the last
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
    // Two to four, from the front; empty: the vehicle's parts are described in Chrono's files only.
    std::vector<AxleSpec> axles;
    PowertrainSpec powertrain;
    HandlingSpec handling{};  // for a vehicle without axles
    ChronoSpec chrono{};      // empty: the vehicle has no such files

    /// Returns whether Chrono can simulate the vehicle.
    bool has_chrono() const { return !chrono.vehicle.empty(); }
    /// Returns whether the embedded engine can simulate the vehicle.
    bool has_parts() const { return !axles.empty(); }
    friend bool operator==(const VehicleSpec&, const VehicleSpec&) = default;
};

/// Numbers of a whole vehicle, computed from its file.
struct VehicleFigures {
    double mass_kg = 0;
    double cg_m = 0;  // ahead of the reference point
    double cg_height_m = 0;
    double wheelbase_m = 0;  // from the first axle to the last
    double cg_to_front_axle_m = 0;
    double steering_angle_max_rad = 0;  // mean of the front wheels, at steering 1
    double drive_force_max_n = 0;       // at the wheels, first gear, ignoring losses
    double drive_power_max_w = 0;
    double brake_force_max_n = 0;  // at the wheels, ignoring grip
    /// The part of the body's weight that each axle carries through its springs when the body stands level;
    /// zeros for a vehicle without axles.
    std::array<double, kAxlesMax> body_loads_n{};
};
VehicleFigures figures(const VehicleSpec& vehicle);

/// Returns the height of the whole vehicle's centre of gravity at rest, or half the vehicle's height if the
/// file does not give it.
double height_of_cg_m(const VehicleSpec& vehicle);

/// Reads a vehicle file. The error lists the problems, at most twenty, one per line: "file:line: key '...':
/// what is wrong".
Result<VehicleSpec> load_vehicle(const std::filesystem::path& file);

/// Reads the same from memory; `file` names the text in errors and gives the vehicle its name.
Result<VehicleSpec> read_vehicle(std::string_view text, const std::filesystem::path& file);

}  // namespace synchrono::config
