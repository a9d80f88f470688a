#include "client/element/internal/signals_kind.hpp"

#include <algorithm>

#include "client/element/actor.hpp"
#include "common/signal/signal_controller.hpp"

namespace synchrono::client::internal {
namespace {

/// The signals of an intersection and their controller. `shown_` is what they show at the heartbeat itself,
/// which is what they publish. The controller is ahead of that: it has run to the last change before the
/// next heartbeat, so that the changes are known before they happen.
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

    void begin(SimTime now) override {
        told_.clear();  // make everything news: listeners may have lost it
        if (now < time_) {
            start(now);  // the world has gone back in time
            return;
        }
        // In between, the detectors saw no vehicle.
        controller_->advance(time_ = now);
        look_ahead(now, now + heartbeat_);
    }

    /// Lets the controller react at the end of the heartbeat to the vehicles that stand on the detectors at
    /// its beginning. So every change is published before it happens, or as it happens.
    void advance(const ShownWorld& world, SimDuration heartbeat) override {
        const SimTime until = world.now + heartbeat;
        controller_->observe(until, world.vehicles);
        time_ = until;
        look_ahead(until, until + heartbeat);
    }

    const SignalsInSight* signals() const override { return &shown_; }
    void add_news(std::vector<SignalsNews>& all) const override {
        for (std::size_t i = 0; i < news_count_; ++i)
            all.push_back({agent(), news_[i].time, news_[i].groups});
    }
    void keep_news() override { told_.clear(); }

  private:
    struct News {
        SimTime time;
        std::vector<signal::GroupSignal> groups;
    };

    void start(SimTime now) {
        controller_ = signal::make_signal_controller(intersection_);
        controller_->observe(now, {});
        time_ = now;
        look_ahead(now, now + heartbeat_);
    }

    /// Sets what the lamps show at `now`, and collects their changes before `until`.
    void look_ahead(SimTime now, SimTime until) {
        news_count_ = 0;
        shown_.groups.clear();
        for (const signal::GroupSignal& group : controller_->groups())
            shown_.groups.push_back({group.group, group.state});
        tell(now);
        while (const auto next = controller_->next_event()) {
            if (*next >= until) break;
            controller_->advance(*next);
            time_ = *next;
            tell(*next);
        }
    }

    void tell(SimTime now) {
        const auto groups = controller_->groups();
        if (std::equal(groups.begin(), groups.end(), told_.begin(), told_.end())) return;
        told_.assign(groups.begin(), groups.end());
        if (news_count_ == news_.size()) news_.emplace_back();
        News& one = news_[news_count_++];
        one.time = now;
        one.groups.assign(groups.begin(), groups.end());
    }

    const config::Intersection& intersection_;
    const SimDuration heartbeat_;
    std::unique_ptr<signal::SignalController> controller_;
    SignalsInSight shown_;
    SimTime time_;                           // to which the controller has run
    std::vector<signal::GroupSignal> told_;  // the groups in the last news
    std::vector<News> news_;
    std::size_t news_count_ = 0;  // the first so many entries are valid; the rest is kept for its memory
};

class SignalsKind final : public ElementKindOf<config::SignalsElement> {
  public:
    std::string_view state_type_url() const override { return kSignalsStateTypeUrl; }

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

}  // namespace synchrono::client::internal
