#include "common/net/tcp.hpp"

#include <cerrno>
#include <cstring>
#include <fmt/format.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "common/base/contract.hpp"
#include "common/net/internal/poll.hpp"

namespace synchrono::net {

namespace {

/// Closes its descriptor when destroyed, unless it was released.
class Descriptor {
  public:
    explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    ~Descriptor() {
        if (descriptor_ >= 0) ::close(descriptor_);
    }
    int get() const { return descriptor_; }
    int release() { return std::exchange(descriptor_, -1); }

  private:
    int descriptor_;
};

int open_socket(const Endpoint& endpoint, int flags) {
    return ::socket(endpoint.is_ipv6() ? AF_INET6 : AF_INET, SOCK_STREAM | SOCK_CLOEXEC | flags, IPPROTO_TCP);
}
bool set(int socket, int level, int option) {
    const int on = 1;
    return ::setsockopt(socket, level, option, &on, sizeof on) == 0;
}
const sockaddr* address_of(const Endpoint& endpoint) { return static_cast<const sockaddr*>(endpoint.data()); }
socklen_t size_of(const Endpoint& endpoint) { return static_cast<socklen_t>(endpoint.size()); }

/// Waits until a connection attempt has ended. Returns 0 if it succeeded, otherwise the value of errno.
int outcome_within(int socket, WallDuration limit) {
    const MonotonicClock clock;
    const WallTime until = clock.now() + limit;
    while (true) {
        pollfd entry{socket, POLLOUT, 0};
        const int ready = ::poll(&entry, 1, poll_ms(until - clock.now()));
        if (ready == 0) return ETIMEDOUT;
        if (ready < 0 && errno == EINTR) continue;
        if (ready < 0) return errno;
        int error = 0;
        socklen_t size = sizeof error;
        return ::getsockopt(socket, SOL_SOCKET, SO_ERROR, &error, &size) == 0 ? error : errno;
    }
}

}  // namespace

Result<std::unique_ptr<TcpListener>> TcpListener::open(const Endpoint& local) {
    SYN_REQUIRE(!local.is_nowhere());
    const auto failed = [&local](const char* what, const std::string& why) {
        return fail(fmt::format("cannot {} TCP {}: {}", what, local.to_string(), why));
    };
    Descriptor socket(open_socket(local, 0));
    if (socket.get() < 0 || (local.is_ipv6() && !set(socket.get(), IPPROTO_IPV6, IPV6_V6ONLY)) ||
        !set(socket.get(), SOL_SOCKET, SO_REUSEADDR)) {
        return failed("open", std::strerror(errno));
    }
    if (::bind(socket.get(), address_of(local), size_of(local)) != 0)
        return failed("bind", std::strerror(errno));
    if (::listen(socket.get(), SOMAXCONN) != 0) return failed("listen on", std::strerror(errno));
    sockaddr_storage bound{};
    socklen_t size = sizeof bound;
    if (::getsockname(socket.get(), reinterpret_cast<sockaddr*>(&bound), &size) != 0)
        return failed("bind", std::strerror(errno));
    const auto listener = adopt(socket.release());
    if (!listener) return failed("open", listener.error().text);
    return std::unique_ptr<TcpListener>(
        new TcpListener(std::move(**listener), Endpoint::from_sockaddr(&bound, size)));
}

TcpListener::TcpListener(SocketListener&& listener, const Endpoint& local)
    : SocketListener(std::move(listener)), local_(local) {}

Result<std::unique_ptr<Stream>> tcp_connect(const Endpoint& to, WallDuration limit) {
    SYN_REQUIRE(!to.is_nowhere());
    const auto failed = [&to](const std::string& why) {
        return fail(fmt::format("cannot connect to {}: {}", to.to_string(), why));
    };
    Descriptor socket(open_socket(to, SOCK_NONBLOCK));
    if (socket.get() < 0) return failed(std::strerror(errno));
    int error = ::connect(socket.get(), address_of(to), size_of(to)) == 0 ? 0 : errno;
    if (error == EINPROGRESS) error = outcome_within(socket.get(), limit);
    if (error != 0)
        return fail_for_now(fmt::format("cannot connect to {}: {}", to.to_string(), std::strerror(error)));
    auto stream = adopt_stream(socket.release());
    if (!stream) return failed(stream.error().text);
    return stream;
}

}  // namespace synchrono::net
