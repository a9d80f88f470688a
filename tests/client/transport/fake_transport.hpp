/// A fake transport: it keeps what the client publishes and asks for, and gives the client what a test wants.
/// It is connected to nothing, so nothing is lost or delayed.
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

namespace synchrono::client::transport {

/// Makes fake transports. All of them share the state of this object, so that a test controls the transport
/// that the client uses at the moment.
class FakeTransports final : public TransportFactory {
  public:
    std::unique_ptr<Transport> join(const Participation& participation, WallTime) override {
        joined_as.push_back(participation);
        status = Transport::Status::joining;
        terms.reset();
        deliveries.clear();
        if (refuses) end(Transport::Status::lost, "nobody listens");
        if (attempts_in_vain > 0) {
            --attempts_in_vain;
            end(Transport::Status::absent, "nobody is there yet");
        }
        return std::make_unique<Fake>(*this);
    }
    void visit_counters(const CounterVisitor& visit) const override {
        visit("fake.published", published.size());
    }

    // The test calls these functions to play the server's part.
    void admit(GatePolicy gate, std::int64_t start = 0, SimDuration heartbeat = kHeartbeat) {
        terms = JoinTerms{heartbeat, gate, Tick{start}, WallDuration::seconds(1)};
        status = Transport::Status::member;
    }
    void end(Transport::Status how, std::string why) {
        status = how;
        reason = std::move(why);
    }
    /// Makes the next poll() that has a sink pass the sink to `word`.
    void deliver(std::function<void(FlowSink&)> word) { deliveries.push_back(std::move(word)); }
    void deliver_slowest(std::int64_t tick) {
        deliver([tick](FlowSink& sink) { sink.set_slowest(AgentId{42}, Tick{tick}); });
    }

    // These members hold what the client has sent.
    struct Message {
        net::AgentHeader header;
        Bytes any;
    };
    std::vector<Message> published;
    std::vector<Participation> joined_as;
    std::size_t signs_of_life = 0;   // calls that would have sent something to the server
    std::optional<Tick> waits_with;  // the newest heartbeat that the client knew when it asked again
    bool has_left = false;

    Transport::Status status = Transport::Status::joining;
    std::optional<JoinTerms> terms;
    std::string reason;
    std::vector<AgentId> awaited;
    Tick received{-1};  // messages published up to this heartbeat have arrived
    bool refuses = false;
    int attempts_in_vain = 0;  // to join, until somebody answers
    std::vector<std::function<void(FlowSink&)>> deliveries;

  private:
    class Fake final : public Transport {
      public:
        explicit Fake(FakeTransports& hand) : state_(hand) {}
        Status poll(WallTime, WallDuration, FlowSink* sink) override {
            if (sink == nullptr) return state_.status;
            for (const auto& word : std::exchange(state_.deliveries, {})) word(*sink);
            return state_.status;
        }
        const std::optional<JoinTerms>& terms() const override { return state_.terms; }
        void publish(Tick tick, std::span<const OutgoingState> messages, Tick, WallTime) override {
            ++state_.signs_of_life;
            for (const OutgoingState& message : messages)
                state_.published.push_back({message.header, Bytes(message.any.begin(), message.any.end())});
            if (!messages.empty()) published_until_ = tick;
        }
        void request_missing(Tick known, WallTime now) override {
            ++state_.signs_of_life;
            state_.waits_with = known;
            asks_at_ = now + WallDuration::milliseconds(40);
        }
        void keep_alive(Tick, WallTime) override { ++state_.signs_of_life; }
        WallTime next_deadline() const override { return asks_at_; }
        bool all_received() const override { return state_.received >= published_until_; }
        void leave() override { state_.has_left = true; }
        const std::string& reason() const override { return state_.reason; }
        std::span<const AgentId> awaited() const override { return state_.awaited; }

      private:
        FakeTransports& state_;
        Tick published_until_{-1};
        WallTime asks_at_;
    };
};

}  // namespace synchrono::client::transport
