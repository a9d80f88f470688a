#include "client/acu/acu.hpp"

#include <algorithm>

#include "client/engine/engine_registry.hpp"
#include "client/kind/kind_registry.hpp"
#include "common/base/contract.hpp"

namespace synchrono::client::acu {

Acu::Acu(const config::Scenario& scenario, const config::AgentSpec& spec,
         std::unique_ptr<pilot::PilotHost> pilot, std::unique_ptr<radio::Applet> applet,
         sensors::Suite* suite, engine::Engine& engine, LineOfSight& sight)
    : scenario_(scenario),
      spec_(spec),
      applet_(std::move(applet)),
      suite_(suite),
      pilot_(std::move(pilot)),
      engine_(engine),
      kind_(kind::publishes_as(spec)),
      state_type_(engine::state_type_url(spec)),
      sight_(sight),
      period_(std::max<std::int64_t>(spec.period / scenario.heartbeat, 1)),
      pilot_period_(std::max<std::int64_t>(spec.pilot_period / scenario.heartbeat, 1)) {
    SYN_REQUIRE(spec.element ? engine.elements() != nullptr : engine.bodies() != nullptr);
}

void Acu::set_entry(Tick entry) { entry_ = next_message_ = entry; }

bool Acu::enter_if_due(Tick now) {
    if (active_ || left_ || now < next_message_) return false;
    active_ = true;
    if (spec_.element) {
        engine_.elements()->add(spec_, now.at(scenario_.heartbeat));
    } else {
        engine_.bodies()->add(spec_.id, engine::new_body_of(scenario_, spec_));
        length_m_ = kind_.size_of(scenario_, spec_).x;
    }
    return true;
}

net::AgentHeader Acu::compose(Tick now, Tick last, WallTime wall, Bytes& any) {
    SYN_REQUIRE(publishes_at(now));
    state_.append(any, state_type_, kind_, engine_, spec_.id);

    // The flow's last message is sent at the last heartbeat, even if the flow's period would have it later.
    const bool leaves = leaves_ || (spec_.element && engine_.elements()->has_ended(spec_.id));
    const std::int64_t ahead = leaves || now >= last ? 0 : std::min(period_, last - now);
    next_message_ = now + std::max<std::int64_t>(ahead, 1);
    net::AgentHeader header;
    header.agent = spec_.id;
    header.time = now.at(scenario_.heartbeat);
    header.period = scenario_.heartbeat * ahead;
    header.wall = wall;
    const geo::Vec3& place = engine_.motion(spec_.id).position;
    header.x_m = static_cast<float>(place.x);
    header.y_m = static_cast<float>(place.y);
    header.z_m = static_cast<float>(place.z);
    if (leaves) {
        engine_.remove(spec_.id);
        active_ = false;
        left_ = true;
    }
    return header;
}

void Acu::begin_heartbeat(Tick tick, std::span<const Sight> all,
                          std::span<const body::SignalsInSight> signals) {
    if (!active_) return;
    const SimTime now = tick.at(scenario_.heartbeat);
    const bool asks = pilot_steps_at(tick) && pilot_is_free_at(now);
    if (suite_) suite_->release(now);
    if (applet_) {
        applet_->step(now, engine_.motion(spec_.id), suite_ ? &suite_->new_samples() : nullptr,
                      asks || !pilot_);
    }
    if (suite_ && (asks || !pilot_)) suite_->end_pilot_step();
    if (!asks) return;
    take_effect_if_due(now);  // the answer to the step before this one
    const InterestFilter of_interest(scenario_.interest, spec_.id, all);
    others_.clear();
    const geo::Vec3 eye = LineOfSight::eye_of(engine_.motion(spec_.id), length_m_);
    for (const Sight& other : all) {
        if (other.obstacle.agent == spec_.id) continue;
        if (of_interest.includes(other) && sight_.sees(eye, other.silhouette))
            others_.push_back(other.obstacle);
    }
    lights_.clear();
    for (const body::SignalsInSight& one : signals) {
        if (of_interest.includes(one) && sight_.sees(eye, one.position)) lights_.push_back(&one);
    }
    pilot_->begin_step({.now = now,
                        .period = scenario_.heartbeat * pilot_period_,
                        .ego = engine_.motion(spec_.id),
                        .others = others_,
                        .signals = lights_,
                        .radio = applet_ ? &applet_->perception() : nullptr,
                        .sensors = suite_ ? &suite_->for_pilot() : nullptr});
    computes_ = true;
}

void Acu::finish_heartbeat(Tick tick) {
    if (!active_) return;
    if (computes_) {
        answer_ = pilot_->finish_step();
        computes_ = !answer_;
    }
    take_effect_if_due(tick.at(scenario_.heartbeat));
}

void Acu::take_effect_if_due(SimTime now) {
    if (!answer_ || answer_->valid_from > now) return;
    engine_.bodies()->set_controls(spec_.id, answer_->controls);
    if (applet_) applet_->post(answer_->messages);
    leaves_ = leaves_ || answer_->leaves;
    answer_.reset();
}

}  // namespace synchrono::client::acu
