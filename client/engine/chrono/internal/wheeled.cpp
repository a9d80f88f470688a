#include <algorithm>
#include <chrono_vehicle/utils/ChUtilsJSON.h>
#include <chrono_vehicle/wheeled_vehicle/tire/ChRigidTire.h>
#include <chrono_vehicle/wheeled_vehicle/vehicle/WheeledVehicle.h>

#include "client/engine/chrono/internal/system.hpp"
#include "client/engine/chrono/internal/vehicle.hpp"

namespace synchrono::client::engine::internal {
namespace {

namespace cv = ch::vehicle;

constexpr cv::VehicleSide kSides[] = {cv::LEFT, cv::RIGHT};

class Wheeled final : public Vehicle {
  public:
    Wheeled(ch::ChSystem& system, const config::VehicleSpec& spec, const std::filesystem::path& data,
            const ch::ChCoordsysd& at)
        : Vehicle(system, spec),
          vehicle_(&system, (data / "vehicle" / spec.chrono.vehicle).string(), false, false) {
        const auto file = [&](const std::string& name) { return (data / "vehicle" / name).string(); };
        vehicle_.Initialize(at);
        add_powertrain(spec, data);
        std::size_t number = 0;
        for (const auto& axle : vehicle_.GetAxles()) {
            const std::string& tyre = spec.chrono.tyres[std::min(number++, spec.chrono.tyres.size() - 1)];
            for (const auto& wheel : axle->GetWheels()) {
                vehicle_.InitializeTire(cv::ReadTireJSON(file(tyre)), wheel, ch::VisualizationType::NONE);
            }
        }
        finish(spec);
    }

    /// Takes the tyres off the wheels. A tyre and its wheel own each other, so otherwise neither would be
    /// freed.
    ~Wheeled() override {
        for (const auto& axle : vehicle_.GetAxles()) {
            for (const auto& wheel : axle->GetWheels()) wheel->SetTire(nullptr);
        }
    }

    void synchronise(double time, const body::DriverInputs& inputs, const cv::ChTerrain& terrain) override {
        cv::DriverInputs given{};
        given.m_steering = inputs.steering;
        given.m_throttle = inputs.throttle;
        given.m_braking = inputs.braking;
        vehicle_.Synchronize(time, given, terrain);
    }

    void set_wheel_speeds(double speed_m_s) override {
        for (const auto& axle : vehicle_.GetAxles()) {
            const double turning = speed_m_s / axle->GetWheels().front()->GetTire()->GetRadius();
            for (const auto side : kSides) {
                axle->m_suspension->GetSpindle(side)->SetAngVelLocal({0, turning, 0});
                axle->m_suspension->GetAxle(side)->SetPosDt(-turning);  // Chrono's shafts turn the other way
            }
        }
    }

    void load_meshes() override {
        vehicle_.SetChassisVisualizationType(ch::VisualizationType::MESH);
        vehicle_.SetSuspensionVisualizationType(ch::VisualizationType::PRIMITIVES);
        vehicle_.SetSteeringVisualizationType(ch::VisualizationType::PRIMITIVES);
        vehicle_.SetWheelVisualizationType(ch::VisualizationType::MESH);
        vehicle_.SetTireVisualizationType(ch::VisualizationType::MESH);
    }

    cv::ChVehicle& vehicle() override { return vehicle_; }

  protected:
    std::vector<body::Wheel> wheels() const override {
        std::vector<body::Wheel> wheels;
        for (const auto& axle : vehicle_.GetAxles()) {
            for (const auto side : kSides) {
                const auto shaft = axle->m_suspension->GetAxle(side);
                wheels.push_back({.pose = wheel_pose(*axle->m_suspension->GetSpindle(side)),
                                  .spin_rad = -shaft->GetPos(),
                                  .speed_rad_s = -shaft->GetPosDt()});
            }
        }
        return wheels;
    }

    std::vector<Footing::Wheel> rollers() const override {
        std::vector<Footing::Wheel> rollers;
        for (const auto& axle : vehicle_.GetAxles()) {
            for (const auto& wheel : axle->GetWheels()) {
                const auto tyre = std::dynamic_pointer_cast<cv::ChRigidTire>(wheel->GetTire());
                if (tyre) rollers.push_back({wheel->GetSpindle(), tyre->GetRadius(), tyre->GetWidth()});
            }
        }
        return rollers;
    }

  private:
    cv::WheeledVehicle vehicle_;
};

}  // namespace

std::unique_ptr<Vehicle> make_wheeled(ch::ChSystem& system, const config::VehicleSpec& spec,
                                      const std::filesystem::path& data, const ch::ChCoordsysd& at) {
    return std::make_unique<Wheeled>(system, spec, data, at);
}

}  // namespace synchrono::client::engine::internal
