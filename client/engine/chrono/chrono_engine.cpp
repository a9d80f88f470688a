#include "client/engine/chrono/chrono_engine.hpp"

#include <algorithm>
#include <chrono_vehicle/ChVehicleDataPath.h>
#include <cmath>
#include <exception>
#include <fmt/format.h>
#include <map>
#include <stdexcept>

#include "client/engine/chrono/internal/looks.hpp"
#include "client/engine/chrono/internal/moving_boxes.hpp"
#include "client/engine/chrono/internal/settle.hpp"
#include "client/engine/chrono/internal/specification.hpp"
#include "client/engine/chrono/internal/system.hpp"
#include "client/engine/chrono/internal/terrain.hpp"
#include "client/engine/chrono/internal/vehicle.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client::engine {
namespace {

namespace fs = std::filesystem;
using internal::ch::ChFramed;

/// Sets the folder to which file names within Chrono's files are relative. The setting holds for the whole
/// process.
void set_chrono_data(const fs::path& data) {
    ::chrono::vehicle::SetVehicleDataPath((data / "vehicle").string() + "/");
}

class ChronoEngine final : public BodyEngine {
  public:
    ChronoEngine(const config::ChronoSettings& settings, fs::path data, const config::Ground& kind,
                 std::shared_ptr<const ground::Ground> ground)
        : settings_(settings),
          data_(std::move(data)),
          ground_(std::move(ground)),
          system_(internal::make_system(settings_)),
          terrain_(internal::make_terrain(*system_, kind, ground_)),
          boxes_(*system_, *ground_) {
        SYN_REQUIRE(settings_.step > SimDuration{});
    }

    void prepare(AgentId, const NewBody& vehicle) override {
        const internal::CapturedOutput quiet;
        set_chrono_data(data_);
        settled_as(vehicle);
    }

    void add(AgentId agent, const NewBody& vehicle) override {
        SYN_REQUIRE(!agents_.contains(agent));
        SYN_REQUIRE(std::isfinite(geo::length(vehicle.start.position)) &&
                    std::isfinite(geo::length(vehicle.start.velocity)));
        const internal::CapturedOutput quiet;
        set_chrono_data(data_);
        const geo::Vec3 heading = vehicle.start.orientation.rotate({1, 0, 0});
        const internal::Settled& settled = settled_as(vehicle);

        const ChFramed frame = on_the_ground(vehicle.start.position, heading);
        const double height = vehicle.vehicle.body.reference_height_m;
        Agent& added = agents_[agent];
        added.vehicle = internal::make_vehicle(
            *system_, vehicle.vehicle, data_,
            {frame.TransformPointLocalToParent(::chrono::ChVector3d(0, 0, height)), frame.GetRot()});
        added.vehicle->parts().set_state(settled.state, frame);
        added.vehicle->set_gear(settled.gear);
        terrain_->add(agent, added.vehicle->footing());
        added.has_meshes = internal::has_meshes(data_, vehicle.vehicle);
        added.reach_m = vehicle.vehicle.body.length_m;
        static_cast<geo::Motion&>(added.motion) = added.vehicle->motion();
        added.velocity_at_surroundings = added.motion.velocity;
        // The first call sets the speed of the gearbox, the second one that of the engine. The gearbox would
        // shift down in the first one, because it takes itself to stand still.
        added.vehicle->let_shift(false);
        for (int i = 0; i < 2; ++i)
            added.vehicle->synchronise(system_->GetChTime(), body::driver_inputs(added.motion.applied),
                                       *terrain_);
        added.vehicle->let_shift(true);
    }

    void remove(AgentId agent) override {
        find(agent);
        terrain_->remove(agent);
        agents_.erase(agent);
    }

    void set_controls(AgentId agent, const body::Controls& controls) override {
        find(agent).motion.applied = controls;
    }

    void set_surroundings(const Surroundings& world) override {
        others_.clear();
        for (const body::Obstacle& body : world.bodies) {
            if (!agents_.contains(body.agent)) others_.push_back(body);
        }
        near_.clear();
        for (const auto& [id, agent] : agents_) near_.push_back({agent.motion.position, agent.reach_m});
        boxes_.update(others_, near_);
        begin_mean();
        has_surroundings_ = true;
    }

    void advance(SimDuration span) override {
        SYN_REQUIRE(span >= SimDuration{} && span % settings_.step == SimDuration{});
        if (span == SimDuration{} || agents_.empty()) return;
        if (!has_surroundings_) begin_mean();  // each call counts as a heartbeat
        const std::int64_t steps = span / settings_.step;
        const double step = settings_.step.to_seconds();
        for (std::int64_t i = 0; i < steps; ++i) {
            const double time = system_->GetChTime();
            boxes_.move(since_surroundings_s_);
            terrain_->Synchronize(time);
            for (auto& [id, agent] : agents_)
                agent.vehicle->synchronise(time, body::driver_inputs(agent.motion.applied), *terrain_);
            terrain_->Advance(step);
            for (auto& [id, agent] : agents_) agent.vehicle->advance(step);
            system_->DoStepDynamics(step);
            since_surroundings_s_ += step;
        }
        for (auto& [id, agent] : agents_) {
            static_cast<geo::Motion&>(agent.motion) = agent.vehicle->motion();
            // The mean since the last set_surroundings(), however the span is divided into calls.
            agent.motion.acceleration =
                (agent.motion.velocity - agent.velocity_at_surroundings) * (1 / since_surroundings_s_);
            const double far = geo::length(agent.motion.position) + geo::length(agent.motion.velocity);
            if (!(far < kFarthest)) {  // true for NaN as well
                throw std::runtime_error(fmt::format(
                    "Chrono: the motion of agent {} diverges; a smaller chrono.step_ms may help", id.value));
            }
        }
    }

    const body::BodyMotion& motion(AgentId agent) const override { return find(agent).motion; }
    body::Machinery machinery(AgentId agent) const override { return find(agent).vehicle->machinery(); }
    std::vector<body::LookPart> look_of(AgentId agent) const override {
        const Agent& seen = find(agent);
        if (!seen.has_meshes) return {};
        if (!seen.meshes_loaded) {
            const internal::CapturedOutput quiet;
            set_chrono_data(data_);
            seen.vehicle->load_meshes();
            seen.meshes_loaded = true;
        }
        return internal::look_parts_of(seen.vehicle->parts());
    }
    void look_poses(AgentId agent, std::vector<geo::Pose>& poses) const override {
        const Agent& seen = find(agent);
        poses.clear();
        if (seen.has_meshes) internal::look_poses_of(seen.vehicle->parts(), poses);
    }

  private:
    static constexpr double kFarthest = 1e7;  // limit of distance (m) plus speed (m/s)

    /// Begins the time over which accelerations are averaged.
    void begin_mean() {
        since_surroundings_s_ = 0;
        for (auto& [id, agent] : agents_) agent.velocity_at_surroundings = agent.motion.velocity;
    }

    struct Agent {
        std::unique_ptr<internal::Vehicle> vehicle;
        body::BodyMotion motion;
        geo::Vec3 velocity_at_surroundings{};  // velocity at the last set_surroundings()
        double reach_m = 0;                    // the vehicle's length; bodies near enough get boxes
        bool has_meshes = false;               // false: it is drawn like any vehicle of its size
        /// Whether the vehicle's meshes are loaded; the first call of look_of() loads them.
        mutable bool meshes_loaded = false;
    };
    /// A settled vehicle, kept for other vehicles that start in the same way, because settling takes long.
    struct Start {
        config::VehicleSpec vehicle;
        double speed_m_s;
        std::optional<int> gear;
        internal::Settled settled;
    };

    const internal::Settled& settled_as(const NewBody& vehicle) {
        const geo::Vec3 heading = vehicle.start.orientation.rotate({1, 0, 0});
        const double speed = std::max(geo::dot(vehicle.start.velocity, heading), 0.0);
        for (const Start& start : starts_) {
            if (start.speed_m_s == speed && start.gear == vehicle.gear && start.vehicle == vehicle.vehicle)
                return start.settled;
        }
        starts_.push_back({vehicle.vehicle, speed, vehicle.gear,
                           internal::settle(vehicle.vehicle, data_, settings_, speed, vehicle.gear)});
        return starts_.back().settled;
    }

    /// Returns the coordinate frame on the ground below a place, turned to a heading.
    ChFramed on_the_ground(const geo::Vec3& position, const geo::Vec3& heading) const {
        const ground::GroundPlane plane = ground_->below(position);
        const geo::Vec3& up = plane.normal;
        const geo::Vec3 left_long = geo::cross(up, heading);
        const geo::Vec3 left = left_long * (1 / geo::length(left_long));
        const geo::Vec3 forward = geo::cross(left, up);
        ::chrono::ChMatrix33d rotation;
        rotation.SetFromDirectionAxes(internal::to_chrono(forward), internal::to_chrono(left),
                                      internal::to_chrono(up));
        const double sunk = (plane.offset - geo::dot(up, position)) / up.z;  // along the vertical
        return ChFramed(internal::to_chrono(position + geo::Vec3{0, 0, sunk}), rotation);
    }

    const Agent& find(AgentId agent) const {
        const auto found = agents_.find(agent);
        SYN_REQUIRE(found != agents_.end());
        return found->second;
    }
    Agent& find(AgentId agent) { return const_cast<Agent&>(std::as_const(*this).find(agent)); }

    config::ChronoSettings settings_;
    fs::path data_;
    std::shared_ptr<const ground::Ground> ground_;
    std::unique_ptr<::chrono::ChSystem> system_;
    std::unique_ptr<internal::Terrain> terrain_;
    internal::MovingBoxes boxes_;
    std::map<AgentId, Agent> agents_;
    std::vector<Start> starts_;
    std::vector<body::Obstacle> others_;
    std::vector<internal::MovingBoxes::Near> near_;
    double since_surroundings_s_ = 0;
    bool has_surroundings_ = false;
};

}  // namespace

Result<std::unique_ptr<BodyEngine>> make_chrono_engine(const config::ChronoSettings& settings,
                                                       std::shared_ptr<const ground::Ground> ground,
                                                       const config::Ground& kind) {
    auto data = internal::find_chrono_data(settings);
    if (!data) return fail(std::move(data.error().text));
    if (!ground) ground = std::make_shared<ground::PlaneGround>();
    return std::make_unique<ChronoEngine>(settings, std::move(*data), kind, std::move(ground));
}

Result<std::unique_ptr<BodyEngine>> make_chrono_engine(const config::Scenario& scenario,
                                                       std::shared_ptr<const ground::Ground> ground) {
    return make_chrono_engine(scenario.chrono, std::move(ground), scenario.ground);
}

Result<void> check_chrono(const config::Scenario& scenario, const config::AgentSpec& agent) {
    const config::VehicleSpec& vehicle = scenario.vehicle_of(agent);
    if (auto good = check_chrono(scenario.chrono, vehicle); !good) return good;
    if (scenario.ground.kind != config::Ground::Kind::soil) return {};
    const auto data = internal::find_chrono_data(scenario.chrono);
    for (const std::string& tyre : vehicle.chrono.tyres) {
        const std::string kind = internal::template_of(*data / "vehicle" / tyre);
        if (kind == "RigidTire") continue;
        return fail(fmt::format(
            "vehicle '{}': chrono.tyre: {}: on soil the tyre has to be a 'RigidTire', not a '{}'; "
            "vehicle 'hmmwv_rigid' has such tyres",
            vehicle.name, tyre, kind));
    }
    return {};
}

Result<void> check_chrono(const config::ChronoSettings& settings, const config::VehicleSpec& vehicle) {
    const auto data = internal::find_chrono_data(settings);
    if (!data) return fail(data.error().text);
    if (auto good = internal::check_specification(*data, vehicle); !good) return good;
    const internal::CapturedOutput quiet;
    const auto cannot = [&](const std::string& why) {
        return fail(fmt::format("vehicle '{}': Chrono cannot build it: {}", vehicle.name, why));
    };
    try {
        set_chrono_data(*data);
        const auto system = internal::make_system(settings);
        const auto built = internal::make_vehicle(
            *system, vehicle, *data,
            ::chrono::ChCoordsysd(::chrono::ChVector3d(0, 0, vehicle.body.reference_height_m)));
    } catch (const std::exception& problem) {
        return cannot(problem.what());
    }
    // Chrono also writes harmless complaints, for example about values that a tyre's file leaves out.
    if (const std::string complaint = quiet.complaint(); complaint.find("ERROR") != std::string::npos)
        return cannot(complaint);
    return {};
}

}  // namespace synchrono::client::engine
