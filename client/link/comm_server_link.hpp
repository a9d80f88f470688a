/// The radio link over the communication server: one TCP connection, on which a batch goes out and a bundle
/// comes back for each heartbeat. docs/radio.md describes the exchange; this is the client's side of it, a
/// state machine without a thread of its own.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "client/link/radio_link.hpp"
#include "common/config/scenario.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/token.hpp"
#include "proto/radio.pb.h"

namespace synchrono::client {

/// One membership on the communication server.
/// Threading: the client's loop thread; counters from any.  Owns: the connection; borrows sink and counters.
class CommServerLink final : public RadioLink {
  public:
    /// Asks to take part. `server_limit` is how long the server may take to answer that, and to answer the
    /// farewell.
    CommServerLink(std::unique_ptr<net::Stream> stream, const RadioJoin& request, SimDuration heartbeat,
                   WallDuration server_limit, RadioSink& sink, Counters<RadioLinkCounter>& counters,
                   WallTime now);

    Stage turn(WallTime now, WallDuration wait_max, Tick enough) override;
    Tick start() const override { return start_; }
    Tick told() const override { return told_; }
    void send(Tick tick, std::span<const RadioPlaced> places, std::span<const RadioOutgoing> messages,
              std::span<const SignalsNews> signals, bool flush, WallTime now) override;
    void keep_alive(WallTime now) override;
    void leave(Tick tick, WallTime now) override;
    Stage stage() const override { return stage_; }
    const std::string& reason() const override { return reason_; }

  private:
    void give_up(Stage stage, std::string reason);
    void take(ByteView bytes);
    void take(const RadioBundle& bundle);
    void queue_frame();
    void send_frame(WallTime now);
    void go_on(RadioBatch& batch, Tick tick);

    const SimDuration heartbeat_;
    const WallDuration server_limit_;
    RadioSink& sink_;
    Counters<RadioLinkCounter>& counters_;
    net::FrameChannel channel_;
    Stage stage_ = Stage::joining;
    std::string reason_;
    Tick start_, told_;
    WallDuration silence_limit_;
    WallTime began_, spoke_;
    bool leaving_ = false;
    RadioClientFrame outgoing_;
    RadioServerFrame incoming_;
    std::string bytes_;
    std::vector<RadioArrival> arrivals_;
};

/// Makes the links of one client to the communication server.
/// Threading: the client's loop thread.  Owns: a connection until its link takes it; borrows: the scenario.
class CommServerLinks final : public RadioLinkFactory {
  public:
    /// Connects to the communication server. The error is one line.
    using Connect = std::function<Result<std::unique_ptr<net::Stream>>()>;

    /// `client` is the client's name.
    CommServerLinks(const config::Scenario& scenario, const net::Token& token, std::string client,
                    Connect connect)
        : scenario_(scenario), token_(token), client_(std::move(client)), connect_(std::move(connect)) {}

    Result<void> connect() override;
    std::unique_ptr<RadioLink> join(std::span<const AgentId> agents, Tick start, RadioSink& sink,
                                    Counters<RadioLinkCounter>& counters, WallTime now) override;

  private:
    const config::Scenario& scenario_;
    const net::Token token_;
    const std::string client_;
    const Connect connect_;
    std::unique_ptr<net::Stream> stream_;
};

}  // namespace synchrono::client
