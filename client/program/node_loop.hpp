/// The loop of a client's thread: turns the node until it is done, and has it leave when there is a reason
/// to.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "client/acu/client_node.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client {

/// What the loop asks and tells the rest of the program.
struct NodeLoop {
    const WallClock& clock;
    /// A line that says why the client is to leave now; empty: it goes on.
    std::function<std::string()> reason_to_leave;
    std::function<void()> every_second;
    std::function<void(WallTime)> sleep_until;
};

struct NodeRun {
    ClientNode::State state;
    std::optional<WallTime> began;  // its first step, if it took one
};

/// Turns the node until it is done. Once there is a reason to leave it has two seconds to do so cleanly; then
/// it counts as stopped.
NodeRun run_node(ClientNode& node, const NodeLoop& loop);

}  // namespace synchrono::client
