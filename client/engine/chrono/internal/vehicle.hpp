/// One of Chrono's vehicles in a system, wheeled or tracked. Its motion is the motion of a point that is
/// fixed in the chassis. The centre of gravity is at that point while the vehicle stands, as computed from
/// the vehicle's file. The other engines use the same point.
#pragma once

#include <chrono/physics/ChSystem.h>
#include <chrono_vehicle/ChTerrain.h>
#include <chrono_vehicle/ChVehicle.h>
#include <filesystem>
#include <memory>
#include <vector>

#include "client/body/body_motion.hpp"
#include "client/body/machinery.hpp"
#include "client/engine/chrono/internal/ensemble.hpp"
#include "client/engine/chrono/internal/terrain.hpp"
#include "common/config/vehicle.hpp"

namespace synchrono::client::engine::internal {

/// A wheeled or a tracked vehicle.
/// Threading: one thread.  Owns: its parts of the system, together with the system; borrows the system.
class Vehicle {
  public:
    virtual ~Vehicle() = default;

    /// Passes the inputs and the terrain to Chrono. To be called before advance().
    virtual void synchronise(double time, const body::DriverInputs& inputs,
                             const ch::vehicle::ChTerrain& terrain) = 0;
    /// Advances what Chrono computes outside of its system. To be called before each step of the system.
    void advance(double step) { vehicle().Advance(step); }

    /// Returns the motion without its acceleration.
    geo::Motion motion() const;
    body::Machinery machinery() const;
    /// Chooses a forward gear; a number that the gearbox does not have becomes the nearest one.
    void set_gear(int gear);
    /// Lets the gearbox shift by itself, which it does from the start, or keeps it from shifting.
    void let_shift(bool may_shift);
    int gears() const;
    /// Returns whether set_wheel_speeds() makes the vehicle roll at once. Otherwise the vehicle must be
    /// accelerated.
    virtual bool starts_rolling() const { return true; }
    /// Makes all wheels turn as they do when the vehicle rolls at this speed.
    virtual void set_wheel_speeds(double speed_m_s) = 0;
    /// Gives the vehicle's bodies their visual shapes, which takes long and is needed only for views.
    virtual void load_meshes() = 0;

    /// Returns the bodies with which the vehicle may touch the ground.
    Footing footing() const;

    Ensemble& parts() { return parts_; }
    const Ensemble& parts() const { return parts_; }
    /// Returns the frame of the chassis, whose reference point is that of Chrono's files.
    ch::ChFrameMoving<> reference() const { return vehicle().GetChassisBody()->GetFrameRefToAbs(); }
    virtual ch::vehicle::ChVehicle& vehicle() = 0;
    const ch::vehicle::ChVehicle& vehicle() const { return const_cast<Vehicle&>(*this).vehicle(); }

  protected:
    Vehicle(ch::ChSystem& system, const config::VehicleSpec& spec);
    /// Throws if Chrono cannot read the engine or the transmission.
    void add_powertrain(const config::VehicleSpec& spec, const std::filesystem::path& data);
    /// Ends the construction. Gives the chassis a box that can touch other bodies, unless Chrono's file
    /// describes a collision shape.
    void finish(const config::VehicleSpec& spec);

    virtual std::vector<body::Wheel> wheels() const = 0;
    /// Returns the wheels that touch the ground by collision.
    virtual std::vector<Footing::Wheel> rollers() const = 0;
    /// Returns the pose, without its spin, of a body that turns about its y axis.
    geo::Pose wheel_pose(const ch::ChBody& body) const;
    /// Returns the angle in rad about y by which a body is turned relative to the chassis. Whole turns are
    /// not counted: the angle lies between -2 pi and 2 pi.
    double spin(const ch::ChBody& body) const;

  private:
    Ensemble parts_;
    double length_m_, width_m_;
    bool tracked_;
    ch::ChVector3d arm_;  // from the reference point to the centre of gravity
};

/// Makes a vehicle, tracked or wheeled as its specification says. Requires a checked vehicle. Throws Chrono's
/// exceptions about faults that no check finds.
std::unique_ptr<Vehicle> make_vehicle(ch::ChSystem& system, const config::VehicleSpec& spec,
                                      const std::filesystem::path& data, const ch::ChCoordsysd& at);
std::unique_ptr<Vehicle> make_tracked(ch::ChSystem& system, const config::VehicleSpec& spec,
                                      const std::filesystem::path& data, const ch::ChCoordsysd& at);
std::unique_ptr<Vehicle> make_wheeled(ch::ChSystem& system, const config::VehicleSpec& spec,
                                      const std::filesystem::path& data, const ch::ChCoordsysd& at);

}  // namespace synchrono::client::engine::internal
