/// One picture's worth of a world: what a client saw at one heartbeat, copied so that another thread can draw
/// it. Who and what an agent is stands in the scenario, which the drawing side has too.
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

/// An agent with a body.
struct Body {
    AgentId agent;
    client::SeenAs seen_as = client::SeenAs::vehicle;
    client::BodyMotion motion{};          // of the centre of gravity; of what is no vehicle, of its middle
    std::vector<client::Wheel> wheels{};  // none: it has none, or nobody knows of them
    bool own = false;                     // of the client that looks
    bool brakes = false;                  // it shows that it brakes
    std::shared_ptr<const std::vector<client::LookPart>> looks{};  // null: drawn by its kind and size
    std::vector<geo::Pose> parts{};                                // of looks, in the world
};

/// A radio message that has just reached an agent of the client.
struct RadioLink {
    AgentId sender, receiver;
    std::uint32_t type = 0;  // J2735 message id; 0: unreadable
    double age_s = 0;        // since it arrived
};

struct Frame {
    SimTime now;
    std::optional<double> real_time_factor;  // simulated over wall time, of late; none: not known
    std::optional<std::int64_t> drift;       // heartbeats that the slowest peer is behind; none: no peer
    std::vector<Body> bodies;                // ascending by agent
    std::vector<client::SignalsInSight> signals;
    std::vector<RadioLink> links;
};

/// How long a radio message stays lit.
inline constexpr double kLinkLit_s = 0.25;

}  // namespace synchrono::view
