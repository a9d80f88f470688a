/// TLS 1.3 over any stream. The two ends prove to each other that they hold the same secret, by TLS's
/// external pre-shared keys, so there are no certificates. An ephemeral key exchange is part of every
/// handshake: who learns the secret later cannot read what was recorded before. docs/protocol.md has the
/// details that a client in another language needs.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "common/base/result.hpp"
#include "common/base/secret.hpp"
#include "common/net/endpoint.hpp"
#include "common/net/stream.hpp"

namespace synchrono::net {

/// A name, and the secret by which its holder proves that the name is his.
struct TlsIdentity {
    std::string name;
    Secret secret;
};

/// Makes the client's end of a secured stream. The handshake goes on in each call of read_some() and
/// write_some(); until it has ended, these return would_block.
std::unique_ptr<Stream> secure_as_client(std::unique_ptr<Stream> stream, const TlsIdentity& identity);
/// Connects by TCP and secures the stream, and waits for the end of the handshake. Each takes at most
/// `limit`. The error has the address and the reason, and is temporary when nobody answers. Requires that
/// `to` is not nowhere.
Result<std::unique_ptr<Stream>> connect_secured(const Endpoint& to, const TlsIdentity& identity,
                                                WallDuration limit);

/// A secured stream, and the address to which it leads.
struct Connected {
    std::unique_ptr<Stream> stream;
    Endpoint to;
};
/// Does the same with one address after the other, until one succeeds. The error has the reasons of all, and
/// is temporary when all of them are. Requires at least one address.
Result<Connected> connect_secured_to_any(std::span<const Endpoint> addresses, const TlsIdentity& identity,
                                         WallDuration limit);

/// Makes the server's ends of secured streams.
/// Threading: one thread, for the object and its streams. The streams may outlive the object.
class TlsServer {
  public:
    /// Returns the secret that belongs to a name, or null if nobody may have that name.
    using FindSecret = std::function<const Secret*(std::string_view name)>;
    explicit TlsServer(FindSecret find);
    ~TlsServer();

    /// Makes the server's end. The handshake goes on as in the client's end.
    std::unique_ptr<Stream> secure(std::unique_ptr<Stream> stream) const;

  private:
    struct Context;
    std::shared_ptr<const Context> context_;
};

}  // namespace synchrono::net
