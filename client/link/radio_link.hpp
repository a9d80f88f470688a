/// The client's way to the communication server: one TCP connection, a batch out and a bundle back for each
/// heartbeat. docs/radio.md tells the exchange; this is the client's side of it as a state machine that is
/// turned.
#pragma once

#include <array>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "client/engine/engine.hpp"
#include "common/base/bytes.hpp"
#include "common/base/counters.hpp"
#include "common/base/ids.hpp"
#include "common/config/radio.hpp"
#include "common/geo/vector.hpp"
#include "common/net/frame_channel.hpp"
#include "common/time/sim_time.hpp"
#include "common/time/wall_clock.hpp"
#include "proto/radio.pb.h"

namespace synchrono::client {

enum class RadioLinkCounter { batches, sent, bundles, arrivals, waits, count_ };
inline constexpr std::array<std::string_view, static_cast<std::size_t>(RadioLinkCounter::count_)>
    kRadioLinkCounterNames{"radio_link.batches", "radio_link.sent", "radio_link.bundles",
                           "radio_link.arrivals", "radio_link.waits"};

/// A message as it reached this client.
struct RadioDelivered {
    AgentId sender;              // what the log knows; a radio does not
    std::uint64_t sequence = 0;  // of the sender, the same
    SimTime sent;
    config::Medium medium = config::Medium::dsrc;
    ByteView payload;
};

/// Where and when it reached one of its agents.
struct RadioArrival {
    AgentId receiver;
    SimTime time;
    float power_dbm = 0;  // 0: the channel knows none
};

/// Threading: the client's loop thread.
class RadioSink {
  public:
    virtual ~RadioSink() = default;
    /// What is given is valid during the call.
    virtual void delivered(const RadioDelivered& message, std::span<const RadioArrival> arrivals) = 0;
};

/// What one of our agents sends.
struct RadioOutgoing {
    AgentId agent;
    SimTime time;  // within the heartbeat
    config::Medium medium = config::Medium::dsrc;
    ByteView payload;
};

struct RadioPlaced {
    AgentId agent;
    geo::Vec3 position;
};

/// Threading: the client's loop thread; counters from any.  Owns: the connection; borrows sink and counters.
class RadioLink {
  public:
    enum class Stage {
        joining,  // no answer yet
        member,
        left,     // the server knows that we have left
        lost,     // declined, or the server is gone: see reason()
        stopped,  // the radio was ended on purpose: see reason()
    };

    /// Asks to take part. `server_limit`: how long the server may take to answer that.
    RadioLink(std::unique_ptr<net::Stream> stream, const RadioJoin& request, SimDuration heartbeat,
              WallDuration server_limit, RadioSink& sink, Counters<RadioLinkCounter>& counters, WallTime now);

    /// Writes what is queued and takes in what came until all up to `enough` is told, waiting for it no
    /// longer than `wait_max`.
    Stage turn(WallTime now, WallDuration wait_max, Tick enough);
    /// The heartbeat of our first batch. There from the stage `member` on.
    Tick start() const { return start_; }
    /// All that arrives up to this heartbeat has been told.
    Tick told() const { return told_; }
    /// What our agents say within one heartbeat; `flush`: it is sent now, with all that was not sent yet.
    /// Requires the stage `member`, and one call for every heartbeat from start() on.
    void send(Tick tick, std::span<const RadioPlaced> places, std::span<const RadioOutgoing> messages,
              std::span<const SignalsNews> signals, bool flush, WallTime now);
    /// For who waits: to be called a few times within the silence limit. Writes what is queued, too.
    void keep_alive(WallTime now);
    /// Our agents are gone from heartbeat `tick` on, the next that send() would be called for.
    void leave(Tick tick, WallTime now);
    Stage stage() const { return stage_; }
    const std::string& reason() const { return reason_; }

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

}  // namespace synchrono::client
