/// A non-blocking stream of bytes, and a listener that accepts new streams. tcp.hpp and socket_stream.hpp
/// make streams over sockets; sim::Network and sim::stream_pair simulate them for tests.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "common/base/bytes.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// One end of a connection. Destroying the stream closes it.
/// Threading: one thread, which is the listener's if a listener accepted the stream.
class Stream {
  public:
    enum class Status { ok, would_block, closed };
    /// `bytes` is above zero exactly when `status` is ok.
    struct Io {
        Status status;
        std::size_t bytes;
    };

    virtual ~Stream() = default;
    /// Reads without waiting. Requires room for at least one byte. Once it has returned `closed`, it always
    /// does.
    virtual Io read_some(std::span<std::byte> into) = 0;
    /// Writes without waiting. Requires at least one byte.
    virtual Io write_some(ByteView bytes) = 0;
    /// Closes this end. Bytes that the peer has sent and nobody has read are lost.
    virtual void close() = 0;
    /// Waits until there is something to read or `limit` has passed. A simulated stream does not wait.
    virtual void wait_readable(WallDuration limit) = 0;
};

/// Receives the events of a listener. A callback may destroy any stream, including the one that it is about.
class StreamEvents {
  public:
    virtual ~StreamEvents() = default;
    /// Called for each new stream. `peer` is Endpoint{} if the stream does not come over IP.
    virtual void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) = 0;
    /// Called when the stream has bytes to read or has ended, and again as long as that holds.
    virtual void readable(Stream& stream) = 0;
};

/// Accepts streams. The streams may outlive the listener.
/// Threading: one thread calls `run_for`; any may call `wake`.
class StreamListener {
  public:
    virtual ~StreamListener() = default;
    /// Calls `events` on the calling thread for `duration`, or until wake(). A simulated listener calls
    /// `events` for what is due and returns.
    virtual void run_for(WallDuration duration, StreamEvents& events) = 0;
    /// Ends the current `run_for` early; if none is running, the next one.
    virtual void wake() = 0;
};

}  // namespace synchrono::net
