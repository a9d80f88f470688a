#include "common/net/tcp.hpp"

#include <algorithm>
#include <atomic>
#include <boost/asio/buffer.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/v6_only.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <cstring>
#include <fmt/format.h>
#include <limits>
#include <poll.h>
#include <utility>

#include "common/base/contract.hpp"
#include "common/net/internal/asio.hpp"

namespace synchrono::net {

namespace {

using boost::asio::io_context;
using boost::system::error_code;
using Tcp = boost::asio::ip::tcp;

constexpr auto kAcceptRetry = std::chrono::milliseconds(20);

Endpoint from_asio(const Tcp::endpoint& endpoint) {
    return Endpoint::from_sockaddr(endpoint.data(), endpoint.size());
}

std::chrono::nanoseconds to_chrono(WallDuration duration) {
    return std::chrono::nanoseconds(std::max<std::int64_t>(0, duration.count_ns()));
}

class TcpStream final : public Stream {
  public:
    TcpStream(std::shared_ptr<io_context> io, Tcp::socket socket)
        : io_(std::move(io)), socket_(std::move(socket)) {
        error_code ignored;
        socket_.non_blocking(true, ignored);
        socket_.set_option(Tcp::no_delay(true), ignored);
    }

    Io read_some(std::span<std::byte> into) override {
        SYN_REQUIRE(!into.empty());
        if (ended_) return {Status::closed, 0};
        error_code error;
        const std::size_t n = socket_.read_some(boost::asio::buffer(into.data(), into.size()), error);
        return outcome(n, error);
    }

    Io write_some(ByteView from) override {
        SYN_REQUIRE(!from.empty());
        if (ended_) return {Status::closed, 0};
        error_code error;
        const std::size_t n = socket_.write_some(boost::asio::buffer(from.data(), from.size()), error);
        // A peer that has closed may have said something before; so a failed write does not end reading.
        if (error && error != boost::asio::error::would_block) return {Status::closed, 0};
        return {error ? Status::would_block : Status::ok, n};
    }

    void close() override {
        ended_ = true;
        error_code ignored;
        socket_.close(ignored);
    }

    void wait_readable(WallDuration limit) override {
        if (ended_) return;
        const std::int64_t ms = (std::max<std::int64_t>(0, limit.count_ns()) + 999'999) / 1'000'000;
        pollfd entry{socket_.native_handle(), POLLIN, 0};
        ::poll(&entry, 1, static_cast<int>(std::min<std::int64_t>(ms, std::numeric_limits<int>::max())));
    }

    /// Calls `report(stream)` whenever there is something to read, from whoever runs the context, until the
    /// stream ends.
    template <typename Report>
    void watch(Report report) {
        socket_.async_wait(Tcp::socket::wait_read,
                           [this, report, alive = std::weak_ptr(alive_)](const error_code& error) {
                               if (error || alive.expired()) return;
                               report(*this);
                               if (!alive.expired() && !ended_) watch(report);
                           });
    }

  private:
    Io outcome(std::size_t n, const error_code& error) {
        if (!error) return {Status::ok, n};
        if (error == boost::asio::error::would_block) return {Status::would_block, 0};
        ended_ = true;
        return {Status::closed, 0};
    }

    // Shared with the listener and its other streams: whichever goes last. A waiting handler therefore holds
    // no stream, or context and stream would keep each other.
    std::shared_ptr<io_context> io_;
    Tcp::socket socket_;
    bool ended_ = false;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

}  // namespace

struct TcpListener::Impl {
    Result<void> open(const Endpoint& asked_for);
    void accept();

    std::shared_ptr<io_context> io = std::make_shared<io_context>(1);
    Tcp::acceptor acceptor{*io};
    boost::asio::steady_timer retry{*io};
    Tcp::endpoint peer;
    Endpoint local;
    StreamEvents* events = nullptr;  // while run_for runs
    std::atomic<bool> woken = false;
    std::atomic<std::uint64_t> accept_failures = 0;
};

Result<void> TcpListener::Impl::open(const Endpoint& asked_for) {
    const auto endpoint = to_asio<Tcp>(asked_for);
    error_code error;
    const auto failed = [&](const char* what) {
        return fail(fmt::format("cannot {} TCP {}: {}", what, asked_for.to_string(), error.message()));
    };
    if (acceptor.open(endpoint.protocol(), error); error) return failed("open");
    if (asked_for.is_ipv6()) {
        if (acceptor.set_option(boost::asio::ip::v6_only(true), error); error) return failed("open");
    }
    if (acceptor.set_option(Tcp::acceptor::reuse_address(true), error); error) return failed("open");
    if (acceptor.bind(endpoint, error); error) return failed("bind");
    if (acceptor.listen(boost::asio::socket_base::max_listen_connections, error); error)
        return failed("listen on");
    local = from_asio(acceptor.local_endpoint(error));
    if (error) return failed("bind");
    accept();
    return {};
}

void TcpListener::Impl::accept() {
    acceptor.async_accept(peer, [this](const error_code& error, Tcp::socket socket) {
        if (error == boost::asio::error::operation_aborted) return;
        if (error) {
            accept_failures.fetch_add(1, std::memory_order_relaxed);
            retry.expires_after(kAcceptRetry);
            retry.async_wait([this](const error_code& cancelled) {
                if (!cancelled) accept();
            });
            return;
        }
        auto stream = std::make_unique<TcpStream>(io, std::move(socket));
        stream->watch([this](TcpStream& readable) { events->readable(readable); });
        const Endpoint from = from_asio(peer);
        events->accepted(std::move(stream), from);
        accept();
    });
}

Result<std::unique_ptr<TcpListener>> TcpListener::open(const Endpoint& local) {
    SYN_REQUIRE(!local.is_nowhere());
    try {
        auto impl = std::make_unique<Impl>();
        if (auto opened = impl->open(local); !opened) return tl::unexpected(std::move(opened).error());
        return std::unique_ptr<TcpListener>(new TcpListener(std::move(impl)));
    } catch (const boost::system::system_error& error) {  // Asio's own descriptors
        return fail(fmt::format("cannot open TCP {}: {}", local.to_string(), error.code().message()));
    }
}

TcpListener::TcpListener(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
TcpListener::~TcpListener() = default;

void TcpListener::run_for(WallDuration duration, StreamEvents& events) {
    impl_->events = &events;
    // In this order no wake is lost: one that comes before `exchange` is seen by it, and one that comes after
    // stops a context that has been restarted already.
    impl_->io->restart();
    if (impl_->woken.exchange(false) || duration <= WallDuration{}) {
        impl_->io->poll();
    } else {
        impl_->io->run_for(to_chrono(duration));
    }
    impl_->events = nullptr;
}

void TcpListener::wake() {
    impl_->woken.store(true);
    impl_->io->stop();
}

Endpoint TcpListener::local() const { return impl_->local; }

std::uint64_t TcpListener::accept_failures() const {
    return impl_->accept_failures.load(std::memory_order_relaxed);
}

Result<std::unique_ptr<Stream>> tcp_connect(const Endpoint& to, WallDuration limit) {
    SYN_REQUIRE(!to.is_nowhere());
    try {
        auto io = std::make_shared<io_context>(1);
        Tcp::socket socket(*io);
        error_code outcome = boost::asio::error::timed_out;
        socket.async_connect(to_asio<Tcp>(to), [&](const error_code& error) { outcome = error; });
        if (io->run_for(to_chrono(limit)) == 0) {
            socket.close();
            io->run();  // the handler goes with what it refers to
            outcome = boost::asio::error::timed_out;
        }
        if (outcome) return fail(fmt::format("cannot connect to {}: {}", to.to_string(), outcome.message()));
        return std::make_unique<TcpStream>(std::move(io), std::move(socket));
    } catch (const boost::system::system_error& error) {  // Asio's own descriptors
        return fail(fmt::format("cannot connect to {}: {}", to.to_string(), error.code().message()));
    }
}

}  // namespace synchrono::net
