#include "client/engine/chrono/internal/moving_boxes.hpp"

#include <algorithm>
#include <chrono/collision/ChCollisionShapeBox.h>
#include <cmath>

#include "client/engine/chrono/internal/contact.hpp"
#include "client/engine/chrono/internal/system.hpp"

namespace synchrono::client::engine::internal {
namespace {

constexpr double kClearance = 0.1;  // share of a body's height that is free between the ground and its box
constexpr double kMass = 1e7;       // kg; so heavy that no collision deflects a box that is not fixed
constexpr int kFamily = 12;         // the boxes' collision family; Chrono's vehicles use other numbers
constexpr double kGap = 5;  // m, the widest gap between a vehicle's reach and the reach of a body with a box

/// The least edge of a box, in metres. Chrono finds contacts by the overlap of shapes at one instant, so a
/// vehicle could pass through a thinner box between two steps.
constexpr double kThinnest = 0.3;

double radius(const body::Obstacle& other) {
    return std::sqrt(other.length_m * other.length_m + other.width_m * other.width_m) / 2;
}

}  // namespace

MovingBoxes::MovingBoxes(ch::ChSystem& system, const ground::Ground& ground)
    : system_(system), ground_(ground), fixed_(system.GetContactMethod() == ch::ChContactMethod::SMC) {}

MovingBoxes::~MovingBoxes() {
    for (const auto& [agent, box] : boxes_) system_.Remove(box.body);
}

void MovingBoxes::update(std::span<const body::Obstacle> others, std::span<const Near> ours) {
    auto old = boxes_.begin();
    const auto remove = [&](auto box) {
        system_.Remove(box->second.body);
        return boxes_.erase(box);
    };
    for (const body::Obstacle& other : others) {
        while (old != boxes_.end() && old->first < other.agent) old = remove(old);
        const bool known = old != boxes_.end() && old->first == other.agent;
        const bool near = std::any_of(ours.begin(), ours.end(), [&](const Near& our) {
            return geo::length(other.motion.position - our.position) < our.reach_m + radius(other) + kGap;
        });
        if (!near) {
            if (known) old = remove(old);
            continue;
        }
        const bool same = known && old->second.given.length_m == other.length_m &&
                          old->second.given.width_m == other.width_m &&
                          old->second.given.height_m == other.height_m;
        if (known && !same) old = remove(old);
        if (!same) {
            const double low = kClearance * other.height_m;
            const double height = std::max(other.height_m - low, kThinnest);
            Box box{
                .body = chrono_types::make_shared<ch::ChBody>(), .given = {}, .centre_m = low + height / 2};
            box.body->SetFixed(fixed_);
            box.body->SetMass(kMass);
            box.body->SetInertiaXX(ch::ChVector3d(kMass, kMass, kMass));
            box.body->AddCollisionShape(chrono_types::make_shared<ch::ChCollisionShapeBox>(
                contact_material(system_), std::max(other.length_m, kThinnest),
                std::max(other.width_m, kThinnest), height));
            box.body->EnableCollision(true);
            box.body->GetCollisionModel()->SetFamily(kFamily);
            box.body->GetCollisionModel()->DisallowCollisionsWith(kFamily);
            system_.AddBody(box.body);
            old = boxes_.emplace_hint(old, other.agent, std::move(box));
        }
        old->second.given = other;
        ++old;
    }
    while (old != boxes_.end()) old = remove(old);
}

void MovingBoxes::move(double ahead_s) {
    for (auto& [agent, box] : boxes_) {
        const geo::Motion& motion = box.given.motion;
        const geo::Vec3 at = motion.position + motion.velocity * ahead_s;
        const ground::GroundPlane plane = ground_.below(at);
        const double height = (plane.offset - plane.normal.x * at.x - plane.normal.y * at.y) / plane.normal.z;
        const ch::ChQuaterniond turned =
            to_chrono(motion.orientation) * ch::QuatFromRotVec(to_chrono(motion.angular_velocity * ahead_s));
        box.body->SetPos({at.x, at.y, height + box.centre_m});
        box.body->SetRot(turned);
        box.body->SetPosDt(to_chrono(motion.velocity));
        box.body->SetAngVelLocal(to_chrono(motion.angular_velocity));
    }
}

}  // namespace synchrono::client::engine::internal
