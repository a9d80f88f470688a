#include "comm_server/world_link.hpp"

namespace synchrono::comm_server {

WorldLink::WorldLink(std::unique_ptr<net::Stream> stream, const config::Scenario& scenario)
    : channel_(std::move(stream)) {
    ClientFrame frame;
    frame.mutable_radio_hello()->set_protocol_version(PROTOCOL_VERSION_4);
    frame.mutable_radio_hello()->set_scenario_id(std::string(as_text(config::scenario_id(scenario).bytes)));
    send(frame);
}

void WorldLink::report(const RadioWait& wait) {
    ClientFrame frame;
    *frame.mutable_radio_wait() = wait;
    send(frame);
}

void WorldLink::send(const ClientFrame& frame) { channel_.send(as_byte_view(frame.SerializeAsString())); }

std::optional<WorldLink::End> WorldLink::poll(const std::function<void(const RadioExpulsion&)>& expel) {
    if (ended_) return std::nullopt;
    channel_.flush();
    ServerFrame frame;
    for (;;) {
        const auto [event, bytes] = channel_.poll();
        if (event == net::FrameChannel::Event::nothing) return std::nullopt;
        const bool whole = event == net::FrameChannel::Event::frame &&
                           frame.ParseFromArray(bytes.data(), static_cast<int>(bytes.size()));
        if (whole && frame.has_radio_expulsion()) {
            expel(frame.radio_expulsion());
            continue;
        }
        ended_ = true;
        channel_.close();
        if (event == net::FrameChannel::Event::closed)
            return End{"the connection to the dynamics server has ended", true};
        return End{whole && frame.has_declined() ? "the dynamics server declined: " + frame.declined().text()
                                                 : "the dynamics server sent a frame that is not well formed",
                   false};
    }
}

}  // namespace synchrono::comm_server
