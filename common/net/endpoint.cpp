#include "common/net/endpoint.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <charconv>
#include <cstring>
#include <fmt/format.h>
#include <memory>
#include <netdb.h>
#include <netinet/in.h>
#include <optional>

#include "common/base/random.hpp"

namespace synchrono::net {

static_assert(sizeof(sockaddr_in6) == 28 && sizeof(sockaddr_in) == 16);

namespace {

/// Copies a sockaddr, or a field of a sockaddr, out of bytes. A cast would be undefined behaviour, because
/// the bytes are not an object of that type.
template <typename Sockaddr>
Sockaddr load(const void* bytes) {
    Sockaddr address;
    std::memcpy(&address, bytes, sizeof address);
    return address;
}

struct HostAndPort {
    std::string host;
    std::uint16_t port;
};

std::optional<HostAndPort> split(std::string_view text) {
    const auto colon = text.rfind(':');
    if (colon == std::string_view::npos) return std::nullopt;
    auto host = text.substr(0, colon);
    const auto digits = text.substr(colon + 1);
    std::uint16_t port = 0;
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), port);
    if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
    if (host.size() >= 2 && host.front() == '[' && host.back() == ']') {
        host = host.substr(1, host.size() - 2);
    } else if (host.find(':') != std::string_view::npos) {
        return std::nullopt;  // without brackets, the port could be a part of the IPv6 address
    }
    if (host.empty()) return std::nullopt;
    return HostAndPort{std::string(host), port};
}

/// Asks the system for all addresses of a host, each once, in the order in which it prefers them.
Result<std::vector<Endpoint>> addresses_of(std::string_view text, int flags) {
    const auto parts = split(text);
    if (!parts) {
        return fail(
            fmt::format("address '{}': expected HOST:PORT, such as 127.0.0.1:4000 or [::1]:4000", text));
    }
    addrinfo hints{};
    hints.ai_socktype = SOCK_DGRAM;
    hints.ai_flags = flags;
    addrinfo* found = nullptr;
    const int error = getaddrinfo(parts->host.c_str(), nullptr, &hints, &found);
    const std::unique_ptr<addrinfo, decltype(&freeaddrinfo)> owner(found, &freeaddrinfo);
    if (error != 0) return fail(fmt::format("address '{}': {}", text, gai_strerror(error)));
    std::vector<Endpoint> all;
    for (const addrinfo* a = found; a != nullptr; a = a->ai_next) {
        const auto endpoint = Endpoint::from_sockaddr(a->ai_addr, a->ai_addrlen).with_port(parts->port);
        if (!endpoint.is_nowhere() && std::find(all.begin(), all.end(), endpoint) == all.end())
            all.push_back(endpoint);
    }
    if (all.empty()) return fail(fmt::format("address '{}': neither IPv4 nor IPv6", text));
    return all;
}

/// Returns the address that the system prefers.
Result<Endpoint> first_address_of(std::string_view text, int flags) {
    const auto all = addresses_of(text, flags);
    if (!all) return tl::unexpected(all.error());
    return all->front();
}

}  // namespace

Result<Endpoint> Endpoint::parse(std::string_view text) { return first_address_of(text, AI_NUMERICHOST); }

Result<Endpoint> resolve(std::string_view text) { return first_address_of(text, 0); }

Result<std::vector<Endpoint>> resolve_all(std::string_view text) { return addresses_of(text, 0); }

Endpoint Endpoint::loopback(std::uint16_t port) {
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_port = htons(port);
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    return from_sockaddr(&address, sizeof address);
}

Endpoint Endpoint::from_sockaddr(const void* address, std::size_t size) {
    Endpoint endpoint;
    if (size < sizeof(sa_family_t)) return endpoint;
    const auto family = load<sa_family_t>(address);
    if (family == AF_INET && size >= sizeof(sockaddr_in)) {
        auto v4 = load<sockaddr_in>(address);
        std::memset(v4.sin_zero, 0, sizeof v4.sin_zero);
        std::memcpy(endpoint.bytes_.data(), &v4, sizeof v4);
        endpoint.size_ = sizeof v4;
    } else if (family == AF_INET6 && size >= sizeof(sockaddr_in6)) {
        auto v6 = load<sockaddr_in6>(address);
        v6.sin6_flowinfo = 0;
        std::memcpy(endpoint.bytes_.data(), &v6, sizeof v6);
        endpoint.size_ = sizeof v6;
    }
    return endpoint;
}

bool Endpoint::is_ipv6() const { return size_ == sizeof(sockaddr_in6); }

// The port is at the same place in both types of sockaddr.
std::uint16_t Endpoint::port() const {
    static_assert(offsetof(sockaddr_in, sin_port) == offsetof(sockaddr_in6, sin6_port));
    return ntohs(load<std::uint16_t>(bytes_.data() + offsetof(sockaddr_in, sin_port)));
}

Endpoint Endpoint::with_port(std::uint16_t port) const {
    Endpoint other = *this;
    const std::uint16_t big_endian = htons(port);
    std::memcpy(other.bytes_.data() + offsetof(sockaddr_in, sin_port), &big_endian, sizeof big_endian);
    return other;
}

bool Endpoint::is_loopback() const {
    if (is_nowhere()) return false;
    if (!is_ipv6()) return ntohl(load<sockaddr_in>(bytes_.data()).sin_addr.s_addr) >> 24 == 127;
    const auto v6 = load<sockaddr_in6>(bytes_.data());
    return IN6_IS_ADDR_LOOPBACK(&v6.sin6_addr);
}

bool Endpoint::is_any() const {
    if (is_nowhere()) return false;
    if (!is_ipv6()) return load<sockaddr_in>(bytes_.data()).sin_addr.s_addr == htonl(INADDR_ANY);
    const auto v6 = load<sockaddr_in6>(bytes_.data());
    return IN6_IS_ADDR_UNSPECIFIED(&v6.sin6_addr);
}

std::string Endpoint::to_string() const {
    char host[INET6_ADDRSTRLEN] = "";
    if (is_nowhere()) return "nowhere";
    if (!is_ipv6()) {
        const auto v4 = load<sockaddr_in>(bytes_.data());
        inet_ntop(AF_INET, &v4.sin_addr, host, sizeof host);
        return fmt::format("{}:{}", host, port());
    }
    const auto v6 = load<sockaddr_in6>(bytes_.data());
    inet_ntop(AF_INET6, &v6.sin6_addr, host, sizeof host);
    if (v6.sin6_scope_id != 0) return fmt::format("[{}%{}]:{}", host, v6.sin6_scope_id, port());
    return fmt::format("[{}]:{}", host, port());
}

std::size_t Endpoint::hash() const noexcept {
    std::uint64_t sum = size_;
    for (std::size_t i = 0; i < 24; i += 8) sum = mix_bits(sum ^ load<std::uint64_t>(bytes_.data() + i));
    return sum ^ load<std::uint32_t>(bytes_.data() + 24);
}

}  // namespace synchrono::net
