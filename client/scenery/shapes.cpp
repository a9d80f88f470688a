#include "client/scenery/shapes.hpp"

#include <variant>

#include "client/scenery/palette.hpp"

namespace synchrono::scenery {

using geo::Vec3;

Coat element_paint(AgentId agent, const config::Element& element) {
    if (std::holds_alternative<config::PedestrianElement>(element))
        return {palette::kPaints[(agent.value * 3 + 1) % palette::kPaints.size()], Material::cloth};
    const auto* body = std::get_if<config::BodyElement>(&element);
    const bool ball = body != nullptr && body->shape == config::BodyElement::Shape::ball;
    return {ball ? Colour{236, 236, 232} : Colour{255, 106, 20}, Material::plastic};
}

Shape element_shape(const config::Element& element, Coat paint) {
    const Vec3 size = config::size_of(element);
    Shape shape{.size = size, .below_m = size.z / 2};
    Mesh& mesh = shape.body;
    const double h = size.z, foot = -h / 2;
    if (std::holds_alternative<config::PedestrianElement>(element)) {
        for (const double side : {-1.0, 1.0})
            mesh.cone({side * 0.06, side * 0.09, foot}, 0.07, 0.09, 0.48 * h, palette::kTrousers, 10);
        mesh.cone({0, 0, foot + 0.46 * h}, 0.17, 0.21, 0.34 * h, paint, 14);
        mesh.cone({0, 0, foot + 0.80 * h}, 0.21, 0.06, 0.06 * h, paint, 14);
        mesh.ball({0, 0, foot + 0.92 * h}, 0.075 * h, palette::kSkin);
        for (const double side : {-1.0, 1.0})
            mesh.cone({0, side * 0.25, foot + 0.44 * h}, 0.045, 0.06, 0.38 * h, shaded(paint, 0.85), 10);
        return shape;
    }
    const auto& body = std::get<config::BodyElement>(element);
    if (body.shape == config::BodyElement::Shape::ball) {
        mesh.ball({}, h / 2, paint);
        return shape;
    }
    const double r = size.x / 2;
    mesh.box({-r, -r, foot}, {r, r, foot + 0.05 * h}, palette::kDark);
    mesh.cone({0, 0, foot + 0.05 * h}, 0.72 * r, 0.47 * r, 0.40 * h, paint);
    mesh.cone({0, 0, foot + 0.45 * h}, 0.47 * r, 0.33 * r, 0.22 * h, palette::kBand);
    mesh.cone({0, 0, foot + 0.67 * h}, 0.33 * r, 0.14 * r, 0.33 * h, paint);
    return shape;
}

}  // namespace synchrono::scenery
