#include "server/transport/handshake/server_words.hpp"

#include <fmt/format.h>

#include "common/base/limits.hpp"

namespace synchrono::server {

tl::expected<JoinRequest, Declined> read_join_request(ByteView frame) {
    ClientFrame message;
    if (!message.ParseFromArray(frame.data(), static_cast<int>(frame.size())) || !message.has_join()) {
        return tl::unexpected(Declined{JoinDeclined::MALFORMED, "the first frame is not a join request"});
    }
    return std::move(*message.mutable_join());
}

Declined declined_too_long() {
    return {JoinDeclined::MALFORMED,
            fmt::format("the frame is longer than {} bytes", limits::kFrameBytesMax)};
}

JoinAccepted accepted_as(const Welcome& welcome) {
    JoinAccepted accepted;
    accepted.set_heartbeat_ns(welcome.heartbeat.count_ns());
    if (welcome.gate.kind == GatePolicy::Kind::exact) {
        accepted.mutable_gate()->set_exact_lag_heartbeats(welcome.gate.heartbeats);
    } else {
        accepted.mutable_gate()->set_window_heartbeats(welcome.gate.heartbeats);
    }
    accepted.set_start_ns(welcome.start.at(welcome.heartbeat).count_ns());
    accepted.set_now_ns(welcome.reached.at(welcome.heartbeat).count_ns());
    accepted.set_silence_limit_ns(welcome.silence_limit.count_ns());
    return accepted;
}

JoinDeclined declined_as(const Declined& why) {
    JoinDeclined declined;
    declined.set_reason(why.reason);
    declined.set_text(why.text);
    return declined;
}

}  // namespace synchrono::server
