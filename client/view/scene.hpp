/// The content of one picture: everything that a client saw at one heartbeat, copied so that another thread
/// can draw it. Names and specifications of agents are left out, since the drawing thread has the scenario
/// too.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "client/body/body_motion.hpp"
#include "client/body/look.hpp"
#include "client/body/machinery.hpp"
#include "client/body/obstacle.hpp"
#include "client/body/signals_in_sight.hpp"
#include "common/base/ids.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::view {

/// An agent that has a body.
struct Body {
    AgentId agent;
    body::SeenAs seen_as = body::SeenAs::vehicle;
    body::BodyMotion motion{};          // of a vehicle's centre of gravity; of the middle of anything else
    std::vector<body::Wheel> wheels{};  // empty: the body has no wheels, or they are unknown
    bool own = false;                   // the agent belongs to the client that made the scene
    bool brakes = false;                // its brake lights are lit
    std::shared_ptr<const std::vector<body::LookPart>> look{};  // null: drawn by its kind and size
    std::vector<geo::Pose> parts{};                             // places of the parts of `look`, world frame
};

/// A radio message that has just reached an agent of the client.
struct ArrivedMessage {
    AgentId sender, receiver;
    std::uint32_t type = 0;  // J2735 message id; 0: unreadable
    double age_s = 0;        // time since it arrived
};

struct Scene {
    SimTime now;
    std::optional<double> real_time_factor;  // simulated time / wall time, in the last second; none: unknown
    std::optional<std::int64_t> drift;       // heartbeats by which the slowest peer is behind; none: no peer
    std::vector<Body> bodies;                // ascending by agent
    std::vector<body::SignalsInSight> signals;
    std::vector<ArrivedMessage> messages;
};

/// The time for which a radio message is drawn after its arrival.
inline constexpr double kMessageLit_s = 0.25;

}  // namespace synchrono::client::view
