#include "common/net/udp_socket.hpp"

#include <algorithm>
#include <array>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <vector>

#include "common/base/contract.hpp"

namespace synchrono::net {

namespace {

using Udp = boost::asio::ip::udp;

/// Rounds a wait to one of a few values, so that the system call which sets the wait is rare. Rounds down,
/// but never below 1 ms.
WallDuration rounded(WallDuration wait) {
    WallDuration best = WallDuration::milliseconds(1);
    for (std::int64_t decade = 1; decade <= 1000; decade *= 10) {
        for (const std::int64_t step : {1, 2, 5}) {
            const auto candidate = WallDuration::milliseconds(decade * step);
            if (candidate <= wait) best = candidate;
        }
    }
    return best;
}

Udp::endpoint to_asio(const Endpoint& endpoint) {
    Udp::endpoint result;
    std::memcpy(result.data(), endpoint.data(), endpoint.size());
    result.resize(endpoint.size());
    return result;
}

/// The address from which one datagram is sent, in the form that the kernel takes.
class SourceAddress {
  public:
    /// Makes the kernel send the datagram of `header` from the address of `from`.
    void attach(const Endpoint& from, msghdr& header) {
        header.msg_control = bytes_.data();
        header.msg_controllen = bytes_.size();
        if (from.is_ipv6()) {
            sockaddr_in6 address;
            std::memcpy(&address, from.data(), sizeof address);
            in6_pktinfo info{};
            info.ipi6_addr = address.sin6_addr;
            info.ipi6_ifindex = address.sin6_scope_id;
            write(header, IPPROTO_IPV6, IPV6_PKTINFO, info);
        } else {
            sockaddr_in address;
            std::memcpy(&address, from.data(), sizeof address);
            in_pktinfo info{};
            info.ipi_spec_dst = address.sin_addr;
            write(header, IPPROTO_IP, IP_PKTINFO, info);
        }
    }

  private:
    template <typename Info>
    static void write(msghdr& header, int level, int type, const Info& info) {
        cmsghdr* const control = CMSG_FIRSTHDR(&header);
        control->cmsg_level = level;
        control->cmsg_type = type;
        control->cmsg_len = CMSG_LEN(sizeof info);
        std::memcpy(CMSG_DATA(control), &info, sizeof info);
        header.msg_controllen = CMSG_SPACE(sizeof info);
    }

    alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(in6_pktinfo))> bytes_{};
};

}  // namespace

struct UdpSocket::Impl {
    explicit Impl(const UdpOptions& its_options)
        : options(its_options),
          storage(std::make_unique_for_overwrite<std::byte[]>(options.batch * options.datagram_bytes_max)),
          in_pieces(options.batch),
          in_headers(options.batch),
          in(options.batch),
          out_pieces(options.batch * kPieces),
          out_headers(options.batch),
          out_sources(options.batch) {
        for (std::size_t i = 0; i < options.batch; ++i) {
            in_pieces[i] = {buffer(i), options.datagram_bytes_max};
            auto& header = in_headers[i].msg_hdr;
            header = {};
            header.msg_iov = &in_pieces[i];
            header.msg_iovlen = 1;
            if (options.connect_to.is_nowhere()) {
                // The kernel writes the sender's address where the receiver reads it.
                header.msg_name = in[i].from.bytes_.data();
                header.msg_namelen = Endpoint::kBytesMax;
            } else {
                in[i].from = options.connect_to;
            }
        }
    }

    std::byte* buffer(std::size_t i) { return storage.get() + i * options.datagram_bytes_max; }
    Result<void> open(const Endpoint& asked_for);
    void set_wait(WallDuration wait_max);
    int receive_some(bool waits);
    int send_some(std::size_t first, std::size_t end);

    const UdpOptions options;
    boost::asio::io_context io{1};
    Udp::socket socket{io};
    Endpoint local;
    WallDuration wait;
    std::uint64_t oversized = 0;

    std::unique_ptr<std::byte[]> storage;  // a page is first touched when a datagram is received into it
    std::vector<iovec> in_pieces;
    std::vector<mmsghdr> in_headers;
    std::vector<InDatagram> in;
    static constexpr std::size_t kPieces = 2;  // per outgoing datagram: `bytes` and `tail`
    std::vector<iovec> out_pieces;
    std::vector<mmsghdr> out_headers;
    std::vector<SourceAddress> out_sources;
};

Result<void> UdpSocket::Impl::open(const Endpoint& asked_for) {
    const auto& peer = options.connect_to;
    const bool ipv6 = asked_for.is_nowhere() ? peer.is_ipv6() : asked_for.is_ipv6();
    const auto protocol = ipv6 ? Udp::v6() : Udp::v4();
    const Endpoint named = asked_for.is_nowhere() ? peer : asked_for;  // for the error message
    boost::system::error_code error;
    const auto failed = [&](const char* what) {
        return fail(fmt::format("cannot {} UDP {}: {}", what, named.to_string(), error.message()));
    };

    if (socket.open(protocol, error); error) return failed("open");
    if (ipv6) {
        if (socket.set_option(boost::asio::ip::v6_only(true), error); error) return failed("open");
    }
    if (options.share_port) {
        const int yes = 1;
        if (::setsockopt(socket.native_handle(), SOL_SOCKET, SO_REUSEPORT, &yes, sizeof yes) != 0) {
            error.assign(errno, boost::system::system_category());
            return failed("share");
        }
    }
    // The sizes of buffers are requests; receive_buffer_bytes() returns what the kernel granted.
    boost::system::error_code ignored;
    if (options.receive_buffer_bytes > 0) {
        socket.set_option(boost::asio::socket_base::receive_buffer_size(options.receive_buffer_bytes),
                          ignored);
    }
    if (options.send_buffer_bytes > 0) {
        socket.set_option(boost::asio::socket_base::send_buffer_size(options.send_buffer_bytes), ignored);
    }
    if (!asked_for.is_nowhere()) {
        if (socket.bind(to_asio(asked_for), error); error) return failed("bind");
    }
    if (!peer.is_nowhere()) {
        if (socket.connect(to_asio(peer), error); error) return failed("connect");
    }
    const auto bound = socket.local_endpoint(error);
    if (error) return failed("bind");
    local = Endpoint::from_sockaddr(bound.data(), bound.size());
    return {};
}

void UdpSocket::Impl::set_wait(WallDuration wait_max) {
    const WallDuration wanted = rounded(wait_max);
    if (wanted == wait) return;
    timeval value{};
    value.tv_sec = wanted.count_ns() / 1'000'000'000;
    value.tv_usec = wanted.count_ns() % 1'000'000'000 / 1'000;
    SYN_ENSURE(::setsockopt(socket.native_handle(), SOL_SOCKET, SO_RCVTIMEO, &value, sizeof value) == 0);
    wait = wanted;
}

int UdpSocket::Impl::receive_some(bool waits) {
    const int fd = socket.native_handle();
    if (in_headers.size() > 1) {
        return ::recvmmsg(fd, in_headers.data(), static_cast<unsigned>(in_headers.size()),
                          waits ? MSG_WAITFORONE : MSG_DONTWAIT, nullptr);
    }
    // For a batch of 1, the plain call is cheaper than the call for batches. That matters, since each of a
    // hundred clients on one machine may receive one datagram every heartbeat.
    auto& header = in_headers[0].msg_hdr;
    const int flags = (waits ? 0 : MSG_DONTWAIT) | MSG_TRUNC;
    const auto size = header.msg_name == nullptr
                          ? ::recv(fd, in_pieces[0].iov_base, in_pieces[0].iov_len, flags)
                          : ::recvfrom(fd, in_pieces[0].iov_base, in_pieces[0].iov_len, flags,
                                       static_cast<sockaddr*>(header.msg_name), &header.msg_namelen);
    if (size < 0) return -1;
    header.msg_flags = static_cast<std::size_t>(size) > in_pieces[0].iov_len ? MSG_TRUNC : 0;
    in_headers[0].msg_len = static_cast<unsigned>(size);
    return 1;
}

int UdpSocket::Impl::send_some(std::size_t first, std::size_t end) {
    const int fd = socket.native_handle();
    if (end - first > 1) {
        return ::sendmmsg(fd, &out_headers[first], static_cast<unsigned>(end - first), MSG_DONTWAIT);
    }
    const auto& header = out_headers[first].msg_hdr;
    const auto sent = header.msg_iovlen > 1 || header.msg_controllen > 0
                          ? ::sendmsg(fd, &header, MSG_DONTWAIT)
                          : ::sendto(fd, header.msg_iov->iov_base, header.msg_iov->iov_len, MSG_DONTWAIT,
                                     static_cast<const sockaddr*>(header.msg_name), header.msg_namelen);
    return sent < 0 ? -1 : 1;
}

Result<std::unique_ptr<UdpSocket>> UdpSocket::open(const Endpoint& local, const UdpOptions& options) {
    SYN_REQUIRE(options.batch > 0 && options.datagram_bytes_max > 0);
    SYN_REQUIRE(!local.is_nowhere() || !options.connect_to.is_nowhere());
    try {
        auto impl = std::make_unique<Impl>(options);
        if (auto opened = impl->open(local); !opened) return tl::unexpected(std::move(opened).error());
        return std::unique_ptr<UdpSocket>(new UdpSocket(std::move(impl)));
    } catch (const boost::system::system_error& error) {  // from Asio, which opens descriptors of its own
        return fail(fmt::format("cannot open UDP {}: {}", local.to_string(), error.code().message()));
    }
}

UdpSocket::UdpSocket(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
UdpSocket::~UdpSocket() = default;

std::span<const InDatagram> UdpSocket::receive(WallDuration wait_max) {
    Impl& s = *impl_;
    const bool waits = wait_max > WallDuration{};
    if (waits) s.set_wait(wait_max);
    const int received = s.receive_some(waits);
    // Nothing came in time, a signal interrupted the wait, or a datagram that this socket sent was refused.
    // The caller need not distinguish these cases.
    if (received <= 0) return {};

    std::size_t kept = 0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(received); ++i) {
        auto& header = s.in_headers[i].msg_hdr;
        if (header.msg_name != nullptr) {
            s.in[i].from.size_ = header.msg_namelen;
            header.msg_namelen = Endpoint::kBytesMax;
        }
        if ((header.msg_flags & MSG_TRUNC) != 0) {
            ++s.oversized;
            continue;
        }
        s.in[kept].from = s.in[i].from;
        s.in[kept].bytes = {s.buffer(i), s.in_headers[i].msg_len};
        ++kept;
    }
    return {s.in.data(), kept};
}

std::size_t UdpSocket::send(std::span<const OutDatagram> datagrams) {
    Impl& s = *impl_;
    std::size_t sent = 0;
    while (!datagrams.empty()) {
        const auto batch = datagrams.first(std::min(datagrams.size(), s.out_headers.size()));
        datagrams = datagrams.subspan(batch.size());
        for (std::size_t i = 0; i < batch.size(); ++i) {
            const auto& [to, bytes, tail, from] = batch[i];
            iovec* const pieces = &s.out_pieces[i * Impl::kPieces];
            pieces[0] = {const_cast<std::byte*>(bytes.data()), bytes.size()};
            pieces[1] = {const_cast<std::byte*>(tail.data()), tail.size()};
            auto& header = s.out_headers[i].msg_hdr;
            header = {};
            header.msg_iov = pieces;
            header.msg_iovlen = tail.empty() ? 1 : 2;
            if (!to.is_nowhere()) {
                header.msg_name = const_cast<void*>(to.data());
                header.msg_namelen = static_cast<socklen_t>(to.size());
            }
            if (!from.is_nowhere()) s.out_sources[i].attach(from, header);
        }
        std::size_t done = 0;
        bool retried = false;
        while (done < batch.size()) {
            const int n = s.send_some(done, batch.size());
            if (n > 0) {
                sent += static_cast<std::size_t>(n);
                done += static_cast<std::size_t>(n);
                retried = false;
            } else if (errno == EAGAIN || errno == EWOULDBLOCK || errno == ENOBUFS) {
                return sent;
            } else if (!retried) {
                retried = true;  // the error may belong to an earlier datagram and arrive late
            } else {
                ++done;
                retried = false;
            }
        }
    }
    return sent;
}

Endpoint UdpSocket::local() const { return impl_->local; }

std::uint64_t UdpSocket::oversized() const { return impl_->oversized; }

int UdpSocket::receive_buffer_bytes() const {
    boost::asio::socket_base::receive_buffer_size granted;
    boost::system::error_code error;
    impl_->socket.get_option(granted, error);
    return error ? 0 : granted.value();
}

}  // namespace synchrono::net
