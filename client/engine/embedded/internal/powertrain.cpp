#include "client/engine/embedded/internal/powertrain.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::client::engine::internal {
namespace {

constexpr double kRpm = 3.14159265358979323846 / 30;  // rad/s in one rpm
constexpr double kLongAgo = 1e9;                      // s, longer than any pause after a shift
constexpr double kIdleBand = 0.1;  // share of the idle speed over which the idle governor opens the throttle
constexpr double kClutchGrip = 2000;  // N m s/rad, torque over slip speed, up to the clutch's greatest torque

double between(const std::array<double, 2>& ends, double share) {
    return ends[0] + (ends[1] - ends[0]) * share;
}

}  // namespace

double CurveReader::at(double x) {
    const auto& points = *curve_;
    while (place_ > 0 && x < points[place_].x) --place_;
    while (place_ + 2 < points.size() && x >= points[place_ + 1].x) ++place_;
    const auto& a = points[place_];
    if (points.size() == 1 || x <= a.x) return a.y;
    const auto& b = points[place_ + 1];
    if (x >= b.x) return b.y;
    return a.y + (b.y - a.y) * ((x - a.x) / (b.x - a.x));
}

Powertrain::Powertrain(const config::PowertrainSpec& spec)
    : spec_(&spec),
      full_(spec.engine.full_torque_n_m),
      closed_(spec.engine.closed_torque_n_m),
      capacity_(spec.coupling.capacity),
      torque_ratio_(spec.coupling.torque_ratio) {
    start(0, {});
}

void Powertrain::start(double shaft_speed, std::optional<int> gear) {
    const auto& gearbox = spec_->gearbox;
    const std::size_t last = gearbox.ratios.size() - 1;
    gear_ = 0;
    if (gear) {
        gear_ = std::min(static_cast<std::size_t>(std::max(*gear, 1)) - 1, last);
    } else {
        while (gear_ < last && std::abs(shaft_speed) * ratio() > gearbox.shifts[gear_].up_rpm[0] * kRpm)
            ++gear_;
    }
    input_speed_ = std::abs(shaft_speed) * ratio();
    engine_speed_ = std::max(input_speed_, spec_->engine.idle_rpm * kRpm);
    since_shift_ = kLongAgo;
    shaft_torque_ = 0;
}

double Powertrain::engine_rpm() const { return engine_speed_ / kRpm; }

double Powertrain::engine_torque(double speed, double throttle) {
    const auto& engine = spec_->engine;
    const double rpm = std::min(std::max(speed, 0.0) / kRpm, engine.speed_max_rpm);
    if (engine.idle_rpm > 0) {
        throttle =
            std::max(throttle, std::clamp((engine.idle_rpm - rpm) / (kIdleBand * engine.idle_rpm), 0.0, 1.0));
    }
    const double closed = closed_.at(rpm);
    return closed + (full_.at(rpm) - closed) * throttle;
}

void Powertrain::shift(double throttle, double dt) {
    const auto& gearbox = spec_->gearbox;
    since_shift_ += dt;
    if (since_shift_ < gearbox.shift_pause_s) return;
    const auto& speeds = gearbox.shifts[gear_];
    const double rpm = input_speed_ / kRpm;
    if (gear_ + 1 < gearbox.ratios.size() && rpm > between(speeds.up_rpm, throttle)) {
        ++gear_;
    } else if (gear_ > 0 && rpm < between(speeds.down_rpm, throttle)) {
        --gear_;
    } else {
        return;
    }
    since_shift_ = 0;
}

// The engine turns the converter's pump, and the pump's oil turns the turbine.
double Powertrain::advance_with_converter(double throttle, double turbine, double dt) {
    double torque_in = 0, torque_out = 0;
    if (engine_speed_ > 0) {
        const double ratio = std::max(turbine, 0.0) / std::max(engine_speed_, 1e-6);
        const bool overrun = ratio > 1;
        const double speed_ratio = std::max(overrun ? 2 - ratio : ratio, 0.0);
        const double root = engine_speed_ / capacity_.at(speed_ratio);
        torque_in = overrun ? -root * root : root * root;
        torque_out = overrun ? torque_in : torque_in * torque_ratio_.at(speed_ratio);
    }
    engine_speed_ += dt / spec_->engine.inertia_kg_m2 * (engine_torque(engine_speed_, throttle) - torque_in);
    engine_speed_ = std::max(engine_speed_, 0.0);
    return torque_out;
}

// A dry clutch that closes by itself as the engine revs up. Its torque follows from the speeds on both sides
// at the end of the step (the implicit rule), so that it stays stable however hard the clutch grips.
double Powertrain::advance_with_clutch(double throttle, double plate, double load_inertia, double dt) {
    const auto& coupling = spec_->coupling;
    const double rpm = std::max(engine_speed_, plate) / kRpm;
    const double closed = std::clamp(
        (rpm - coupling.engage_rpm[0]) / (coupling.engage_rpm[1] - coupling.engage_rpm[0]), 0.0, 1.0);
    const double limit = closed * coupling.torque_max_n_m;
    const double inertia = spec_->engine.inertia_kg_m2;
    const double driven = engine_speed_ + dt / inertia * engine_torque(engine_speed_, throttle);
    const double grip = 1 / (1 / kClutchGrip + dt * (1 / inertia + ratio() * ratio() / load_inertia));
    const double torque = std::clamp(grip * (driven - plate), -limit, limit);
    engine_speed_ = std::max(driven - dt / inertia * torque, 0.0);
    return torque;
}

void Powertrain::step(double throttle, double shaft_speed, double load_inertia, double dt) {
    shift(throttle, dt);
    const auto& gearbox = spec_->gearbox;
    const double slip = gearbox.output_slip_n_m_s;
    if (slip <= 0) input_speed_ = std::abs(shaft_speed) * ratio();
    double input_inertia = gearbox.input_inertia_kg_m2;
    double torque = 0;
    switch (spec_->coupling.kind) {
        case config::CouplingKind::direct:
            engine_speed_ = std::abs(input_speed_);
            input_inertia += spec_->engine.inertia_kg_m2;
            torque = engine_torque(engine_speed_, throttle);
            break;
        case config::CouplingKind::torque_converter:
            torque = advance_with_converter(throttle, input_speed_, dt);
            break;
        case config::CouplingKind::clutch:
            torque = advance_with_clutch(throttle, input_speed_, load_inertia, dt);
            break;
    }
    // The drag of an engine acts against the motion, even when the vehicle rolls backwards.
    if ((slip > 0 ? input_speed_ : shaft_speed) < 0 && torque < 0) torque = -torque;
    if (slip <= 0) {
        shaft_torque_ = torque * ratio();
        shaft_inertia_ = spec_->shaft_inertia_kg_m2 + input_inertia * ratio() * ratio();
        return;
    }
    // The connection between gearbox and shaft slips. The torque follows from both speeds at the end of the
    // step (by the implicit rule).
    const double output = input_speed_ / ratio(), output_inertia = input_inertia * ratio() * ratio();
    const double free = output + dt * torque * ratio() / output_inertia;
    shaft_torque_ = slip * (free - shaft_speed) / (1 + dt * slip * (1 / output_inertia + 1 / load_inertia));
    input_speed_ = (free - dt * shaft_torque_ / output_inertia) * ratio();
    shaft_inertia_ = spec_->shaft_inertia_kg_m2;
}

}  // namespace synchrono::client::engine::internal
