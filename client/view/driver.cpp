#include "client/view/driver.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::client::view {
namespace {

constexpr double kSteer_1_s = 1.6, kCentre_1_s = 3.0, kPedal_1_s = 3.0, kRelease_1_s = 6.0;
constexpr double kFullLockBelow_m_s = 4;

double towards(double value, double wanted, double step) {
    return value + std::clamp(wanted - value, -step, step);
}

class Driver final : public pilot::PilotHost {
  public:
    explicit Driver(const View& view) : view_(view) {}

    void begin_step(const pilot::Perception& perception) override {
        answer_ = {.controls = hand_.inputs_after(view_.wish(), geo::length(perception.ego.velocity),
                                                  perception.period.to_seconds()),
                   .valid_from = perception.now};
    }
    std::optional<pilot::PilotAnswer> finish_step() override { return answer_; }

  private:
    const View& view_;
    WishSmoother hand_;
    pilot::PilotAnswer answer_;
};

}  // namespace

body::DriverInputs WishSmoother::inputs_after(const Wish& wish, double speed_m_s, double passed_s) {
    // Keys ask for all or nothing, so with keys the wheel turns less far at higher speed.
    const double reach =
        wish.analogue ? 1 : 1 / (1 + std::pow(std::max(speed_m_s - kFullLockBelow_m_s, 0.0) / 9, 1.5));
    const double wanted = std::clamp(wish.steering, -1.0, 1.0) * reach;
    const bool centring = std::abs(wanted) < std::abs(inputs_.steering);
    inputs_.steering = towards(inputs_.steering, wanted, (centring ? kCentre_1_s : kSteer_1_s) * passed_s);
    const auto pedal = [&](double value, double asked) {
        asked = std::clamp(asked, 0.0, 1.0);
        return towards(value, asked, (asked > value ? kPedal_1_s : kRelease_1_s) * passed_s);
    };
    inputs_.throttle = pedal(inputs_.throttle, wish.braking > 0 ? 0 : wish.throttle);
    inputs_.braking = pedal(inputs_.braking, wish.braking);
    return inputs_;
}

std::unique_ptr<pilot::PilotHost> make_driver(const View& view) { return std::make_unique<Driver>(view); }

}  // namespace synchrono::client::view
