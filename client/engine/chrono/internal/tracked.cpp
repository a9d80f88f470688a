#include <algorithm>
#include <chrono_vehicle/tracked_vehicle/vehicle/TrackedVehicle.h>

#include "client/engine/chrono/internal/system.hpp"
#include "client/engine/chrono/internal/vehicle.hpp"

namespace synchrono::client::engine::internal {
namespace {

namespace cv = ch::vehicle;

constexpr cv::VehicleSide kSides[] = {cv::LEFT, cv::RIGHT};

class Tracked final : public Vehicle {
  public:
    Tracked(ch::ChSystem& system, const config::VehicleSpec& spec, const std::filesystem::path& data,
            const ch::ChCoordsysd& at)
        : Vehicle(system, spec), vehicle_(&system, (data / "vehicle" / spec.chrono.vehicle).string()) {
        vehicle_.Initialize(at);
        add_powertrain(spec, data);
        finish(spec);
    }

    void synchronise(double time, const body::DriverInputs& inputs, const cv::ChTerrain& terrain) override {
        cv::DriverInputs given{};
        given.m_steering = inputs.steering;
        given.m_throttle = inputs.throttle;
        given.m_braking = inputs.braking;
        vehicle_.Synchronize(time, given, terrain);
    }

    bool starts_rolling() const override { return false; }
    void set_wheel_speeds(double) override {}
    void load_meshes() override {
        constexpr auto kMesh = ch::VisualizationType::MESH;
        vehicle_.SetChassisVisualizationType(kMesh);
        vehicle_.SetSprocketVisualizationType(kMesh);
        vehicle_.SetIdlerVisualizationType(ch::VisualizationType::PRIMITIVES);
        vehicle_.SetSuspensionVisualizationType(ch::VisualizationType::PRIMITIVES);
        vehicle_.SetIdlerWheelVisualizationType(kMesh);
        vehicle_.SetRoadWheelVisualizationType(kMesh);
        vehicle_.SetRollerVisualizationType(kMesh);
        vehicle_.SetTrackShoeVisualizationType(kMesh);
    }

    cv::ChVehicle& vehicle() override { return vehicle_; }

  protected:
    /// Returns the sprockets, the road wheels and the idlers; the left one of each pair comes first.
    std::vector<body::Wheel> wheels() const override {
        std::vector<std::shared_ptr<ch::ChBody>> sides[2];
        for (const auto side : kSides) {
            const auto track = vehicle_.GetTrackAssembly(side);
            sides[side].push_back(track->GetSprocket()->GetGearBody());
            for (std::size_t i = 0; i < track->GetNumTrackSuspensions(); ++i)
                sides[side].push_back(track->GetRoadWheel(i)->GetBody());
            sides[side].push_back(track->GetIdlerWheel()->GetBody());
        }
        std::vector<body::Wheel> wheels;
        for (std::size_t i = 0; i < std::min(sides[0].size(), sides[1].size()); ++i) {
            for (const auto& side : sides) {
                const geo::Pose pose = wheel_pose(*side[i]);
                wheels.push_back({.pose = pose,
                                  .spin_rad = spin(*side[i]),
                                  .speed_rad_s = side[i]->GetAngVelLocal().y() - pitch_rate()});
            }
        }
        return wheels;
    }

    /// Returns nothing: tracks touch the ground with their shoes.
    std::vector<Footing::Wheel> rollers() const override { return {}; }

  private:
    double pitch_rate() const { return reference().GetAngVelLocal().y(); }

    cv::TrackedVehicle vehicle_;
};

}  // namespace

std::unique_ptr<Vehicle> make_tracked(ch::ChSystem& system, const config::VehicleSpec& spec,
                                      const std::filesystem::path& data, const ch::ChCoordsysd& at) {
    return std::make_unique<Tracked>(system, spec, data, at);
}

}  // namespace synchrono::client::engine::internal
