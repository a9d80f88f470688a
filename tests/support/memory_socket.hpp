/// A datagram socket in memory: the code under test receives what a test puts in, and the test sees what
/// the code has sent. It reuses its buffers, so that a test can require that the code allocates nothing.
#pragma once

#include <algorithm>
#include <limits>
#include <utility>
#include <vector>

#include "common/net/datagram_socket.hpp"

namespace synchrono::testing {

/// Threading: one thread.
class MemorySocket final : public net::DatagramSocket {
  public:
    explicit MemorySocket(const net::Endpoint& local) : local_(local) {}

    /// Has a datagram arrive at the next `receive`.
    void put(const net::Endpoint& from, ByteView bytes) { inbox_.push(from, bytes); }
    /// Returns how many datagrams were sent since `forget_sent`; sent(0) is the oldest.
    std::size_t sent_count() const { return sent_.count; }
    ByteView sent(std::size_t i) const { return sent_.packets[i].bytes; }
    const net::Endpoint& sent_to(std::size_t i) const { return sent_.packets[i].peer; }
    void forget_sent() { sent_.count = 0; }
    /// Makes each `send` take at most this number of datagrams.
    void set_room(std::size_t datagrams) { room_ = datagrams; }

    std::span<const net::InDatagram> receive(WallDuration) override {
        std::swap(inbox_, given_);
        inbox_.count = 0;
        views_.clear();
        for (std::size_t i = 0; i < given_.count; ++i)
            views_.push_back({given_.packets[i].peer, given_.packets[i].bytes});
        return views_;
    }
    std::size_t send(std::span<const net::OutDatagram> datagrams) override {
        const std::size_t taken = std::min(datagrams.size(), room_);
        for (const auto& datagram : datagrams.first(taken))
            sent_.push(datagram.to, datagram.bytes, datagram.tail);
        return taken;
    }
    net::Endpoint local() const override { return local_; }

  private:
    struct Packet {
        net::Endpoint peer;
        Bytes bytes;
    };
    struct Packets {
        std::vector<Packet> packets;
        std::size_t count = 0;
        void push(const net::Endpoint& peer, ByteView bytes, ByteView tail = {}) {
            if (packets.size() <= count) packets.emplace_back();
            packets[count].peer = peer;
            packets[count].bytes.assign(bytes.begin(), bytes.end());
            packets[count].bytes.insert(packets[count].bytes.end(), tail.begin(), tail.end());
            ++count;
        }
    };
    net::Endpoint local_;
    Packets inbox_, given_, sent_;
    std::vector<net::InDatagram> views_;
    std::size_t room_ = std::numeric_limits<std::size_t>::max();
};

}  // namespace synchrono::testing
