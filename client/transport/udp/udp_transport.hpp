/// The transport over the dynamics server: TCP for the handshake and notices, sealed datagrams for flows.
/// docs/protocol.md describes the exchange. This is the client's side of the exchange, a state machine
/// without a thread of its own.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "client/transport/handshake/server_messages.hpp"
#include "client/transport/transport.hpp"
#include "common/base/counters.hpp"
#include "common/base/limits.hpp"
#include "common/net/datagram_socket.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/update_seal.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::client::transport {

enum class UdpCounter {
    datagrams,
    bytes,
    dropped_unsealed,
    dropped_malformed,
    dropped_replayed,
    missed,
    datagrams_sent,
    requests,
    count_
};
/// The names keep the prefix "link." of an older class, because users and scripts know them.
inline constexpr CounterNames<UdpCounter> kUdpCounterNames{
    "link.datagrams",        "link.bytes",  "link.dropped_unsealed", "link.dropped_malformed",
    "link.dropped_replayed", "link.missed", "link.datagrams_sent",   "link.requests"};

/// Opens a client's connection and socket to its server. Tests implement it with a simulated network.
class ServerPorts {
  public:
    virtual ~ServerPorts() = default;
    /// Connects the stream for the handshake and notices. The error is one line, and is temporary when nobody
    /// answers.
    virtual Result<std::unique_ptr<net::Stream>> connect() = 0;
    struct Datagrams {
        std::unique_ptr<net::DatagramSocket> socket;
        net::Endpoint server;  // where to send to; empty if the socket is connected
    };
    /// Opens a socket for datagrams to this port of the server. The error is one line.
    virtual Result<Datagrams> open_datagrams(std::uint16_t server_port) = 0;
    /// Returns the time after a wait for datagrams that began at `before`. A simulated network does not wait.
    virtual WallTime after_wait(WallTime before) const { return before; }
};

/// One session on the dynamics server.
/// Threading: the client's loop thread; counters from any.  Owns: the connection and the socket.
class UdpTransport final : public Transport {
  public:
    /// Connects and asks to join. `server_limit` is how long the server may be silent before the client gives
    /// it up. The counters must outlive the transport, so that they go on counting when the client rejoins.
    UdpTransport(ServerPorts& ports, const JoinRequest& request, WallDuration server_limit,
                 Counters<UdpCounter>& counters, WallTime now);

    Status poll(WallTime now, WallDuration wait_max, FlowSink* sink) override;
    const std::optional<JoinTerms>& terms() const override { return terms_; }
    void publish(Tick tick, std::span<const OutgoingState> messages, Tick known, WallTime now) override;
    void request_missing(Tick known, WallTime now) override;
    WallTime next_deadline() const override;
    bool all_received() const override { return !published_ || server_has_until_ >= *published_; }
    void leave() override;
    void keep_alive(Tick known, WallTime now) override;
    const std::string& reason() const override { return reason_; }
    std::span<const AgentId> awaited() const override { return awaited_; }
    std::optional<ClockReading> take_clock_reading() override { return std::exchange(clock_reading_, {}); }

  private:
    /// The messages that were published at one heartbeat, kept in case they have to be sent again.
    struct PublishedHeartbeat {
        Tick tick{-1};
        Bytes fields;                     // one serialised field for each message
        std::vector<std::uint32_t> ends;  // end of each field in `fields`
    };
    void give_up(Parting parting);
    void poll_frames(WallTime now, FlowSink* sink);
    void accept(const JoinAccepted& accepted, WallTime now);
    std::string reason_of_closed_stream() const;
    bool is_exact() const { return terms_->gate.kind == GatePolicy::Kind::exact; }
    Tick tick_of(SimTime time) const { return Tick{time.since_start() / terms_->heartbeat}; }
    void handle_notice(const Notice& notice, FlowSink* sink);
    void handle(const net::InDatagram& datagram, WallTime now, FlowSink* sink);
    bool has_part(const net::WorldUpdateHead& head, Tick bundle) const;
    void add_part(const net::WorldUpdateHead& head, Tick bundle);
    void pass_on_complete(FlowSink* sink);
    void request(WallTime now);
    /// Returns how long to wait before asking again.
    WallDuration patience() const;
    /// Appends the messages of one heartbeat to the datagram under construction. Whenever that is full, sends
    /// it and begins another one.
    void compose(const PublishedHeartbeat& kept, std::optional<WallTime> asked, WallTime now);
    /// Begins a datagram, which is a request if it has a time at which it asks.
    void begin_datagram(std::optional<WallTime> asked);
    void send_datagram(WallTime now);

    ServerPorts& ports_;
    Counters<UdpCounter>& counters_;
    const WallDuration server_limit_;
    std::optional<net::FrameChannel> channel_;
    ServerPorts::Datagrams datagrams_;
    std::vector<AgentId> own_agents_;
    Status status_ = Status::joining;
    std::string reason_;
    std::optional<JoinTerms> terms_;
    std::optional<net::Sealer> sealer_;
    std::optional<net::UpdateOpener> opener_;
    std::size_t datagram_bytes_max_ = 0;
    // When the transport was made, the last valid datagram was received, and the stream was last polled.
    WallTime started_, last_received_, polled_;

    // Our own messages, which may have to be sent again, and what we have acknowledged.
    static constexpr std::size_t kKeptHeartbeats = 2 * limits::kWindowMax + 2 * limits::kPeriodMax;
    std::array<PublishedHeartbeat, kKeptHeartbeats> published_messages_;
    std::optional<Tick> published_;  // the last heartbeat at which we published messages
    Tick server_has_until_{-1};      // the server has our messages up to here
    Tick have_until_{-1};            // we have the others' messages up to here
    Tick acknowledged_{-1};          // the value of `have_until_` that was last sent to the server
    WallTime last_sent_;             // when the last datagram was sent
    Bytes message_, outbox_;

    std::optional<ClockReading> clock_reading_;  // see take_clock_reading()
    std::int64_t answered_ns_ = 0;               // asked_ns of the newest answer
    WallTime clocks_due_;                        // when the clocks are to be compared again

    // Messages of the others.
    /// The parts of one bundle that have come.
    struct Parts {
        Tick bundle{-1};
        std::uint32_t parts = 0, seen_count = 0;
        std::uint64_t notices = 0;  // how many notices must have come for the bundle to be complete
        std::vector<bool> seen;
        bool is_passed_on = false;
    };
    std::array<Parts, limits::kHistoryDepth> bundles_;
    std::size_t bundles_whole_ = 0;  // bundles that have all parts, but have not been passed on as complete
    std::uint64_t notices_ = 0, notices_wanted_ = 0;  // newest notice that has come; newest one mentioned
    std::vector<AgentId> awaited_, awaited_new_;      // see awaited(); the second one is a buffer for reading

    // Requests for missing messages, made while the gate is shut.
    std::optional<WallTime> waiting_since_;
    WallTime next_request_;
    std::uint32_t asked_in_a_row_ = 0;  // requests since the gate was last found shut
    std::optional<WallTime> asked_at_;  // when the last request was sent, if nothing has come since
    WallDuration round_trips_ = WallDuration::milliseconds(20);  // estimated duration of four round trips
    std::uint32_t since_gap_ = 1 << 20;                          // datagrams received since the last gap
};

}  // namespace synchrono::client::transport
