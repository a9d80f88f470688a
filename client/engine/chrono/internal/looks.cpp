#include "client/engine/chrono/internal/looks.hpp"

#include <chrono/assets/ChVisualShapeBox.h>
#include <chrono/assets/ChVisualShapeCylinder.h>
#include <chrono/assets/ChVisualShapeModelFile.h>
#include <chrono/assets/ChVisualShapeSphere.h>
#include <chrono/assets/ChVisualShapeTriangleMesh.h>
#include <optional>

#include "client/engine/chrono/internal/system.hpp"

namespace synchrono::client::engine::internal {
namespace {

template <typename Frame>
geo::Pose pose_of(const Frame& frame) {
    return {from_chrono(frame.GetPos()), from_chrono(frame.GetRot()).normalised()};
}

bool is_seen(const ch::ChBody& body) {
    return body.GetVisualModel() && body.GetVisualModel()->GetNumShapes() > 0;
}

std::optional<body::LookShape> shape_of(const std::shared_ptr<ch::ChVisualShape>& shape) {
    using Kind = body::LookShape::Kind;
    body::LookShape look;
    const auto colour = shape->GetColor();
    look.colour = {colour.R, colour.G, colour.B};
    if (const auto mesh = std::dynamic_pointer_cast<ch::ChVisualShapeTriangleMesh>(shape)) {
        if (!mesh->GetMesh() || mesh->GetMesh()->GetFileName().empty()) return std::nullopt;
        look.kind = Kind::mesh;
        look.file = mesh->GetMesh()->GetFileName();
        look.size = from_chrono(mesh->GetScale());
    } else if (const auto model = std::dynamic_pointer_cast<ch::ChVisualShapeModelFile>(shape)) {
        look.kind = Kind::mesh;
        look.file = model->GetFilename();
        look.size = from_chrono(model->GetScale());
    } else if (const auto box = std::dynamic_pointer_cast<ch::ChVisualShapeBox>(shape)) {
        look.kind = Kind::box;
        look.size = from_chrono(box->GetLengths());
    } else if (const auto cylinder = std::dynamic_pointer_cast<ch::ChVisualShapeCylinder>(shape)) {
        look.kind = Kind::cylinder;
        look.size = {2 * cylinder->GetRadius(), 2 * cylinder->GetRadius(), cylinder->GetHeight()};
    } else if (const auto sphere = std::dynamic_pointer_cast<ch::ChVisualShapeSphere>(shape)) {
        look.kind = Kind::sphere;
        look.size = geo::Vec3{1, 1, 1} * (2 * sphere->GetRadius());
    } else {
        return std::nullopt;
    }
    return look;
}

}  // namespace

std::vector<body::LookPart> look_parts_of(const Ensemble& parts) {
    std::vector<body::LookPart> looks;
    for (const auto& body : parts.bodies()) {
        if (!is_seen(*body)) continue;
        body::LookPart& part = looks.emplace_back();
        for (const auto& instance : body->GetVisualModel()->GetShapeInstances()) {
            auto shape = shape_of(instance.shape);
            if (!shape) continue;
            shape->pose = pose_of(instance.frame);
            part.push_back(std::move(*shape));
        }
    }
    return looks;
}

void look_poses_of(const Ensemble& parts, std::vector<geo::Pose>& poses) {
    poses.clear();
    for (const auto& body : parts.bodies()) {
        if (is_seen(*body)) poses.push_back(pose_of(body->GetVisualModelFrame()));
    }
}

}  // namespace synchrono::client::engine::internal
