#include "client/view/scene_maker.hpp"

#include <algorithm>

#include "client/engine/engine.hpp"
#include "client/kind/kind_registry.hpp"
#include "common/net/agent_message.hpp"

namespace synchrono::client::view {
namespace {

constexpr WallDuration kWindowPeriod = WallDuration::milliseconds(33),
                       kPaceOver = WallDuration::milliseconds(1000);
constexpr std::size_t kComingMax = 4096;

}  // namespace

bool SceneMaker::is_due(SimTime now, WallTime wall) {
    if (view_.is_closed()) return false;
    if (rhythm_ == Rhythm::pictures) return !next_ || now >= *next_;
    return !last_wall_ || wall - *last_wall_ >= kWindowPeriod;
}

void SceneMaker::show(const acu::Spectacle& spectacle) {
    const double passed_s = last_ && spectacle.now > *last_ ? (spectacle.now - *last_).to_seconds() : 0;
    last_ = spectacle.now;
    last_wall_ = spectacle.wall;
    const std::int64_t number = spectacle.now.since_start() / kPicturePeriod;
    next_ = SimTime{} + kPicturePeriod * (number + 1);

    scene_.now = spectacle.now;
    scene_.bodies.clear();
    for (const acu::Sight& sight : spectacle.sights) add_body(spectacle, sight, passed_s);
    scene_.signals.assign(spectacle.signals.begin(), spectacle.signals.end());
    add_messages(spectacle.now);
    if (rhythm_ == Rhythm::window) {
        scene_.drift = spectacle.behind;
        add_pace(spectacle.now, spectacle.wall);
    }
    view_.show(scene_);
}

void SceneMaker::add_body(const acu::Spectacle& spectacle, const acu::Sight& sight, double passed_s) {
    const AgentId agent = sight.obstacle.agent;
    if (agent.value >= scenario_.agents.size()) return;  // a static box, which the scenery has
    Body body{.agent = agent, .seen_as = sight.obstacle.seen_as};
    static_cast<geo::Motion&>(body.motion) = sight.obstacle.motion;
    body.own = std::binary_search(spectacle.own.begin(), spectacle.own.end(), agent);
    // For the client's own agents, the engine also has accelerations and controls.
    if (body.own) body.motion = spectacle.engine.motion(agent);
    if (const config::AgentSpec& spec = scenario_.agents[agent.value]; !spec.element) {
        add_machinery(spectacle, body, passed_s);
        body.brakes = kind::kind_of(spec).shows_braking(body.motion);
    }
    scene_.bodies.push_back(std::move(body));
}

void SceneMaker::add_machinery(const acu::Spectacle& spectacle, Body& body, double passed_s) {
    Known& known = known_[body.agent];
    const kind::BodyKind& kind = kind::kind_of(scenario_.agents[body.agent.value]);
    body::Machinery machinery;
    if (body.own) {
        machinery = spectacle.engine.machinery(body.agent);
        if (!known.asked) {
            known.asked = true;
            auto look = spectacle.engine.look_of(body.agent);
            if (!look.empty())
                known.look = std::make_shared<const std::vector<body::LookPart>>(std::move(look));
        }
        body.look = known.look;
        if (body.look) spectacle.engine.look_poses(body.agent, body.parts);
    } else {
        const auto peer = std::lower_bound(spectacle.peers.begin(), spectacle.peers.end(), body.agent,
                                           [](const cache::Peer& one, AgentId id) { return one.id < id; });
        std::string_view type_url;
        ByteView state;
        body::BodyMotion published;
        if (peer != spectacle.peers.end() && peer->id == body.agent &&
            net::decode_any(peer->any, type_url, state) &&
            kind.read_state(type_url, state, published, &machinery))
            body.motion.applied = published.applied;
    }
    const auto is_placed = [](const body::Wheel& wheel) { return !(wheel.pose.position == geo::Vec3{}); };
    if (std::any_of(machinery.wheels.begin(), machinery.wheels.end(), is_placed)) {
        body.wheels = std::move(machinery.wheels);
    } else {
        reckon_wheels(body, machinery, passed_s);
    }
}

void SceneMaker::reckon_wheels(Body& body, const body::Machinery& machinery, double passed_s) {
    Known& known = known_[body.agent];
    const config::AgentSpec& agent = scenario_.agents[body.agent.value];
    const double speed_m_s = geo::dot(body.motion.velocity, body.motion.orientation.rotate({1, 0, 0}));
    known.rolled_m += speed_m_s * passed_s;
    body.wheels = kind::kind_of(agent).wheels_of(scenario_, agent, body.motion, known.rolled_m);
    if (machinery.wheels.size() != body.wheels.size()) return;
    known.turned_rad.resize(body.wheels.size());
    for (std::size_t i = 0; i < body.wheels.size(); ++i) {
        known.turned_rad[i] += machinery.wheels[i].speed_rad_s * passed_s;
        body.wheels[i].spin_rad = known.turned_rad[i];
        body.wheels[i].speed_rad_s = machinery.wheels[i].speed_rad_s;
    }
}

void SceneMaker::announce_message(AgentId sender, AgentId receiver, std::uint32_t type, SimTime arrives) {
    if (coming_messages_.size() == kComingMax) coming_messages_.pop_front();
    coming_messages_.push_back({{sender, receiver, type, 0}, arrives});
}

void SceneMaker::add_messages(SimTime now) {
    scene_.messages.clear();
    std::erase_if(coming_messages_, [&](const ComingMessage& one) {
        return now > one.at && (now - one.at).to_seconds() > kMessageLit_s;
    });
    for (const ComingMessage& one : coming_messages_) {
        if (one.at > now) continue;
        scene_.messages.push_back(one.message);
        scene_.messages.back().age_s = (now - one.at).to_seconds();
    }
}

void SceneMaker::add_pace(SimTime now, WallTime wall) {
    paces_.push_back({now, wall});
    while (paces_.size() > 2 && wall - paces_[1].wall > kPaceOver) paces_.pop_front();
    const Moment& from = paces_.front();
    scene_.real_time_factor.reset();
    if (wall > from.wall && now > from.sim)
        scene_.real_time_factor = (now - from.sim).to_seconds() / (wall - from.wall).to_seconds();
}

}  // namespace synchrono::client::view
