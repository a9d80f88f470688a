/// The transport over the dynamics server: TCP for the handshake and notices, sealed datagrams for flows.
/// docs/protocol.md describes the exchange; this is the client's side of it, a state machine without a
/// thread of its own.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "client/transport/handshake/server_words.hpp"
#include "client/transport/transport.hpp"
#include "common/base/counters.hpp"
#include "common/base/limits.hpp"
#include "common/net/datagram_socket.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/update_seal.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client {

enum class LinkCounter {
    datagrams,
    bytes,
    dropped_unsealed,
    dropped_malformed,
    dropped_replayed,
    missed,
    published,
    requests,
    count_
};
inline constexpr CounterNames<LinkCounter> kLinkCounterNames{
    "link.datagrams",        "link.bytes",  "link.dropped_unsealed", "link.dropped_malformed",
    "link.dropped_replayed", "link.missed", "link.datagrams_sent",   "link.requests"};

/// Opens a client's connection and socket to its server. Tests have one for a simulated network.
class ServerPorts {
  public:
    virtual ~ServerPorts() = default;
    virtual Result<std::unique_ptr<net::Stream>> connect() = 0;
    struct Datagrams {
        std::unique_ptr<net::DatagramSocket> socket;
        net::Endpoint server;  // where to send to; nowhere if the socket is connected
    };
    virtual Result<Datagrams> open_datagrams(std::uint16_t server_port) = 0;
    /// Returns the time after a wait for datagrams that began at `before`. A simulated network does not wait.
    virtual WallTime after_wait(WallTime before) const { return before; }
};

/// One session on the dynamics server.
/// Threading: the client's loop thread; counters from any.  Owns: the connection and the socket.
class ServerLink final : public Transport {
  public:
    /// Connects and asks to join. `server_limit` is how long the server may be silent. The counters outlive
    /// the link, so that they go on when the client rejoins.
    ServerLink(ServerPorts& ports, const JoinRequest& request, WallDuration server_limit,
               Counters<LinkCounter>& counters, WallTime now);

    Stage turn(WallTime now, WallDuration wait_max, FlowSink* sink) override;
    const std::optional<Welcome>& welcome() const override { return welcome_; }
    void publish(Tick tick, std::span<const Outgoing> messages, Tick known, WallTime now) override;
    void waiting(Tick known, WallTime now) override;
    WallTime next_deadline() const override;
    bool all_received() const override { return !published_ || received_ >= *published_; }
    void leave() override;
    void keep_alive(Tick known, WallTime now) override;
    const std::string& reason() const override { return reason_; }
    std::span<const AgentId> awaited() const override { return awaited_; }

  private:
    /// The messages that were published at one heartbeat, kept for repetition.
    struct Said {
        Tick tick{-1};
        Bytes fields;                     // one serialised field for each message
        std::vector<std::uint32_t> ends;  // end of each field in `fields`
    };
    void give_up(Parting parting);
    void poll_frames(WallTime now, FlowSink* sink);
    void accept(const JoinAccepted& accepted, WallTime now);
    bool is_exact() const { return welcome_->gate.kind == GatePolicy::Kind::exact; }
    Tick tick_of(SimTime time) const { return Tick{time.since_start() / welcome_->heartbeat}; }
    void notice(const Notice& notice, FlowSink* sink);
    void take(const net::InDatagram& datagram, WallTime now, FlowSink* sink);
    bool has_part(const net::WorldUpdateHead& head, Tick bundle) const;
    void bundle_part(const net::WorldUpdateHead& head, Tick bundle);
    void tell_complete(FlowSink* sink);
    void request(WallTime now);
    WallDuration patience() const;
    /// Appends the messages of one heartbeat to the datagram under construction, and sends that whenever it
    /// is full.
    void compose(const Said& said, bool request, WallTime now);
    void begin_datagram(bool request);
    void send_datagram(WallTime now);

    ServerPorts& ports_;
    Counters<LinkCounter>& counters_;
    const WallDuration server_limit_;
    std::optional<net::FrameChannel> channel_;
    ServerPorts::Datagrams datagrams_;
    std::vector<AgentId> own_agents_;
    Stage stage_ = Stage::joining;
    std::string reason_;
    std::optional<Welcome> welcome_;
    std::optional<net::Sealer> sealer_;
    std::optional<net::UpdateOpener> opener_;
    std::size_t datagram_bytes_max_ = 0;
    WallTime started_, heard_, polled_;  // link made; last valid datagram received; stream last polled

    // Our own messages, which may have to be repeated, and what we have acknowledged.
    static constexpr std::size_t kSaid = 2 * limits::kWindowMax + 2 * limits::kPeriodMax;
    std::array<Said, kSaid> said_;
    std::optional<Tick> published_;
    Tick received_{-1};  // the server has our messages up to here
    Tick have_{-1};      // we have the others' up to here
    Tick told_{-1};      // the value of `have_` that was last sent to the server
    WallTime spoke_;     // when the last datagram was sent
    Bytes message_, outbox_;

    // Messages of the others.
    struct Parts {
        Tick bundle{-1};
        std::uint32_t parts = 0, seen_count = 0;
        std::uint64_t notices = 0;
        std::vector<bool> seen;
        bool told = false;
    };
    std::array<Parts, limits::kHistoryDepth> bundles_;
    std::size_t bundles_open_ = 0;  // bundles that have all parts, but have not been passed on as complete
    std::uint64_t notices_ = 0, notices_wanted_ = 0;
    std::vector<AgentId> awaited_, awaited_new_;

    // Requests for repetition, while the gate is shut.
    std::optional<WallTime> waiting_since_;
    WallTime next_request_;
    std::uint32_t asked_in_a_row_ = 0;
    std::optional<WallTime> asked_at_;
    WallDuration round_trips_ = WallDuration::milliseconds(20);  // estimated duration of four round trips
    std::uint32_t since_gap_ = 1 << 20;                          // datagrams received since one was missing
};

}  // namespace synchrono::client
