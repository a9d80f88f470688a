/// The radio of one agent: sends its basic safety messages and what its pilot has to say, and gives the pilot
/// what was heard and who is around. It knows simulated time and no transport: who carries messages calls
/// `deliver` and takes what `finish` gives.
///
/// A heartbeat at `now` goes: deliver what has come; step(now, ...); the pilot is shown news(); post() what
/// it answers; finish().
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
    const config::Scenario& scenario;  // with a radio in it
    AgentId agent;                     // with a radio
    Counters<RadioCounter>& counters;  // shared by the client's agents
    /// Hears once, in one line, that a message of the pilot was refused. May be empty.
    std::function<void(std::string_view)> note = {};
};

/// Threading: the client's loop thread.  Borrows: the scenario, the counters.
class Applet {
  public:
    struct Transmission {
        SimTime time;  // within the heartbeat
        config::Medium medium = config::Medium::dsrc;
        Bytes payload;
    };

    explicit Applet(const AppletSetup& setup);
    Applet(const Applet&) = delete;
    Applet& operator=(const Applet&) = delete;

    /// A message on its way here, with a time that may be still to come or has passed. Where the inbox is
    /// full the last in it is shed.
    void deliver(Delivery delivery);
    /// The heartbeat at `now` begins; `motion` is how the vehicle moves now, `news` what its sensors told
    /// since the last, null where it has none. If it `hears`, what has a time up to now becomes visible,
    /// until it hears again. Requires times that rise, and sensors where its messages tell of what they
    /// sense.
    void step(SimTime now, const BodyMotion& motion, const SynSensors* news = nullptr, bool hears = true);
    /// The pilot's share: messages that became visible when it last heard, and who is around. The same object
    /// at every step; its contents are valid until it hears again.
    const RadioNews& news() const { return news_; }
    /// Takes the pilot's messages, which go out at this heartbeat, and counts those that were refused.
    /// Requires that the heartbeat has begun, and messages that an Outbox has let through.
    void post(const Posted& posted);
    /// The heartbeat is over for the pilot: all that the agent sends in it, by time. Valid until the next
    /// step.
    std::span<const Transmission> finish();

    /// What became visible when it last heard.
    std::span<const Delivery> heard() const { return heard_; }
    /// What became visible with this step and should have been when it heard before.
    std::span<const Delivery> late() const { return heard().first(late_); }
    /// The agent was out of the world: forgets what is on its way, and where it was.
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
    std::optional<SensedState> sensed_;  // it does not know the truth
    std::optional<SimTime> basic_safety_due_;
    Inbox inbox_;
    Neighbours neighbours_;
    std::vector<Delivery> heard_;
    std::size_t late_ = 0;
    std::vector<SynMessage> messages_;  // heard_, as the pilot sees it
    std::optional<SimTime> now_, heard_at_;
    bool stepping_ = false;  // the pilot's messages may come
    std::vector<Transmission> outgoing_;
    std::size_t outgoing_count_ = 0;
    RadioNews news_;
};

}  // namespace synchrono::client
