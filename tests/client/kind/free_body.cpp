#include "tests/client/kind/free_body.hpp"

#include <array>
#include <cmath>
#include <cstring>
#include <fmt/format.h>
#include <map>

#include "client/engine/engine_registry.hpp"
#include "client/kind/kind_registry.hpp"
#include "common/config/specification_form.hpp"

namespace synchrono::client::kind {
namespace {

struct FreeBodySpec {
    double radius_m = 0;
};

template <typename Form>
void describe(Form& form, FreeBodySpec& body) {
    form.number("radius_m", body.radius_m, {0, 10, true});
}

double radius_of(const config::BodySpecification& body) {
    return config::read_specification<FreeBodySpec>(body).value().radius_m;
}

constexpr std::array<StateType, 1> kStates{{{.url = kFreeState}}};

class FreeBodyKind final : public BodyKind {
  public:
    std::string_view name() const override { return kFreeBody; }

    std::string objection(const config::Scenario&, const config::AgentSpec& agent) const override {
        const auto body = config::read_specification<FreeBodySpec>(*agent.body);
        return body ? std::string() : body.error().text;
    }

    std::span<const StateType> states() const override { return kStates; }
    void append_state(Bytes& out, std::string_view, const body::BodyMotion& motion,
                      const body::Machinery&) const override {
        const std::array<geo::Vec3, 3> numbers{motion.position, motion.velocity, motion.acceleration};
        const auto* first = reinterpret_cast<const std::byte*>(numbers.data());
        out.insert(out.end(), first, first + sizeof numbers);
    }
    bool read_state(std::string_view type_url, ByteView state, body::BodyMotion& motion,
                    body::Machinery*) const override {
        std::array<geo::Vec3, 3> numbers;
        if (type_url != kFreeState || state.size() != sizeof numbers) return false;
        std::memcpy(numbers.data(), state.data(), sizeof numbers);
        for (const geo::Vec3& one : numbers) {
            if (!std::isfinite(one.x) || !std::isfinite(one.y) || !std::isfinite(one.z)) return false;
        }
        motion = {};
        motion.position = numbers[0];
        motion.velocity = numbers[1];
        motion.acceleration = numbers[2];
        return true;
    }

    body::SeenAs seen_as() const override { return body::SeenAs::object; }
    geo::Vec3 size_of(const config::Scenario&, const config::AgentSpec& agent) const override {
        const double diameter_m = 2 * radius_of(*agent.body);
        return {diameter_m, diameter_m, diameter_m};
    }
    scenery::Shape shape_of(const config::Scenario& scenario, const config::AgentSpec& agent) const override {
        scenery::Shape shape{.size = size_of(scenario, agent), .above_ground_m = radius_of(*agent.body)};
        shape.body.ball({}, radius_of(*agent.body), paint_of(agent));
        return shape;
    }
    scenery::Coat paint_of(const config::AgentSpec&) const override {
        return {{250, 220, 0}, scenery::Material::plastic};
    }
    std::string shape_name(const config::AgentSpec& agent) const override {
        return std::to_string(radius_of(*agent.body));
    }
};

class FreeEngine final : public engine::BodyEngine {
  public:
    void add(AgentId agent, const engine::NewBody& body) override {
        Ball& ball = balls_[agent];
        static_cast<geo::Motion&>(ball.motion) = body.start;
        ball.motion.acceleration = {0, 0, -9.81};
        ball.radius_m = radius_of(*body.body);
    }
    void remove(AgentId agent) override { balls_.erase(agent); }
    void set_controls(AgentId, const body::Controls&) override {}
    bool uses_surroundings() const override { return false; }
    void set_surroundings(const engine::Surroundings&) override {}
    void advance(SimDuration span) override {
        for (SimDuration step = SimDuration::milliseconds(1); span >= step; span = span - step) {
            for (auto& [agent, ball] : balls_) {
                geo::Motion& motion = ball.motion;
                motion.velocity = motion.velocity + motion.acceleration * step.to_seconds();
                motion.position = motion.position + motion.velocity * step.to_seconds();
                if (motion.position.z < ball.radius_m) motion.velocity.z = std::abs(motion.velocity.z);
            }
        }
    }
    const body::BodyMotion& motion(AgentId agent) const override { return balls_.at(agent).motion; }

  private:
    struct Ball {
        body::BodyMotion motion;
        double radius_m = 0;
    };
    std::map<AgentId, Ball> balls_;
};

}  // namespace

void register_free_body() {
    if (kind_named(kFreeBody) != nullptr) return;
    static const FreeBodyKind kind;
    register_kind(kind);
    engine::register_engine(
        {.name = kFreeEngine,
         .moves = {kFreeBody},
         .state_type_url = kFreeState,
         .objection = [](const config::Scenario&, const config::AgentSpec&) { return std::string(); },
         .make = [](const config::Scenario&, const std::shared_ptr<const ground::Ground>&)
             -> Result<std::unique_ptr<engine::BodyEngine>> { return std::make_unique<FreeEngine>(); }});
}

void make_free_body(config::AgentSpec& agent, double radius_m) {
    agent.vehicle.clear();
    agent.body = {.kind = std::string(kFreeBody), .json = fmt::format("{{\"radius_m\":{}}}", radius_m)};
    agent.engine = kFreeEngine;
    agent.sensors.clear();
}

}  // namespace synchrono::client::kind
