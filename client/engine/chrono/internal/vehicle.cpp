#include "client/engine/chrono/internal/vehicle.hpp"

#include <algorithm>
#include <chrono/collision/ChCollisionShapeBox.h>
#include <chrono_vehicle/utils/ChUtilsJSON.h>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "client/engine/chrono/internal/contact.hpp"
#include "client/engine/chrono/internal/system.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client::engine::internal {
namespace {

/// The share of the body's height that is free below the chassis's box, so that only wheels touch the ground.
constexpr double kClearance = 0.2;

}  // namespace

Vehicle::Vehicle(ch::ChSystem& system, const config::VehicleSpec& spec) : parts_(system) {
    const config::VehicleFigures whole = config::figures(spec);
    length_m_ = spec.body.length_m;
    width_m_ = spec.body.width_m;
    tracked_ = spec.chrono.tracked;
    arm_ = {whole.cg_m, 0, whole.cg_height_m - spec.body.reference_height_m};
}

void Vehicle::add_powertrain(const config::VehicleSpec& spec, const std::filesystem::path& data) {
    const auto engine = ch::vehicle::ReadEngineJSON((data / "vehicle" / spec.chrono.engine).string());
    const auto transmission =
        ch::vehicle::ReadTransmissionJSON((data / "vehicle" / spec.chrono.transmission).string());
    if (!engine || !transmission)
        throw std::runtime_error("the file of its engine or transmission cannot be read");
    vehicle().InitializePowertrain(
        chrono_types::make_shared<ch::vehicle::ChPowertrainAssembly>(engine, transmission));
}

void Vehicle::finish(const config::VehicleSpec& spec) {
    const auto& chassis = vehicle().GetChassisBody();
    if (!chassis->GetCollisionModel()) {
        const config::BodySpec& body = spec.body;
        const double low = kClearance * body.height_m - body.reference_height_m;
        const double high = body.height_m - body.reference_height_m;
        const auto box = chrono_types::make_shared<ch::ChCollisionShapeBox>(
            contact_material(*chassis->GetSystem()), body.length_m, body.width_m, high - low);
        chassis->AddCollisionShape(box, ch::ChFramed(ch::ChVector3d(arm_.x(), 0, (low + high) / 2)));
        chassis->EnableCollision(true);
        chassis->GetCollisionModel()->SetFamily(ch::vehicle::VehicleCollisionFamily::CHASSIS_FAMILY);
    }
    // The chassis must not touch the vehicle's own wheels and tracks, which are partly inside its box.
    for (int family = ch::vehicle::VehicleCollisionFamily::TIRE_FAMILY;
         family <= ch::vehicle::VehicleCollisionFamily::SHOE_FAMILY; ++family) {
        chassis->GetCollisionModel()->DisallowCollisionsWith(family);
    }
    parts_.close();
}

geo::Motion Vehicle::motion() const {
    const ch::ChFrameMoving<> frame = reference();
    geo::Motion motion;
    motion.position = from_chrono(frame.TransformPointLocalToParent(arm_));
    motion.orientation = from_chrono(frame.GetRot()).normalised();
    motion.velocity = from_chrono(frame.PointSpeedLocalToParent(arm_));
    motion.angular_velocity = from_chrono(frame.GetAngVelLocal());
    return motion;
}

body::Machinery Vehicle::machinery() const {
    body::Machinery machinery;
    machinery.wheels = wheels();
    machinery.engine_rpm = vehicle().GetEngine()->GetMotorSpeed() * (30 / std::numbers::pi);
    machinery.gear = vehicle().GetTransmission()->GetCurrentGear();
    return machinery;
}

Footing Vehicle::footing() const {
    return {.chassis = vehicle().GetChassisBody(),
            .length_m = length_m_,
            .width_m = width_m_,
            .tracked = tracked_,
            .wheels = rollers()};
}

int Vehicle::gears() const { return vehicle().GetTransmission()->GetMaxGear(); }

void Vehicle::set_gear(int gear) {
    vehicle().GetTransmission()->SetGear(std::clamp(gear, 1, std::max(gears(), 1)));
}

void Vehicle::let_shift(bool may_shift) {
    using Mode = ::chrono::vehicle::ChAutomaticTransmission::ShiftMode;
    if (const auto automatic = vehicle().GetTransmission()->asAutomatic())
        automatic->SetShiftMode(may_shift ? Mode::AUTOMATIC : Mode::MANUAL);
}

geo::Pose Vehicle::wheel_pose(const ch::ChBody& body) const {
    const ch::ChFrameMoving<> frame = reference();
    const geo::Vec3 y = from_chrono(
        frame.TransformDirectionParentToLocal(body.TransformDirectionLocalToParent(ch::ChVector3d(0, 1, 0))));
    // The pose without spin: the shortest rotation from the chassis's y axis to the wheel's.
    const geo::Vec3 turn = geo::cross({0, 1, 0}, y);
    const geo::Quaternion orientation = geo::Quaternion{1 + y.y, turn.x, turn.y, turn.z}.normalised();
    return {from_chrono(frame.TransformPointParentToLocal(body.GetPos()) - arm_), orientation};
}

double Vehicle::spin(const ch::ChBody& body) const {
    const ch::ChFrameMoving<> frame = reference();
    const geo::Quaternion turned = from_chrono(frame.GetRot()).conjugate() * from_chrono(body.GetRot());
    return 2 * std::atan2(turned.y, turned.w);
}

std::unique_ptr<Vehicle> make_vehicle(ch::ChSystem& system, const config::VehicleSpec& spec,
                                      const std::filesystem::path& data, const ch::ChCoordsysd& at) {
    return spec.chrono.tracked ? make_tracked(system, spec, data, at) : make_wheeled(system, spec, data, at);
}

}  // namespace synchrono::client::engine::internal
