/// The radio of one agent. It sends the agent's basic safety messages and its pilot's messages, and gives
/// the pilot the messages that it hears and a list of neighbours. It knows simulated time but no transport:
/// its owner calls `deliver` with messages that arrive and sends those that `finish` returns.
///
/// The calls in a heartbeat at `now` are: deliver() for each message that has come; step(now, ...); news()
/// for the pilot; post() with the pilot's messages; finish().
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "client/body/body_motion.hpp"
#include "client/radio/basic_safety.hpp"
#include "client/radio/inbox.hpp"
#include "client/radio/neighbours.hpp"
#include "client/radio/outbox.hpp"
#include "client/radio/radio_news.hpp"
#include "common/config/scenario.hpp"
#include "pcp/synchrono_radio.h"
#include "pcp/synchrono_sensors.h"

namespace synchrono::client {

struct AppletSetup {
    const config::Scenario& scenario;  // must have a radio
    AgentId agent;                     // must have a radio
    Counters<RadioCounter>& counters;  // shared by the client's agents
    /// Gets one line when the first message of the pilot is refused, and none for later ones. May be empty.
    std::function<void(std::string_view)> note = {};
};

/// Threading: the client's loop thread.  Borrows: the scenario, the counters.
class Applet {
  public:
    /// A message that the agent sends.
    struct Transmission {
        SimTime time;  // within the heartbeat
        config::Medium medium = config::Medium::dsrc;
        Bytes payload;
    };

    explicit Applet(const AppletSetup& setup);
    Applet(const Applet&) = delete;
    Applet& operator=(const Applet&) = delete;

    /// Takes a message that is on its way here; its time may lie in the future or in the past. If the inbox
    /// is full, the message with the latest time is dropped.
    void deliver(Delivery delivery);
    /// Begins the heartbeat at `now`. `motion` is the vehicle's motion now, `news` the samples that its
    /// sensors have delivered since the last heartbeat; null if it has no sensors. With `hears`, the
    /// messages with a time up to `now` become visible, and stay so until the next step with `hears`.
    /// Requires ascending times, and `news` if the basic safety messages contain the sensed state.
    void step(SimTime now, const BodyMotion& motion, const SynSensors* news = nullptr, bool hears = true);
    /// Returns the radio's part of the pilot's perception: the messages that became visible in the last
    /// step with `hears`, and the neighbours. The same object at every step; its contents are valid until
    /// the next step with `hears`.
    const RadioNews& news() const { return news_; }
    /// Takes the pilot's messages, which are sent at this heartbeat, and counts those that were refused.
    /// Requires that the heartbeat has begun, and messages from an Outbox.
    void post(const Posted& posted);
    /// Ends the heartbeat for the pilot, and returns all messages that the agent sends in it, in the order
    /// of time. Valid until the next step.
    std::span<const Transmission> finish();

    /// Returns the messages that became visible in the last step with `hears`.
    std::span<const Delivery> heard() const { return heard_; }
    /// Returns those messages of this step that should have been visible in an earlier one.
    std::span<const Delivery> late() const { return heard().first(late_); }
    /// Starts anew after the agent was out of the world: forgets the messages under way and the sensed place.
    void come_back();

  private:
    void hear(SimTime now);
    void show();
    Transmission& add_transmission(SimTime time, config::Medium medium);

    const config::Scenario& scenario_;
    const config::AgentSpec& spec_;
    Counters<RadioCounter>& counters_;
    std::function<void(std::string_view)> note_;
    std::optional<BasicSafetySource> basic_safety_;
    std::optional<SensedState> sensed_;  // set if the messages contain the sensed state, not the true one
    std::optional<SimTime> basic_safety_due_;
    Inbox inbox_;
    Neighbours neighbours_;
    std::vector<Delivery> heard_;
    std::size_t late_ = 0;
    std::vector<SynMessage> messages_;  // heard_ in the structures for pilots
    std::optional<SimTime> now_, heard_at_;
    bool stepping_ = false;  // between step() and finish(), when post() is allowed
    std::vector<Transmission> outgoing_;
    std::size_t outgoing_count_ = 0;
    RadioNews news_;
};

}  // namespace synchrono::client
