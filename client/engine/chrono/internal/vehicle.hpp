/// One of Chrono's vehicles in a system, wheeled or tracked, as the engine drives it. Its motion is that of
/// its centre of gravity as the vehicle's file has it, at rest: a point fixed in the chassis, the same that
/// the other engines tell of.
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

namespace synchrono::client::internal {

/// Threading: one thread.  Owns: its part of the system, with the system; borrows the system.
class Vehicle {
  public:
    virtual ~Vehicle() = default;

    virtual void synchronise(double time, const DriverInputs& inputs,
                             const ch::vehicle::ChTerrain& terrain) = 0;
    /// Before each step of the system.
    void advance(double step) { vehicle().Advance(step); }

    /// All but what was applied, and but the acceleration.
    geo::Motion motion() const;
    Machinery machinery() const;
    /// Requires a forward gear of its gearbox, or that it has none to choose.
    void set_gear(int gear);
    int gears() const;
    /// Whether set_wheel_speeds can make it roll at once; else it must be brought to its speed.
    virtual bool starts_rolling() const { return true; }
    /// Of all that rolls, as if it rolled at that speed of the vehicle.
    virtual void set_wheel_speeds(double speed_m_s) = 0;
    /// From here on its bodies have the shapes that are to be seen.
    virtual void dress() = 0;

    /// Where it may touch the ground.
    Footing footing() const;

    Ensemble& parts() { return parts_; }
    const Ensemble& parts() const { return parts_; }
    /// Of the chassis, whose reference point is that of Chrono's files.
    ch::ChFrameMoving<> reference() const { return vehicle().GetChassisBody()->GetFrameRefToAbs(); }
    virtual ch::vehicle::ChVehicle& vehicle() = 0;
    const ch::vehicle::ChVehicle& vehicle() const { return const_cast<Vehicle&>(*this).vehicle(); }

  protected:
    Vehicle(ch::ChSystem& system, const config::VehicleSpec& spec);
    /// Throws where Chrono gives nothing.
    void add_powertrain(const config::VehicleSpec& spec, const std::filesystem::path& data);
    /// When all is built: a box to touch others with, unless Chrono's file has better.
    void finish(const config::VehicleSpec& spec);

    virtual std::vector<Wheel> wheels() const = 0;
    virtual std::vector<Footing::Wheel> rollers() const = 0;
    /// Of a body that turns about its y axis.
    geo::Pose wheel_pose(const ch::ChBody& body) const;
    /// How far it has turned since it stood as the chassis does, within half a turn.
    double spin(const ch::ChBody& body) const;

  private:
    Ensemble parts_;
    double length_m_, width_m_;
    bool tracked_;
    ch::ChVector3d arm_;  // from the reference point to the centre of gravity
};

/// Requires a checked vehicle. Throws what Chrono throws about what no check sees.
std::unique_ptr<Vehicle> make_vehicle(ch::ChSystem& system, const config::VehicleSpec& spec,
                                      const std::filesystem::path& data, const ch::ChCoordsysd& at);
std::unique_ptr<Vehicle> make_tracked(ch::ChSystem& system, const config::VehicleSpec& spec,
                                      const std::filesystem::path& data, const ch::ChCoordsysd& at);
std::unique_ptr<Vehicle> make_wheeled(ch::ChSystem& system, const config::VehicleSpec& spec,
                                      const std::filesystem::path& data, const ch::ChCoordsysd& at);

}  // namespace synchrono::client::internal
