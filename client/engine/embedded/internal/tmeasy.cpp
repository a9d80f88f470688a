#include "client/engine/embedded/internal/tmeasy.hpp"

namespace synchrono::client::engine::internal {
namespace {

void set_linear(OverLoad& over, std::size_t lane, const config::AtLoads& at) {
    over.c0[lane] = 2 * at[0] - at[1];
    over.c1[lane] = at[1] - at[0];
}
void set_quadratic(OverLoad& over, std::size_t lane, const config::AtLoads& at) {
    over.c0[lane] = 2 * at[0] - at[1] / 2;
    over.c1[lane] = at[1] / 2 - at[0];
}

void set_curve(TyreCurve& curve, std::size_t lane, const config::TyreCurveSpec& spec) {
    set_quadratic(curve.slope, lane, spec.slope_n);
    set_quadratic(curve.peak_force, lane, spec.peak_force_n);
    set_quadratic(curve.sliding_force, lane, spec.sliding_force_n);
    set_linear(curve.peak_slip, lane, spec.peak_slip);
    set_linear(curve.sliding_slip, lane, spec.sliding_slip);
    curve.stiffness[lane] = spec.stiffness_n_m;
    curve.damping[lane] = spec.damping_n_s_m;
}

}  // namespace

void set_tyre(Tyre& tyre, std::size_t lane, const config::TyreSpec& spec) {
    tyre.radius[lane] = spec.radius_m;
    tyre.vertical_stiffness[lane] = spec.stiffness_n_m;
    tyre.vertical_damping[lane] = spec.damping_n_s_m;
    tyre.per_nominal_load[lane] = 1 / spec.nominal_load_n;
    tyre.load_max[lane] = spec.load_max_n;
    tyre.q_max[lane] = spec.load_max_n / spec.nominal_load_n;
    tyre.per_reference_friction[lane] = 1 / spec.reference_friction;
    tyre.adhesion[lane] = spec.adhesion;
    tyre.rolling_resistance[lane] = spec.rolling_resistance;
    tyre.camber_torque[lane] = spec.camber_torque_n_m;
    set_curve(tyre.along, lane, spec.longitudinal);
    set_curve(tyre.across, lane, spec.lateral);
    set_linear(tyre.trail, lane, spec.trail);
    set_linear(tyre.trail_zero_slip, lane, spec.trail_zero_slip);
    set_linear(tyre.trail_end_slip, lane, spec.trail_end_slip);
}

}  // namespace synchrono::client::engine::internal
