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
#include <string>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <system_error>
#include <thread>
#include <unistd.h>
#include <utility>

#include "common/base/random.hpp"
#include "common/net/seal.hpp"

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

Socket bound(int type, const net::Endpoint& here = net::Endpoint::loopback(0)) {
    Socket socket(::socket(AF_INET, type | SOCK_CLOEXEC, 0));
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
    /// A connection.
    struct Connection {
        Socket client, server;
    };
    /// The datagrams of one session.
    struct Link {
        Link(std::uint64_t seed, SessionId session, const net::Endpoint& server)
            : server_udp(bound(SOCK_DGRAM)),
              random{Random(seed, 2 * session.value), Random(seed, 2 * session.value + 1)} {
            connect_to(server_udp, server);
            membership.session = session;
            membership.server_datagrams = server;
        }
        Socket server_udp;     // facing the server
        net::Endpoint client;  // the address that the client's datagrams come from
        Membership membership;
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
          listener(bound(SOCK_STREAM, here(the_server))),
          datagrams(bound(SOCK_DGRAM, here(the_server))),
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

    /// Returns the relay's address in front of this server.
    static net::Endpoint here(const net::Endpoint& server) {
        return net::Endpoint::parse("127.0.0.2:" + std::to_string(server.port())).value();
    }

    void run() {
        std::vector<pollfd> fds;
        while (true) {
            fds.assign({{bell.fd(), POLLIN, 0}, {listener.fd(), POLLIN, 0}, {datagrams.fd(), POLLIN, 0}});
            for (const auto& connection : connections) {
                fds.push_back({connection.client.fd(), POLLIN, 0});
                fds.push_back({connection.server.fd(), POLLIN, 0});
            }
            for (const auto& link : links) fds.push_back({link->server_udp.fd(), POLLIN, 0});
            timespec wait{};
            if (!queue.empty()) {
                const auto left = std::max(WallDuration{}, queue.top().due - clock.now()).count_ns();
                wait = {left / 1'000'000'000, left % 1'000'000'000};
            }
            ::ppoll(fds.data(), fds.size(), queue.empty() ? nullptr : &wait, nullptr);
            if (fds[0].revents != 0) return;
            const std::lock_guard lock(mutex);
            auto at = fds.begin() + 3;
            for (auto& connection : connections) {
                if ((at++)->revents != 0) pass_bytes(connection, connection.client, connection.server);
                if ((at++)->revents != 0) pass_bytes(connection, connection.server, connection.client);
            }
            for (const auto& link : links) {
                if ((at++)->revents != 0) pass_datagrams_of_server(*link);
            }
            if (fds[1].revents != 0) accept();
            if (fds[2].revents != 0) pass_datagrams_of_clients();
            deliver();
        }
    }

    void accept() {
        Connection& added = connections.emplace_back();
        added.client = Socket(::accept4(listener.fd(), nullptr, nullptr, SOCK_CLOEXEC));
        added.server = bound(SOCK_STREAM);
        const int on = 1;
        for (const Socket* socket : {&added.client, &added.server})
            ::setsockopt(socket->fd(), IPPROTO_TCP, TCP_NODELAY, &on, sizeof on);
        connect_to(added.server, server);
    }

    void pass_bytes(Connection& connection, const Socket& from, const Socket& to) {
        if (from.fd() < 0) return;
        const auto got = ::recv(from.fd(), buffer.data(), buffer.size(), 0);
        if (got > 0 && write_all(to, ByteView(buffer).first(static_cast<std::size_t>(got)))) return;
        connection.client.close();
        connection.server.close();
    }

    Link& link_of(SessionId session) {
        for (const auto& link : links) {
            if (link->membership.session == session) return *link;
        }
        return *links.emplace_back(std::make_unique<Link>(faults.seed, session, server));
    }

    void pass_datagrams_of_clients() {
        for (;;) {
            sockaddr_in sender{};
            socklen_t size = sizeof sender;
            const auto got = ::recvfrom(datagrams.fd(), buffer.data(), buffer.size(), MSG_DONTWAIT,
                                        reinterpret_cast<sockaddr*>(&sender), &size);
            if (got < 0) return;
            const auto datagram = ByteView(buffer).first(static_cast<std::size_t>(got));
            const auto session = net::peek_session(datagram);
            if (!session) continue;
            Link& link = link_of(*session);
            link.client = net::Endpoint::from_sockaddr(&sender, size);
            auto& kept = link.membership.first_sent;
            if (kept.size() < kKept) kept.emplace_back(datagram.begin(), datagram.end());
            decide(link, to_server, datagram);
        }
    }

    void pass_datagrams_of_server(Link& link) {
        for (;;) {
            const auto got = ::recv(link.server_udp.fd(), buffer.data(), buffer.size(), MSG_DONTWAIT);
            if (got < 0) return;
            decide(link, to_client, ByteView(buffer).first(static_cast<std::size_t>(got)));
        }
    }

    /// Loses the datagram, or queues it and perhaps a copy.
    void decide(Link& link, Way way, ByteView datagram) {
        Random& random = link.random[way];
        if (random.chance(faults.loss)) {
            ++counts.lost;
            return;
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

    void deliver() {
        const WallTime now = clock.now();
        for (; !queue.empty() && queue.top().due <= now; queue.pop()) {
            const Delivery& due = queue.top();
            Link& link = *due.link;
            if (due.way == to_server) {
                ::send(link.server_udp.fd(), due.bytes.data(), due.bytes.size(), MSG_DONTWAIT);
            } else {
                ::sendto(datagrams.fd(), due.bytes.data(), due.bytes.size(), MSG_DONTWAIT,
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
    Socket listener, datagrams, bell;
    Bytes buffer;
    std::priority_queue<Delivery> queue;  // used by the thread alone, as `arrivals` is
    std::uint64_t arrivals = 0;
    mutable std::mutex mutex;  // guards `links` and `counts`
    std::vector<Connection> connections;
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
    for (const auto& link : impl_->links) all.push_back(link->membership);
    std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.session < b.session; });
    return all;
}

void Relay::send_as(SessionId session, ByteView datagram) {
    const std::lock_guard lock(impl_->mutex);
    for (const auto& link : impl_->links) {
        if (link->membership.session != session) continue;
        ::send(link->server_udp.fd(), datagram.data(), datagram.size(), MSG_DONTWAIT);
        return;
    }
    throw std::logic_error("relay: no such session");
}

}  // namespace synchrono::testing
