/// A kind of element that does something, traffic signals for example. This interface has everything that
/// differs between kinds: the states that elements publish, how others see them, and what they do.
#pragma once

#include <memory>
#include <string_view>
#include <variant>

#include "client/body/obstacle.hpp"
#include "client/body/vehicle_state_codec.hpp"
#include "client/element/actor.hpp"
#include "client/scenery/shapes.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::client::element {

/// One kind of element. Functions that take an agent require an element of this kind.
/// Threading: any.
class ElementKind {
  public:
    virtual ~ElementKind() = default;

    /// Returns whether the element is of this kind.
    virtual bool has(const config::Element& element) const = 0;

    /// Returns the type URL of the states that the elements publish. Kinds whose elements have no body
    /// override this; all other elements publish the states of vehicles.
    virtual std::string_view state_type_url() const { return body::kVehicleStateTypeUrl; }

    /// Returns the category that others see in the elements.
    virtual body::SeenAs seen_as() const { return body::SeenAs::object; }
    /// Returns the element's shape; empty if the element has no body.
    virtual scenery::Shape shape_of(const config::AgentSpec&) const { return {}; }
    /// Returns the coat that covers most of the element's shape.
    virtual scenery::Coat paint_of(const config::AgentSpec&) const { return scenery::Colour(); }

    /// Makes the actor of an element that is in the world from `now` on. The actor borrows scenario and
    /// agent.
    virtual std::unique_ptr<Actor> make(const config::Scenario& scenario, const config::AgentSpec& agent,
                                        SimTime now) const = 0;
    /// Adds an element to the obstacles in `world`, as a box unless overridden. `body` is the element with
    /// the motion that it has published.
    virtual void add_obstacle(const config::AgentSpec&, const body::Obstacle& body,
                              ElementSurroundings& world) const {
        world.boxes.push_back(box_of(body));
    }
};

/// A kind whose elements have a `Spec` in the scenario.
template <typename Spec>
class ElementKindOf : public ElementKind {
  public:
    bool has(const config::Element& element) const final { return std::holds_alternative<Spec>(element); }

  protected:
    static const Spec& spec_of(const config::AgentSpec& agent) { return std::get<Spec>(*agent.element); }
};

}  // namespace synchrono::client::element
