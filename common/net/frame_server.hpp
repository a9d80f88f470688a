/// Manages the stream connections of a server: waits for a first frame from each peer, passes frames to an
/// owner and sends the answers. Bounds limit the cost of peers that send nothing, send too much or never
/// read. The owner decides what frames mean.
#pragma once

#include <map>
#include <memory>
#include <unordered_map>
#include <vector>

#include "common/base/counters.hpp"
#include "common/base/ids.hpp"
#include "common/base/limits.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/stream.hpp"

namespace synchrono::net {

enum class FrameServerCounter { connections, silent, evicted, oversized, slow_readers, count_ };
/// The names keep the prefix "hall." of an older class, because users and scripts know them.
inline constexpr CounterNames<FrameServerCounter> kFrameServerCounterNames{
    "hall.connections", "hall.dropped_silent", "hall.dropped_for_newer", "hall.dropped_oversized",
    "hall.dropped_slow_reader"};

/// Keeps the connections of one server.
/// Threading: one thread calls all but counters().  Owns: the streams.
class FrameServer final : public StreamEvents {
  public:
    static constexpr WallDuration kFirstFrameLimit = WallDuration::seconds(5);

    struct Bounds {
        /// A peer that leaves more bytes than this unread is dropped.
        std::size_t unread_bytes_max;
        /// The most peers that have not sent a frame yet. When one more connects, the oldest of them is
        /// dropped.
        std::size_t pending_max = limits::kPendingHandshakesMax;
        /// The time that a new peer has to send its first frame, and that a peer has to read the frames
        /// queued for it after close().
        WallDuration first_frame_limit = kFirstFrameLimit;
    };

    /// Receives what happens to connections. The owner may call the FrameServer from within these calls.
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void on_frame(SessionId session, const Endpoint& peer, ByteView frame) = 0;
        /// Called when the first frame of a connection is too long. The owner may send an answer and then
        /// close(); otherwise the connection is dropped, as it is without this call if a later frame is too
        /// long.
        virtual void on_oversized_frame(SessionId session) = 0;
        /// Called when a connection has ended on which a frame had come; not called after close().
        virtual void on_connection_ended(SessionId session) = 0;
    };
    FrameServer(Owner& owner, const Bounds& bounds) : owner_(owner), bounds_(bounds) {}

    /// Takes frames that earlier calls left waiting, writes what can be written, and drops connections that
    /// are too slow.
    void poll(WallTime now);
    void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) override;
    void readable(Stream& stream) override;

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
    /// pending: no frame has come yet; known: a frame has come; closing: close() was called.
    enum class State { pending, known, closing };
    struct Connection {
        FrameChannel channel;
        Endpoint peer;
        WallTime since;  // when the connection was accepted or, in state closing, close() was called
        State state = State::pending;
    };
    using Connections = std::map<SessionId, Connection>;

    /// Takes up to kFramesAtOnce frames of one connection; the rest waits for the next poll.
    void handle_frames(SessionId session);
    /// Takes one frame. Returns false if there is nothing more to take for now.
    bool handle_frame(SessionId session);
    void drop(Connections::iterator at);

    Owner& owner_;
    const Bounds bounds_;
    Connections connections_;  // by number, so that the oldest connection comes first
    std::unordered_map<const Stream*, SessionId> by_stream_;
    // Connections that may have more frames, for the next poll and for the current one.
    std::vector<SessionId> unfinished_, resumed_;
    std::size_t pending_ = 0;
    std::uint32_t connections_so_far_ = 0;
    WallTime now_;  // of the last poll
    Counters<FrameServerCounter> counters_;
};

}  // namespace synchrono::net
