#include "client/kind/vehicle/vehicle_kind.hpp"

#include <array>

#include "client/body/machine_state_codec.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "client/kind/vehicle/vehicle_shape.hpp"
#include "client/kind/vehicle/wheels.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client {
namespace {

constexpr std::array<ControlRange, 3> kControls{{{"steering", -1, 1}, {"throttle", 0, 1}, {"braking", 0, 1}}};
static_assert(kControls.size() <= kControlsMax);

class VehicleKind final : public BodyKind {
  public:
    std::string_view name() const override { return config::kVehicleKind; }

    std::span<const ControlRange> controls() const override { return kControls; }
    Controls safe_stop(const Controls& last) const override {
        return DriverInputs{.steering = driver_inputs(last).steering, .throttle = 0, .braking = 1};
    }
    std::string_view told_of_safe_stop() const override { return "the vehicle brakes to a stop"; }

    bool tells_machinery(std::string_view type_url) const override {
        return type_url == kMachineStateTypeUrl;
    }
    void append_state(Bytes& out, std::string_view type_url, const VehicleMotion& motion,
                      const Machinery& machinery) const override {
        if (type_url == kMachineStateTypeUrl) return append_machine_state(out, motion, machinery);
        SYN_REQUIRE(type_url == kVehicleStateTypeUrl);
        std::array<std::byte, kVehicleStateBytesMax> state;
        const std::size_t bytes = encode(motion, state);
        out.insert(out.end(), state.begin(), state.begin() + static_cast<std::ptrdiff_t>(bytes));
    }
    bool read_state(std::string_view type_url, ByteView state, VehicleMotion& motion,
                    Machinery* machinery) const override {
        return decode_vehicle(type_url, state, motion, machinery);
    }

    SeenAs seen_as() const override { return SeenAs::vehicle; }
    geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent) const override {
        const config::BodySpec& body = scenario.vehicle_of(agent).body;
        return {body.length_m, body.width_m, body.height_m};
    }
    bool shows_braking(const VehicleMotion& motion) const override {
        return driver_inputs(motion.applied).braking >= kBrakeLightsFrom;
    }

    scenery::Shape shape_of(const config::Scenario& scenario, const config::AgentSpec& agent) const override {
        return vehicle_shape(scenario.vehicle_of(agent), paint_of(agent));
    }
    scenery::Coat paint_of(const config::AgentSpec& agent) const override {
        return vehicle_paint(agent.id, agent.vehicle);
    }
    std::string shape_name(const config::AgentSpec& agent) const override { return agent.vehicle; }
    std::vector<Wheel> wheels_of(const config::Scenario& scenario, const config::AgentSpec& agent,
                                 const VehicleMotion& motion, double rolled_m) const override {
        const double speed_m_s = geo::dot(motion.velocity, motion.orientation.rotate({1, 0, 0}));
        return client::wheels_of(scenario.vehicle_of(agent), driver_inputs(motion.applied).steering, rolled_m,
                                 speed_m_s);
    }

    const config::VehicleSpec* in_safety_messages(const config::Scenario& scenario,
                                                  const config::AgentSpec& agent) const override {
        return &scenario.vehicle_of(agent);
    }
};

}  // namespace

const BodyKind& vehicle_kind() {
    static const VehicleKind kind;
    return kind;
}

}  // namespace synchrono::client
