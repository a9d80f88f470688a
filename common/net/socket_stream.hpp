/// Streams over sockets of the system, of any protocol, and a listener that accepts such streams. tcp.hpp
/// makes streams over TCP. For another protocol, the caller opens, binds and connects the sockets and passes
/// them in as descriptors.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/result.hpp"
#include "common/net/stream.hpp"

namespace synchrono::net {

/// Accepts connections on a socket. Neither a peer's behaviour nor a temporary shortage on this machine
/// ends a listener. A connection that sends nothing costs a descriptor and a few hundred bytes; the caller
/// decides how many such connections to keep.
class SocketListener : public StreamListener {
  public:
    /// Takes over a stream socket that is listening. The socket is closed with the listener, or at once on
    /// failure. The error is the system's text.
    static Result<std::unique_ptr<SocketListener>> adopt(int descriptor);
    ~SocketListener() override;

    void run_for(WallDuration duration, StreamEvents& events) override;
    void wake() override;
    /// Returns how often the machine could not accept a connection, for lack of descriptors for example.
    /// Each failure is followed by another attempt 20 ms later.
    std::uint64_t accept_failures() const;

  protected:
    /// Serves derived listeners, which know their protocol.
    SocketListener(SocketListener&& other) noexcept;

  private:
    struct Impl;
    explicit SocketListener(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Takes over a connected stream socket. The socket is closed with the stream, or at once on failure. The
/// error is the system's text. A TCP socket is set to send small frames at once instead of collecting them.
Result<std::unique_ptr<Stream>> adopt_stream(int descriptor);

}  // namespace synchrono::net
