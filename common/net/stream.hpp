/// A non-blocking stream of bytes, and a listener that accepts new ones. tcp.hpp and socket_stream.hpp make
/// them over sockets; sim::Network and sim::stream_pair simulate them for tests.
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "common/base/bytes.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// A stream closes when it is destroyed.  Threading: one thread, which is the listener's if a listener
/// accepted it.
class Stream {
  public:
    enum class Status { ok, would_block, closed };
    /// `bytes` is above zero exactly when `status` is ok.
    struct Io {
        Status status;
        std::size_t bytes;
    };

    virtual ~Stream() = default;
    /// Reads without waiting. Requires room for at least one byte. Once it returns `closed`, it always
    /// does.
    virtual Io read_some(std::span<std::byte> into) = 0;
    /// Writes without waiting. Requires at least one byte.
    virtual Io write_some(ByteView bytes) = 0;
    /// Closes this end. Bytes that the peer has sent and nobody has read are lost.
    virtual void close() = 0;
    /// Waits until there is something to read or `limit` has passed. A simulated stream does not wait.
    virtual void wait_readable(WallDuration limit) = 0;
};

/// Receives what a listener reports. A callback may destroy any stream, including the one that it is about.
class StreamEvents {
  public:
    virtual ~StreamEvents() = default;
    /// `peer` is nowhere if the stream does not come over IP.
    virtual void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) = 0;
    /// The stream has bytes to read or has ended. Called again as long as that holds.
    virtual void readable(Stream& stream) = 0;
};

/// Accepts streams. They may outlive it.  Threading: one thread calls `run_for`; any may call `wake`.
class StreamListener {
  public:
    virtual ~StreamListener() = default;
    /// Calls `events` on this thread for `duration`, or until woken. A simulated listener reports what is
    /// due and returns.
    virtual void run_for(WallDuration duration, StreamEvents& events) = 0;
    /// Ends the current `run_for` early, or else the next one.
    virtual void wake() = 0;
};

}  // namespace synchrono::net
