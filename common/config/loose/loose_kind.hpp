/// What is different from one kind of loose body to another, all of it data. A loose body is an upright round
/// thing on the ground that goes where it is pushed.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

namespace synchrono::config {

struct LooseMeasures {
    double diameter_m = 0, height_m = 0;
    double mass_kg = 0;
    double friction = 0;     // of sliding, or of rolling: its deceleration over that of gravity
    double restitution = 0;  // how much of the speed of a hit it bounces off with

    friend bool operator==(const LooseMeasures&, const LooseMeasures&) = default;
};

/// One of the solids that a loose body looks like, about its axis. Heights are told in parts of the body's,
/// radii in parts of its own.
struct LooseSolid {
    enum class Form {
        frustum,  // of a cone
        ball,     // of radius_low, its middle half its height above its foot
        slab,     // square, its sides radius_low from the axis
    };
    enum class Paint {
        own,   // the colour of its kind
        dark,  // plastic
        band,  // sends light back to where it came from
    };
    Form form = Form::frustum;
    double foot = 0, height = 1;
    double radius_low = 1, radius_high = 1;
    Paint paint = Paint::own;
};

/// A row of the table in loose_kinds.cpp.
struct LooseKind {
    std::string_view name;       // in files
    LooseMeasures measures;      // of one of which a file says nothing
    bool has_height_key = true;  // or it is as high as it is wide
    std::array<std::uint8_t, 3> colour{};
    std::span<const LooseSolid> looks;
};

}  // namespace synchrono::config
