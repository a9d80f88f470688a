/// Frames over a stream: a 4-byte big-endian length, then that many bytes. Holds no more memory than a peer
/// has really sent, and refuses a frame above its limit by the length alone.
#pragma once

#include <cstddef>
#include <memory>

#include "common/base/bytes.hpp"
#include "common/base/limits.hpp"
#include "common/net/stream.hpp"

namespace synchrono::net {

/// Threading: that of the stream.  Owns: the stream and both buffers.
class FrameChannel {
  public:
    enum class Event {
        frame,      // one whole frame, valid until the next `poll`
        nothing,    // no whole frame yet
        closed,     // the peer or the network ended it; whole frames that came before were given first
        oversized,  // the peer announced a frame above the limit; nothing more will be read
    };
    struct Polled {
        Event event;
        ByteView frame;
    };

    explicit FrameChannel(std::unique_ptr<Stream> stream,
                          std::size_t frame_bytes_max = limits::kFrameBytesMax);

    /// Gives one frame a call; reads no more than one frame's worth past what it gives.
    Polled poll();
    /// For frames whose length has not been looked at yet.
    void set_frame_bytes_max(std::size_t n) { frame_bytes_max_ = n; }

    /// Queues a frame, to be written with the next flush. Requires no more than limits::kFrameBytesMax bytes.
    void queue(ByteView payload);
    /// Queues a frame and writes what the stream takes.
    void send(ByteView payload) {
        queue(payload);
        flush();
    }
    /// Writes what the stream takes; false once it is closed, when nothing is kept.
    bool flush();
    std::size_t unsent_bytes() const { return outbox_.size() - written_; }

    Stream& stream() { return *stream_; }
    void close();

  private:
    std::unique_ptr<Stream> stream_;
    std::size_t frame_bytes_max_;
    Bytes inbox_;
    std::size_t taken_ = 0;  // bytes of inbox_ already given
    Bytes outbox_;
    std::size_t written_ = 0;  // bytes of outbox_ already written
    bool read_closed_ = false;
    bool write_closed_ = false;
    bool oversized_ = false;
};

}  // namespace synchrono::net
