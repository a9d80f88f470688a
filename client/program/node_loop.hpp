/// The loop of a client's thread: calls the node's run_once() until the node is done, and makes the node
/// leave when there is a reason to.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "client/acu/client_node.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::client {

/// The functions of the program that the loop calls.
struct NodeLoop {
    const WallClock& clock;
    /// Returns a line that says why the client is to leave now; empty if the client goes on.
    std::function<std::string()> reason_to_leave;
    std::function<void()> every_second;
    std::function<void(WallTime)> sleep_until;
};

/// The result of the loop.
struct NodeRun {
    acu::ClientNode::State state;
    std::optional<WallTime> began;  // time at which the node had made its first step; none: it made no step
};

/// Runs the node until it is done. Once there is a reason to leave, the node has two seconds to leave
/// cleanly; after that it counts as stopped.
NodeRun run_node(acu::ClientNode& node, const NodeLoop& loop);

}  // namespace synchrono::client
