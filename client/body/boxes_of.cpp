#include "client/body/boxes_of.hpp"

#include "common/geo/angle.hpp"

namespace synchrono::client::body {

std::vector<Obstacle> boxes_of(const config::Scenario& scenario) {
    std::vector<Obstacle> boxes;
    for (std::size_t i = 0; i < scenario.statics.size(); ++i) {
        const config::BoxElement* const box = scenario.statics[i].box();
        if (box == nullptr) continue;
        Obstacle& body = boxes.emplace_back(
            Obstacle{.agent = config::static_id(i), .seen_as = SeenAs::object, .motion = {}});
        body.length_m = box->size.x;
        body.width_m = box->size.y;
        body.height_m = box->size.z;
        body.motion.position = box->position + geo::Vec3{0, 0, box->size.z / 2};
        body.motion.orientation = geo::Quaternion::from_yaw(box->yaw_deg * geo::kRad);
    }
    return boxes;
}

}  // namespace synchrono::client::body
