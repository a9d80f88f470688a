/// Tells clients what changed: composes world updates, seals them, and sends them in batches. One update a
/// client and heartbeat in the steady state, in as few datagrams as the path carries.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <span>
#include <string_view>
#include <vector>

#include "common/base/counters.hpp"
#include "common/net/agent_message.hpp"
#include "common/net/datagram_socket.hpp"
#include "server/interest.hpp"
#include "server/session.hpp"
#include "server/world_map.hpp"

namespace synchrono::server {

enum class FanOutCounter { updates, datagrams, bytes, answers, send_failures, count_ };
inline constexpr std::array<std::string_view, static_cast<std::size_t>(FanOutCounter::count_)>
    kFanOutCounterNames{"fan_out.updates", "fan_out.datagrams", "fan_out.bytes",
                        "fan_out.answers_to_requests", "fan_out.dropped_by_kernel"};

/// Threading: confined to the world thread; counters from any.
/// Owns: buffers; borrows the map and the socket.
class FanOut {
  public:
    FanOut(const WorldMap& map, net::DatagramSocket& socket);

    /// Brings `session` up to date, or answers it when it asked. Requires a known endpoint.
    void update(Session& session);
    /// Sends what is composed. Call after the last update of a turn.
    void flush();

    const Counters<FanOutCounter>& counters() const { return counters_; }

  private:
    /// Messages as fields of a WorldUpdate, cut where a datagram ends.
    struct Body {
        Bytes bytes;
        std::vector<std::size_t> ends;  // of its parts; one part at least
    };
    /// What decides a body that several sessions share: those whose interest is the whole world.
    struct BodyKey {
        Tick tick;
        std::uint64_t since_version;
        std::size_t part_bytes_max;
        bool operator==(const BodyKey&) const = default;
    };

    void send_bundle(Session& session, Tick tick, std::uint64_t since_version);
    void send_status(Session& session);
    void send_parts(Session& session, Tick tick, const Body& body);
    const Body& whole_world(const BodyKey& key);
    const Body& selection(const Session& session, const BodyKey& key);
    void add(Body& body, const WorldAgent& agent, const BodyKey& key) const;
    const InterestGrid& grid(Tick tick, double radius_m);
    net::WorldUpdateHead head_for(const Session& session, Tick tick) const;
    void compose(Session& session, const net::WorldUpdateHead& head, ByteView body);
    void send_composed();

    const WorldMap& map_;
    net::DatagramSocket& socket_;
    BodyKey shared_key_{Tick{-1}, 0, 0};
    Body shared_;
    Body own_;
    InterestGrid grid_;
    Tick grid_tick_{-1};
    double grid_radius_m_ = 0;  // zero: the grid is of another turn
    std::vector<std::uint32_t> near_;
    std::vector<AgentId> awaited_;
    static constexpr std::size_t kBatch = 64;
    std::vector<Bytes> buffers_;
    std::vector<net::OutDatagram> outgoing_;
    std::size_t composed_bytes_ = 0;
    Counters<FanOutCounter> counters_;
};

}  // namespace synchrono::server
