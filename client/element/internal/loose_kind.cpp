#include "client/element/internal/loose_kind.hpp"

#include <algorithm>

#include "client/element/actor.hpp"
#include "client/element/internal/loose_body.hpp"
#include "client/scenery/palette.hpp"

namespace synchrono::client::element::internal {
namespace {

namespace palette = scenery::palette;
using config::LooseSolid;
using scenery::Coat;

class LooseActor final : public Actor {
  public:
    LooseActor(const config::AgentSpec& agent, std::int64_t hit_delay)
        : Actor(agent), body_(agent, hit_delay) {
        move(body_.motion());
    }

    void advance(const ElementSurroundings& world, SimDuration heartbeat) override {
        const auto seen = std::find_if(world.loose.begin(), world.loose.end(),
                                       [this](const OtherBody& body) { return body.agent == agent(); });
        body_.advance(heartbeat.to_seconds(), seen == world.loose.end() ? nullptr : &*seen, world.loose,
                      world.boxes);
        move(body_.motion());
    }

  private:
    LooseBody body_;
};

Coat coat_of(LooseSolid::Paint paint, Coat own) {
    switch (paint) {
        case LooseSolid::Paint::dark:
            return palette::kDark;
        case LooseSolid::Paint::band:
            return palette::kBand;
        case LooseSolid::Paint::own:
            break;
    }
    return own;
}

/// Adds one solid of a body to `mesh`. `r` and `h` are the radius and the height of the body, whose middle is
/// at the origin.
void add_solid(scenery::Mesh& mesh, const LooseSolid& solid, double r, double h, Coat coat) {
    const double foot = -h / 2 + solid.foot * h, half_width = solid.radius_low * r;
    switch (solid.form) {
        case LooseSolid::Form::frustum:
            mesh.cone({0, 0, foot}, half_width, solid.radius_high * r, solid.height * h, coat);
            break;
        case LooseSolid::Form::ball:
            mesh.ball({0, 0, foot + solid.height * h / 2}, half_width, coat);
            break;
        case LooseSolid::Form::slab:
            mesh.box({-half_width, -half_width, foot}, {half_width, half_width, foot + solid.height * h},
                     coat);
            break;
    }
}

/// The kind of all loose bodies. The difference between a cone and a ball is data: config::LooseKind.
class AnyLooseKind final : public ElementKindOf<config::BodyElement> {
  public:
    scenery::Shape shape_of(const config::AgentSpec& agent) const override {
        const config::BodyElement& body = spec_of(agent);
        const geo::Vec3 size = body.size();
        scenery::Shape shape{.size = size, .above_ground_m = size.z / 2};
        for (const LooseSolid& solid : body.kind->solids)
            add_solid(shape.body, solid, size.x / 2, size.z, coat_of(solid.paint, paint_of(agent)));
        return shape;
    }
    Coat paint_of(const config::AgentSpec& agent) const override {
        const auto [r, g, b] = spec_of(agent).kind->colour;
        return {{r, g, b}, scenery::Material::plastic};
    }

    std::unique_ptr<Actor> make(const config::Scenario& scenario, const config::AgentSpec& agent,
                                SimTime) const override {
        return std::make_unique<LooseActor>(agent, scenario.gate.heartbeats);
    }
    void add_obstacle(const config::AgentSpec& agent, const body::Obstacle& body,
                      ElementSurroundings& world) const override {
        world.loose.push_back(as_other(agent, body.motion));
    }
};

}  // namespace

const ElementKind& loose_kind() {
    static const AnyLooseKind kind;
    return kind;
}

}  // namespace synchrono::client::element::internal
