/// TCP streams and a listener that accepts them. Small frames are sent at once (TCP_NODELAY).
#pragma once

#include <memory>

#include "common/net/socket_stream.hpp"

namespace synchrono::net {

class TcpListener final : public SocketListener {
  public:
    /// Listens at `local`; port 0 takes a free port. The error has the address and the system's text.
    /// Requires that `local` is not nowhere.
    static Result<std::unique_ptr<TcpListener>> open(const Endpoint& local);

    const Endpoint& local() const { return local_; }

  private:
    TcpListener(SocketListener&& listener, const Endpoint& local);
    const Endpoint local_;
};

/// Connects; waits at most `limit` for the connection. The error has the address and the system's text, and
/// is temporary when nobody accepts the connection.
/// Requires that `to` is not nowhere.
Result<std::unique_ptr<Stream>> tcp_connect(const Endpoint& to, WallDuration limit);

}  // namespace synchrono::net
