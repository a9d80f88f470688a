/// The loop of a client's thread: calls the node's `turn` until the node is done, and makes it leave when
/// there is a reason to.
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
    /// Returns a line that says why the client is to leave now; empty if it goes on.
    std::function<std::string()> reason_to_leave;
    std::function<void()> every_second;
    std::function<void(WallTime)> sleep_until;
};

/// The result of the loop.
struct NodeRun {
    ClientNode::State state;
    std::optional<WallTime> began;  // time of the first step, if there was one
};

/// Runs the node until it is done. Once there is a reason to leave, the node has two seconds to leave
/// cleanly; after that it counts as stopped.
NodeRun run_node(ClientNode& node, const NodeLoop& loop);

}  // namespace synchrono::client
