#include "tests/process/relay.hpp"

#include <algorithm>
#include <arpa/inet.h>
#include <array>
#include <fcntl.h>
#include <mutex>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <queue>
#include <stdexcept>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include "common/base/random.hpp"
#include "proto/handshake.pb.h"

namespace synchrono::testing {
namespace {

constexpr std::size_t kKept = 64;  // datagrams kept of each membership

/// Owns a descriptor.
class Socket {
  public:
    Socket() = default;
    explicit Socket(int fd) : fd_(fd) {
        if (fd < 0) throw std::system_error(errno, std::generic_category(), "relay");
    }
    Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Socket& operator=(Socket&& other) noexcept {
        std::swap(fd_, other.fd_);
        return *this;
    }
    ~Socket() { close(); }
    int fd() const { return fd_; }
    void close() {
        if (fd_ >= 0) ::close(fd_);
        fd_ = -1;
    }

  private:
    int fd_ = -1;
};

Socket bound(int type) {
    Socket socket(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
    const auto here = net::Endpoint::loopback(0);
    if (::bind(socket.fd(), static_cast<const sockaddr*>(here.data()), static_cast<socklen_t>(here.size())) <
        0) {
        throw std::system_error(errno, std::generic_category(), "relay: bind");
    }
    return socket;
}

void connect_to(const Socket& socket, const net::Endpoint& to) {
    if (::connect(socket.fd(), static_cast<const sockaddr*>(to.data()), static_cast<socklen_t>(to.size())) <
        0) {
        throw std::system_error(errno, std::generic_category(), "relay: connect");
    }
}

net::Endpoint local_of(const Socket& socket) {
    sockaddr_in address{};
    socklen_t size = sizeof address;
    ::getsockname(socket.fd(), reinterpret_cast<sockaddr*>(&address), &size);
    return net::Endpoint::from_sockaddr(&address, size);
}

/// Writes all bytes; returns false when the peer is gone.
bool write_all(const Socket& socket, ByteView bytes) {
    while (!bytes.empty()) {
        const auto sent = ::send(socket.fd(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
        if (sent <= 0) return false;
        bytes = bytes.subspan(static_cast<std::size_t>(sent));
    }
    return true;
}

enum Way { to_server, to_client };

}  // namespace

struct Relay::Impl {
    struct Link {
        Link(std::uint64_t seed, std::uint64_t number)
            : random{Random(seed, 2 * number), Random(seed, 2 * number + 1)} {}
        Socket client_tcp, server_tcp;
        Socket client_udp, server_udp;  // facing the client and the server; open from the admission on
        net::Endpoint client;           // the address that the client's datagrams come from
        Membership membership;
        Bytes inbox;  // bytes from the server, whose frames the relay reads
        std::array<Random, 2> random;
        std::array<std::uint64_t, 2> delivered{};  // the highest `order` delivered so far, by `Way`
    };
    struct Delivery {
        WallTime due;
        std::uint64_t order;  // the number of the datagram in the order of arrival
        Link* link;
        Way way;
        Bytes bytes;
        bool operator<(const Delivery& other) const {  // reversed: the top of a queue is due first
            return std::pair(other.due, other.order) < std::pair(due, order);
        }
    };

    Impl(const net::Endpoint& the_server, const RelayFaults& the_faults)
        : server(the_server),
          faults(the_faults),
          listener(bound(SOCK_STREAM)),
          bell(::eventfd(0, EFD_CLOEXEC)),
          buffer(1 << 16) {
        if (::listen(listener.fd(), 128) < 0)
            throw std::system_error(errno, std::generic_category(), "relay: listen");
        thread = std::thread([this] { run(); });
    }
    ~Impl() {
        const std::uint64_t one = 1;
        if (::write(bell.fd(), &one, sizeof one) < 0) std::terminate();
        thread.join();
    }

    void run() {
        std::vector<pollfd> fds;
        while (true) {
            fds.assign({{bell.fd(), POLLIN, 0}, {listener.fd(), POLLIN, 0}});
            for (const auto& link : links) {
                for (const Socket* s :
                     {&link->client_tcp, &link->server_tcp, &link->client_udp, &link->server_udp}) {
                    fds.push_back({s->fd(), POLLIN, 0});
                }
            }
            timespec wait{};
            if (!queue.empty()) {
                const auto left = std::max(WallDuration{}, queue.top().due - clock.now()).count_ns();
                wait = {left / 1'000'000'000, left % 1'000'000'000};
            }
            ::ppoll(fds.data(), fds.size(), queue.empty() ? nullptr : &wait, nullptr);
            if (fds[0].revents != 0) return;
            const std::lock_guard lock(mutex);
            const std::size_t known = links.size();
            if (fds[1].revents != 0) accept();
            for (std::size_t i = 0; i < known; ++i) {
                Link& link = *links[i];
                if (fds[2 + 4 * i].revents != 0) pass_client_bytes(link);
                if (fds[3 + 4 * i].revents != 0) pass_server_frames(link);
                if (fds[4 + 4 * i].revents != 0) pass_datagrams(link, to_server);
                if (fds[5 + 4 * i].revents != 0) pass_datagrams(link, to_client);
            }
            deliver();
        }
    }

    void accept() {
        Socket client(::accept4(listener.fd(), nullptr, nullptr, SOCK_CLOEXEC));
        auto link = std::make_unique<Link>(faults.seed, links.size());
        link->client_tcp = std::move(client);
        link->server_tcp = bound(SOCK_STREAM);
        const int on = 1;
        for (const Socket* socket : {&link->client_tcp, &link->server_tcp}) {
            ::setsockopt(socket->fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        }
        connect_to(link->server_tcp, server);
        links.push_back(std::move(link));
    }

    static void hang_up(Link& link) {
        link.client_tcp.close();
        link.server_tcp.close();
    }

    void pass_client_bytes(Link& link) {
        if (link.client_tcp.fd() < 0) return;
        const auto got = ::recv(link.client_tcp.fd(), buffer.data(), buffer.size(), 0);
        if (got <= 0 || !write_all(link.server_tcp, ByteView(buffer).first(static_cast<std::size_t>(got))))
            hang_up(link);
    }

    void pass_server_frames(Link& link) {
        if (link.server_tcp.fd() < 0) return;
        const auto got = ::recv(link.server_tcp.fd(), buffer.data(), buffer.size(), 0);
        if (got <= 0) return hang_up(link);
        link.inbox.insert(link.inbox.end(), buffer.begin(), buffer.begin() + got);
        while (link.inbox.size() >= 4) {
            const auto byte = [&](std::size_t i) { return std::to_integer<std::size_t>(link.inbox[i]); };
            const std::size_t size = byte(0) << 24 | byte(1) << 16 | byte(2) << 8 | byte(3);
            if (link.inbox.size() < 4 + size) return;
            ServerFrame frame;
            std::string payload(as_text(ByteView(link.inbox).subspan(4, size)));
            if (frame.ParseFromString(payload) && frame.has_accepted()) {
                admit(link, *frame.mutable_accepted());
                payload = frame.SerializeAsString();
            }
            link.inbox.erase(link.inbox.begin(), link.inbox.begin() + static_cast<std::ptrdiff_t>(4 + size));
            std::string out;
            for (const int shift : {24, 16, 8, 0}) out += static_cast<char>(payload.size() >> shift & 0xff);
            if (!write_all(link.client_tcp, as_byte_view(out + payload))) return hang_up(link);
        }
    }

    void admit(Link& link, JoinAccepted& accepted) {
        link.membership.session = SessionId{accepted.session()};
        link.membership.server_datagrams = server.with_port(static_cast<std::uint16_t>(accepted.udp_port()));
        link.client_udp = bound(SOCK_DGRAM);
        link.server_udp = bound(SOCK_DGRAM);
        connect_to(link.server_udp, link.membership.server_datagrams);
        accepted.set_udp_port(local_of(link.client_udp).port());
    }

    void pass_datagrams(Link& link, Way way) {
        const Socket& from = way == to_server ? link.client_udp : link.server_udp;
        while (from.fd() >= 0) {
            sockaddr_in sender{};
            socklen_t size = sizeof sender;
            const auto got = ::recvfrom(from.fd(), buffer.data(), buffer.size(), MSG_DONTWAIT,
                                        reinterpret_cast<sockaddr*>(&sender), &size);
            if (got < 0) return;
            const auto datagram = ByteView(buffer).first(static_cast<std::size_t>(got));
            if (way == to_server) {
                link.client = net::Endpoint::from_sockaddr(&sender, size);
                auto& kept = link.membership.first_sent;
                if (kept.size() < kKept) kept.emplace_back(datagram.begin(), datagram.end());
            }
            Random& random = link.random[way];
            if (random.chance(faults.loss)) {
                ++counts.lost;
                continue;
            }
            const bool twice = random.chance(faults.duplicate);
            counts.duplicated += twice ? 1 : 0;
            for (int copy = 0; copy < (twice ? 2 : 1); ++copy) {
                const auto delay = WallDuration::nanoseconds(static_cast<std::int64_t>(
                    random.uniform() * static_cast<double>(faults.delay_max.count_ns())));
                queue.push(
                    {clock.now() + delay, ++arrivals, &link, way, Bytes(datagram.begin(), datagram.end())});
            }
        }
    }

    void deliver() {
        const WallTime now = clock.now();
        for (; !queue.empty() && queue.top().due <= now; queue.pop()) {
            const Delivery& due = queue.top();
            Link& link = *due.link;
            if (due.way == to_server) {
                ::send(link.server_udp.fd(), due.bytes.data(), due.bytes.size(), MSG_DONTWAIT);
            } else {
                ::sendto(link.client_udp.fd(), due.bytes.data(), due.bytes.size(), MSG_DONTWAIT,
                         static_cast<const sockaddr*>(link.client.data()),
                         static_cast<socklen_t>(link.client.size()));
            }
            ++counts.passed;
            auto& youngest = link.delivered[due.way];
            counts.overtaken += due.order < youngest ? 1 : 0;
            youngest = std::max(youngest, due.order);
        }
    }

    const net::Endpoint server;
    const RelayFaults faults;
    const MonotonicClock clock;
    Socket listener, bell;
    Bytes buffer;
    std::priority_queue<Delivery> queue;  // used by the thread alone, as `arrivals` is
    std::uint64_t arrivals = 0;
    mutable std::mutex mutex;  // guards `links` and `counts`
    std::vector<std::unique_ptr<Link>> links;
    RelayCounts counts;
    std::thread thread;
};

Relay::Relay(const net::Endpoint& server, const RelayFaults& faults)
    : impl_(std::make_unique<Impl>(server, faults)) {}
Relay::~Relay() = default;

net::Endpoint Relay::address() const { return local_of(impl_->listener); }

RelayCounts Relay::counts() const {
    const std::lock_guard lock(impl_->mutex);
    return impl_->counts;
}

std::vector<Relay::Membership> Relay::memberships() const {
    const std::lock_guard lock(impl_->mutex);
    std::vector<Membership> all;
    for (const auto& link : impl_->links) {
        if (link->server_udp.fd() >= 0) all.push_back(link->membership);
    }
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.session < b.session; });
    return all;
}

void Relay::send_as(SessionId session, ByteView datagram) {
    const std::lock_guard lock(impl_->mutex);
    for (const auto& link : impl_->links) {
        if (link->membership.session != session || link->server_udp.fd() < 0) continue;
        ::send(link->server_udp.fd(), datagram.data(), datagram.size(), MSG_DONTWAIT);
        return;
    }
    throw std::logic_error("relay: no such session");
}

}  // namespace synchrono::testing
