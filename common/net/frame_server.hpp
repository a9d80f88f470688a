/// Manages the stream connections of a server. It waits until a peer has proved who it is and has sent a
/// first frame, passes the peer's frames to an owner, and sends the answers. The owner decides what frames
/// mean. Bounds limit the cost of peers that prove nothing, send nothing, send too much or never read.
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/ids.hpp"
#include "common/base/limits.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/stream.hpp"
#include "common/net/tls.hpp"

namespace synchrono::net {

enum class FrameServerCounter { connections, unproven, silent, evicted, oversized, slow_readers, count_ };
/// The names keep the prefix "hall." of an older class, because users and scripts know them.
inline constexpr CounterNames<FrameServerCounter> kFrameServerCounterNames{
    "hall.connections",       "hall.dropped_unproven",  "hall.dropped_silent",
    "hall.dropped_for_newer", "hall.dropped_oversized", "hall.dropped_slow_reader"};

/// The other end of a connection.
struct Peer {
    Endpoint address;
    const StreamProof* proof = nullptr;  // null: the peer has proved nothing
    Endpoint local = {};                 // our address at which the peer asked
};

/// Gets a line about a client that has joined, was refused or has ended. `is_proven`: it has proved who it
/// is.
using AccessNote = std::function<void(const std::string& line, bool is_proven)>;

/// Returns "NAME (ADDRESS)".
std::string to_text(std::string_view name, const Endpoint& address);
/// Returns "NAME (ADDRESS)" or, without a proof, the address alone.
std::string to_text(const Peer& peer);

/// Returns the most peers that may be connected without a proof: limits::kPendingHandshakesMax, but no more
/// than a quarter of the descriptors that this process may have.
std::size_t pending_connections_max();

/// Keeps the connections of one server.
/// Threading: one thread calls all but counters().  Owns: the streams.
class FrameServer final : public StreamEvents {
  public:
    static constexpr WallDuration kProofLimit = WallDuration::seconds(5);
    /// The most connections with the same name that have not sent a frame yet.
    static constexpr std::size_t kFramelessPerNameMax = 4;

    struct Bounds {
        /// A peer that leaves more bytes than this unread is dropped.
        std::size_t unread_bytes_max;
        /// The most peers that have not proved anything yet. When one more connects, the one that has been
        /// connected longest is dropped.
        std::size_t pending_max = pending_connections_max();
        /// The time that a new peer has to prove who it is. After close() a peer has the same time to read
        /// the frames that are still queued for it.
        WallDuration proof_limit = kProofLimit;
        /// The time that a peer has after its proof to send its first frame.
        WallDuration first_frame_limit = kProofLimit;
    };

    /// Receives what happens to connections. The owner may call the FrameServer from within these calls.
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void on_frame(SessionId session, const Peer& peer, ByteView frame) = 0;
        /// Called when the first frame of a connection is too long. The owner may send an answer and then
        /// close(); otherwise the connection is dropped. If a later frame is too long, the connection is
        /// dropped without this call.
        virtual void on_oversized_frame(SessionId session, const Peer& peer) = 0;
        /// Called when a connection has ended after at least one frame came on it; not called after close().
        virtual void on_connection_ended(SessionId session) = 0;
        /// Called when a connection was dropped before a frame had come. `peer` is valid during the call.
        virtual void on_refused(const Peer& peer, std::string_view why) = 0;
    };
    /// With `find`, each new stream is secured as a TlsServer does. Without it, streams have their proof
    /// already, or prove nothing.
    FrameServer(Owner& owner, const Bounds& bounds, TlsServer::FindSecret find = nullptr);

    /// Takes frames that earlier calls left waiting, writes what can be written, and drops connections that
    /// are too slow.
    void poll(WallTime now);
    void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) override;
    void readable(Stream& stream) override;
    /// Drops the oldest connection that has sent no frame, to get its descriptor.
    void descriptors_exhausted() override;

    /// Queues a frame; does nothing if the connection has ended.
    void send(SessionId session, ByteView frame);
    /// Closes the connection once the queued frames have been written. Frames that the peer sends until then
    /// are ignored.
    void close(SessionId session);
    std::size_t unsent_bytes(SessionId session) const;
    /// Returns whether nothing is left to write on any connection that still exists.
    bool all_sent() const;
    const Counters<FrameServerCounter>& counters() const { return counters_; }

  private:
    /// pending: nothing has come yet; proven: the peer has proved who it is; known: a frame has come;
    /// closing: close() was called.
    enum class State { pending, proven, known, closing };
    struct Connection {
        FrameChannel channel;
        const Stream*
            accepted;  // the stream that the listener knows; below that of the channel if it is secured
        Endpoint address, local;  // of the peer, and of our end
        WallTime since;           // when the connection came into its state; for `known` without meaning
        State state = State::pending;

        Peer peer() { return {address, channel.stream().proof(), local}; }
        bool is_frameless() const { return state == State::pending || state == State::proven; }
    };
    using Connections = std::map<SessionId, Connection>;

    /// Takes up to kFramesAtOnce frames of one connection; the rest waits for the next poll.
    void handle_frames(SessionId session);
    /// Takes one frame. Returns false if there is nothing more to take for now.
    bool handle_frame(SessionId session);
    /// Notes that the peer has given its proof, if it has.
    void check_proof(Connection& connection);
    void drop(Connections::iterator at, std::string_view why = {});

    Owner& owner_;
    const Bounds bounds_;
    std::optional<TlsServer> tls_;
    Connections connections_;  // by number, so that the oldest connection comes first
    std::unordered_map<const Stream*, SessionId> by_stream_;  // by Connection::accepted
    // Connections that may have more frames, for the next poll and for the current one.
    std::vector<SessionId> unfinished_, resumed_;
    std::size_t pending_ = 0;
    std::uint32_t connections_so_far_ = 0;
    WallTime now_;  // of the last poll
    Counters<FrameServerCounter> counters_;
};

}  // namespace synchrono::net
