/// A non-blocking stream of bytes, and who accepts new ones. The real ones are sockets
/// (tcp.hpp, socket_stream.hpp); sim::Network and sim::stream_pair give twins for tests.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "common/base/bytes.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// Threading: one thread, and for a stream from a listener, the listener's. Destroying it closes it.
class Stream {
  public:
    enum class Status { ok, would_block, closed };
    /// `bytes` is above zero exactly when `status` is ok.
    struct Io {
        Status status;
        std::size_t bytes;
    };

    virtual ~Stream() = default;
    /// Requires room for a byte. `closed`, once given, is given for ever.
    virtual Io read_some(std::span<std::byte> into) = 0;
    /// Requires a byte to write.
    virtual Io write_some(ByteView bytes) = 0;
    /// What the peer has sent and we have not read is lost.
    virtual void close() = 0;
    /// Waits until there is something to read or `limit` has passed. A simulated stream does not wait.
    virtual void wait_readable(WallDuration limit) = 0;
};

/// What a listener tells its owner. A callback may destroy any stream, the one it is about too.
class StreamEvents {
  public:
    virtual ~StreamEvents() = default;
    /// `peer` is nowhere where the stream does not come by IP.
    virtual void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) = 0;
    /// Something can be read, the end included. Comes again as long as that is so.
    virtual void readable(Stream& stream) = 0;
};

/// Threading: one thread calls `run_for`; any may call `wake`.  Streams it accepted may outlive it.
class StreamListener {
  public:
    virtual ~StreamListener() = default;
    /// Calls `events` on this thread for `duration`, or until woken. A simulated one reports what is due and
    /// returns.
    virtual void run_for(WallDuration duration, StreamEvents& events) = 0;
    /// Ends the `run_for` under way, or else the next one, early.
    virtual void wake() = 0;
};

}  // namespace synchrono::net
