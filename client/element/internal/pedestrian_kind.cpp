#include "client/element/internal/pedestrian_kind.hpp"

#include "client/element/actor.hpp"
#include "client/element/internal/walker.hpp"
#include "client/scenery/palette.hpp"

namespace synchrono::client::element::internal {
namespace {

namespace palette = scenery::palette;
using config::PedestrianElement;

/// Returns whether the wait is over: the lamps for which the pedestrian waits show "walk".
bool is_over(const PedestrianElement::Wait& wait, const std::vector<body::SignalsInSight>& all) {
    for (const body::SignalsInSight& signals : all) {
        if (signals.agent != wait.signals) continue;
        for (const body::Lamp& lamp : signals.groups) {
            if (lamp.group == wait.group) return lamp.state == signal::SignalState::protected_green;
        }
    }
    return false;  // the signals are not visible
}

class Pedestrian final : public Actor {
  public:
    Pedestrian(const config::AgentSpec& agent, const PedestrianElement& spec) : Actor(agent), walker_(spec) {
        move(walker_.motion());
    }

    void advance(const ElementSurroundings& world, SimDuration heartbeat) override {
        walker_.advance(heartbeat.to_seconds(), [&world](const PedestrianElement::Wait& wait) {
            return is_over(wait, world.signals);
        });
        move(walker_.motion());
    }
    bool has_ended() const override { return walker_.has_arrived(); }

  private:
    Walker walker_;
};

class PedestrianKind final : public ElementKindOf<PedestrianElement> {
  public:
    body::SeenAs seen_as() const override { return body::SeenAs::pedestrian; }

    scenery::Shape shape_of(const config::AgentSpec& agent) const override {
        const scenery::Coat paint = paint_of(agent);
        const geo::Vec3 size = spec_of(agent).size();
        scenery::Shape shape{.size = size, .above_ground_m = size.z / 2};
        scenery::Mesh& mesh = shape.body;
        const double h = size.z, foot = -h / 2;
        for (const double side : {-1.0, 1.0})
            mesh.cone({side * 0.06, side * 0.09, foot}, 0.07, 0.09, 0.48 * h, palette::kTrousers, 10);
        mesh.cone({0, 0, foot + 0.46 * h}, 0.17, 0.21, 0.34 * h, paint, 14);
        mesh.cone({0, 0, foot + 0.80 * h}, 0.21, 0.06, 0.06 * h, paint, 14);
        mesh.ball({0, 0, foot + 0.92 * h}, 0.075 * h, palette::kSkin);
        for (const double side : {-1.0, 1.0})
            mesh.cone({0, side * 0.25, foot + 0.44 * h}, 0.045, 0.06, 0.38 * h, scenery::shaded(paint, 0.85),
                      10);
        return shape;
    }
    scenery::Coat paint_of(const config::AgentSpec& agent) const override {
        return {palette::kPaints[(agent.id.value * 3 + 1) % palette::kPaints.size()],
                scenery::Material::cloth};
    }

    std::unique_ptr<Actor> make(const config::Scenario&, const config::AgentSpec& agent,
                                SimTime) const override {
        return std::make_unique<Pedestrian>(agent, spec_of(agent));
    }
};

}  // namespace

const ElementKind& pedestrian_kind() {
    static const PedestrianKind kind;
    return kind;
}

}  // namespace synchrono::client::element::internal
