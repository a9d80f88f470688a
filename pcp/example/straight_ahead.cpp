// The example of docs/write-a-pilot.md: holds a heading and a speed.

#include <algorithm>
#include <cmath>

#include "pcp/pilot.hpp"

namespace {

class StraightAhead final : public synchrono::pcp::Pilot {
  public:
    explicit StraightAhead(const synchrono::pcp::Setup& setup) {
        setup.note(setup.note_context, SYN_NOTE_INFO, "going east at 10 m/s");
    }

    synchrono::pcp::DriverInputs step(const synchrono::pcp::Input& input) override {
        const SynQuaternion& q = input.ego.orientation;
        const double heading_rad = 2 * std::atan2(q.z, q.w);  // 0 is east
        const double speed_error = 10 - std::hypot(input.ego.velocity.x, input.ego.velocity.y);
        return {.steering = std::clamp(-heading_rad, -1.0, 1.0),
                .throttle = std::clamp(0.5 * speed_error, 0.0, 1.0),
                .braking = std::clamp(-0.2 * speed_error, 0.0, 1.0)};
    }
};

}  // namespace

SYN_PILOT(StraightAhead);
