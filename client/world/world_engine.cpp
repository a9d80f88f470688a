#include "client/world/world_engine.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <variant>

#include "client/world/internal/loose_body.hpp"
#include "client/world/internal/walker.hpp"
#include "common/base/contract.hpp"
#include "common/geo/angle.hpp"
#include "common/signal/signal_controller.hpp"

namespace synchrono::client {
namespace {

using internal::Box;
using internal::LooseBody;
using internal::OtherBody;
using internal::Walker;

/// Lower edges are crossed by whatever rolls on the ground, so boxes reach down to it.
constexpr double kClearance_m = 0.5;

/// Lamps and who runs them. `shown` is what they show at the heartbeat itself, when everybody is told; the
/// controller is further on, at the last thing that happens before the next heartbeat.
struct Signals {
    struct News {
        SimTime time;
        std::vector<signal::GroupSignal> groups;
    };
    std::unique_ptr<signal::SignalController> controller;
    SignalsInSight shown;
    SimTime time;                           // that the controller was told last
    std::vector<signal::GroupSignal> told;  // last
    std::vector<News> news;
    std::size_t news_count = 0;  // entries are reused, with what they have allocated

    /// The lamps at `now`, and what will become of them before `until`.
    void look_ahead(SimTime now, SimTime until) {
        news_count = 0;
        shown.groups.clear();
        for (const signal::GroupSignal& group : controller->groups())
            shown.groups.push_back({group.group, group.state});
        tell(now);
        while (const auto next = controller->next_event()) {
            if (*next >= until) break;
            controller->advance(*next);
            time = *next;
            tell(*next);
        }
    }

    void tell(SimTime now) {
        const auto groups = controller->groups();
        if (std::equal(groups.begin(), groups.end(), told.begin(), told.end())) return;
        told.assign(groups.begin(), groups.end());
        if (news_count == news.size()) news.emplace_back();
        News& one = news[news_count++];
        one.time = now;
        one.groups.assign(groups.begin(), groups.end());
    }
};

struct Agent {
    std::variant<Signals, Walker, LooseBody> what;
    VehicleMotion motion;
};

class WorldEngine final : public ElementEngine {
  public:
    explicit WorldEngine(const config::Scenario& scenario) : scenario_(scenario) {
        for (const config::StaticElement& element : scenario.statics) add_static(element);
    }

    void begin(SimTime now) override {
        now_ = now;
        for (auto& [id, agent] : agents_) {
            auto* signals = std::get_if<Signals>(&agent.what);
            if (signals == nullptr) continue;
            // Meanwhile nobody was seen; and who listens may have forgotten what it was told.
            if (now >= signals->time) {
                signals->controller->advance(signals->time = now);
                signals->told.clear();
                signals->look_ahead(now, now + scenario_.heartbeat);
            } else {
                // It has come back earlier than it went.
                const config::AgentSpec& spec = scenario_.agents[id.value];
                *signals = make_signals(spec, std::get<config::SignalsElement>(*spec.element), now);
            }
        }
        gather_news();
    }

    void add(const config::AgentSpec& spec, SimTime now) override {
        SYN_REQUIRE(spec.element && !agents_.contains(spec.id));
        agents_.emplace(spec.id, make(spec, now));
        gather_news();
    }

    void remove(AgentId agent) override {
        SYN_REQUIRE(agents_.erase(agent) == 1);
        gather_news();
    }

    void show(const Surroundings& world) override {
        now_ = world.now;
        places_.clear();
        boxes_.resize(statics_);
        bodies_.clear();
        for (const Obstacle& obstacle : world.bodies) {
            if (config::is_static(obstacle.agent)) continue;  // known from the start
            if (obstacle.seen_as == SeenAs::vehicle) places_.push_back(obstacle.motion.position);
            if (const config::AgentSpec* spec = body_spec(obstacle.agent)) {
                bodies_.push_back(internal::as_other(*spec, obstacle.motion));
            } else {
                boxes_.push_back(box_of(obstacle));
            }
        }
        lamps_.assign(world.signals.begin(), world.signals.end());
    }

    void advance(SimDuration heartbeat) override {
        const SimTime until = now_ + heartbeat;
        for (auto& [id, agent] : agents_) {
            if (auto* signals = std::get_if<Signals>(&agent.what)) {
                advance(*signals, until, heartbeat);
            } else if (auto* walker = std::get_if<Walker>(&agent.what)) {
                walker->advance(heartbeat.to_seconds(),
                                [this](const config::PedestrianElement::Wait& wait) { return walks(wait); });
                set_motion(agent, walker->motion());
            } else {
                auto& body = std::get<LooseBody>(agent.what);
                const auto shown = std::find_if(bodies_.begin(), bodies_.end(),
                                                [id = id](const OtherBody& b) { return b.agent == id; });
                body.advance(heartbeat.to_seconds(), shown == bodies_.end() ? nullptr : &*shown, bodies_,
                             boxes_);
                set_motion(agent, body.motion());
            }
        }
        now_ = until;
        gather_news();
    }

    const VehicleMotion& motion(AgentId agent) const override { return find(agent).motion; }

    const SignalsInSight* signals(AgentId agent) const override {
        const auto* signals = std::get_if<Signals>(&find(agent).what);
        return signals == nullptr ? nullptr : &signals->shown;
    }
    std::span<const SignalsNews> news() const override { return news_; }
    void keep_news() override {
        for (auto& [id, agent] : agents_) {
            if (auto* signals = std::get_if<Signals>(&agent.what)) signals->told.clear();
        }
    }
    bool has_ended(AgentId agent) const override {
        const auto* walker = std::get_if<Walker>(&find(agent).what);
        return walker != nullptr && walker->has_arrived();
    }

  private:
    Agent make(const config::AgentSpec& spec, SimTime now) const {
        Agent agent{.what = make_what(spec, now), .motion = {}};
        agent.motion.position = spec.position;
        if (const auto* walker = std::get_if<Walker>(&agent.what)) set_motion(agent, walker->motion());
        if (const auto* body = std::get_if<LooseBody>(&agent.what)) set_motion(agent, body->motion());
        return agent;
    }

    decltype(Agent::what) make_what(const config::AgentSpec& spec, SimTime now) const {
        if (const auto* signals = std::get_if<config::SignalsElement>(&*spec.element))
            return make_signals(spec, *signals, now);
        if (const auto* walker = std::get_if<config::PedestrianElement>(&*spec.element))
            return Walker(*walker);
        return LooseBody(spec, scenario_.gate.heartbeats);
    }

    static void set_motion(Agent& agent, const geo::Motion& motion) {
        static_cast<geo::Motion&>(agent.motion) = motion;
    }

    Signals make_signals(const config::AgentSpec& spec, const config::SignalsElement& element,
                         SimTime now) const {
        const config::Intersection& intersection = scenario_.intersections.at(element.intersection);
        Signals signals;
        signals.controller = signal::make_signal_controller(intersection);
        signals.shown.agent = spec.id;
        signals.shown.intersection = intersection.id;
        signals.shown.region = intersection.region.value_or(0);
        signals.shown.position = intersection.position;
        signals.controller->observe(now, {});
        signals.time = now;
        signals.look_ahead(now, now + scenario_.heartbeat);
        return signals;
    }

    /// What detectors see at the beginning of a heartbeat, lamps show from its end on: by then everybody can
    /// have been told.
    void advance(Signals& signals, SimTime until, SimDuration heartbeat) {
        signals.controller->observe(until, places_);
        signals.time = until;
        signals.look_ahead(until, until + heartbeat);
    }

    void gather_news() {
        news_.clear();
        for (const auto& [id, agent] : agents_) {
            const auto* signals = std::get_if<Signals>(&agent.what);
            if (signals == nullptr) continue;
            for (std::size_t i = 0; i < signals->news_count; ++i)
                news_.push_back({id, signals->news[i].time, signals->news[i].groups});
        }
    }

    bool walks(const config::PedestrianElement::Wait& wait) const {
        for (const SignalsInSight& signals : lamps_) {
            if (signals.agent != wait.signals) continue;
            for (const Lamp& lamp : signals.groups) {
                if (lamp.group == wait.group) return lamp.state == signal::SignalState::protected_green;
            }
        }
        return false;  // nobody says so
    }

    void add_static(const config::StaticElement& element) {
        if (const auto* solid = std::get_if<config::BoxElement>(&element.what)) {
            boxes_.push_back({.middle = {solid->position.x, solid->position.y},
                              .yaw_rad = solid->yaw_deg * geo::kRad,
                              .half_length = solid->size.x / 2,
                              .half_width = solid->size.y / 2,
                              .velocity = {},
                              .low = solid->position.z,
                              .high = solid->position.z + solid->size.z});
        } else {
            const auto& building = std::get<config::BuildingElement>(element.what);
            const auto& corners = building.walls.footprint;
            for (std::size_t i = 0; i < corners.size(); ++i) {
                const auto &a = corners[i], &b = corners[(i + 1) % corners.size()];
                const geo::Vec2 along{b[0] - a[0], b[1] - a[1]};
                boxes_.push_back({.middle = {(a[0] + b[0]) / 2, (a[1] + b[1]) / 2},
                                  .yaw_rad = std::atan2(along.y, along.x),
                                  .half_length = geo::length(along) / 2,
                                  .velocity = {},
                                  .low = building.ground_m,
                                  .high = building.ground_m + building.height_m});
            }
        }
        statics_ = boxes_.size();
    }

    static Box box_of(const Obstacle& obstacle) {
        const geo::Motion& motion = obstacle.motion;
        return {.middle = {motion.position.x, motion.position.y},
                .yaw_rad = motion.orientation.yaw(),
                .half_length = obstacle.length_m / 2,
                .half_width = obstacle.width_m / 2,
                .velocity = {motion.velocity.x, motion.velocity.y},
                .yaw_rate = motion.angular_velocity.z,
                .low = motion.position.z - obstacle.height_m / 2 - kClearance_m,
                .high = motion.position.z + obstacle.height_m / 2};
    }

    /// The scenario's entry of a cone or ball; null: the agent is none.
    const config::AgentSpec* body_spec(AgentId agent) const {
        if (agent.value >= scenario_.agents.size()) return nullptr;
        const config::AgentSpec& spec = scenario_.agents[agent.value];
        return spec.element && std::holds_alternative<config::BodyElement>(*spec.element) ? &spec : nullptr;
    }

    const Agent& find(AgentId agent) const {
        const auto found = agents_.find(agent);
        SYN_REQUIRE(found != agents_.end());
        return found->second;
    }

    const config::Scenario& scenario_;
    SimTime now_;
    std::map<AgentId, Agent> agents_;
    std::vector<SignalsNews> news_;
    std::vector<geo::Vec3> places_;  // of vehicles, for detectors
    std::vector<Box> boxes_;         // what stands, then what moves
    std::size_t statics_ = 0;
    std::vector<OtherBody> bodies_;
    std::vector<SignalsInSight> lamps_;
};

}  // namespace

std::unique_ptr<ElementEngine> make_world_engine(const config::Scenario& scenario) {
    return std::make_unique<WorldEngine>(scenario);
}

}  // namespace synchrono::client
