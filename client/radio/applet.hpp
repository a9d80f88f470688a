/// The radio of one agent. It sends the agent's basic safety messages and its pilot's messages, and gives
/// the pilot the messages that the agent hears and a list of neighbours. It knows simulated time but no
/// transport: its owner calls deliver() with messages that arrive, and sends the messages that finish()
/// returns.
///
/// The calls in a heartbeat at `now` are, in this order: deliver() for each message that has come;
/// step(now, ...); perception() for the pilot; post() with the pilot's messages; finish().
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
#include "client/radio/radio_perception.hpp"
#include "common/config/scenario.hpp"
#include "pcp/synchrono_radio.h"
#include "pcp/synchrono_sensors.h"

namespace synchrono::client::radio {

struct AppletSetup {
    const config::Scenario& scenario;  // must have a radio
    AgentId agent;                     // must have a radio
    Counters<RadioCounter>& counters;  // shared by the client's agents
    /// Gets one line about the pilot's first refused message, and none about later ones. May be empty.
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

    /// Takes a message that is on its way to the agent; its time may lie in the future or in the past. If the
    /// inbox is full, the message with the latest time is dropped.
    void deliver(Delivery delivery);
    /// Begins the heartbeat at `now`. `motion` is the body's motion now. `new_samples` holds the samples that
    /// the agent's sensors have delivered since the last heartbeat; it is null if the agent has no sensors.
    /// If `hears` is true, the messages with a time up to `now` become visible, and stay so until the next
    /// step with `hears`. Requires ascending times, and requires `new_samples` if the basic safety messages
    /// contain the sensed state.
    void step(SimTime now, const body::BodyMotion& motion, const SynSensors* new_samples = nullptr,
              bool hears = true);
    /// Returns the radio's part of the pilot's perception, as it was after the last step with `hears`. The
    /// object is the same at every step; its contents are valid until the next step with `hears`.
    const RadioPerception& perception() const { return perception_; }
    /// Takes the pilot's messages, which are sent at this heartbeat, and counts the messages that the Outbox
    /// refused. Requires that the heartbeat has begun, and that `posted` comes from an Outbox.
    void post(const Posted& posted);
    /// Ends the heartbeat for the radio, and returns all messages that the agent sends in it, in the order of
    /// time. The result is valid until the next step. Requires that the heartbeat has begun.
    std::span<const Transmission> finish();

    /// Returns the messages that became visible in the last step with `hears`.
    std::span<const Delivery> heard() const { return heard_; }
    /// Returns the messages that became visible in this step, but should have been visible in an earlier one.
    std::span<const Delivery> late() const { return heard().first(late_); }
    /// Starts anew after the agent was out of the world: forgets the messages under way and the sensed state.
    void come_back();

  private:
    void receive(SimTime now);
    void update_perception();
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
    RadioPerception perception_;
};

}  // namespace synchrono::client::radio
