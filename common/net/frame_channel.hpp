/// Sends and receives frames over a stream. A frame is a 4-byte big-endian length and then that many bytes.
/// The memory of a channel grows with the bytes that its peer has really sent, not with the lengths that the
/// peer announces. A frame above the limit is refused as soon as its length has been read.
#pragma once

#include <cstddef>
#include <memory>

#include "common/base/bytes.hpp"
#include "common/base/limits.hpp"
#include "common/net/stream.hpp"

namespace synchrono::net {

/// Sends and receives frames over one stream.
/// Threading: that of the stream.  Owns: the stream and both buffers.
class FrameChannel {
  public:
    enum class Event {
        frame,      // one whole frame, valid until the next `poll`
        nothing,    // no whole frame yet
        closed,     // the peer or the network ended the stream; all whole frames were returned before
        oversized,  // the peer announced a frame above the limit; nothing more will be read
    };
    struct Polled {
        Event event;
        ByteView frame;
    };

    explicit FrameChannel(std::unique_ptr<Stream> stream,
                          std::size_t frame_bytes_max = limits::kFrameBytesMax);

    /// Returns the next frame, or the reason why there is none. Reads from the stream only if the buffer
    /// holds no whole frame yet.
    Polled poll();
    /// Sets the limit for all frames that poll() has not returned yet.
    void set_frame_bytes_max(std::size_t n) { frame_bytes_max_ = n; }

    /// Queues a frame for the next flush(); drops the frame if the stream is closed. Requires no more than
    /// limits::kFrameBytesMax bytes.
    void queue(ByteView payload);
    /// Queues a frame and writes as much as the stream accepts.
    void send(ByteView payload) {
        queue(payload);
        flush();
    }
    /// Writes as much as the stream accepts. Returns false once the stream is closed; the queued frames are
    /// then dropped.
    bool flush();
    std::size_t unsent_bytes() const { return outbox_.size() - written_ + held_; }

    Stream& stream() { return *stream_; }
    const Stream& stream() const { return *stream_; }
    void close();

  private:
    std::unique_ptr<Stream> stream_;
    std::size_t frame_bytes_max_;
    Bytes inbox_;
    std::size_t taken_ = 0;  // bytes of inbox_ whose frames were returned by earlier polls
    Bytes outbox_;
    std::size_t written_ = 0;  // bytes of outbox_ already written
    std::size_t held_ = 0;     // bytes that the stream held after the last flush
    bool read_closed_ = false;
    bool write_closed_ = false;
    bool oversized_ = false;
};

}  // namespace synchrono::net
