/// A client's membership on the radio. It joins the radio, knows whether enough has arrived for the next
/// step, sends the agents' messages of each heartbeat, and hands each agent the messages that reached it,
/// with the time from which on the agent may see them.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "client/acu/acu.hpp"
#include "client/acu/recorder.hpp"
#include "client/acu/spectator.hpp"
#include "client/link/radio_link.hpp"

namespace synchrono::client {

struct RadioMemberSetup {
    const config::Scenario& scenario;  // must have a radio
    RadioLinkFactory& links;
    Engine& engine;
    Recorder* recorder = nullptr;                     // may be null
    std::function<void(std::string_view)> note = {};  // gets each line of text that people should read
};

/// Threading: the client's loop thread; counters from any.  Owns: the link, and the messages heard, for as
/// long as somebody uses them; outlives the applets. Borrows: links, engine, recorder, spectator and the
/// agents.
class RadioMember final : private RadioSink {
  public:
    explicit RadioMember(const RadioMemberSetup& setup);
    /// Sets the spectator, which is then called for each message that reaches one of the agents.
    void set_spectator(Spectator* spectator) { spectator_ = spectator; }
    /// Makes the radio of an agent; null if the agent has none.
    std::unique_ptr<Applet> make_applet(const config::AgentSpec& agent);

    /// Connects to the radio. Since that may take long, it is called before the client joins the world. The
    /// error is one line.
    Result<void> connect() { return links_.connect(); }
    /// Asks to take part from `start` on, when the client enters the world, with those of the agents that
    /// have not left. Requires connect(), and agents in ascending order that keep their place in memory.
    void join(std::span<Acu> agents, Tick start, WallTime now);
    /// Drops the membership, since the client has lost or left the world; join() begins another.
    void drop() { link_.reset(); }
    /// Returns whether the client has joined and has not been dropped since. The functions below require it.
    bool is_on() const { return link_ != nullptr; }
    RadioLink::Stage stage() const { return link_->stage(); }
    /// Returns why the link is lost or stopped.
    const std::string& reason() const { return link_->reason(); }

    /// Returns whether enough has arrived for the step from `tick`. The gate's rule holds for radio
    /// messages as it does for states: under `exact` they become visible after a fixed lag, under `window`
    /// they may be as late as the window allows.
    bool is_ready(Tick tick) const { return link_->told() >= needed(tick); }
    /// Returns whether everything has arrived that could become visible in the step from `tick`. Under
    /// `window` that is more than the step needs.
    bool knows_all(Tick tick) const { return link_->told() >= wanted(tick); }
    /// Takes in messages that have arrived, up to all that could become visible in the step from `tick`. Does
    /// not wait.
    RadioLink::Stage look(Tick tick, WallTime now) { return link_->turn(now, WallDuration{}, wanted(tick)); }
    /// Waits for the messages that the step from `tick` needs, no longer than `wait_max`.
    RadioLink::Stage wait(Tick tick, WallTime now, WallDuration wait_max);
    /// Lets the radio know that the client lives, while the client waits for others.
    void keep_alive(WallTime now) { link_->keep_alive(now); }

    /// Sends the agents' messages of the heartbeat `tick` and their places. Requires the stage `member`,
    /// and is to be called for each heartbeat.
    void exchange(Tick tick, WallTime now);

    /// Announces that the agents are gone from `tick` on.
    void leave(Tick tick, WallTime now) { link_->leave(tick, now); }
    /// Waits until the radio knows that the client leaves, no longer than `wait_max`.
    RadioLink::Stage wait_to_leave(WallTime now, WallDuration wait_max) {
        return link_->turn(now, wait_max, link_->told());
    }

    const Counters<RadioCounter>& counters() const { return counters_; }
    const Counters<RadioLinkCounter>& link_counters() const { return link_counters_; }

  private:
    Tick needed(Tick tick) const { return last_exchange(tick + 1 - scenario_.gate.heartbeats); }
    Tick wanted(Tick tick) const;
    Tick last_exchange(Tick tick) const;
    SimTime seen_from(SimTime arrival) const;
    void delivered(const RadioDelivered& message, std::span<const RadioArrival> arrivals) override;
    Acu* acu_of(AgentId agent);

    const config::Scenario& scenario_;
    RadioLinkFactory& links_;
    Engine& engine_;
    Recorder* const recorder_;
    const std::function<void(std::string_view)> note_;
    Spectator* spectator_ = nullptr;
    const std::int64_t period_;  // heartbeats from one exchange to the next
    Counters<RadioCounter> counters_;
    Counters<RadioLinkCounter> link_counters_;
    Frames frames_;
    std::span<Acu> acus_;  // ascending by agent
    std::unique_ptr<RadioLink> link_;
    bool waited_ = false;  // whether wait() has been counted in this heartbeat
    std::vector<RadioPlaced> placed_;
    std::vector<RadioOutgoing> outgoing_;
};

}  // namespace synchrono::client
