/// TCP streams and who accepts them. Small frames go out at once (TCP_NODELAY), and nothing that a peer does,
/// or that this machine lacks for a while, ends a listener.
#pragma once

#include <cstdint>
#include <memory>

#include "common/base/result.hpp"
#include "common/net/stream.hpp"

namespace synchrono::net {

/// A connection without a word costs a descriptor and a few hundred bytes; how many to keep is the caller's
/// decision.
class TcpListener final : public StreamListener {
  public:
    /// Port 0 takes a free one. Fails with the address and the system's words.
    static Result<std::unique_ptr<TcpListener>> open(const Endpoint& local);
    ~TcpListener() override;

    void run_for(WallDuration duration, StreamEvents& events) override;
    void wake() override;
    Endpoint local() const override;
    /// How often the machine could not accept (out of descriptors, say); each is tried again a little later.
    std::uint64_t accept_failures() const;

  private:
    struct Impl;
    explicit TcpListener(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// Waits for the connection no longer than `limit`. Fails with the address and the system's words.
Result<std::unique_ptr<Stream>> tcp_connect(const Endpoint& to, WallDuration limit);

}  // namespace synchrono::net
