#include "tests/process/hostile_client.hpp"

#include <condition_variable>
#include <mutex>
#include <stdexcept>
#include <utility>

#include "client/program/connections.hpp"
#include "client/program/engines.hpp"
#include "client/program/node_loop.hpp"
#include "common/time/wall_clock.hpp"

namespace synchrono::testing {
namespace {

using client::link::RadioLink;
using client::link::RadioLinkFactory;
using client::transport::Transport;

/// Decides when to cheat, and waits without delaying the end of the test.
struct Cheater {
    bool does(Cheat which, Tick tick) const { return cheat == which && tick >= from; }
    void wait(WallDuration time) {
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any nobody;
        nobody.wait_for(lock, stop, std::chrono::nanoseconds(time.count_ns()), [] { return false; });
    }
    Cheat cheat;
    Tick from;
    WallDuration silence_limit;
    std::stop_token stop;
};

class HostileTransport final : public Transport {
  public:
    HostileTransport(std::unique_ptr<Transport> honest, Cheater& cheater)
        : honest_(std::move(honest)), cheater_(cheater) {}

    Status poll(WallTime now, WallDuration wait_max, client::transport::FlowSink* sink) override {
        if (!gone_) return honest_->poll(now, wait_max, sink);
        cheater_.wait(wait_max);
        return Status::member;
    }
    const std::optional<client::transport::JoinTerms>& terms() const override { return honest_->terms(); }
    void publish(Tick tick, std::span<const client::transport::OutgoingState> messages, Tick known,
                 WallTime now) override {
        if (cheater_.does(Cheat::publishes_no_more, tick)) return honest_->keep_alive(told(known), now);
        if (cheater_.does(Cheat::publishes_rarely, tick)) cheater_.wait(cheater_.silence_limit * 9 / 10);
        if (cheater_.does(Cheat::radio_alone, tick) && !std::exchange(gone_, true)) honest_->leave();
        if (gone_) return;
        honest_->publish(tick, messages, told(known), now);
    }
    void request_missing(Tick known, WallTime now) override {
        if (!gone_) honest_->request_missing(told(known), now);
    }
    void keep_alive(Tick known, WallTime now) override {
        if (!gone_) honest_->keep_alive(told(known), now);
    }
    WallTime next_deadline() const override { return honest_->next_deadline(); }
    bool all_received() const override { return honest_->all_received(); }
    void leave() override { honest_->leave(); }
    const std::string& reason() const override { return honest_->reason(); }
    std::span<const AgentId> awaited() const override { return honest_->awaited(); }

  private:
    Tick told(Tick known) {
        if (!cheater_.does(Cheat::forgets_what_it_has, known)) told_ = known;
        return told_;
    }

    std::unique_ptr<Transport> honest_;
    Cheater& cheater_;
    Tick told_{-1};
    bool gone_ = false;  // it has left the world, but pretends to be there
};

class HostileTransports final : public client::transport::TransportFactory {
  public:
    HostileTransports(TransportFactory& honest, Cheater& cheater) : honest_(honest), cheater_(cheater) {}
    std::unique_ptr<Transport> join(const client::transport::Participation& participation,
                                    WallTime now) override {
        return std::make_unique<HostileTransport>(honest_.join(participation, now), cheater_);
    }
    void visit_counters(const client::transport::CounterVisitor&) const override {}

  private:
    TransportFactory& honest_;
    Cheater& cheater_;
};

/// A radio that is not there, but seems to deliver at once.
class NoLink final : public RadioLink {
  public:
    explicit NoLink(Tick start) : start_(start) {}
    Status poll(WallTime, WallDuration, Tick) override { return Status::member; }
    Tick start() const override { return start_; }
    Tick delivered_until() const override { return Tick{1 << 30}; }
    void send(Tick, std::span<const client::link::AgentPlace>, std::span<const client::link::OutgoingMessage>,
              std::span<const client::body::SignalsChange>, bool, WallTime) override {}
    void keep_alive(WallTime) override {}
    void leave(Tick, WallTime) override {}
    Status status() const override { return Status::member; }
    const std::string& reason() const override { return reason_; }

  private:
    Tick start_;
    std::string reason_;
};

class HostileLink final : public RadioLink {
  public:
    HostileLink(std::unique_ptr<RadioLink> honest, Cheater& cheater)
        : honest_(std::move(honest)), cheater_(cheater) {}
    Status poll(WallTime now, WallDuration wait_max, Tick enough) override {
        return honest_->poll(now, wait_max, enough);
    }
    Tick start() const override { return honest_->start(); }
    Tick delivered_until() const override { return honest_->delivered_until(); }
    void send(Tick tick, std::span<const client::link::AgentPlace> places,
              std::span<const client::link::OutgoingMessage> messages,
              std::span<const client::body::SignalsChange> signals, bool flush, WallTime now) override {
        if (cheater_.does(Cheat::sends_no_batches, tick)) return honest_->keep_alive(now);
        honest_->send(tick, places, messages, signals, flush, now);
    }
    void keep_alive(WallTime now) override { honest_->keep_alive(now); }
    void leave(Tick tick, WallTime now) override { honest_->leave(tick, now); }
    Status status() const override { return honest_->status(); }
    const std::string& reason() const override { return honest_->reason(); }

  private:
    std::unique_ptr<RadioLink> honest_;
    Cheater& cheater_;
};

class HostileLinks final : public RadioLinkFactory {
  public:
    HostileLinks(RadioLinkFactory& honest, Cheater& cheater) : honest_(honest), cheater_(cheater) {}
    Result<void> connect() override { return honest_.connect(); }
    std::unique_ptr<RadioLink> join(std::span<const AgentId> agents, Tick start,
                                    client::link::RadioSink& sink,
                                    Counters<client::link::RadioLinkCounter>& counters,
                                    WallTime now) override {
        if (cheater_.cheat == Cheat::never_joins_radio) return std::make_unique<NoLink>(start);
        return std::make_unique<HostileLink>(honest_.join(agents, start, sink, counters, now), cheater_);
    }

  private:
    RadioLinkFactory& honest_;
    Cheater& cheater_;
};

void take_part(const HostileSetup& setup, const std::stop_token& stop) {
    client::Arguments arguments;
    arguments.server = setup.server.to_string();
    arguments.radio = setup.radio.to_string();
    const auto connections = client::resolve_connections(arguments, setup.scenario, setup.credential);
    const auto engine = client::make_engine(setup.scenario, setup.agents);
    if (!connections || !engine) throw std::runtime_error("the hostile client cannot start");
    Cheater cheater{setup.cheat, setup.from, setup.scenario.silence_limit, stop};
    HostileTransports transports(*connections->transports, cheater);
    std::optional<HostileLinks> links;
    if (connections->radio) links.emplace(*connections->radio, cheater);
    client::acu::ClientNode node({.scenario = setup.scenario,
                                  .agents = setup.agents,
                                  .radio = links ? &*links : nullptr,
                                  .note = [](std::string_view) {},
                                  .pace = {},
                                  .ray_world = nullptr},
                                 transports, **engine, nullptr);
    const MonotonicClock clock;
    while (!stop.stop_requested()) {
        const auto outcome = node.run_once(clock.now(), true);
        if (outcome.state != client::acu::ClientNode::State::running) return;
        if (outcome.wake_at > clock.now())
            cheater.wait(std::min(outcome.wake_at - clock.now(), WallDuration::milliseconds(2)));
    }
}

}  // namespace

std::string_view to_string(Cheat cheat) {
    switch (cheat) {
        case Cheat::publishes_no_more:
            return "publishes no more";
        case Cheat::publishes_rarely:
            return "publishes rarely";
        case Cheat::forgets_what_it_has:
            return "forgets what it has";
        case Cheat::sends_no_batches:
            return "sends no batches";
        case Cheat::never_joins_radio:
            return "never joins the radio";
        case Cheat::radio_alone:
            return "stays on the radio alone";
    }
    return "";
}

HostileClient::HostileClient(HostileSetup setup)
    : thread_([setup = std::move(setup)](const std::stop_token& stop) { take_part(setup, stop); }) {}

HostileClient::~HostileClient() = default;

}  // namespace synchrono::testing
