/// A fake transport: it keeps what the client publishes and asks for, and gives the client what a test wants.
/// It carries nothing anywhere and has neither loss nor delay.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "client/transport/transport_factory.hpp"
#include "common/base/bytes.hpp"
#include "tests/client/transport/heartbeats.hpp"

namespace synchrono::client {

/// Makes fake transports. All of them share the state that is kept here, so that a test controls whichever
/// one is in use.
class FakeTransports final : public TransportFactory {
  public:
    std::unique_ptr<Transport> join(const Participation& participation, WallTime) override {
        joined_as.push_back(participation);
        stage = Transport::Stage::joining;
        welcome.reset();
        words.clear();
        if (refuses) end(Transport::Stage::lost, "nobody listens");
        return std::make_unique<Fake>(*this);
    }
    void each_counter(const CounterVisit& visit) const override { visit("fake.published", published.size()); }

    // The test calls these functions to play the world.
    void admit(GatePolicy gate, std::int64_t start = 0, SimDuration heartbeat = kHeartbeat) {
        welcome = Welcome{heartbeat, gate, Tick{start}, WallDuration::seconds(1)};
        stage = Transport::Stage::member;
    }
    void end(Transport::Stage how, std::string why) {
        stage = how;
        reason = std::move(why);
    }
    /// Makes the next turn that has a sink call `word` with it.
    void tell(std::function<void(FlowSink&)> word) { words.push_back(std::move(word)); }
    void tell_slowest(std::int64_t tick) {
        tell([tick](FlowSink& sink) { sink.slowest(AgentId{42}, Tick{tick}); });
    }

    // These members hold what the client has sent.
    struct Message {
        net::AgentHeader header;
        Bytes any;
    };
    std::vector<Message> published;
    std::vector<Participation> joined_as;
    std::size_t signs_of_life = 0;   // calls after which the world would hear something
    std::optional<Tick> waits_with;  // the newest heartbeat that the client knew when it asked again
    bool has_left = false;

    Transport::Stage stage = Transport::Stage::joining;
    std::optional<Welcome> welcome;
    std::string reason;
    std::vector<AgentId> awaited;
    Tick received{-1};  // messages published up to here have arrived
    bool refuses = false;
    std::vector<std::function<void(FlowSink&)>> words;

  private:
    class Fake final : public Transport {
      public:
        explicit Fake(FakeTransports& hand) : hand_(hand) {}
        Stage turn(WallTime, WallDuration, FlowSink* sink) override {
            if (sink == nullptr) return hand_.stage;
            for (const auto& word : std::exchange(hand_.words, {})) word(*sink);
            return hand_.stage;
        }
        const std::optional<Welcome>& welcome() const override { return hand_.welcome; }
        void publish(Tick tick, std::span<const Outgoing> messages, Tick, WallTime) override {
            ++hand_.signs_of_life;
            for (const Outgoing& message : messages)
                hand_.published.push_back({message.header, Bytes(message.any.begin(), message.any.end())});
            if (!messages.empty()) said_ = tick;
        }
        void waiting(Tick known, WallTime now) override {
            ++hand_.signs_of_life;
            hand_.waits_with = known;
            asks_at_ = now + WallDuration::milliseconds(40);
        }
        void keep_alive(Tick, WallTime) override { ++hand_.signs_of_life; }
        WallTime next_deadline() const override { return asks_at_; }
        bool all_received() const override { return hand_.received >= said_; }
        void leave() override { hand_.has_left = true; }
        const std::string& reason() const override { return hand_.reason; }
        std::span<const AgentId> awaited() const override { return hand_.awaited; }

      private:
        FakeTransports& hand_;
        Tick said_{-1};
        WallTime asks_at_;
    };
};

}  // namespace synchrono::client
