/// The kind of a football, which rolls.
#pragma once

#include "common/config/loose/loose_kind.hpp"

namespace synchrono::config {

inline constexpr LooseSolid kBallSolids[]{{.form = LooseSolid::Form::ball}};
inline constexpr LooseKind kBall{
    .name = "ball",
    .measures = {.diameter_m = 0.22, .height_m = 0.22, .mass_kg = 0.43, .friction = 0.03, .restitution = 0.6},
    .has_height_key = false,
    .colour = {236, 236, 232},
    .solids = kBallSolids};

}  // namespace synchrono::config
