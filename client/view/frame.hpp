/// The content of one picture: what a client saw at one heartbeat, copied so that another thread can draw
/// it. Names and specifications of agents are not part of it, since the drawing thread has the scenario too.
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

namespace synchrono::view {

/// An agent that has a body.
struct Body {
    AgentId agent;
    client::SeenAs seen_as = client::SeenAs::vehicle;
    client::BodyMotion motion{};          // of a vehicle's centre of gravity; of the middle of anything else
    std::vector<client::Wheel> wheels{};  // empty: the body has none, or nothing is known of them
    bool own = false;                     // the agent belongs to the client that made the frame
    bool brakes = false;                  // its brake lights are lit
    std::shared_ptr<const std::vector<client::LookPart>> looks{};  // null: drawn by its kind and size
    std::vector<geo::Pose> parts{};  // places of the parts of `looks`, world frame
};

/// A radio message that has just reached an agent of the client.
struct RadioLink {
    AgentId sender, receiver;
    std::uint32_t type = 0;  // J2735 message id; 0: unreadable
    double age_s = 0;        // time since it arrived
};

struct Frame {
    SimTime now;
    std::optional<double> real_time_factor;  // simulated over wall time, in the last second; none: unknown
    std::optional<std::int64_t> drift;       // heartbeats by which the slowest peer is behind; none: no peer
    std::vector<Body> bodies;                // ascending by agent
    std::vector<client::SignalsInSight> signals;
    std::vector<RadioLink> links;
};

/// The time for which a radio message is drawn after its arrival.
inline constexpr double kLinkLit_s = 0.25;

}  // namespace synchrono::view
