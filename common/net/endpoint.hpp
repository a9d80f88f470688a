/// The address of a peer: an IPv4 or IPv6 address and a port. It is kept as a `sockaddr` of the kernel, so
/// that it need not be converted when a datagram is sent or received.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/result.hpp"

namespace synchrono::net {

/// An address and a port. Endpoint{} is "nowhere": no address at all. Two endpoints are equal if their
/// addresses, ports and IPv6 scopes are equal.
class Endpoint {
  public:
    Endpoint() = default;
    /// Reads "127.0.0.1:4000" or "[::1]:4000". Accepts numbers only; `resolve` accepts names.
    static Result<Endpoint> parse(std::string_view text);
    /// Returns 127.0.0.1 with this port.
    static Endpoint loopback(std::uint16_t port);
    /// Reads a `sockaddr_in` or `sockaddr_in6`; returns nowhere for any other kind of address.
    static Endpoint from_sockaddr(const void* address, std::size_t size);

    std::uint16_t port() const;
    Endpoint with_port(std::uint16_t port) const;
    /// Returns whether both have the same address, whatever their ports.
    bool same_host(const Endpoint& other) const { return with_port(0) == other.with_port(0); }
    bool is_nowhere() const { return size_ == 0; }
    bool is_ipv6() const;
    bool is_loopback() const;
    /// Returns whether it is 0.0.0.0 or [::], which mean all addresses of this host.
    bool is_any() const;
    std::string to_string() const;

    /// Returns the `sockaddr` that system calls take.
    const void* data() const { return bytes_.data(); }
    /// Returns the size of that `sockaddr` in bytes; 0 for nowhere.
    std::size_t size() const { return size_; }

    friend bool operator==(const Endpoint&, const Endpoint&) = default;
    friend auto operator<=>(const Endpoint&, const Endpoint&) = default;
    std::size_t hash() const noexcept;

  private:
    friend class UdpSocket;  // lets the kernel write addresses in place
    static constexpr std::size_t kBytesMax = 28;
    alignas(8) std::array<std::byte, kBytesMax> bytes_{};
    std::uint32_t size_ = 0;
};

/// Reads "HOST:PORT", where the host is a name or a number. Asks the system's resolver, which may take
/// seconds.
Result<Endpoint> resolve(std::string_view text);
/// Does the same, and returns all addresses of the host, each once and at least one. A name may have several,
/// for example one of IPv6 and one of IPv4, and a server may listen at one of them only.
Result<std::vector<Endpoint>> resolve_all(std::string_view text);

}  // namespace synchrono::net

template <>
struct std::hash<synchrono::net::Endpoint> {
    std::size_t operator()(const synchrono::net::Endpoint& e) const noexcept { return e.hash(); }
};
