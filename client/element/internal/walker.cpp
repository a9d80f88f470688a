#include "client/element/internal/walker.hpp"

#include <algorithm>
#include <cmath>

namespace synchrono::client::element::internal {

using Repeat = config::PedestrianElement::Repeat;

Walker::Walker(const config::PedestrianElement& spec) : spec_(spec) {
    const config::GroundPoint &a = spec.points[0], &b = spec.points[1];
    motion_.orientation = geo::Quaternion::from_yaw(std::atan2(b[1] - a[1], b[0] - a[0]));
    place(false);
}

const config::PedestrianElement::Wait* Walker::wait_here() const {
    const auto found = std::find_if(spec_.waits.begin(), spec_.waits.end(),
                                    [this](const auto& wait) { return wait.at == from_; });
    return found == spec_.waits.end() ? nullptr : &*found;
}

bool Walker::go_on() {
    const std::size_t last = spec_.points.size() - 1;
    if (spec_.repeat == Repeat::back && from_ == (back_ ? 0 : last)) back_ = !back_;
    if (back_) {
        to_ = from_ - 1;
    } else if (from_ < last) {
        to_ = from_ + 1;
    } else if (spec_.repeat == Repeat::loop) {
        to_ = 0;
    } else {
        return false;
    }
    const config::GroundPoint &a = spec_.points[from_], &b = spec_.points[to_];
    length_ = std::hypot(b[0] - a[0], b[1] - a[1]);
    along_ = 0;
    motion_.orientation = geo::Quaternion::from_yaw(std::atan2(b[1] - a[1], b[0] - a[0]));
    return true;
}

void Walker::advance(double seconds, const MayWalk& may_walk) {
    bool walking = false;
    while (seconds > 0 && !arrived_) {
        if (at_point_) {
            const auto* wait = wait_here();
            if (wait != nullptr && !may_walk(*wait)) {
                walking = false;
                break;
            }
            if (!go_on()) {
                arrived_ = true;
                walking = false;
                break;
            }
            at_point_ = false;
        }
        walking = true;
        const double left = length_ - along_;
        if (spec_.speed_m_s * seconds < left) {
            along_ += spec_.speed_m_s * seconds;
            break;
        }
        seconds -= left / spec_.speed_m_s;
        from_ = to_;
        at_point_ = true;
    }
    place(walking);
}

void Walker::place(bool walking) {
    const config::GroundPoint& a = spec_.points[from_];
    motion_.position = {a[0], a[1], spec_.ground_m + spec_.height_m / 2};
    motion_.velocity = {};
    const geo::Vec3 ahead = motion_.orientation.rotate({1, 0, 0});
    if (!at_point_) motion_.position = motion_.position + ahead * along_;
    if (walking) motion_.velocity = ahead * spec_.speed_m_s;
}

}  // namespace synchrono::client::element::internal
