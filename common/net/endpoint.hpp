/// Where a peer is: an IPv4 or IPv6 address and a port, as the kernel spells them, so that the path of a
/// datagram copies nothing and converts nothing.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "common/base/result.hpp"

namespace synchrono::net {

/// A value; a default one is nowhere. Equal when the address, the port and the scope are.
class Endpoint {
  public:
    Endpoint() = default;
    /// "127.0.0.1:4000" or "[::1]:4000"; numbers only, see `resolve` for names.
    static Result<Endpoint> parse(std::string_view text);
    /// 127.0.0.1 and the port.
    static Endpoint loopback(std::uint16_t port);
    /// Takes a `sockaddr_in` or `sockaddr_in6`; anything else gives nowhere.
    static Endpoint from_sockaddr(const void* address, std::size_t size);

    std::uint16_t port() const;
    Endpoint with_port(std::uint16_t port) const;
    /// The same address, whatever the port.
    bool same_host(const Endpoint& other) const { return with_port(0) == other.with_port(0); }
    bool is_nowhere() const { return size_ == 0; }
    bool is_ipv6() const;
    bool is_loopback() const;
    std::string to_string() const;

    /// The `sockaddr` and its size.
    const void* data() const { return bytes_.data(); }
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

/// "HOST:PORT" with a name or a number for the host; asks the system's resolver, which may take seconds.
Result<Endpoint> resolve(std::string_view text);

}  // namespace synchrono::net

template <>
struct std::hash<synchrono::net::Endpoint> {
    std::size_t operator()(const synchrono::net::Endpoint& e) const noexcept { return e.hash(); }
};
