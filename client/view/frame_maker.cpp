#include "client/view/frame_maker.hpp"

#include <algorithm>

#include "client/engine/engine.hpp"
#include "client/kind/kind_registry.hpp"
#include "common/net/agent_message.hpp"

namespace synchrono::view {
namespace {

constexpr WallDuration kWindowPeriod = WallDuration::milliseconds(33),
                       kPaceOver = WallDuration::milliseconds(1000);
constexpr std::size_t kHeardMax = 4096;

}  // namespace

bool FrameMaker::wants_look(SimTime now, WallTime wall) {
    if (view_.is_closed()) return false;
    if (rhythm_ == Rhythm::pictures) return !next_ || now >= *next_;
    return !last_wall_ || wall - *last_wall_ >= kWindowPeriod;
}

void FrameMaker::look(const client::Spectacle& spectacle) {
    const double passed_s = last_ && spectacle.now > *last_ ? (spectacle.now - *last_).to_seconds() : 0;
    last_ = spectacle.now;
    last_wall_ = spectacle.wall;
    const std::int64_t number = spectacle.now.since_start() / kPicturePeriod;
    next_ = SimTime{} + kPicturePeriod * (number + 1);

    frame_.now = spectacle.now;
    frame_.bodies.clear();
    for (const client::Sight& sight : spectacle.sights) add_body(spectacle, sight, passed_s);
    frame_.signals.assign(spectacle.signals.begin(), spectacle.signals.end());
    add_links(spectacle.now);
    if (rhythm_ == Rhythm::window) {
        frame_.drift = spectacle.behind;
        tell_pace(spectacle.now, spectacle.wall);
    }
    view_.show(frame_);
}

void FrameMaker::add_body(const client::Spectacle& spectacle, const client::Sight& sight, double passed_s) {
    const AgentId agent = sight.obstacle.agent;
    if (agent.value >= scenario_.agents.size()) return;  // a box: the scenery has it
    Body body{.agent = agent, .seen_as = sight.obstacle.seen_as};
    static_cast<geo::Motion&>(body.motion) = sight.obstacle.motion;
    body.own = std::binary_search(spectacle.own.begin(), spectacle.own.end(), agent);
    // The engine knows the client's own agents better than a sight does.
    if (body.own) body.motion = spectacle.engine.motion(agent);
    if (const config::AgentSpec& spec = scenario_.agents[agent.value]; !spec.element) {
        add_machinery(spectacle, body, passed_s);
        body.brakes = client::kind_of(spec).shows_braking(body.motion);
    }
    frame_.bodies.push_back(std::move(body));
}

void FrameMaker::add_machinery(const client::Spectacle& spectacle, Body& body, double passed_s) {
    Known& known = known_[body.agent];
    const client::BodyKind& kind = client::kind_of(scenario_.agents[body.agent.value]);
    client::Machinery machinery;
    if (body.own) {
        machinery = spectacle.engine.machinery(body.agent);
        if (!known.asked) {
            known.asked = true;
            auto looks = spectacle.engine.looks(body.agent);
            if (!looks.empty())
                known.looks = std::make_shared<const std::vector<client::LookPart>>(std::move(looks));
        }
        body.looks = known.looks;
        if (body.looks) spectacle.engine.look_poses(body.agent, body.parts);
    } else {
        const auto peer = std::lower_bound(spectacle.peers.begin(), spectacle.peers.end(), body.agent,
                                           [](const client::Peer& one, AgentId id) { return one.id < id; });
        std::string_view type_url;
        ByteView state;
        client::BodyMotion told;
        if (peer != spectacle.peers.end() && peer->id == body.agent &&
            net::decode_any(peer->any, type_url, state) && kind.read_state(type_url, state, told, &machinery))
            body.motion.applied = told.applied;
    }
    const auto is_placed = [](const client::Wheel& wheel) { return !(wheel.pose.position == geo::Vec3{}); };
    if (std::any_of(machinery.wheels.begin(), machinery.wheels.end(), is_placed)) {
        body.wheels = std::move(machinery.wheels);
    } else {
        reckon_wheels(body, machinery, passed_s);
    }
}

void FrameMaker::reckon_wheels(Body& body, const client::Machinery& machinery, double passed_s) {
    Known& known = known_[body.agent];
    const config::AgentSpec& agent = scenario_.agents[body.agent.value];
    const double speed_m_s = geo::dot(body.motion.velocity, body.motion.orientation.rotate({1, 0, 0}));
    known.rolled_m += speed_m_s * passed_s;
    body.wheels = client::kind_of(agent).wheels_of(scenario_, agent, body.motion, known.rolled_m);
    if (machinery.wheels.size() != body.wheels.size()) return;
    known.turned_rad.resize(body.wheels.size());
    for (std::size_t i = 0; i < body.wheels.size(); ++i) {
        known.turned_rad[i] += machinery.wheels[i].speed_rad_s * passed_s;
        body.wheels[i].spin_rad = known.turned_rad[i];
        body.wheels[i].speed_rad_s = machinery.wheels[i].speed_rad_s;
    }
}

void FrameMaker::heard(AgentId sender, AgentId receiver, std::uint32_t type, SimTime arrives) {
    if (heard_.size() == kHeardMax) heard_.pop_front();
    heard_.push_back({{sender, receiver, type, 0}, arrives});
}

void FrameMaker::add_links(SimTime now) {
    frame_.links.clear();
    std::erase_if(heard_,
                  [&](const Heard& one) { return now > one.at && (now - one.at).to_seconds() > kLinkLit_s; });
    for (const Heard& one : heard_) {
        if (one.at > now) continue;
        frame_.links.push_back(one.link);
        frame_.links.back().age_s = (now - one.at).to_seconds();
    }
}

void FrameMaker::tell_pace(SimTime now, WallTime wall) {
    paces_.push_back({now, wall});
    while (paces_.size() > 2 && wall - paces_[1].wall > kPaceOver) paces_.pop_front();
    const Moment& from = paces_.front();
    frame_.real_time_factor.reset();
    if (wall > from.wall && now > from.sim)
        frame_.real_time_factor = (now - from.sim).to_seconds() / (wall - from.wall).to_seconds();
}

}  // namespace synchrono::view
