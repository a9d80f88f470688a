// Measures what proofs and secrecy cost: a join with its TLS handshake against a plain TCP connection that
// answers one byte; a heartbeat on one host, which is sealed, against the floor; and a heartbeat between two
// network namespaces, which is encrypted, against the same on one host. The namespaces need root; without it
// the last row is missing.
#include <algorithm>
#include <array>
#include <atomic>
#include <cstdlib>
#include <fcntl.h>
#include <fmt/format.h>
#include <sched.h>
#include <signal.h>
#include <string>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>
#include <vector>

#include "bench/floor.hpp"
#include "bench/median.hpp"
#include "bench/table.hpp"
#include "bench/world_process.hpp"
#include "client/transport/handshake/join_request.hpp"
#include "common/base/random.hpp"
#include "common/net/frame_channel.hpp"
#include "common/net/tcp.hpp"
#include "common/net/tls.hpp"
#include "server/transport/udp/dynamics_server.hpp"

namespace {

using namespace synchrono;
using bench::median;

constexpr WallDuration kLimit = WallDuration::seconds(10);
constexpr WallDuration kEach = WallDuration::seconds(2);
constexpr int kJoins = 300, kClients = 4, kRounds = 3;

/// Answers a byte on each connection.
class Echo final : public net::StreamEvents {
  public:
    void accepted(std::unique_ptr<net::Stream> stream, const net::Endpoint&) override {
        streams_.push_back(std::move(stream));
    }
    void readable(net::Stream& stream) override {
        std::array<std::byte, 16> bytes;
        const auto read = stream.read_some(bytes);
        if (read.status == net::Stream::Status::ok) stream.write_some(ByteView(bytes).first(read.bytes));
        if (read.status == net::Stream::Status::closed)
            std::erase_if(streams_, [&stream](const auto& owned) { return owned.get() == &stream; });
    }

  private:
    std::vector<std::unique_ptr<net::Stream>> streams_;
};

/// Returns the mean time of a plain connection that gets an answer, in seconds.
double plain_connection_s() {
    const auto listener = net::TcpListener::open(net::Endpoint::loopback(0)).value();
    std::jthread server([&listener](const std::stop_token& stop) {
        Echo echo;
        while (!stop.stop_requested()) listener->run_for(WallDuration::milliseconds(20), echo);
    });
    const MonotonicClock clock;
    const WallTime began = clock.now();
    for (int i = 0; i < kJoins; ++i) {
        const auto stream = net::tcp_connect(listener->local(), kLimit).value();
        std::array<std::byte, 1> byte{};
        stream->write_some(byte);
        while (stream->read_some(byte).status == net::Stream::Status::would_block)
            stream->wait_readable(kLimit);
    }
    return (clock.now() - began).to_seconds() / kJoins;
}

struct JoinTime {
    double secured_s = 0;  // until the TLS handshake has ended
    double whole_s = 0;    // until the answer
};

/// Returns the mean times of a join.
JoinTime join_time() {
    config::Scenario scenario;
    scenario.name = "bench";
    scenario.duration = SimDuration::seconds(1);
    config::Credentials credentials;  // several, since one may not join as often as it likes
    for (int i = 0; i < kJoins; ++i) {
        credentials.push_back(
            {.name = fmt::format("watcher{}", i), .secret = make_secret(), .agents = {}, .watch = true});
    }
    server::transport::DynamicsServer server(
        {.listen = net::Endpoint::loopback(0), .credentials = credentials});
    if (!server.open({.scenario = scenario, .keep_open = true})) std::abort();
    const net::Endpoint address = net::Endpoint::parse(server.address()).value();
    std::atomic<bool> done = false;
    std::jthread runner([&] { server.run([&](const server::WorldStatus&) { return done.load(); }); });
    ClientFrame request;
    *request.mutable_join() = client::transport::join_request(config::scenario_id(scenario), {});
    const std::string bytes = request.SerializeAsString();
    const MonotonicClock clock;
    JoinTime time;
    for (const config::Credential& own : credentials) {
        const WallTime began = clock.now();
        net::FrameChannel channel(net::connect_secured(address, {own.name, own.secret}, kLimit).value());
        time.secured_s += (clock.now() - began).to_seconds() / kJoins;
        channel.send(as_byte_view(bytes));
        for (;;) {
            const auto [event, frame] = channel.poll();
            if (event == net::FrameChannel::Event::frame) break;
            if (event != net::FrameChannel::Event::nothing) std::abort();
            channel.stream().wait_readable(kLimit);
        }
        time.whole_s += (clock.now() - began).to_seconds() / kJoins;
    }
    done = true;
    return time;
}

/// A network namespace, joined with ours by a pair of virtual interfaces.
class OtherNamespace {
  public:
    OtherNamespace() {
        // Our own namespace is new as well, so that nothing of the machine's network is touched.
        if (::unshare(CLONE_NEWNET) != 0) return;
        std::array<int, 2> ready{};
        if (::pipe(ready.data()) != 0) return;
        holder_ = ::fork();
        if (holder_ == 0) {
            ::prctl(PR_SET_PDEATHSIG, SIGKILL);
            const char ok = ::unshare(CLONE_NEWNET) == 0 ? 'y' : 'n';
            [[maybe_unused]] const auto ignored = ::write(ready[1], &ok, 1);
            for (;;) ::pause();
        }
        char ok = 'n';
        [[maybe_unused]] const auto ignored = ::read(ready[0], &ok, 1);
        works_ =
            ok == 'y' && run(fmt::format("ip link set lo up && ip link add one type veth peer name two netns "
                                         "{0} && ip addr add 10.77.0.1/24 dev one && ip link set one up && "
                                         "nsenter -t {0} -n ip addr add 10.77.0.2/24 dev two && nsenter -t "
                                         "{0} -n ip link set two up",
                                         holder_));
    }
    OtherNamespace(const OtherNamespace&) = delete;
    ~OtherNamespace() {
        if (holder_ <= 0) return;
        ::kill(holder_, SIGKILL);
        ::waitpid(holder_, nullptr, 0);
    }
    bool works() const { return works_; }
    /// Moves the calling process there.
    void enter() const {
        const int fd = ::open(fmt::format("/proc/{}/ns/net", holder_).c_str(), O_RDONLY | O_CLOEXEC);
        if (fd < 0 || ::setns(fd, CLONE_NEWNET) != 0) ::_exit(1);
        ::close(fd);
    }

  private:
    static bool run(const std::string& command) { return std::system(command.c_str()) == 0; }
    pid_t holder_ = -1;
    bool works_ = false;
};

}  // namespace

int main() {
    const OtherNamespace other;  // first, since a process with threads cannot move to another namespace
    std::vector<double> plain, secured, secured_ratios, joins, join_ratios, floors, local, local_ratios,
        distant, distant_ratios;
    const std::size_t message = bench::agent_message_bytes();
    for (int round = 0; round < kRounds; ++round) {
        const auto rate = [](const bench::WorldShape& shape) {
            return bench::run_world(shape, kEach).heartbeats_per_second;
        };
        bench::WorldShape shape{
            .clients = kClients, .agents = kClients, .gate = {GatePolicy::Kind::exact, 1}, .interest = {}};
        floors.push_back(bench::floor_heartbeats_per_second({kClients, message, kClients * message}, kEach));
        local.push_back(rate(shape));
        local_ratios.push_back(local.back() / floors.back());
        if (other.works()) {
            shape.host = "10.77.0.1";
            shape.begin_client = [&other] { other.enter(); };
            distant.push_back(rate(shape));
            distant_ratios.push_back(distant.back() / local.back());
        }
    }
    for (int round = 0; round < kRounds; ++round) {
        plain.push_back(plain_connection_s());
        const JoinTime time = join_time();
        secured.push_back(time.secured_s);
        joins.push_back(time.whole_s);
        secured_ratios.push_back(time.secured_s / plain.back());
        join_ratios.push_back(time.whole_s / plain.back());
    }
    fmt::print(stderr, "secrecy: medians of {} rounds; {} clients without dynamics, exact:1\n", kRounds,
               kClients);
    const bench::Table table({"", "measured", "beside", "ratio"});
    const auto us = [](double seconds) { return fmt::format("{} us", bench::with_commas(seconds * 1e6)); };
    const auto rate = [](double each_s) { return bench::with_commas(each_s) + " 1/s"; };
    const std::string answered = "a plain connection that answers a byte: " + us(median(plain));
    table.row(
        {"a TLS handshake", us(median(secured)), answered, fmt::format("{:.1f}", median(secured_ratios))});
    table.row(
        {"a join, TLS included", us(median(joins)), answered, fmt::format("{:.0f}", median(join_ratios))});
    table.row({"heartbeats of 4 clients on one host, `exact:1`", rate(median(local)),
               "the floor: " + rate(median(floors)), fmt::format("{:.2f}", median(local_ratios))});
    if (other.works()) {
        table.row({"the same between two network namespaces, encrypted", rate(median(distant)),
                   "on one host: " + rate(median(local)), fmt::format("{:.2f}", median(distant_ratios))});
    } else {
        fmt::print(stderr, "between namespaces: skipped, since this user may not make namespaces\n");
    }
    return 0;
}
