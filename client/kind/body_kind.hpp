/// A kind of body that an agent can have: a vehicle is one. All that a client does in another way for one
/// kind than for another stands behind this interface: the controls that a body takes and how it is stopped,
/// the states that it publishes, how others see it, and whether it can pass for a vehicle.
/// Elements of the world are no bodies of a kind (client/kind/appearance.hpp knows both).
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
    /// Of the message, for logs; null: logs name the type and no more.
    const google::protobuf::Descriptor* (*descriptor)() = nullptr;
    bool tells_machinery = false;  // of wheels, engine and gear
};

/// The functions that take an agent require one that has a body of this kind and, but for `objection`, that
/// there is no objection to it. Threading: any.
class BodyKind {
  public:
    virtual ~BodyKind() = default;

    /// The name of the kind, as AgentSpec::kind_of_body gives it.
    virtual std::string_view name() const = 0;

    /// Why the agent's specification cannot be had, in one line; empty: it can.
    virtual std::string objection(const config::Scenario&, const config::AgentSpec&) const { return {}; }

    /// The controls that its pilot sets, in the order of Controls. None: nobody drives it.
    virtual std::span<const ControlRange> controls() const { return {}; }
    /// The controls that stop it safely when its pilot has failed; `last` are the last that were good.
    virtual Controls safe_stop(const Controls& last) const { return last; }
    /// What it does then, for the end of a line that says why.
    virtual std::string_view told_of_safe_stop() const { return "nobody drives it any more"; }

    /// All types of states that its agents publish; which one, their engine says.
    virtual std::span<const StateType> states() const = 0;
    /// Null: none of its types.
    const StateType* state_named(std::string_view type_url) const {
        for (const StateType& type : states()) {
            if (type.url == type_url) return &type;
        }
        return nullptr;
    }
    /// Appends the message that `type_url` names. Requires a type of this kind.
    virtual void append_state(Bytes& out, std::string_view type_url, const BodyMotion& motion,
                              const Machinery& machinery) const = 0;
    /// Reads what append_state or any protobuf library wrote. `machinery` may be null, and is emptied where
    /// the state tells nothing of it. False, and `motion` untouched, when the type is none of this kind, the
    /// bytes are none of the type, or a number is none that can be computed with.
    virtual bool read_state(std::string_view type_url, ByteView state, BodyMotion& motion,
                            Machinery* machinery) const = 0;

    virtual SeenAs seen_as() const = 0;
    /// Length, width and height.
    virtual geo::Vec3 size_of(const config::Scenario& scenario, const config::AgentSpec& agent) const = 0;
    /// How high its centre of gravity is above the ground that it rests on: half its height where the kind
    /// does not know better.
    virtual double height_of_cg_m(const config::Scenario& scenario, const config::AgentSpec& agent) const {
        return size_of(scenario, agent).z / 2;
    }
    /// Whether others see that it brakes.
    virtual bool shows_braking(const BodyMotion&) const { return false; }

    virtual scenery::Shape shape_of(const config::Scenario& scenario,
                                    const config::AgentSpec& agent) const = 0;
    /// The coat of most of its shape.
    virtual scenery::Coat paint_of(const config::AgentSpec& agent) const = 0;
    /// Agents of one kind with the same name have the same shape, but for its paint.
    virtual std::string shape_name(const config::AgentSpec& agent) const = 0;
    /// Where its wheels are when its state does not tell; `rolled_m` is how far it has gone. None: it has
    /// none.
    virtual std::vector<Wheel> wheels_of(const config::Scenario&, const config::AgentSpec&, const BodyMotion&,
                                         double /*rolled_m*/) const {
        return {};
    }

    /// The vehicle that it is to those who know of vehicles alone: basic safety messages, pilots in
    /// libraries, a driver at the window's keys. Null: it is none, sends no such messages and cannot be
    /// driven by these. A kind that gives one has the controls of a vehicle; who asks by the function in
    /// kind_registry.hpp may lean on it.
    virtual const config::VehicleSpec* as_vehicle(const config::Scenario&, const config::AgentSpec&) const {
        return nullptr;
    }
};

}  // namespace synchrono::client
