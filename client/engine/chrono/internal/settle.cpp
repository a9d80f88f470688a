#include "client/engine/chrono/internal/settle.hpp"

#include <algorithm>
#include <chrono/solver/ChIterativeSolver.h>
#include <cmath>
#include <optional>

#include "client/engine/chrono/internal/system.hpp"
#include "client/engine/chrono/internal/terrain.hpp"
#include "client/engine/chrono/internal/vehicle.hpp"

namespace synchrono::client::engine::internal {
namespace {

constexpr double kStanding = 0.2;    // m/s; a slower vehicle counts as standing
constexpr double kTime = 2;          // s, how long a vehicle settles after the last change of gears
constexpr double kLastTime = 0.2;    // s, last part of kTime, with as many iterations as the settings allow
constexpr int kIterations = 30;      // of the solver before kLastTime, at most
constexpr double kTimeMax = 8;       // s, after which settling ends in any case
constexpr double kRamp = 5;          // m/s^2, acceleration of vehicles that cannot start at their speed
constexpr double kThrottleRate = 5;  // change of throttle in a step for each m/s that a push has to add

}  // namespace

Settled settle(const config::VehicleSpec& spec, const std::filesystem::path& data,
               const config::ChronoSettings& settings, double speed_m_s, std::optional<int> gear) {
    const auto system = make_system(settings);
    // Only these two solvers may stop early; the others need all of their iterations in each step.
    const bool may_be_rough = settings.solver == config::ChronoSolver::barzilai_borwein ||
                              settings.solver == config::ChronoSolver::psor;
    const auto iterative =
        may_be_rough ? std::dynamic_pointer_cast<ch::ChIterativeSolver>(system->GetSolver()) : nullptr;
    const auto terrain = make_terrain(*system, {}, std::make_shared<ground::PlaneGround>());
    const auto vehicle = make_vehicle(*system, spec, data,
                                      ch::ChCoordsysd(ch::ChVector3d(0, 0, spec.body.reference_height_m)));
    terrain->add(AgentId{0}, vehicle->footing());
    const double step = settings.step.to_seconds();
    const bool rolls = speed_m_s >= kStanding;
    double aim = vehicle->starts_rolling() ? speed_m_s : 0;  // m/s, the speed at which the vehicle is held
    if (rolls) {
        vehicle->parts().push({aim, 0, 0});
        vehicle->set_wheel_speeds(aim);
        vehicle->set_gear(gear.value_or(vehicle->gears()));
        vehicle->let_shift(false);
    }
    body::DriverInputs inputs{.braking = rolls ? 0.0 : 1.0};
    int last_gear = vehicle->machinery().gear;
    double since = 0;
    for (double time = 0; time < kTimeMax && since < kTime;) {
        if (iterative) {
            const bool exactly = since >= kTime - kLastTime;
            iterative->SetMaxIterations(exactly ? settings.iterations
                                                : std::min(kIterations, settings.iterations));
        }
        terrain->Synchronize(system->GetChTime());
        vehicle->synchronise(system->GetChTime(), inputs, *terrain);
        // In the first step the gearbox takes itself to stand still and would shift down.
        vehicle->let_shift(!gear);
        vehicle->advance(step);
        system->DoStepDynamics(step);
        time += step;
        since += step;
        if (!rolls) continue;
        // A push on all bodies holds the speed and the straight course: the engine's torque leans a vehicle
        // to one side, so it would start in a bend. The throttle changes until the speed needs no push any
        // more.
        const ch::ChFrameMoving<> frame = vehicle->reference();
        ch::ChVector3d forward = frame.GetRotMat().GetAxisX();
        forward.z() = 0;
        forward.Normalize();
        if (aim < speed_m_s) since = 0;
        aim = std::min(aim + kRamp * step, speed_m_s);
        const double lacking = aim - forward.Dot(frame.GetPosDt());
        const ch::ChVector3d left = ch::VECT_Z % forward;
        vehicle->parts().push(forward * lacking - left * left.Dot(frame.GetPosDt()));
        vehicle->parts().turn(frame.GetPos(), -frame.GetAngVelParent().z());
        inputs.throttle = std::clamp(inputs.throttle + kThrottleRate * lacking, 0.0, 1.0);
        const int now_gear = vehicle->machinery().gear;
        if (now_gear != last_gear) since = 0;
        last_gear = now_gear;
    }
    const geo::Motion motion = vehicle->motion();
    const double yaw = motion.orientation.yaw();
    const ch::ChFramed frame({motion.position.x, motion.position.y, 0},
                             to_chrono(geo::Quaternion::from_yaw(yaw)));
    Settled settled{.state = vehicle->parts().state(frame), .gear = gear.value_or(last_gear)};
    if (!rolls) {
        for (auto& body : settled.state.bodies) body.velocity = body.angular_velocity = ch::VNULL;
        for (auto& shaft : settled.state.shafts) shaft.speed = 0;
    }
    return settled;
}

}  // namespace synchrono::client::engine::internal
