#include "client/element/internal/loose_body.hpp"

#include <algorithm>
#include <cmath>

#include "client/element/internal/contact.hpp"
#include "common/geo/gravity.hpp"

namespace synchrono::client::element::internal {

namespace {

constexpr double kSpeedMax = 200;       // m/s: a body that claims to be faster counts as this fast
constexpr double kNonsense = 1e9;       // m/s: a body that claims to be faster counts as standing still
constexpr double kBounceLeast = 0.2;    // m/s: slower hits do not bounce
constexpr double kStepMax = 1e-3;       // s: the longest step of the computation
constexpr double kCoordinateMax = 1e7;  // m, as in scenarios

geo::Vec2 bounded(geo::Vec2 velocity) {
    const double speed = length(velocity);
    if (!(speed <= kNonsense)) return {};
    return speed > kSpeedMax ? velocity * (kSpeedMax / speed) : velocity;
}

/// Returns the coefficient of restitution for a hit in which the bodies approach each other at `approach`
/// (m/s).
double bounce(double restitution, double approach) { return approach > kBounceLeast ? restitution : 0; }

}  // namespace

LooseBody::LooseBody(const config::AgentSpec& spec, std::int64_t hit_delay)
    : agent_(spec.id),
      body_(std::get<config::BodyElement>(*spec.element)),
      hit_delay_(hit_delay),
      ground_(spec.position.z),
      middle_{spec.position.x, spec.position.y},
      velocity_{spec.speed_m_s * std::cos(spec.yaw_rad()), spec.speed_m_s * std::sin(spec.yaw_rad())} {
    motion_.orientation = geo::Quaternion::from_yaw(spec.yaw_rad());
    roll(0);
}

OtherBody as_other(const config::AgentSpec& spec, const geo::Motion& motion) {
    const auto& body = std::get<config::BodyElement>(*spec.element);
    return {.agent = spec.id,
            .middle = {motion.position.x, motion.position.y},
            .velocity = bounded({motion.velocity.x, motion.velocity.y}),
            .radius = body.diameter_m / 2,
            .mass_kg = body.mass_kg,
            .restitution = body.restitution,
            .low = motion.position.z - body.height_m / 2,
            .high = motion.position.z + body.height_m / 2};
}

void LooseBody::advance(double seconds, const OtherBody* seen, std::span<const OtherBody> bodies,
                        std::span<const Box> boxes) {
    if (seen != nullptr) hit_bodies(seconds, *seen, bodies);
    find_near_boxes(seconds, boxes);
    const bool busy = !near_.empty() || velocity_.x != 0 || velocity_.y != 0;
    const auto steps = busy ? static_cast<int>(std::ceil(seconds / kStepMax)) : 0;
    for (int i = 1; i <= steps; ++i) {
        roll(seconds / steps);
        // The boxes push one after the other, and the last one decides where the body is. So a body between
        // two cars is not crushed.
        for (const Box& box : near_) push(box.after(seconds * i / steps));
    }
    roll(0);
}

/// Computes the hits with other loose bodies. If two bodies collide, each is computed by the client that owns
/// it. Both clients use the same numbers: the motions of both bodies in the surroundings. After a hit the
/// pair is ignored until the surroundings contain the outcome, so that no hit counts twice.
void LooseBody::hit_bodies(double seconds, const OtherBody& self, std::span<const OtherBody> bodies) {
    for (Hit& hit : hits_) ++hit.heartbeats;
    std::erase_if(hits_, [this](const Hit& hit) { return hit.heartbeats > hit_delay_; });
    for (const OtherBody& other : bodies) {
        if (other.agent == agent_ || other.high < self.low || other.low > self.high) continue;
        if (std::any_of(hits_.begin(), hits_.end(), [&](const Hit& hit) { return hit.other == other.agent; }))
            continue;
        const geo::Vec2 off = self.middle - other.middle, approach = self.velocity - other.velocity;
        const double apart = length(off);
        if (!(apart > 0)) continue;  // at the same place: a hit would have no direction
        const geo::Vec2 normal = off * (1 / apart);
        const double closing = -dot(approach, normal);
        const double gap = apart - self.radius - other.radius;
        if (gap > std::max(0.0, closing) * seconds) continue;
        const double share = other.mass_kg / (self.mass_kg + other.mass_kg);
        if (gap < 0) middle_ = middle_ + normal * (-gap * share);
        if (closing > 0) {
            const double restitution = bounce(std::min(self.restitution, other.restitution), closing);
            velocity_ = velocity_ + normal * (closing * (1 + restitution) * share);
        }
        hits_.push_back({other.agent, 0});
    }
}

/// Finds the boxes that the body may touch within `seconds`.
void LooseBody::find_near_boxes(double seconds, std::span<const Box> boxes) {
    near_.clear();
    for (const Box& box : boxes) {
        if (box.high < ground_ || box.low > ground_ + body_.height_m) continue;
        const double way = (length(box.velocity) + length(velocity_) + kSpeedMax * 0.01) * seconds;
        if (length(box.middle - middle_) <= box.reach() + body_.diameter_m + way) near_.push_back(box);
    }
}

/// Advances the body by its own velocity, which friction reduces.
void LooseBody::roll(double seconds) {
    const double speed = length(velocity_);
    if (speed > 0) {
        const double left = std::max(0.0, speed - body_.friction * geo::kGravity * seconds);
        velocity_ = bounded(velocity_ * (left / speed));
    }
    middle_ = middle_ + velocity_ * seconds;
    middle_.x = std::clamp(middle_.x, -kCoordinateMax, kCoordinateMax);
    middle_.y = std::clamp(middle_.y, -kCoordinateMax, kCoordinateMax);
    motion_.position = {middle_.x, middle_.y, ground_ + body_.height_m / 2};
    motion_.velocity = {velocity_.x, velocity_.y, 0};
}

/// Moves the body out of the box if they touch, and lets it bounce off if they approach each other.
void LooseBody::push(const Box& box) {
    const auto contact = touch(box, middle_, body_.diameter_m / 2);
    if (!contact) return;
    middle_ = middle_ + contact->normal * contact->depth;
    const double closing = -dot(velocity_ - bounded(box.velocity_at(contact->place)), contact->normal);
    if (closing <= 0) return;
    velocity_ = velocity_ + contact->normal * (closing * (1 + bounce(body_.restitution, closing)));
}

}  // namespace synchrono::client::element::internal
