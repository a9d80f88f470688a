/// The data in which kinds of loose bodies differ. A loose body is an upright round thing on the ground that
/// moves when it is pushed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace synchrono::config {

struct LooseMeasures {
    double diameter_m = 0, height_m = 0;
    double mass_kg = 0;
    double friction = 0;     // deceleration while sliding or rolling, over gravity
    double restitution = 0;  // share of a hit's speed with which the body bounces off

    friend bool operator==(const LooseMeasures&, const LooseMeasures&) = default;
};

/// One of the solids that make up the look of a loose body; all are centred on the same vertical axis.
/// Heights are fractions of the body's height. Radii are fractions of the body's radius.
struct LooseSolid {
    enum class Form {
        frustum,  // of a cone
        ball,     // of radius_low; the middle is height / 2 above the foot
        slab,     // a square one, with sides at radius_low from the axis
    };
    enum class Paint {
        own,   // the colour of the LooseKind
        dark,  // plastic
        band,  // retroreflective
    };
    Form form = Form::frustum;
    double foot = 0, height = 1;
    double radius_low = 1, radius_high = 1;
    Paint paint = Paint::own;
};

/// One row of the table in loose_kinds.cpp.
struct LooseKind {
    std::string_view name;       // in files
    LooseMeasures measures;      // defaults for what a file leaves out
    bool has_height_key = true;  // false: the height equals the diameter
    std::array<std::uint8_t, 3> colour{};
    std::span<const LooseSolid> solids;
};

}  // namespace synchrono::config
