#include "client/program/node_loop.hpp"

#include <spdlog/spdlog.h>

namespace synchrono::client {

NodeRun run_node(acu::ClientNode& node, const NodeLoop& loop) {
    constexpr WallDuration kLeaveLimit = WallDuration::seconds(2);
    constexpr WallDuration kSecond = WallDuration::seconds(1);
    NodeRun run{acu::ClientNode::State::running, {}};
    std::optional<WallTime> leave_by;
    bool joined = false;
    WallTime second_began = loop.clock.now();
    while (true) {
        const WallTime now = loop.clock.now();
        if (now - second_began > kSecond) {
            second_began = now;
            loop.every_second();
        }
        if (!leave_by) {
            if (const std::string why = loop.reason_to_leave(); !why.empty()) {
                spdlog::info("{}", why);
                node.ask_to_stop();
                leave_by = now + kLeaveLimit;
            }
        }
        const auto pass = node.run_once(now, true);
        if (!joined && node.first_tick()) {
            joined = true;
            const std::string others = node.waiting_for();
            spdlog::info("joined the world{}{}", others.empty() ? "" : "; waiting for ", others);
        }
        run.state = leave_by && now > *leave_by ? acu::ClientNode::State::stopped : pass.state;
        if (!run.began && node.first_tick() && node.tick() > *node.first_tick()) run.began = now;
        if (run.state != acu::ClientNode::State::running) return run;
        if (pass.pacing) loop.sleep_until(pass.wake_at);
    }
}

}  // namespace synchrono::client
