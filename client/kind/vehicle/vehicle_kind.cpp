#include "client/kind/vehicle/vehicle_kind.hpp"

#include <array>

#include "client/body/machine_state_codec.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "client/kind/vehicle/vehicle_shape.hpp"
#include "client/kind/vehicle/wheels.hpp"
#include "common/base/contract.hpp"
#include "proto/state.pb.h"

namespace synchrono::client::kind {
namespace {

constexpr std::array<body::ControlRange, 3> kControls{
    {{"steering", -1, 1}, {"throttle", 0, 1}, {"braking", 0, 1}}};
static_assert(kControls.size() <= body::kControlsMax);

constexpr std::array<StateType, 2> kStates{
    {{.url = body::kVehicleStateTypeUrl, .descriptor = VehicleState::descriptor},
     {.url = body::kMachineStateTypeUrl, .descriptor = MachineState::descriptor, .has_machinery = true}}};

class VehicleKind final : public BodyKind {
  public:
    std::string_view name() const override { return config::kVehicleKind; }

    std::span<const body::ControlRange> controls() const override { return kControls; }
    body::Controls safe_stop(const body::Controls& last) const override {
        return body::DriverInputs{
            .steering = body::driver_inputs(last).steering, .throttle = 0, .braking = 1};
    }
    std::string_view safe_stop_text() const override { return "the vehicle brakes to a stop"; }

    std::span<const StateType> states() const override { return kStates; }
    void append_state(Bytes& out, std::string_view type_url, const body::BodyMotion& motion,
                      const body::Machinery& machinery) const override {
        if (type_url == body::kMachineStateTypeUrl) return body::append_machine_state(out, motion, machinery);
        SYN_REQUIRE(type_url == body::kVehicleStateTypeUrl);
        body::append_vehicle_state(out, motion);
    }
    bool read_state(std::string_view type_url, ByteView state, body::BodyMotion& motion,
                    body::Machinery* machinery) const override {
        return body::decode_vehicle(type_url, state, motion, machinery);
    }

    body::SeenAs seen_as() const override { return body::SeenAs::vehicle; }
    geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent) const override {
        const config::BodySpec& body = scenario.vehicle_of(agent).body;
        return {body.length_m, body.width_m, body.height_m};
    }
    double height_of_cg_m(const config::Scenario& scenario, const config::AgentSpec& agent) const override {
        return config::height_of_cg_m(scenario.vehicle_of(agent));
    }
    bool shows_braking(const body::BodyMotion& motion) const override {
        return body::driver_inputs(motion.applied).braking >= body::kBrakeLightsFrom;
    }

    scenery::Shape shape_of(const config::Scenario& scenario, const config::AgentSpec& agent) const override {
        return vehicle_shape(scenario.vehicle_of(agent), paint_of(agent));
    }
    scenery::Coat paint_of(const config::AgentSpec& agent) const override {
        return vehicle_paint(agent.id, agent.vehicle);
    }
    std::string shape_name(const config::AgentSpec& agent) const override { return agent.vehicle; }
    std::vector<body::Wheel> wheels_of(const config::Scenario& scenario, const config::AgentSpec& agent,
                                       const body::BodyMotion& motion, double rolled_m) const override {
        const double speed_m_s = geo::dot(motion.velocity, motion.orientation.rotate({1, 0, 0}));
        return kind::wheels_of(scenario.vehicle_of(agent), body::driver_inputs(motion.applied).steering,
                               rolled_m, speed_m_s);
    }

    const config::VehicleSpec* as_vehicle(const config::Scenario& scenario,
                                          const config::AgentSpec& agent) const override {
        return &scenario.vehicle_of(agent);
    }
};

}  // namespace

const BodyKind& vehicle_kind() {
    static const VehicleKind kind;
    return kind;
}

}  // namespace synchrono::client::kind
