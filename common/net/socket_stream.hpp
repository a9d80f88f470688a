/// Streams over sockets of the system, whatever protocol they speak, and who accepts them. TCP's are made in
/// tcp.hpp. Who brings another protocol opens, binds and connects its sockets itself and gives them over here
/// as descriptors.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/result.hpp"
#include "common/net/stream.hpp"

namespace synchrono::net {

/// Nothing that a peer does, or that this machine lacks for a while, ends a listener. A connection without a
/// word costs a descriptor and a few hundred bytes; how many to keep is the caller's decision.
class SocketListener : public StreamListener {
  public:
    /// Takes over a socket of streams that listens; it is closed with the listener, and where this fails,
    /// which is told in the system's words.
    static Result<std::unique_ptr<SocketListener>> adopt(int descriptor);
    ~SocketListener() override;

    void run_for(WallDuration duration, StreamEvents& events) override;
    void wake() override;
    /// How often the machine could not accept (out of descriptors, say); each is tried again a little later.
    std::uint64_t accept_failures() const;

  protected:
    /// For the listener of a protocol, which knows more of it.
    SocketListener(SocketListener&& other) noexcept;

  private:
    struct Impl;
    explicit SocketListener(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Takes over a connected socket of streams; it is closed with the stream, and where this fails, which is
/// told in the system's words. Where the protocol would collect small frames before it sends them, it is told
/// not to.
Result<std::unique_ptr<Stream>> adopt_stream(int descriptor);

}  // namespace synchrono::net
