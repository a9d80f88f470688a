#include "server/transport/handshake/join_messages.hpp"

#include <fmt/format.h>

#include "common/base/limits.hpp"

namespace synchrono::server::transport {

tl::expected<ClientFrame, Declined> read_first_frame(ByteView frame) {
    ClientFrame message;
    if (!message.ParseFromArray(frame.data(), static_cast<int>(frame.size())) ||
        !(message.has_join() || message.has_radio_hello())) {
        return tl::unexpected(Declined{JoinDeclined::MALFORMED, "the first frame is not a join request"});
    }
    return message;
}

Declined declined_too_long() {
    return {JoinDeclined::MALFORMED,
            fmt::format("the frame is longer than {} bytes", limits::kFrameBytesMax)};
}

JoinAccepted accepted_as(const Admission& admission) {
    JoinAccepted accepted;
    accepted.set_heartbeat_ns(admission.heartbeat.count_ns());
    if (admission.gate.kind == GatePolicy::Kind::exact) {
        accepted.mutable_gate()->set_exact_lag_heartbeats(admission.gate.heartbeats);
    } else {
        accepted.mutable_gate()->set_window_heartbeats(admission.gate.heartbeats);
    }
    accepted.set_start_ns(admission.start.at(admission.heartbeat).count_ns());
    accepted.set_now_ns(admission.reached.at(admission.heartbeat).count_ns());
    accepted.set_silence_limit_ns(admission.silence_limit.count_ns());
    return accepted;
}

JoinDeclined declined_as(const Declined& why) {
    JoinDeclined declined;
    declined.set_reason(why.reason);
    declined.set_text(why.text);
    return declined;
}

}  // namespace synchrono::server::transport
