/// A client's part on the radio: joins it, knows when enough of its news are there for the next step, sends
/// what the agents say within a heartbeat, and gives each agent what it hears, from when it may be seen on.
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
    const config::Scenario& scenario;  // with a radio in it
    RadioLinkFactory& links;
    Engine& engine;
    Recorder* recorder = nullptr;                     // may be null
    std::function<void(std::string_view)> note = {};  // hears what people should know, a line each
};

/// Threading: the client's loop thread; counters from any.  Owns: the link, and what is heard while somebody
/// has it; outlives the applets. Borrows: links, engine, recorder, spectator and the agents.
class RadioMember final : private RadioSink {
  public:
    explicit RadioMember(const RadioMemberSetup& setup);
    /// Hears of each message that reaches one of the agents.
    void set_spectator(Spectator* spectator) { spectator_ = spectator; }
    /// The radio of an agent; null if it has none.
    std::unique_ptr<Applet> make_applet(const config::AgentSpec& agent);

    /// Reaches the radio, which may take long: to be called before the world knows of the client. The error
    /// is one line.
    Result<void> connect() { return links_.connect(); }
    /// The client is in the world from `start` on, with those of the agents that have not left. Requires
    /// connect(), and agents that ascend and stay where they are.
    void join(std::span<Acu> agents, Tick start, WallTime now);
    /// The world has gone on without the client: it is on no radio until it joins again.
    void drop() { link_.reset(); }
    /// False: it has not joined yet, or has been dropped. True is what the functions below require.
    bool is_on() const { return link_ != nullptr; }
    RadioLink::Stage stage() const { return link_->stage(); }
    /// Why it is lost or stopped.
    const std::string& reason() const { return link_->reason(); }

    /// Enough is known for the step from `tick`. Messages are let in as states are: after so many heartbeats,
    /// or when they come within a window.
    bool is_ready(Tick tick) const { return link_->told() >= needed(tick); }
    /// All is known that the step from `tick` can show. Under `window` that is more than enough.
    bool knows_all(Tick tick) const { return link_->told() >= wanted(tick); }
    /// Takes in news that have come, up to all that the step from `tick` can show.
    RadioLink::Stage look(Tick tick, WallTime now) { return link_->turn(now, WallDuration{}, wanted(tick)); }
    /// Waits for the news that the step from `tick` needs, no longer than `wait_max`.
    RadioLink::Stage wait(Tick tick, WallTime now, WallDuration wait_max);
    /// Shows the radio that the client lives, while the client waits for others.
    void keep_alive(WallTime now) { link_->keep_alive(now); }

    /// Sends what the agents say within the heartbeat of `tick` and where they are. Requires the stage
    /// `member`, and a call for each heartbeat.
    void exchange(Tick tick, WallTime now);

    /// Leaves: the agents are gone from `tick` on.
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
    bool waited_ = false;  // in this heartbeat
    std::vector<RadioPlaced> placed_;
    std::vector<RadioOutgoing> outgoing_;
};

}  // namespace synchrono::client
