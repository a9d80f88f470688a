/// The tyre model TMeasy by G. Rill: the forces in the contact patch follow from load, slip and the
/// deflection of the carcass. docs/vehicle-model.md has the equations.
#pragma once

#include "client/engine/embedded/internal/lanes.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::engine::internal {

/// A quantity that depends on the load q (in nominal loads). It is c0 + c1 q or q (c0 + c1 q); the comment at
/// each quantity says which.
struct OverLoad {
    Lanes c0, c1;
};

/// One direction of a tyre: the constants of the curve of force over slip, and of the carcass.
struct TyreCurve {
    OverLoad slope, peak_force, sliding_force;  // q (c0 + c1 q)
    OverLoad peak_slip, sliding_slip;           // c0 + c1 q
    Lanes stiffness, damping;
};

/// The constants of the tyres of four vehicles.
struct Tyre {
    Lanes radius, vertical_stiffness, vertical_damping;
    Lanes per_nominal_load, load_max, q_max;
    Lanes per_reference_friction, adhesion, rolling_resistance, camber_torque;
    TyreCurve along, across;
    OverLoad trail, trail_zero_slip, trail_end_slip;  // c0 + c1 q
};

/// Sets one lane of `tyre` to the tyre of a vehicle.
void set_tyre(Tyre& tyre, std::size_t lane, const config::TyreSpec& spec);

/// The deflection of the carcass in the contact patch.
struct Carcass {
    Lanes along, across;
};

/// The contact of one tyre with the road.
struct Patch {
    Lanes load;           // N
    Lanes depth;          // m, how far the road presses the tyre in
    Lanes friction;       // coefficient of the road
    Lanes along, across;  // m/s, velocity of the wheel's centre, forward and left
    Lanes spin;           // rad/s
};

struct TyreForces {
    Lanes along, across;      // on the wheel, forward and left
    Lanes aligning, rolling;  // moments about the road's normal and the axle
    Lanes along_per_speed;    // by how much `along` falls for each m/s, at the present slip
};

SYN_KERNEL Lanes linear(const OverLoad& over, Lanes q) { return over.c0 + over.c1 * q; }
SYN_KERNEL Lanes quadratic(const OverLoad& over, Lanes q) { return q * (over.c0 + over.c1 * q); }

/// Returns the force divided by the slip. The force follows Rill's curve, which starts with `slope`, has its
/// peak at `peak_slip` and slides from `sliding_slip` on.
SYN_KERNEL Lanes force_per_slip(Lanes slip, Lanes slope, Lanes peak_slip, Lanes peak, Lanes sliding_slip,
                                Lanes sliding) {
    const Lanes tiny = all(1e-9);
    const Lanes reach = most(slope, 2 * peak / most(peak_slip, tiny)) + tiny;
    const Lanes norm = slip / most(peak_slip, tiny);
    const Lanes bend = reach * peak_slip / most(peak, tiny) - 2;
    const Lanes adhering = reach / (1 + (norm + bend) * norm);
    // Beyond the peak the curve is two parabolas, or a cubic where these do not fit.
    const Lanes to_sliding = most(sliding_slip - peak_slip, tiny);
    const Lanes past = slip - peak_slip;
    const Lanes steep = peak / most(peak_slip, tiny);
    const Lanes fall = steep * steep / most(reach * peak_slip, tiny);
    const Lanes drop = peak - sliding;
    // The slip from the peak to the place where the parabolas meet.
    const Lanes knee = drop / most(fall * to_sliding, tiny);
    const Lanes left = to_sliding - past;
    const Lanes second = fall * knee / most(to_sliding - knee, tiny);
    const Lanes share = past / to_sliding;
    const Lanes cubic = peak - drop * share * share * (3 - 2 * share);
    const Lanes parabolas = choose(past <= knee, peak - fall * past * past, sliding + second * left * left);
    const Lanes falling = choose(knee <= to_sliding, parabolas, cubic);
    const Lanes beyond = choose(slip > sliding_slip, sliding, falling) / most(slip, tiny);
    return choose(slip < peak_slip, adhering, beyond);
}

/// Advances the carcass by one step, and returns the forces at the end of the step.
SYN_KERNEL TyreForces tyre_forces(const Tyre& tyre, const Patch& patch, Carcass& carcass, Lanes dt) {
    const Lanes q = least(patch.load * tyre.per_nominal_load, tyre.q_max);
    const Lanes scale = patch.friction * tyre.per_reference_friction;
    const Lanes rolling_radius = tyre.radius - patch.depth * (1.0 / 3);
    // Slip is the sliding speed divided by this speed. The addend keeps the slip of a locked wheel finite.
    // With a greater addend, standing vehicles would creep.
    const Lanes transport = rolling_radius * magnitude_of(patch.spin) + 1e-5;
    const Lanes per_transport = 1 / transport;
    const Lanes slide_along = patch.along - patch.spin * rolling_radius;
    const Lanes slip_along = slide_along * per_transport, slip_across = patch.across * per_transport;

    // The curve for the direction of the slip. Without slip, the direction does not matter.
    const Lanes along2 = slip_along * slip_along + 1e-18, across2 = slip_across * slip_across + 1e-18;
    const Lanes slip2 = along2 + across2;
    const Lanes share = across2 / slip2;
    const auto blend = [&](Lanes a, Lanes b) { return root_of(a * a * (1 - share) + b * b * share); };
    const Lanes slip = root_of(slip2);
    const Lanes slope = blend(quadratic(tyre.along.slope, q), quadratic(tyre.across.slope, q));
    const Lanes peak =
        scale * blend(quadratic(tyre.along.peak_force, q), quadratic(tyre.across.peak_force, q));
    const Lanes sliding =
        scale * blend(quadratic(tyre.along.sliding_force, q), quadratic(tyre.across.sliding_force, q));
    const Lanes peak_slip = scale * blend(linear(tyre.along.peak_slip, q), linear(tyre.across.peak_slip, q));
    const Lanes sliding_slip =
        scale * blend(linear(tyre.along.sliding_slip, q), linear(tyre.across.sliding_slip, q));
    const Lanes rolling = force_per_slip(slip, slope, peak_slip, peak, sliding_slip, sliding);
    // At low speed, rubber sticks until its adhesion is overcome.
    const Lanes sticking = least(slope, scale * tyre.adhesion * least(patch.load, tyre.load_max) / slip);
    const Lanes fast = within(magnitude_of(patch.along) * 0.5 - 0.5, all(0), all(1));
    const Lanes rolls = fast * fast * (3 - 2 * fast);
    const Lanes per_slip = rolls * rolling + (1 - rolls) * sticking;

    // Solves (transport damping + per_slip) d(deflection)/dt = -transport stiffness deflection - per_slip
    // velocity by the implicit rule, which is stable for any stiffness.
    const auto deflect = [&](const TyreCurve& curve, Lanes velocity, Lanes& deflection) {
        const Lanes inert = transport * curve.damping + per_slip;
        const Lanes next = settled((inert * deflection - dt * per_slip * velocity) /
                                   (inert + dt * transport * curve.stiffness));
        const Lanes rate = (next - deflection) / dt;
        deflection = next;
        return curve.stiffness * next + curve.damping * rate;
    };
    TyreForces forces;
    forces.along = deflect(tyre.along, slide_along, carcass.along);
    forces.across = deflect(tyre.across, patch.across, carcass.across);

    forces.along_per_speed = per_slip / (transport + 0.05);

    const Lanes patch_length = 2 * root_of(tyre.radius * patch.depth);
    const Lanes turned = magnitude_of(slip_across);
    const Lanes zero_slip = linear(tyre.trail_zero_slip, q);
    const Lanes end_slip = most(linear(tyre.trail_end_slip, q), zero_slip);
    const Lanes weight = zero_slip / end_slip;
    const Lanes near = turned / zero_slip;
    const Lanes far = (end_slip - turned) / most(end_slip - zero_slip, all(1e-9));
    const Lanes trail_near = (1 - weight) * (1 - near) + weight * (1 - (3 - 2 * near) * near * near);
    const Lanes trail_far = -(1 - weight) * (near - 1) * far * far;
    const Lanes trail = linear(tyre.trail, q) * choose(turned >= end_slip, all(0),
                                                       choose(turned <= zero_slip, trail_near, trail_far));
    forces.aligning = rolls * -forces.across * patch_length * trail;

    // The sign of the spin, smoothed by a rational approximation of tanh.
    const Lanes spin2 = patch.spin * patch.spin;
    const Lanes sign = within(patch.spin * (27 + spin2) / (27 + 9 * spin2), all(-1), all(1));
    forces.rolling = -tyre.rolling_resistance * patch.load * tyre.radius * sign;
    return forces;
}

}  // namespace synchrono::client::engine::internal
