/// Manages the stream connections of a server: waits for a first frame from each peer, passes frames to an
/// owner and sends the answers. Its bounds limit what peers cost that send nothing, send too much or never
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

enum class HallCounter { connections, silent, evicted, oversized, slow_readers, count_ };
inline constexpr CounterNames<HallCounter> kHallCounterNames{
    "hall.connections", "hall.dropped_silent", "hall.dropped_for_newer", "hall.dropped_oversized",
    "hall.dropped_slow_reader"};

/// Threading: one thread calls all but counters().  Owns: the streams.
class FrameHall final : public StreamEvents {
  public:
    static constexpr WallDuration kFirstFrameLimit = WallDuration::seconds(5);

    struct Bounds {
        /// A peer that leaves more bytes than this unread is dropped.
        std::size_t unread_bytes_max;
        /// The most peers that have not sent a frame yet; one more drops the oldest of them.
        std::size_t silent_max = limits::kPendingHandshakesMax;
        /// The time that a connection has for its first frame, and, once closed, to read what is still
        /// queued for it.
        WallDuration first_frame_limit = kFirstFrameLimit;
    };

    /// Receives what happens to connections. It may call the hall from within.
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void frame(SessionId session, const Endpoint& peer, ByteView frame) = 0;
        /// The first frame of this connection is too long: the owner may send an answer and close it. A
        /// connection whose later frame is too long is dropped at once.
        virtual void oversized(SessionId session) = 0;
        /// A connection that had sent a frame has ended. Not called after close().
        virtual void gone(SessionId session) = 0;
    };
    FrameHall(Owner& owner, const Bounds& bounds) : owner_(owner), bounds_(bounds) {}

    /// Goes on with connections that were left unfinished, writes what can be written and drops those that
    /// are too slow.
    void turn(WallTime now);
    void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) override;
    void readable(Stream& stream) override;

    /// Queues a frame; does nothing if the connection has ended.
    void send(SessionId session, ByteView frame);
    /// Closes the connection once what is queued has been written. What the peer sends until then is
    /// ignored.
    void close(SessionId session);
    std::size_t unsent_bytes(SessionId session) const;
    /// Returns whether nothing is left to write. Frames of connections that have ended do not count.
    bool idle() const;
    const Counters<HallCounter>& counters() const { return counters_; }

  private:
    enum class Stage { silent, known, closing };
    struct Guest {
        FrameChannel channel;
        Endpoint peer;
        WallTime since;  // when the stage began
        Stage stage = Stage::silent;
    };
    using Guests = std::map<SessionId, Guest>;

    /// Takes up to kFramesAtOnce frames of one connection; the rest waits for the next turn.
    void take_some(SessionId session);
    /// Takes one frame. Returns false if there is nothing more to take for now.
    bool take(SessionId session);
    void drop(Guests::iterator at);

    Owner& owner_;
    const Bounds bounds_;
    Guests guests_;  // by number, so that the oldest connection comes first
    std::unordered_map<const Stream*, SessionId> by_stream_;
    std::vector<SessionId> unfinished_, resumed_;  // connections that may have sent more than was taken
    std::size_t silent_ = 0;
    std::uint32_t so_far_ = 0;
    WallTime now_;  // of the last turn
    Counters<HallCounter> counters_;
};

}  // namespace synchrono::net
