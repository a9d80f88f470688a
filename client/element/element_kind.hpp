/// A kind of element that does something; signals are one. This interface has everything that differs
/// between kinds: the states that elements publish, how others see them, and what they do.
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

/// One kind of element. Functions that take an agent require an element of this kind.
/// Threading: any.
class ElementKind {
  public:
    virtual ~ElementKind() = default;

    /// Returns whether the element is of this kind.
    virtual bool has(const config::Element& element) const = 0;

    /// Returns the type URL of the states that the elements publish: that of vehicles, unless they have no
    /// body.
    virtual std::string_view state_type_url() const { return kVehicleStateTypeUrl; }

    /// Returns the category that others see in the elements.
    virtual SeenAs seen_as() const { return SeenAs::object; }
    /// Returns the element's shape; empty if it has no body.
    virtual scenery::Shape shape_of(const config::AgentSpec&) const { return {}; }
    /// Returns the coat of most of its shape.
    virtual scenery::Coat paint_of(const config::AgentSpec&) const { return scenery::Colour(); }

    /// Makes the actor of an element that is in the world from `now` on. It borrows scenario and agent.
    virtual std::unique_ptr<Actor> make(const config::Scenario& scenario, const config::AgentSpec& agent,
                                        SimTime now) const = 0;
    /// Adds an element, with the motion that it has published, to the obstacles of the others: as a box,
    /// unless the kind overrides it.
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
