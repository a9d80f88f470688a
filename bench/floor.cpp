#include "bench/floor.hpp"

#include <algorithm>
#include <netinet/in.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>
#include <vector>

#include "common/base/contract.hpp"

namespace synchrono::bench {

namespace {

/// A UDP socket on a free port of 127.0.0.1. Owns: the descriptor.
class Socket {
  public:
    Socket() : fd_(socket(AF_INET, SOCK_DGRAM | SOCK_CLOEXEC, 0)) {
        SYN_REQUIRE(fd_ >= 0);
        sockaddr_in any{};
        any.sin_family = AF_INET;
        any.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
        SYN_REQUIRE(bind(fd_, reinterpret_cast<const sockaddr*>(&any), sizeof any) == 0);
        // If datagrams are lost, the processes give up after two seconds instead of waiting for ever.
        const timeval limit{2, 0};
        SYN_REQUIRE(setsockopt(fd_, SOL_SOCKET, SO_RCVTIMEO, &limit, sizeof limit) == 0);
        const int room = 4 << 20;  // bytes; the kernel may give less
        SYN_REQUIRE(setsockopt(fd_, SOL_SOCKET, SO_RCVBUF, &room, sizeof room) == 0);
    }
    Socket(Socket&& other) noexcept : fd_(std::exchange(other.fd_, -1)) {}
    Socket& operator=(Socket&&) = delete;
    ~Socket() {
        if (fd_ >= 0) close(fd_);
    }

    int fd() const { return fd_; }
    sockaddr_in address() const {
        sockaddr_in address{};
        socklen_t size = sizeof address;
        SYN_REQUIRE(getsockname(fd_, reinterpret_cast<sockaddr*>(&address), &size) == 0);
        return address;
    }
    void connect_to(const sockaddr_in& peer) const {
        SYN_REQUIRE(connect(fd_, reinterpret_cast<const sockaddr*>(&peer), sizeof peer) == 0);
    }

  private:
    int fd_;
};

/// Child processes. Each runs a function and ends when the function returns. Owns: the processes; the
/// destructor kills all of them.
class Children {
  public:
    ~Children() {
        for (const pid_t child : children_) kill(child, SIGKILL);
        for (const pid_t child : children_) waitpid(child, nullptr, 0);
    }
    /// Starts a child. The function must neither allocate nor lock, since the caller may have other
    /// threads.
    template <typename Run>
    void start(Run run) {
        const pid_t parent = getpid();
        const pid_t child = fork();
        SYN_REQUIRE(child >= 0);
        if (child > 0) {
            children_.push_back(child);
            return;
        }
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() == parent) run();
        _exit(0);
    }

  private:
    std::vector<pid_t> children_;
};

double cpu_seconds_of_this_thread() {
    rusage usage{};
    SYN_REQUIRE(getrusage(RUSAGE_THREAD, &usage) == 0);
    const auto seconds = [](const timeval& t) {
        return static_cast<double>(t.tv_sec) + static_cast<double>(t.tv_usec) * 1e-6;
    };
    return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// The arguments of sendmmsg and recvmmsg: a header and a reference to a buffer for each datagram. Owns: the
/// headers and references, not the buffers.
struct Batch {
    explicit Batch(std::size_t n) : headers(n), buffers(n) {
        for (std::size_t i = 0; i < n; ++i) {
            headers[i].msg_hdr.msg_iov = &buffers[i];
            headers[i].msg_hdr.msg_iovlen = 1;
        }
    }
    Batch(Batch&&) = default;  // the heap blocks that headers point into move along
    std::vector<mmsghdr> headers;
    std::vector<iovec> buffers;
};

Batch batch_of(std::span<const Bytes> datagrams) {
    Batch batch(datagrams.size());
    for (std::size_t i = 0; i < datagrams.size(); ++i) {
        batch.buffers[i] = {const_cast<std::byte*>(datagrams[i].data()), datagrams[i].size()};
    }
    return batch;
}

/// Returns a batch of `n` buffers in `memory`, which it resizes. Each buffer is long enough for any of the
/// datagrams.
Batch batch_for(std::span<const Bytes> datagrams, std::size_t n, Bytes& memory) {
    std::size_t bytes_max = 1;
    for (const Bytes& datagram : datagrams) bytes_max = std::max(bytes_max, datagram.size());
    memory.resize(n * bytes_max);
    Batch batch(n);
    for (std::size_t i = 0; i < n; ++i) batch.buffers[i] = {&memory[i * bytes_max], bytes_max};
    return batch;
}

int receive(int fd, Batch& batch, int flags) {
    return recvmmsg(fd, batch.headers.data(), static_cast<unsigned>(batch.headers.size()), flags, nullptr);
}

constexpr std::size_t kDatagramMax = 60'000;

/// The answers of a heartbeat to all clients, in one batch. Owns: the headers; borrows the bytes.
struct Answers {
    Answers(const Bytes& down, std::span<const Socket> clients)
        : to_each((down.size() + kDatagramMax - 1) / kDatagramMax), batch(to_each * clients.size()) {
        for (const Socket& client : clients) addresses.push_back(client.address());
        for (std::size_t i = 0; i < batch.headers.size(); ++i) {
            const std::size_t from = i % to_each * kDatagramMax;
            batch.buffers[i] = {const_cast<std::byte*>(down.data()) + from,
                                std::min(kDatagramMax, down.size() - from)};
            batch.headers[i].msg_hdr.msg_name = &addresses[i / to_each];
            batch.headers[i].msg_hdr.msg_namelen = sizeof addresses[0];
        }
    }
    std::size_t to_each;  // datagrams to each client
    std::vector<sockaddr_in> addresses;
    Batch batch;
};

void client_loop(int fd, std::span<std::byte> state, std::span<std::byte> world, std::size_t datagrams) {
    while (send(fd, state.data(), state.size(), 0) == static_cast<ssize_t>(state.size())) {
        for (std::size_t i = 0; i < datagrams; ++i) {
            if (recv(fd, world.data(), world.size(), 0) <= 0) return;
        }
    }
}

/// Receives one datagram from each client, then sends all answers. Returns false when a datagram was lost or
/// could not be sent.
bool serve_heartbeat(int fd, std::size_t clients, Batch& in, Answers& answers) {
    for (std::size_t have = 0; have < clients;) {
        const int n =
            recvmmsg(fd, in.headers.data(), static_cast<unsigned>(clients - have), MSG_WAITFORONE, nullptr);
        if (n <= 0) return false;
        have += static_cast<std::size_t>(n);
    }
    auto& out = answers.batch.headers;
    for (std::size_t sent = 0; sent < out.size();) {
        const int n = sendmmsg(fd, &out[sent], static_cast<unsigned>(out.size() - sent), 0);
        if (n <= 0) return false;
        sent += static_cast<std::size_t>(n);
    }
    return true;
}

}  // namespace

double floor_heartbeats_per_second(const HeartbeatTraffic& traffic, WallDuration duration) {
    SYN_REQUIRE(traffic.clients > 0 && traffic.bytes_up > 0 && traffic.bytes_up <= kDatagramMax);
    const auto n = static_cast<std::size_t>(traffic.clients);
    const Bytes down(std::max<std::size_t>(1, traffic.bytes_down));
    const Socket server;
    std::vector<Socket> sockets(n);
    for (const Socket& socket : sockets) socket.connect_to(server.address());
    Answers answers(down, sockets);
    Bytes state(traffic.bytes_up), received(kDatagramMax), memory;
    Batch in = batch_for({&state, 1}, n, memory);
    Children children;
    for (const Socket& socket : sockets)
        children.start([&] { client_loop(socket.fd(), state, received, answers.to_each); });

    // The first heartbeats include the start of the processes, so they are not measured.
    for (int i = 0; i < 10; ++i) {
        SYN_REQUIRE(serve_heartbeat(server.fd(), n, in, answers) && "a datagram was lost");
    }
    const MonotonicClock clock;
    const WallTime start = clock.now();
    WallTime now = start;
    std::int64_t heartbeats = 0;
    for (; now - start < duration; now = clock.now(), ++heartbeats) {
        SYN_REQUIRE(serve_heartbeat(server.fd(), n, in, answers) && "a datagram was lost");
    }
    return static_cast<double>(heartbeats) / (now - start).to_seconds();
}

ReceiveRate floor_recvmmsg_rate(std::span<const Bytes> datagrams, std::size_t batch, WallDuration duration) {
    SYN_REQUIRE(!datagrams.empty() && batch > 0);
    const Socket receiver;
    const Socket sender;
    sender.connect_to(receiver.address());
    Batch out = batch_of(datagrams);
    Bytes memory;
    Batch in = batch_for(datagrams, batch, memory);

    Children children;
    children.start([&] {
        // When the socket buffer is full, datagrams are lost, which does not matter here.
        for (;;) sendmmsg(sender.fd(), out.headers.data(), static_cast<unsigned>(out.headers.size()), 0);
    });
    for (int i = 0; i < 100; ++i) {
        if (receive(receiver.fd(), in, MSG_WAITFORONE) <= 0) return {};
    }
    const MonotonicClock clock;
    const WallTime start = clock.now();
    const double cpu_start = cpu_seconds_of_this_thread();
    std::int64_t received = 0;
    WallTime now = start;
    for (; now - start < duration; now = clock.now()) {
        const int n = receive(receiver.fd(), in, MSG_WAITFORONE);
        if (n <= 0) return {};
        received += n;
    }
    const auto count = static_cast<double>(received);
    return {count / (now - start).to_seconds(), (cpu_seconds_of_this_thread() - cpu_start) / count};
}

double floor_drain_rate(std::span<const Bytes> datagrams, std::size_t batch, WallDuration duration) {
    SYN_REQUIRE(!datagrams.empty() && batch > 0);
    const Socket receiver;
    const Socket sender;
    sender.connect_to(receiver.address());
    Batch out = batch_of(datagrams);
    Bytes memory;
    Batch in = batch_for(datagrams, batch, memory);

    const MonotonicClock clock;
    const WallTime end = clock.now() + duration;
    std::int64_t received = 0;
    WallDuration draining;
    while (clock.now() < end) {
        sendmmsg(sender.fd(), out.headers.data(), static_cast<unsigned>(out.headers.size()), 0);
        const WallTime start = clock.now();
        for (int n = 0; (n = receive(receiver.fd(), in, MSG_DONTWAIT)) > 0;) received += n;
        draining = draining + (clock.now() - start);
    }
    return static_cast<double>(received) / draining.to_seconds();
}

}  // namespace synchrono::bench
