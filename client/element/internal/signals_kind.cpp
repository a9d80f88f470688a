#include "client/element/internal/signals_kind.hpp"

#include <algorithm>

#include "client/element/actor.hpp"
#include "common/signal/signal_controller.hpp"

namespace synchrono::client::element::internal {
namespace {

/// The signals of an intersection and their controller. `shown_` is what the signals show at the heartbeat
/// itself; that is what they publish. The controller has already run to the last change before the next
/// heartbeat, so that the changes are known before they happen.
class Signals final : public Actor {
  public:
    Signals(const config::Scenario& scenario, const config::AgentSpec& agent,
            const config::SignalsElement& spec, SimTime now)
        : Actor(agent),
          intersection_(scenario.intersections.at(spec.intersection)),
          heartbeat_(scenario.heartbeat) {
        shown_.agent = agent.id;
        shown_.intersection = intersection_.id;
        shown_.region = intersection_.region.value_or(0);
        shown_.position = intersection_.position;
        start(now);
    }

    void restart(SimTime now) override {
        last_groups_.clear();  // send the whole state again: receivers may have lost it
        if (now < time_) {
            start(now);  // the world has gone back in time
            return;
        }
        // The detectors have seen no vehicle in the meantime.
        controller_->advance(time_ = now);
        collect_changes(now, now + heartbeat_);
    }

    /// Lets the controller react to the vehicles that stand on the detectors at the beginning of the
    /// heartbeat. The controller reacts at the end of the heartbeat, so that every change is published before
    /// it happens, or as it happens.
    void advance(const ElementSurroundings& world, SimDuration heartbeat) override {
        const SimTime until = world.now + heartbeat;
        controller_->observe(until, world.vehicles);
        time_ = until;
        collect_changes(until, until + heartbeat);
    }

    const body::SignalsInSight* signals() const override { return &shown_; }
    void add_changes(std::vector<body::SignalsChange>& all) const override {
        for (std::size_t i = 0; i < changes_count_; ++i)
            all.push_back({agent(), changes_[i].time, changes_[i].groups});
    }
    void repeat_changes() override { last_groups_.clear(); }

  private:
    struct Change {
        SimTime time;
        std::vector<signal::GroupSignal> groups;
    };

    void start(SimTime now) {
        controller_ = signal::make_signal_controller(intersection_);
        controller_->observe(now, {});
        time_ = now;
        collect_changes(now, now + heartbeat_);
    }

    /// Sets what the lamps show at `now`, and collects their changes from `now` up to, but not at, `until`.
    void collect_changes(SimTime now, SimTime until) {
        changes_count_ = 0;
        shown_.groups.clear();
        for (const signal::GroupSignal& group : controller_->groups())
            shown_.groups.push_back({group.group, group.state});
        add_change(now);
        while (const auto next = controller_->next_event()) {
            if (*next >= until) break;
            controller_->advance(*next);
            time_ = *next;
            add_change(*next);
        }
    }

    void add_change(SimTime now) {
        const auto groups = controller_->groups();
        if (std::equal(groups.begin(), groups.end(), last_groups_.begin(), last_groups_.end())) return;
        last_groups_.assign(groups.begin(), groups.end());
        if (changes_count_ == changes_.size()) changes_.emplace_back();
        Change& one = changes_[changes_count_++];
        one.time = now;
        one.groups.assign(groups.begin(), groups.end());
    }

    const config::Intersection& intersection_;
    const SimDuration heartbeat_;
    std::unique_ptr<signal::SignalController> controller_;
    body::SignalsInSight shown_;
    SimTime time_;                                  // the controller has run to here
    std::vector<signal::GroupSignal> last_groups_;  // the groups in the newest change
    std::vector<Change> changes_;
    std::size_t changes_count_ = 0;  // valid entries, at the front; the rest is kept for its memory
};

class SignalsKind final : public ElementKindOf<config::SignalsElement> {
  public:
    std::string_view state_type_url() const override { return body::kSignalsStateTypeUrl; }

    std::unique_ptr<Actor> make(const config::Scenario& scenario, const config::AgentSpec& agent,
                                SimTime now) const override {
        return std::make_unique<Signals>(scenario, agent, spec_of(agent), now);
    }
};

}  // namespace

const ElementKind& signals_kind() {
    static const SignalsKind kind;
    return kind;
}

}  // namespace synchrono::client::element::internal
