/// A kind of body that an agent can have, a vehicle for example. This interface has everything that differs
/// between kinds: the controls that a body takes and how it stops safely, the states that it publishes, how
/// others see it, and whether it can be treated as a vehicle. Elements of the world have no kind of body
/// (client/kind/appearance.hpp serves both).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/body/body_motion.hpp"
#include "client/body/machinery.hpp"
#include "client/body/obstacle.hpp"
#include "client/scenery/shapes.hpp"
#include "common/base/bytes.hpp"
#include "common/config/scenario.hpp"

namespace google::protobuf {
class Descriptor;
}

namespace synchrono::client::kind {

/// A type of state that bodies of a kind publish.
struct StateType {
    std::string_view url;
    /// Returns the descriptor of the message, from which logs get their schema. If null, logs have only the
    /// name of the type.
    const google::protobuf::Descriptor* (*descriptor)() = nullptr;
    bool has_machinery = false;  // the state contains wheels, motor and gear
};

/// One kind of body. Functions that take an agent require that the agent's body is of this kind. All of them
/// except objection() also require that objection() returns an empty text for the agent.
/// Threading: any.
class BodyKind {
  public:
    virtual ~BodyKind() = default;

    /// Returns the name of the kind, which is what AgentSpec::kind_of_body() returns for its bodies.
    virtual std::string_view name() const = 0;

    /// Returns in one line why the kind does not accept the agent's specification; empty if the kind accepts
    /// it.
    virtual std::string objection(const config::Scenario&, const config::AgentSpec&) const { return {}; }

    /// Returns the controls that a pilot sets, in the order of Controls; none if the body cannot be driven.
    virtual std::span<const body::ControlRange> controls() const { return {}; }
    /// Returns the controls that stop the body safely when its pilot has failed. `last` are the controls of
    /// the pilot's last good answer.
    virtual body::Controls safe_stop(const body::Controls& last) const { return last; }
    /// Returns what the body does in its safe stop, as a text that ends the line about the pilot's failure.
    virtual std::string_view safe_stop_text() const { return "nothing drives the body any more"; }

    /// Returns all types of states that agents of this kind may publish. The agent's engine decides which
    /// type it uses.
    virtual std::span<const StateType> states() const = 0;
    /// Returns the type with this URL; null if the kind does not have it.
    const StateType* state_named(std::string_view type_url) const {
        for (const StateType& type : states()) {
            if (type.url == type_url) return &type;
        }
        return nullptr;
    }
    /// Appends a state of the type `type_url`. Requires a type of this kind.
    virtual void append_state(Bytes& out, std::string_view type_url, const body::BodyMotion& motion,
                              const body::Machinery& machinery) const = 0;
    /// Reads a state that append_state() or any protobuf library has written. `machinery` may be null; it is
    /// left empty if the state has no machinery. Returns false and leaves `motion` unchanged if the type is
    /// not one of this kind, the bytes do not parse, a number is not finite, or the orientation is far from
    /// unit length.
    virtual bool read_state(std::string_view type_url, ByteView state, body::BodyMotion& motion,
                            body::Machinery* machinery) const = 0;

    /// Returns the category that others see in the body.
    virtual body::SeenAs seen_as() const = 0;
    /// Returns length, width and height in metres.
    virtual geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent) const = 0;
    /// Returns the height of the centre of gravity above the ground on which the body rests: half of the
    /// body's height unless the kind knows more.
    virtual double height_of_cg_m(const config::Scenario& scenario, const config::AgentSpec& agent) const {
        return size_of(scenario, agent).z / 2;
    }
    /// Returns whether others see that the body brakes.
    virtual bool shows_braking(const body::BodyMotion&) const { return false; }

    /// Returns the body's shape for pictures and rays.
    virtual scenery::Shape shape_of(const config::Scenario& scenario,
                                    const config::AgentSpec& agent) const = 0;
    /// Returns the coat that covers most of the shape.
    virtual scenery::Coat paint_of(const config::AgentSpec& agent) const = 0;
    /// Returns a name for the body's shape. The shapes of agents of one kind with the same name differ at
    /// most in their paint.
    virtual std::string shape_name(const config::AgentSpec& agent) const = 0;
    /// Returns the wheels at their likely places, for a body whose state does not contain its wheels. Returns
    /// an empty list if the body has no wheels. The last argument is the distance that the body has gone, in
    /// metres.
    virtual std::vector<body::Wheel> wheels_of(const config::Scenario&, const config::AgentSpec&,
                                               const body::BodyMotion&, double /*rolled_m*/) const {
        return {};
    }

    /// Returns the body as a vehicle, for the parts of a client that know vehicles only: basic safety
    /// messages, pilots in libraries, and the driver at the window's keys. Null if the body is not a vehicle;
    /// then its agent sends no such messages, and such pilots and drivers cannot drive it. A kind that
    /// returns a vehicle must have the controls of a vehicle; as_vehicle() in kind_registry.hpp requires
    /// that.
    virtual const config::VehicleSpec* as_vehicle(const config::Scenario&, const config::AgentSpec&) const {
        return nullptr;
    }
};

}  // namespace synchrono::client::kind
