/// A kind of element that does something: signals are one. All that a client does in another way for one kind
/// than for another stands behind this interface: the states that its elements publish, how they are seen,
/// and what they do.
#pragma once

#include <memory>
#include <string_view>
#include <variant>

#include "client/body/obstacle.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "client/element/actor.hpp"
#include "client/scenery/shapes.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client {

/// The functions that take an agent require one that is an element of this kind. Threading: any.
class ElementKind {
  public:
    virtual ~ElementKind() = default;

    virtual bool has(const config::Element& element) const = 0;

    /// The type URL of the states that it publishes: what a vehicle would, unless it has no body.
    virtual std::string_view state_type_url() const { return kVehicleStateTypeUrl; }

    virtual SeenAs seen_as() const { return SeenAs::object; }
    /// Its picture; empty: it has no body.
    virtual scenery::Shape shape_of(const config::AgentSpec&) const { return {}; }
    /// The coat of most of its shape.
    virtual scenery::Coat paint_of(const config::AgentSpec&) const { return scenery::Colour(); }

    /// The element as it takes part in the world from `now` on. Borrows scenario and agent.
    virtual std::unique_ptr<Actor> make(const config::Scenario& scenario, const config::AgentSpec& agent,
                                        SimTime now) const = 0;
    /// Adds one of them, as the world shows it, to what others may run into: a box, unless the kind knows
    /// better.
    virtual void show(const config::AgentSpec&, const Obstacle& body, ShownWorld& world) const {
        world.boxes.push_back(box_of(body));
    }
};

/// A kind whose elements are described by a `Spec`.
template <typename Spec>
class ElementKindOf : public ElementKind {
  public:
    bool has(const config::Element& element) const final { return std::holds_alternative<Spec>(element); }

  protected:
    static const Spec& spec_of(const config::AgentSpec& agent) { return std::get<Spec>(*agent.element); }
};

}  // namespace synchrono::client
