#include "common/net/sim/network.hpp"

#include <algorithm>
#include <array>
#include <deque>
#include <map>
#include <set>
#include <unordered_map>
#include <utility>
#include <vector>

#include "common/base/contract.hpp"
#include "common/base/random.hpp"

namespace synchrono::net::sim {

namespace {

constexpr std::size_t kBatch = 64;                      // most datagrams that one receive returns
constexpr std::size_t kInboxMax = 4'096;                // most datagrams that wait in a socket
constexpr std::size_t kStreamBufferBytes = 256 * 1024;  // most bytes on their way in one direction
constexpr std::size_t kUdpBytesMax = 65'507;
constexpr std::uint16_t kFirstFreePort = 49'152;
constexpr WallDuration kInstant = WallDuration::nanoseconds(1);

struct Packet {
    Endpoint from, to;
    Bytes bytes;
};

/// The two ends of a stream. toward[i] holds the bytes on their way to end i; closed[i] says whether the
/// owner of end i has closed it.
struct Connection {
    struct Segment {
        WallTime due;
        Bytes bytes;
    };
    struct Direction {
        std::deque<Segment> segments;
        std::size_t taken = 0;  // bytes of the first segment that have been read
        std::size_t bytes = 0;  // bytes of all segments that have not been read
        WallTime last_due;      // later segments arrive no sooner
        std::optional<WallTime> end_due;
        bool writer_waits = false;
    };
    std::array<Endpoint, 2> ends;
    std::array<Direction, 2> toward;
    std::array<bool, 2> closed{};
};

std::pair<Endpoint, Endpoint> hosts(const Endpoint& a, const Endpoint& b) {
    auto pair = std::pair(a.with_port(0), b.with_port(0));
    if (pair.second < pair.first) std::swap(pair.first, pair.second);
    return pair;
}

class SimSocket;
class SimListener;
class SimStream;

}  // namespace

struct NetworkState {
    struct Arrival {
        WallTime due;
        std::uint64_t serial;
        std::unique_ptr<Packet> packet;  // null: something other than a datagram becomes visible at `due`
        /// Orders arrivals so that the earliest one is at the top of the heap.
        friend bool operator<(const Arrival& a, const Arrival& b) {
            return std::pair(b.due, b.serial) < std::pair(a.due, a.serial);
        }
    };

    NetworkState(std::uint64_t its_seed, const ManualClock& its_clock) : seed(its_seed), clock(its_clock) {}

    WallTime now() const { return clock.now(); }
    /// Returns a source of random numbers for the next datagram or event of a stream.
    Random draw() { return Random(seed, draws++); }
    WallTime arrival(Random& luck) const {
        const auto spread = static_cast<std::uint64_t>((faults.delay_max - faults.delay_min).count_ns()) + 1;
        const auto extra = WallDuration::nanoseconds(static_cast<std::int64_t>(luck.below(spread)));
        // Nothing arrives at the instant it was sent, because `next_delivery` returns only later times.
        return now() + std::max(faults.delay_min + extra, kInstant);
    }
    bool partitioned(const Endpoint& a, const Endpoint& b) const {
        return !partitions.empty() && partitions.contains(hosts(a, b));
    }

    void push(WallTime due, std::unique_ptr<Packet> packet) {
        arrivals.push_back({due, pushes++, std::move(packet)});
        std::push_heap(arrivals.begin(), arrivals.end());
    }
    std::unique_ptr<Packet> copy(const Endpoint& from, const Endpoint& to, ByteView bytes);
    /// Notes that something other than a datagram becomes visible at `due`.
    void mark(WallTime due) { push(due, nullptr); }

    bool send(const Endpoint& from, const Endpoint& to, ByteView bytes);
    /// Delivers the datagrams that are due.
    void settle();

    template <typename Taken>
    Endpoint with_free_port(const Endpoint& host, const Taken& taken) {
        Endpoint candidate;
        do {
            candidate = host.with_port(next_port);
            next_port = next_port == 65'535 ? kFirstFreePort : static_cast<std::uint16_t>(next_port + 1);
        } while (taken.contains(candidate));
        return candidate;
    }

    const std::uint64_t seed;
    const ManualClock& clock;
    Faults faults;
    Fates fates;
    std::uint64_t draws = 0;
    std::uint64_t pushes = 0;
    std::uint64_t stream_ids = 0;
    std::uint16_t next_port = kFirstFreePort;
    std::vector<Arrival> arrivals;  // a heap
    std::vector<std::unique_ptr<Packet>> spare;
    std::unordered_map<Endpoint, SimSocket*> sockets;
    std::unordered_map<Endpoint, SimListener*> listeners;
    std::map<std::uint64_t, SimStream*> streams;  // by id, so that each run visits them in the same order
    std::set<std::pair<Endpoint, Endpoint>> partitions;
};

namespace {

class SimSocket final : public DatagramSocket {
  public:
    SimSocket(NetworkState& network, const Endpoint& local) : network_(network), local_(local) {
        network_.sockets.emplace(local_, this);
    }
    ~SimSocket() override { network_.sockets.erase(local_); }

    std::span<const InDatagram> receive(WallDuration) override {
        network_.settle();
        views_.clear();
        for (auto& packet : given_) network_.spare.push_back(std::move(packet));
        given_.clear();
        while (!inbox_.empty() && given_.size() < kBatch) {
            given_.push_back(std::move(inbox_.front()));
            inbox_.pop_front();
            views_.push_back({given_.back()->from, given_.back()->bytes});
        }
        return views_;
    }

    std::size_t send(std::span<const OutDatagram> datagrams) override {
        std::size_t taken = 0;
        for (const auto& datagram : datagrams) {
            SYN_REQUIRE(!datagram.to.is_nowhere());
            whole_.assign(datagram.bytes.begin(), datagram.bytes.end());
            whole_.insert(whole_.end(), datagram.tail.begin(), datagram.tail.end());
            if (network_.send(local_, datagram.to, whole_)) ++taken;
        }
        return taken;
    }

    Endpoint local() const override { return local_; }

    bool put(std::unique_ptr<Packet>& packet) {
        if (inbox_.size() >= kInboxMax) return false;
        inbox_.push_back(std::move(packet));
        return true;
    }

  private:
    NetworkState& network_;
    Endpoint local_;
    std::deque<std::unique_ptr<Packet>> inbox_;
    std::vector<std::unique_ptr<Packet>> given_;
    std::vector<InDatagram> views_;
    Bytes whole_;  // an outgoing datagram, its two pieces joined
};

class SimStream final : public Stream {
  public:
    SimStream(NetworkState& network, std::shared_ptr<Connection> connection, std::size_t me)
        : network_(network), id_(network.stream_ids++), connection_(std::move(connection)), me_(me) {
        network_.streams.emplace(id_, this);
    }
    ~SimStream() override {
        SimStream::close();
        network_.streams.erase(id_);
        if (of_listener_ != nullptr) of_listener_->erase(id_);
    }

    Io read_some(std::span<std::byte> into) override {
        SYN_REQUIRE(!into.empty());
        if (mine_closed()) return {Status::closed, 0};
        if (!readable()) return {Status::would_block, 0};
        auto& inward = connection_->toward[me_];
        if (inward.segments.empty()) return {Status::closed, 0};
        auto& bytes = inward.segments.front().bytes;
        const std::size_t n = std::min(into.size(), bytes.size() - inward.taken);
        std::copy_n(bytes.begin() + static_cast<std::ptrdiff_t>(inward.taken), n, into.begin());
        inward.taken += n;
        inward.bytes -= n;
        if (inward.taken == bytes.size()) {
            inward.segments.pop_front();
            inward.taken = 0;
        }
        if (std::exchange(inward.writer_waits, false)) network_.mark(network_.now() + kInstant);
        return {Status::ok, n};
    }

    Io write_some(ByteView from) override {
        SYN_REQUIRE(!from.empty());
        const auto& inward = connection_->toward[me_];
        const bool heard_of_end = inward.end_due && *inward.end_due <= network_.now() && !cut_off();
        if (mine_closed() || heard_of_end) return {Status::closed, 0};
        auto& outward = connection_->toward[1 - me_];
        const std::size_t n = std::min(from.size(), kStreamBufferBytes - outward.bytes);
        if (n == 0) {
            outward.writer_waits = true;
            return {Status::would_block, 0};
        }
        // The peer has closed the stream, but this end cannot know that yet.
        if (connection_->closed[1 - me_]) return {Status::ok, n};
        const auto sent = from.first(n);
        outward.segments.push_back({next_due(outward), Bytes(sent.begin(), sent.end())});
        outward.bytes += n;
        return {Status::ok, n};
    }

    void close() override {
        if (mine_closed()) return;
        connection_->closed[me_] = true;
        connection_->toward[me_] = {};
        auto& outward = connection_->toward[1 - me_];
        if (!connection_->closed[1 - me_]) outward.end_due = next_due(outward);
    }

    void wait_readable(WallDuration) override {}

    /// Returns whether a read would return bytes or find that the stream has ended.
    bool readable() const {
        const auto& inward = connection_->toward[me_];
        if (mine_closed() || cut_off()) return false;
        if (!inward.segments.empty()) return inward.segments.front().due <= network_.now();
        return inward.end_due && *inward.end_due <= network_.now();
    }
    Endpoint local() const override { return connection_->ends[me_]; }
    const Endpoint& peer() const { return connection_->ends[1 - me_]; }

    using ById = std::map<std::uint64_t, SimStream*>;
    void belongs_to(ById* of_listener) {
        of_listener_ = of_listener;
        if (of_listener_ != nullptr) of_listener_->emplace(id_, this);
    }

  private:
    bool mine_closed() const { return connection_->closed[me_]; }
    bool cut_off() const { return network_.partitioned(local(), peer()); }
    WallTime next_due(Connection::Direction& direction) {
        auto luck = network_.draw();
        direction.last_due = std::max(direction.last_due, network_.arrival(luck));
        network_.mark(direction.last_due);
        return direction.last_due;
    }

    NetworkState& network_;
    const std::uint64_t id_;
    std::shared_ptr<Connection> connection_;  // the last end destroys it
    const std::size_t me_;
    ById* of_listener_ = nullptr;
};

class SimListener final : public StreamListener {
  public:
    SimListener(NetworkState& network, const Endpoint& local) : network_(network), local_(local) {
        network_.listeners.emplace(local_, this);
    }
    ~SimListener() override {
        for (auto& [id, stream] : streams_) stream->belongs_to(nullptr);
        network_.listeners.erase(local_);
    }

    void run_for(WallDuration, StreamEvents& events) override {
        for (std::size_t i = 0; i < waiting_.size();) {
            auto& [due, stream] = waiting_[i];
            if (due > network_.now() || network_.partitioned(stream->local(), stream->peer())) {
                ++i;
                continue;
            }
            auto accepted = std::move(stream);
            waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(i));
            accepted->belongs_to(&streams_);
            const Endpoint peer = accepted->peer();
            events.accepted(std::move(accepted), peer);
        }
        // A callback may destroy any stream, so each pass searches for the next stream by its id.
        for (auto it = streams_.begin(); it != streams_.end();) {
            const auto id = it->first;
            if (it->second->readable()) events.readable(*it->second);
            it = streams_.upper_bound(id);
        }
    }
    void wake() override {}

    void arrives(WallTime due, std::unique_ptr<SimStream> stream) {
        waiting_.push_back({due, std::move(stream)});
        network_.mark(due);
    }

  private:
    struct Waiting {
        WallTime due;
        std::unique_ptr<SimStream> stream;
    };
    NetworkState& network_;
    Endpoint local_;
    std::vector<Waiting> waiting_;
    SimStream::ById streams_;  // accepted streams that still exist
};

}  // namespace

std::unique_ptr<Packet> NetworkState::copy(const Endpoint& from, const Endpoint& to, ByteView bytes) {
    std::unique_ptr<Packet> packet;
    if (spare.empty()) {
        packet = std::make_unique<Packet>();
    } else {
        packet = std::move(spare.back());
        spare.pop_back();
    }
    packet->from = from;
    packet->to = to;
    packet->bytes.assign(bytes.begin(), bytes.end());
    return packet;
}

bool NetworkState::send(const Endpoint& from, const Endpoint& to, ByteView bytes) {
    if (bytes.size() > kUdpBytesMax) return false;
    ++fates.sent;
    if (partitioned(from, to)) {
        ++fates.cut_off;
        return true;
    }
    // Draws for every fault every time, so that the probability of one fault does not change the outcomes
    // for the others.
    auto luck = draw();
    const bool lost = luck.chance(faults.loss);
    const bool duplicated = luck.chance(faults.duplicate);
    const bool replayed = luck.chance(faults.replay);
    const bool corrupted = luck.chance(faults.corrupt);
    const WallTime due = arrival(luck);
    const WallTime due_again = arrival(luck);
    const WallTime due_late =
        due + WallDuration::nanoseconds(static_cast<std::int64_t>(
                  luck.uniform() * static_cast<double>(faults.replay_delay_max.count_ns())));
    if (replayed) {
        ++fates.replayed;
        push(due_late, copy(from, to, bytes));
    }
    if (lost) {
        ++fates.lost;
        return true;
    }
    if (duplicated) {
        ++fates.duplicated;
        push(due_again, copy(from, to, bytes));
    }
    auto packet = copy(from, to, bytes);
    if (corrupted && !bytes.empty()) {
        ++fates.corrupted;
        auto& damaged = packet->bytes;
        if (luck.chance(0.5)) {
            damaged.resize(luck.below(damaged.size()));
        } else {
            damaged[luck.below(damaged.size())] ^= static_cast<std::byte>(1U << luck.below(8));
        }
    }
    push(due, std::move(packet));
    return true;
}

void NetworkState::settle() {
    while (!arrivals.empty() && arrivals.front().due <= now()) {
        std::pop_heap(arrivals.begin(), arrivals.end());
        auto packet = std::move(arrivals.back().packet);
        arrivals.pop_back();
        if (!packet) continue;
        const auto socket = sockets.find(packet->to);
        if (socket == sockets.end()) {
            ++fates.nobody_there;
        } else if (socket->second->put(packet)) {
            ++fates.delivered;
        } else {
            ++fates.overflowed;
        }
        if (packet) spare.push_back(std::move(packet));
    }
}

Network::Network(std::uint64_t seed, const ManualClock& clock)
    : state_(std::make_unique<NetworkState>(seed, clock)) {}

Network::~Network() {
    SYN_REQUIRE(state_->sockets.empty() && state_->listeners.empty() && state_->streams.empty());
}

std::unique_ptr<DatagramSocket> Network::bind(const Endpoint& local) {
    SYN_REQUIRE(!local.is_nowhere() && !state_->sockets.contains(local));
    return std::make_unique<SimSocket>(
        *state_, local.port() == 0 ? state_->with_free_port(local, state_->sockets) : local);
}

std::unique_ptr<StreamListener> Network::listen(const Endpoint& local) {
    SYN_REQUIRE(!local.is_nowhere() && !state_->listeners.contains(local));
    return std::make_unique<SimListener>(
        *state_, local.port() == 0 ? state_->with_free_port(local, state_->listeners) : local);
}

std::unique_ptr<Stream> Network::connect(const Endpoint& from_host, const Endpoint& to) {
    const auto listener = state_->listeners.find(to);
    if (listener == state_->listeners.end() || state_->partitioned(from_host, to)) return nullptr;
    auto connection = std::make_shared<Connection>();
    connection->ends = {state_->with_free_port(from_host, state_->listeners), to};
    auto mine = std::make_unique<SimStream>(*state_, connection, 0);
    auto luck = state_->draw();
    listener->second->arrives(state_->arrival(luck), std::make_unique<SimStream>(*state_, connection, 1));
    return mine;
}

void Network::set_faults(const Faults& faults) {
    SYN_REQUIRE(WallDuration{} <= faults.delay_min && faults.delay_min <= faults.delay_max);
    state_->faults = faults;
}

void Network::set_partitioned(const Endpoint& host_a, const Endpoint& host_b, bool partitioned) {
    if (partitioned) {
        state_->partitions.insert(hosts(host_a, host_b));
    } else {
        state_->partitions.erase(hosts(host_a, host_b));
        state_->mark(state_->now() + kInstant);  // streams that stood still may then be readable
    }
}

void Network::break_streams(const Endpoint& host) {
    for (auto& [id, stream] : state_->streams) {
        if (stream->local().same_host(host)) stream->close();
    }
}

void Network::inject(const Endpoint& from, const Endpoint& to, ByteView bytes) {
    state_->push(state_->now() + kInstant, state_->copy(from, to, bytes));
}

std::optional<WallTime> Network::next_delivery() {
    state_->settle();
    if (state_->arrivals.empty()) return std::nullopt;
    return state_->arrivals.front().due;
}

const Fates& Network::fates() const { return state_->fates; }

}  // namespace synchrono::net::sim
