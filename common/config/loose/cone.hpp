/// The kind of a traffic cone, which slides.
#pragma once

#include "common/config/loose/loose_kind.hpp"

namespace synchrono::config {

inline constexpr LooseSolid kConeSolids[]{
    {.form = LooseSolid::Form::slab, .height = 0.05, .paint = LooseSolid::Paint::dark},
    {.foot = 0.05, .height = 0.40, .radius_low = 0.72, .radius_high = 0.47},
    {.foot = 0.45, .height = 0.22, .radius_low = 0.47, .radius_high = 0.33, .paint = LooseSolid::Paint::band},
    {.foot = 0.67, .height = 0.33, .radius_low = 0.33, .radius_high = 0.14}};
inline constexpr LooseKind kCone{
    .name = "cone",
    .measures = {.diameter_m = 0.4, .height_m = 0.75, .mass_kg = 3, .friction = 0.6, .restitution = 0.1},
    .colour = {255, 106, 20},
    .solids = kConeSolids};

}  // namespace synchrono::config
