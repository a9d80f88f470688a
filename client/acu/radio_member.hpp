/// A client's membership on the radio. RadioMember joins the radio, knows whether enough has arrived for the
/// next step, sends the agents' messages of each heartbeat, and hands each agent the messages that reached
/// it, with the times from which the agent may see them.
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

namespace synchrono::client::acu {

/// The facts from which a RadioMember is made.
struct RadioMemberSetup {
    const config::Scenario& scenario;  // must have a radio
    link::RadioLinkFactory& links;
    engine::Engine& engine;
    Recorder* recorder = nullptr;                     // may be null
    std::function<void(std::string_view)> note = {};  // gets each line of text for people
};

/// Threading: the client's loop thread; counters from any.  Owns: the link, and the messages heard, for as
/// long as somebody uses them; must outlive the applets that it made. Borrows: links, engine, recorder,
/// spectator and the agents.
class RadioMember final : private link::RadioSink {
  public:
    explicit RadioMember(const RadioMemberSetup& setup);
    /// Sets the spectator, which is then called for each message that reaches one of the agents.
    void set_spectator(Spectator* spectator) { spectator_ = spectator; }
    /// Makes the radio of an agent; returns null if the agent has none.
    std::unique_ptr<radio::Applet> make_applet(const config::AgentSpec& agent);

    /// Connects to the radio. To be called before the client joins the world, since connecting may take long.
    /// The error is one line, and is temporary when nobody answers.
    Result<void> connect() { return links_.connect(); }
    /// Asks to take part in the radio with those of the agents that have not left. `start` is the heartbeat
    /// at which the client enters the world. Requires connect(), and agents in ascending order that keep
    /// their place in memory.
    void join(std::span<Acu> agents, Tick start, WallTime now);
    /// Drops the membership, since the client has lost or left the world; join() begins another.
    void drop() { link_.reset(); }
    /// Returns whether join() has been called, and drop() has not been called since. The functions from
    /// status() to wait_to_leave() require is_on().
    bool is_on() const { return link_ != nullptr; }
    link::RadioLink::Status status() const { return link_->status(); }
    /// Returns why the link is lost or stopped.
    const std::string& reason() const { return link_->reason(); }

    /// Returns whether enough has arrived for the step from `tick`. The gate's rule holds for radio messages
    /// as it does for states: under `exact` both become visible after a fixed lag, under `window` both may be
    /// as late as the window allows.
    bool has_enough_for(Tick tick) const { return link_->delivered_until() >= needed(tick); }
    /// Returns whether all messages have arrived that could become visible in the step from `tick`. Under
    /// `window` these are more than the step needs.
    bool has_all_for(Tick tick) const { return link_->delivered_until() >= wanted(tick); }
    /// Takes in the messages that have arrived, until has_all_for(tick) holds. Does not wait.
    link::RadioLink::Status poll(Tick tick, WallTime now) {
        return link_->poll(now, WallDuration{}, wanted(tick));
    }
    /// Waits for the messages that the step from `tick` needs, but no longer than `wait_max`. Also lets the
    /// radio know that the client lives.
    link::RadioLink::Status wait(Tick tick, WallTime now, WallDuration wait_max);
    /// Lets the radio know that the client lives, while the client waits for others.
    void keep_alive(WallTime now) { link_->keep_alive(now); }

    /// Sends what happens on the radio in the heartbeat `tick`: the agents' places and messages, and the
    /// changes of our signals. Sends nothing before the heartbeat at which the radio lets us start. Records
    /// the messages that the agents saw late. Requires the status `member`, and one call for each heartbeat.
    void exchange(Tick tick, WallTime now);

    /// Announces that the agents are gone from `tick` on.
    void leave(Tick tick, WallTime now) { link_->leave(tick, now); }
    /// Waits until the radio knows that the client leaves, but no longer than `wait_max`.
    link::RadioLink::Status wait_to_leave(WallTime now, WallDuration wait_max) {
        return link_->poll(now, wait_max, link_->delivered_until());
    }

    const Counters<radio::RadioCounter>& counters() const { return counters_; }
    const Counters<link::RadioLinkCounter>& link_counters() const { return link_counters_; }

  private:
    /// Returns how far the link must have delivered before the step from `tick` may begin.
    Tick needed(Tick tick) const { return scenario_.radio_needed_for(tick); }
    /// Returns how far the link delivers if it has everything that could become visible in the step from
    /// `tick`.
    Tick wanted(Tick tick) const;
    SimTime seen_from(SimTime arrival) const;
    void deliver(const link::DeliveredMessage& message,
                 std::span<const link::RadioArrival> arrivals) override;
    Acu* acu_of(AgentId agent);

    const config::Scenario& scenario_;
    link::RadioLinkFactory& links_;
    engine::Engine& engine_;
    Recorder* const recorder_;
    const std::function<void(std::string_view)> note_;
    Spectator* spectator_ = nullptr;
    const std::int64_t period_;  // heartbeats from one exchange to the next
    Counters<radio::RadioCounter> counters_;
    Counters<link::RadioLinkCounter> link_counters_;
    radio::RadioMessages messages_;
    std::span<Acu> acus_;  // ascending by agent
    std::unique_ptr<link::RadioLink> link_;
    bool waited_ = false;  // whether a wait has been counted in this heartbeat
    std::vector<link::AgentPlace> places_;
    std::vector<link::OutgoingMessage> outgoing_;
};

}  // namespace synchrono::client::acu
