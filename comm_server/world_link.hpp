/// The connection of the communication server to the dynamics server. It carries for whom the radio waits,
/// and back come the clients that are out of the world. Without this connection nobody limits how long a
/// client holds up the radio.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "common/config/scenario.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/stream.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::comm_server {

/// Threading: one thread.  Owns: the stream.
class WorldLink {
  public:
    /// Says hello on a stream that is connected to the dynamics server.
    WorldLink(std::unique_ptr<net::Stream> stream, const config::Scenario& scenario);

    void report(const RadioWait& wait);
    /// The end of the connection.
    struct End {
        std::string why;
        bool good;  // it was closed, and not declined or broken
    };
    /// Passes on what the dynamics server has sent. Returns the end of the connection, once.
    std::optional<End> poll(const std::function<void(const RadioExpulsion&)>& expel);

  private:
    void send(const ClientFrame& frame);

    net::FrameChannel channel_;
    bool ended_ = false;
};

}  // namespace synchrono::comm_server
