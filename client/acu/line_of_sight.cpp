#include "client/acu/line_of_sight.hpp"

#include <algorithm>

namespace synchrono::client::acu {

Silhouette silhouette_of(const body::Obstacle& body) {
    const geo::Motion& at = body.motion;
    const double ahead = body.length_m / 2, aside = body.width_m / 2;
    const geo::Vec3 forward = at.orientation.rotate({ahead, 0, 0}),
                    left = at.orientation.rotate({0, aside, 0});
    return {at.position, at.position + forward + left, at.position + forward - left,
            at.position - forward + left, at.position - forward - left};
}

LineOfSight::LineOfSight(std::optional<double> range_m, std::span<const geo::Footprints::Outline> buildings)
    : range_m_(range_m), buildings_(range_m ? buildings : std::span<const geo::Footprints::Outline>()) {}

geo::Vec3 LineOfSight::eye_of(const geo::Motion& vehicle, double length_m) {
    return vehicle.position + vehicle.orientation.rotate({length_m / 4, 0, 0});
}

bool LineOfSight::is_near(geo::Vec3 eye, geo::Vec3 place) const {
    const double dx = place.x - eye.x, dy = place.y - eye.y;
    return dx * dx + dy * dy <= *range_m_ * *range_m_;
}

bool LineOfSight::sees(geo::Vec3 eye, const Silhouette& body) {
    if (!range_m_) return true;
    return is_near(eye, body[0]) && std::any_of(body.begin(), body.end(), [&](geo::Vec3 point) {
               return !buildings_.blocks(eye, point);
           });
}

bool LineOfSight::sees(geo::Vec3 eye, geo::Vec3 place) {
    return !range_m_ || (is_near(eye, place) && !buildings_.blocks(eye, place));
}

}  // namespace synchrono::client::acu
