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
    double friction = 0;     // when it slides or rolls: its deceleration over gravity
    double restitution = 0;  // share of a hit's speed with which it bounces off

    friend bool operator==(const LooseMeasures&, const LooseMeasures&) = default;
};

/// One of the solids that make up the look of a loose body, all around one axis. Heights are fractions of
/// the body's height, radii fractions of its radius.
struct LooseSolid {
    enum class Form {
        frustum,  // of a cone
        ball,     // with radius_low; its middle is half its height above its foot
        slab,     // square, with sides at radius_low from the axis
    };
    enum class Paint {
        own,   // the colour of its kind
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
    bool has_height_key = true;  // false: it is as high as it is wide
    std::array<std::uint8_t, 3> colour{};
    std::span<const LooseSolid> looks;
};

}  // namespace synchrono::config
