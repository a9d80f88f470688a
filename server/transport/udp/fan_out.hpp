/// Sends the changes of the world to members: composes world updates, seals them, and sends them as datagrams
/// in batches. Normally a member gets one update a heartbeat, in as few datagrams as the path allows. A body
/// that is the same for many members is composed and sealed once and never copied; only the head is made for
/// each member.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "common/base/counters.hpp"
#include "common/net/agent_message.hpp"
#include "common/net/datagram_socket.hpp"
#include "common/net/update_seal.hpp"
#include "server/member.hpp"
#include "server/selection.hpp"
#include "server/transport/udp/session.hpp"
#include "server/world_map.hpp"

namespace synchrono::server::transport {

enum class FanOutCounter { updates, datagrams, bytes, answers, send_failures, count_ };
inline constexpr CounterNames<FanOutCounter> kFanOutCounterNames{
    "fan_out.updates", "fan_out.datagrams", "fan_out.bytes", "fan_out.answers_to_requests",
    "fan_out.dropped_by_kernel"};

/// Threading: confined to the world thread; counters from any.
/// Owns: buffers; borrows the map, the selection, the socket and the clock.
class FanOut {
  public:
    /// Answers to requests that tell their time tell that of `clock`, unless it is null.
    FanOut(const WorldMap& map, Selection& selection, net::DatagramSocket& socket,
           const net::NumberedKey& world_key, const WallClock* clock = nullptr);
    /// Protects bodies with this key from now on. Not to be called between update() and flush().
    void set_world_key(const net::NumberedKey& key) { body_sealer_ = net::BodySealer(key); }

    /// Sends the member what is new; with `answer`, what it lacks. If an answer would be empty, it says how
    /// far the world has come. Sends a few bundles at most; a member that lacks more asks again. Requires
    /// that the session's endpoint is known.
    void update(const Member& member, Session& session, bool answer);
    /// Sends the datagrams that have been composed. Call flush() after the last update of a step.
    void flush();

    const Counters<FanOutCounter>& counters() const { return counters_; }

  private:
    /// A part of a body, which fits into one datagram. The part ends before byte `end` of the body.
    struct Part {
        std::size_t end;
        net::BodySeal seal;
    };
    /// Messages as fields of a WorldUpdate, cut into parts.
    struct Body {
        net::BodySealer* sealer = nullptr;
        bool encrypted = false;
        Bytes bytes;
        std::vector<Part> parts;  // one at least
    };
    /// Identifies a body that several sessions share. Only members whose interest is the whole world share
    /// bodies.
    struct BodyKey {
        BundleKey bundle;
        std::size_t part_bytes_max;  // 0: the body is of an earlier step
        bool encrypted;
        bool operator==(const BodyKey&) const = default;
    };
    struct SharedBody {
        BodyKey key{{Tick{-1}, 0}, 0, false};
        Body body;
    };

    void send_bundle(const Member& member, Session& session, const BundleKey& bundle);
    void send_status(const Member& member, Session& session);
    void send_parts(const Member& member, Session& session, Tick tick, const Body& body);
    const Body& world_body(const BodyKey& key);
    const Body& own_body(const Member& member, Session& session, const BodyKey& key);
    static void add(Body& body, ByteView message, std::size_t part_bytes_max);
    static void clear(Body& body, net::BodySealer& sealer, const BodyKey& key);
    /// Seals or encrypts what has been added since the last part.
    static void end_part(Body& body);
    net::WorldUpdateHead head_for(const Member& member, Tick tick) const;
    void compose(Session& session, const net::WorldUpdateHead& head, ByteView body,
                 const net::BodySeal& seal);
    void send_composed();

    const WorldMap& map_;
    Selection& selection_;
    net::DatagramSocket& socket_;
    const WallClock* const clock_;
    net::BodySealer body_sealer_;
    // Composed datagrams refer to the buffers below until they are sent.
    static constexpr std::size_t kBatch = 64;
    static constexpr std::size_t kShared = 8;
    std::array<SharedBody, kShared> shared_;  // of this step
    std::size_t next_shared_ = 0;
    std::vector<Body> own_;
    std::size_t own_used_ = 0;
    std::vector<AgentId> awaited_;
    std::vector<Bytes> heads_;
    std::int64_t asked_ns_ = 0, clock_ns_ = 0;  // in the heads of the update under way
    std::vector<net::OutDatagram> outgoing_;
    std::size_t composed_bytes_ = 0;  // of outgoing_, without shared bodies
    Counters<FanOutCounter> counters_;
};

}  // namespace synchrono::server::transport
