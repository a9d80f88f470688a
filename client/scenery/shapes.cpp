#include "client/scenery/shapes.hpp"

#include <variant>

#include "client/scenery/palette.hpp"

namespace synchrono::scenery {

using geo::Vec3;
namespace {

Coat coat_of(config::LooseSolid::Paint paint, Coat own) {
    switch (paint) {
        case config::LooseSolid::Paint::dark:
            return palette::kDark;
        case config::LooseSolid::Paint::band:
            return palette::kBand;
        case config::LooseSolid::Paint::own:
            break;
    }
    return own;
}

/// `r` and `h` are the radius and the height of the body, which stands with its middle at the origin.
void add_solid(Mesh& mesh, const config::LooseSolid& solid, double r, double h, Coat own) {
    const Coat coat = coat_of(solid.paint, own);
    const double foot = -h / 2 + solid.foot * h, half_width = solid.radius_low * r;
    switch (solid.form) {
        case config::LooseSolid::Form::frustum:
            mesh.cone({0, 0, foot}, half_width, solid.radius_high * r, solid.height * h, coat);
            break;
        case config::LooseSolid::Form::ball:
            mesh.ball({0, 0, foot + solid.height * h / 2}, half_width, coat);
            break;
        case config::LooseSolid::Form::slab:
            mesh.box({-half_width, -half_width, foot}, {half_width, half_width, foot + solid.height * h},
                     coat);
            break;
    }
}

}  // namespace

Coat element_paint(AgentId agent, const config::Element& element) {
    if (std::holds_alternative<config::PedestrianElement>(element))
        return {palette::kPaints[(agent.value * 3 + 1) % palette::kPaints.size()], Material::cloth};
    const auto [r, g, b] = std::get<config::BodyElement>(element).kind->colour;
    return {{r, g, b}, Material::plastic};
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
    for (const config::LooseSolid& solid : std::get<config::BodyElement>(element).kind->looks)
        add_solid(mesh, solid, size.x / 2, h, paint);
    return shape;
}

}  // namespace synchrono::scenery
