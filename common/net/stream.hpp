/// A non-blocking stream of bytes, and a listener that accepts new streams. tcp.hpp and socket_stream.hpp
/// make streams over sockets; sim::Network and sim::stream_pair simulate them for tests.
#pragma once

#include <cstddef>
#include <memory>
#include <span>
#include <string>

#include "common/base/bytes.hpp"
#include "common/base/secret.hpp"
#include "common/net/endpoint.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::net {

/// The proof that both ends of a secured stream have given each other. It proves that both hold the same
/// secret: the one that belongs to `name`.
struct StreamProof {
    std::string name;
    Secret key{};  // made for this connection; only its two ends know it
};

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
    /// Reads without waiting. Requires room for at least one byte. After it has returned `closed` once, all
    /// later calls return `closed` too.
    virtual Io read_some(std::span<std::byte> into) = 0;
    /// Writes without waiting. Requires at least one byte.
    virtual Io write_some(ByteView bytes) = 0;
    /// Closes this end. Bytes that the peer has sent and nobody has read are lost.
    virtual void close() = 0;
    /// Waits until there is something to read or `limit` has passed. A simulated stream does not wait.
    virtual void wait_readable(WallDuration limit) = 0;

    /// Returns this end's own address; nowhere if the stream does not come over IP.
    virtual Endpoint local() const { return {}; }
    /// Writes bytes that earlier writes left in the stream's own buffer. Returns the number of bytes that are
    /// still there.
    virtual std::size_t flush() { return 0; }
    /// Returns the proof once both ends have given it. A stream that proves nothing always returns null.
    virtual const StreamProof* proof() const { return nullptr; }
    /// Returns why a stream was closed before its ends had given a proof; empty if the reason is not known.
    virtual const std::string& failure() const {
        static const std::string nothing;
        return nothing;
    }
};

/// Receives the events of a listener. A callback may destroy any stream, including its argument.
class StreamEvents {
  public:
    virtual ~StreamEvents() = default;
    /// Called for each new stream. `peer` is Endpoint{} if the stream does not come over IP.
    virtual void accepted(std::unique_ptr<Stream> stream, const Endpoint& peer) = 0;
    /// Called when the stream has bytes to read or has ended; called again until the bytes have been read.
    virtual void readable(Stream& stream) = 0;
    /// Called when no connection can be accepted, because this process may not open more descriptors.
    virtual void descriptors_exhausted() {}
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
