/// The radio link over the communication server. The client sends a batch for each heartbeat over one TCP
/// connection, and gets bundles back. docs/radio.md describes the exchange. This is the client's side of the
/// exchange, a state machine without a thread of its own.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "client/link/radio_link.hpp"
#include "common/config/scenario.hpp"
#include "common/net/frame_channel.hpp"
#include "proto/radio.pb.h"

namespace synchrono::client::link {

/// One membership on the communication server.
/// Threading: the client's loop thread; counters from any.  Owns: the connection; borrows sink and counters.
class CommServerLink final : public RadioLink {
  public:
    /// Asks to take part. `server_limit` is how long the server may take to answer this request, and later to
    /// confirm that the client leaves.
    CommServerLink(std::unique_ptr<net::Stream> stream, const RadioJoin& request, SimDuration heartbeat,
                   WallDuration server_limit, RadioSink& sink, Counters<RadioLinkCounter>& counters,
                   WallTime now);

    Status poll(WallTime now, WallDuration wait_max, Tick enough) override;
    Tick start() const override { return start_; }
    Tick delivered_until() const override { return delivered_until_; }
    void send(Tick tick, std::span<const AgentPlace> places, std::span<const OutgoingMessage> messages,
              std::span<const body::SignalsChange> signals, bool flush, WallTime now) override;
    void keep_alive(WallTime now) override;
    void leave(Tick tick, WallTime now) override;
    Status status() const override { return status_; }
    const std::string& reason() const override { return reason_; }

  private:
    /// Ends the membership with this status and closes the connection.
    void give_up(Status status, std::string reason);
    void handle(ByteView bytes);
    void handle(const RadioBundle& bundle);
    /// Queues `outgoing_` as one frame.
    void queue_frame();
    void send_frame(WallTime now);
    void go_on(RadioBatch& batch, Tick tick);

    const SimDuration heartbeat_;
    const WallDuration server_limit_;
    RadioSink& sink_;
    Counters<RadioLinkCounter>& counters_;
    net::FrameChannel channel_;
    Status status_ = Status::joining;
    std::string reason_;
    Tick start_, delivered_until_;
    WallDuration silence_limit_;  // the server drops a client that is silent for longer
    WallTime began_, last_sent_;  // when we asked to take part; when we last sent a frame
    bool leaving_ = false;        // leave() was called
    RadioClientFrame outgoing_;
    RadioServerFrame incoming_;
    std::string bytes_;
    std::vector<RadioArrival> arrivals_;
};

/// Makes the links of one client to the communication server.
/// Threading: the client's loop thread.  Owns: a connection until a link takes it; borrows: the scenario.
class CommServerLinks final : public RadioLinkFactory {
  public:
    /// Connects to the communication server. The error is one line, and is temporary when nobody answers.
    using Connect = std::function<Result<std::unique_ptr<net::Stream>>()>;

    CommServerLinks(const config::Scenario& scenario, Connect connect)
        : scenario_(scenario), connect_(std::move(connect)) {}

    Result<void> connect() override;
    std::unique_ptr<RadioLink> join(std::span<const AgentId> agents, Tick start, RadioSink& sink,
                                    Counters<RadioLinkCounter>& counters, WallTime now) override;

  private:
    const config::Scenario& scenario_;
    const Connect connect_;
    std::unique_ptr<net::Stream> stream_;
};

}  // namespace synchrono::client::link
