/// Where a server receives those who connect by streams: it waits for a first frame from each, passes frames
/// on and carries the answers. Strangers who say nothing, too much, or never read cost no more than a slot
/// that the bounds allow. What frames mean is the owner's business.
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
        std::size_t unread_bytes_max;                            // who leaves more unread is dropped
        std::size_t silent_max = limits::kPendingHandshakesMax;  // who have said nothing yet; the oldest goes
        /// A connection has this long for its first frame, and to read the last that it is told.
        WallDuration first_frame_limit = kFirstFrameLimit;
    };

    /// What the owner hears. It may call the hall from within.
    class Owner {
      public:
        virtual ~Owner() = default;
        virtual void frame(SessionId session, const Endpoint& peer, ByteView frame) = 0;
        /// Its first frame is too long: it may be told so and closed. Later ones are dropped at once.
        virtual void oversized(SessionId session) = 0;
        /// One that had spoken is gone, unless close() was called for it.
        virtual void gone(SessionId session) = 0;
    };
    FrameHall(Owner& owner, const Bounds& bounds) : owner_(owner), bounds_(bounds) {}

    /// Writes what can be written and lets go of those who are too slow.
    void turn(WallTime now);
    void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) override;
    void readable(Stream& stream) override;

    /// Queues a frame; nothing for one that is gone.
    void send(SessionId session, ByteView frame);
    /// After what is queued has been written. What it says until then is not heard.
    void close(SessionId session);
    std::size_t unsent_bytes(SessionId session) const;
    /// Every frame has been written, or its reader is gone.
    bool idle() const;
    const Counters<HallCounter>& counters() const { return counters_; }

  private:
    enum class Stage { silent, known, closing };
    struct Guest {
        FrameChannel channel;
        Endpoint peer;
        WallTime since;  // of the stage
        Stage stage = Stage::silent;
    };
    using Guests = std::map<SessionId, Guest>;

    /// Takes some frames of one; the rest has its turn later.
    void take_some(SessionId session);
    /// False when there is nothing more to take for now.
    bool take(SessionId session);
    void drop(Guests::iterator at);

    Owner& owner_;
    const Bounds bounds_;
    Guests guests_;  // by number, so the oldest comes first
    std::unordered_map<const Stream*, SessionId> by_stream_;
    std::vector<SessionId> unfinished_, resumed_;  // they may have sent more than was taken
    std::size_t silent_ = 0;
    std::uint32_t so_far_ = 0;
    WallTime now_;  // of the last turn
    Counters<HallCounter> counters_;
};

}  // namespace synchrono::net
