/// A kind of body that an agent can have; a vehicle is one. This interface has everything that differs
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

namespace synchrono::client {

/// A type of states that bodies of a kind publish.
struct StateType {
    std::string_view url;
    /// Returns the descriptor of the message, for the schemas in logs; null: logs have only the type's name.
    const google::protobuf::Descriptor* (*descriptor)() = nullptr;
    bool tells_machinery = false;  // the state contains wheels, motor and gear
};

/// One kind of body. Functions that take an agent require that its body is of this kind and, except
/// `objection`, that there is no objection to it.
/// Threading: any.
class BodyKind {
  public:
    virtual ~BodyKind() = default;

    /// Returns the name of the kind, as AgentSpec::kind_of_body has it.
    virtual std::string_view name() const = 0;

    /// Returns in one line why the agent's specification is not accepted; empty if it is.
    virtual std::string objection(const config::Scenario&, const config::AgentSpec&) const { return {}; }

    /// Returns the controls that a pilot sets, in the order of Controls; none if nobody drives the body.
    virtual std::span<const ControlRange> controls() const { return {}; }
    /// Returns the controls that stop the body safely when its pilot has failed; `last` are the last good
    /// ones.
    virtual Controls safe_stop(const Controls& last) const { return last; }
    /// Returns what the body does in its safe stop, as the end of the line that says why the pilot failed.
    virtual std::string_view told_of_safe_stop() const { return "nobody drives it any more"; }

    /// Returns all types of states that agents of this kind may publish. Their engine decides which one
    /// they use.
    virtual std::span<const StateType> states() const = 0;
    /// Returns the type of that URL; null if the kind does not have it.
    const StateType* state_named(std::string_view type_url) const {
        for (const StateType& type : states()) {
            if (type.url == type_url) return &type;
        }
        return nullptr;
    }
    /// Appends a state of the type `type_url`. Requires a type of this kind.
    virtual void append_state(Bytes& out, std::string_view type_url, const BodyMotion& motion,
                              const Machinery& machinery) const = 0;
    /// Reads a state from append_state or any protobuf library. `machinery` may be null; it is emptied if
    /// the state has none. Returns false and leaves `motion` unchanged if the type is not one of this kind,
    /// the bytes do not parse, or a number cannot be computed with.
    virtual bool read_state(std::string_view type_url, ByteView state, BodyMotion& motion,
                            Machinery* machinery) const = 0;

    /// Returns the category that others see in the body.
    virtual SeenAs seen_as() const = 0;
    /// Returns length, width and height.
    virtual geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent) const = 0;
    /// Returns the height of the centre of gravity above the ground on which the body rests: half of the
    /// body's height unless the kind knows it better.
    virtual double height_of_cg_m(const config::Scenario& scenario, const config::AgentSpec& agent) const {
        return size_of(scenario, agent).z / 2;
    }
    /// Returns whether others see that the body brakes.
    virtual bool shows_braking(const BodyMotion&) const { return false; }

    /// Returns the body's shape for pictures and rays.
    virtual scenery::Shape shape_of(const config::Scenario& scenario,
                                    const config::AgentSpec& agent) const = 0;
    /// Returns the coat of most of its shape.
    virtual scenery::Coat paint_of(const config::AgentSpec& agent) const = 0;
    /// Returns a name of the body's shape: agents of one kind with the same name differ in paint at most.
    virtual std::string shape_name(const config::AgentSpec& agent) const = 0;
    /// Returns the likely places of the wheels, for a body whose state does not contain them; `rolled_m` is
    /// the distance that the body has gone. Empty if it has no wheels.
    virtual std::vector<Wheel> wheels_of(const config::Scenario&, const config::AgentSpec&, const BodyMotion&,
                                         double /*rolled_m*/) const {
        return {};
    }

    /// Returns the body as a vehicle for the parts of a client that know vehicles only: basic safety
    /// messages, pilots in libraries, a driver at the window's keys. Null if the body is no vehicle; then
    /// its agent sends no such messages and these pilots cannot drive it. A kind that returns a vehicle must
    /// have the controls of one; the function in kind_registry.hpp makes sure of it.
    virtual const config::VehicleSpec* as_vehicle(const config::Scenario&, const config::AgentSpec&) const {
        return nullptr;
    }
};

}  // namespace synchrono::client
