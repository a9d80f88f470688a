// The second example of docs/write-a-pilot.md: goes east and brakes when a vehicle ahead says it brakes hard.

#include <algorithm>
#include <cmath>

#include "pcp/pilot.hpp"

namespace {

class BrakeWarning final : public synchrono::pcp::Pilot {
  public:
    explicit BrakeWarning(const synchrono::pcp::Setup&) {}

    synchrono::pcp::DriverInputs step(const synchrono::pcp::Input& input) override {
        for (const SynMessage& message : input.radio.messages()) {
            const SynBasicSafety* other = message.basic_safety;  // null: a message of another kind
            if (other == nullptr || (other->events & SYN_EVENT_HARD_BRAKING) == 0) continue;
            if (is_ahead(*other, input.ego)) brake_until_ns_ = input.time_ns + 1'000'000'000;
        }
        if (input.time_ns < brake_until_ns_) return {.steering = 0, .throttle = 0, .braking = 0.6};
        const SynQuaternion& q = input.ego.orientation;
        const double heading_rad = 2 * std::atan2(q.z, q.w);
        const double speed_error = 20 - input.ego.velocity.x;
        return {.steering = std::clamp(-heading_rad, -1.0, 1.0),
                .throttle = std::clamp(0.5 * speed_error, 0.0, 1.0),
                .braking = 0};
    }

  private:
    /// Returns whether the other is less than 150 m ahead in our lane and goes our way; false if its place or
    /// heading is not known.
    static bool is_ahead(const SynBasicSafety& other, const SynMotion& ego) {
        const double ahead_m = other.position.x - ego.position.x, left_m = other.position.y - ego.position.y;
        return ahead_m > 0 && ahead_m < 150 && std::abs(left_m) < 2 && std::cos(other.yaw_rad) > 0.9;
    }

    std::int64_t brake_until_ns_ = 0;
};

}  // namespace

SYN_PILOT(BrakeWarning);
