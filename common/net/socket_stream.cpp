#include "common/net/socket_stream.hpp"

#include <algorithm>
#include <atomic>
#include <boost/asio/basic_socket_acceptor.hpp>
#include <boost/asio/buffer.hpp>
#include <boost/asio/generic/stream_protocol.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <chrono>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include "common/base/contract.hpp"
#include "common/net/internal/poll.hpp"

namespace synchrono::net {

namespace {

using boost::asio::io_context;
using boost::system::error_code;
using Protocol = boost::asio::generic::stream_protocol;
using Acceptor = boost::asio::basic_socket_acceptor<Protocol>;

constexpr auto kAcceptRetry = std::chrono::milliseconds(20);

/// Returns a protocol for a descriptor from outside: Asio stores the protocol, but never uses it.
Protocol any_protocol() { return {AF_UNSPEC, 0}; }

std::chrono::nanoseconds to_chrono(WallDuration duration) {
    return std::chrono::nanoseconds(std::max<std::int64_t>(0, duration.count_ns()));
}

class SocketStream final : public Stream {
  public:
    SocketStream(std::shared_ptr<io_context> io, Protocol::socket socket)
        : io_(std::move(io)), socket_(std::move(socket)) {
        error_code ignored;
        socket_.non_blocking(true, ignored);
        socket_.set_option(boost::asio::ip::tcp::no_delay(true), ignored);  // TCP only; fails on others
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
        // A peer may have sent data before it closed the connection, so a failed write does not end reading.
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
        pollfd entry{socket_.native_handle(), POLLIN, 0};
        ::poll(&entry, 1, poll_ms(limit));
    }

    Endpoint local() const override {
        error_code error;
        const auto endpoint = socket_.local_endpoint(error);
        return error ? Endpoint{} : Endpoint::from_sockaddr(endpoint.data(), endpoint.size());
    }

    /// Calls `report(stream)` whenever there are bytes to read, until the stream ends. The call comes
    /// from the thread that runs the context.
    template <typename Report>
    void watch(Report report) {
        socket_.async_wait(Protocol::socket::wait_read,
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

    // The listener and all its streams share the context; whichever ends last destroys it. A waiting handler
    // does not own its stream. The context owns the handler, so otherwise context and stream would keep each
    // other alive.
    std::shared_ptr<io_context> io_;
    Protocol::socket socket_;
    bool ended_ = false;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

/// Makes `owner`, a socket or acceptor of Asio, own the descriptor. Closes the descriptor on failure.
template <typename Owner>
Result<void> give(int descriptor, Owner& owner) {
    error_code error;
    owner.assign(any_protocol(), descriptor, error);
    if (!error) return {};
    ::close(descriptor);
    return fail(error.message());
}

/// Runs `make`, which gives the descriptor to Asio. If Asio throws first, as it does when it cannot get
/// descriptors for itself, this function closes the descriptor and returns the error.
template <typename Make>
auto or_close(int descriptor, Make make) -> decltype(make()) {
    try {
        return make();
    } catch (const boost::system::system_error& error) {
        ::close(descriptor);
        return fail(error.code().message());
    }
}

}  // namespace

struct SocketListener::Impl {
    void accept();

    std::shared_ptr<io_context> io = std::make_shared<io_context>(1);
    Acceptor acceptor{*io};
    boost::asio::steady_timer retry{*io};
    Protocol::endpoint peer;
    StreamEvents* events = nullptr;  // while run_for runs
    std::atomic<bool> woken = false;
    std::atomic<std::uint64_t> accept_failures = 0;
};

void SocketListener::Impl::accept() {
    acceptor.async_accept(peer, [this](const error_code& error, Protocol::socket socket) {
        if (error == boost::asio::error::operation_aborted) return;
        if (error) {
            accept_failures.fetch_add(1, std::memory_order_relaxed);
            if (error == boost::asio::error::no_descriptors) events->descriptors_exhausted();
            retry.expires_after(kAcceptRetry);
            retry.async_wait([this](const error_code& cancelled) {
                if (!cancelled) accept();
            });
            return;
        }
        auto stream = std::make_unique<SocketStream>(io, std::move(socket));
        stream->watch([this](SocketStream& readable) { events->readable(readable); });
        const Endpoint from = Endpoint::from_sockaddr(peer.data(), peer.size());
        events->accepted(std::move(stream), from);
        accept();
    });
}

Result<std::unique_ptr<SocketListener>> SocketListener::adopt(int descriptor) {
    return or_close(descriptor, [descriptor]() -> Result<std::unique_ptr<SocketListener>> {
        auto impl = std::make_unique<Impl>();
        if (auto given = give(descriptor, impl->acceptor); !given) return tl::unexpected(given.error());
        impl->accept();
        return std::unique_ptr<SocketListener>(new SocketListener(std::move(impl)));
    });
}

SocketListener::SocketListener(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
SocketListener::SocketListener(SocketListener&&) noexcept = default;
SocketListener::~SocketListener() = default;

void SocketListener::run_for(WallDuration duration, StreamEvents& events) {
    impl_->events = &events;
    // In this order no call of wake() is lost. If it comes before `exchange`, `exchange` sees the flag; if it
    // comes later, it stops the context, which has been restarted by then.
    impl_->io->restart();
    if (impl_->woken.exchange(false) || duration <= WallDuration{}) {
        impl_->io->poll();
    } else {
        impl_->io->run_for(to_chrono(duration));
    }
    impl_->events = nullptr;
}

void SocketListener::wake() {
    impl_->woken.store(true);
    impl_->io->stop();
}

std::uint64_t SocketListener::accept_failures() const {
    return impl_->accept_failures.load(std::memory_order_relaxed);
}

Result<std::unique_ptr<Stream>> adopt_stream(int descriptor) {
    return or_close(descriptor, [descriptor]() -> Result<std::unique_ptr<Stream>> {
        auto io = std::make_shared<io_context>(1);
        Protocol::socket socket(*io);
        if (auto given = give(descriptor, socket); !given) return tl::unexpected(given.error());
        return std::make_unique<SocketStream>(std::move(io), std::move(socket));
    });
}

}  // namespace synchrono::net
