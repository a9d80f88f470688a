/// A small world for tests of pictures and views.
#pragma once

#include <gtest/gtest.h>
#include <string_view>

#include "common/config/scenario.hpp"

namespace synchrono::client::scenery::testing {

/// Returns a scenario of two sedans, signals at a crossing, a cone and a walker.
inline config::Scenario small_world() {
    constexpr std::string_view text = R"({
        "name": "small", "duration_s": 1,
        "paths": { "road": { "points": [[-80, -5.25], [80, -5.25]] } },
        "elements": [
            { "name": "lights", "kind": "signals", "intersection": "crossing" },
            { "name": "cone", "kind": "cone", "position": [30, 12, 0] },
            { "name": "walker", "kind": "pedestrian", "points": [[40, 0], [40, 20]] }
        ],
        "agents": [
            { "name": "red", "vehicle": "sedan", "place": { "position": [-40, -5.25, 0] } },
            { "name": "blue", "vehicle": "sedan", "place": { "position": [-20, -5.25, 0], "yaw_deg": 90 } }
        ] })";
    auto scenario = config::read_scenario(text, SYN_SOURCE_DIR "/scenarios/small.json");
    if (!scenario) ADD_FAILURE() << scenario.error().text;
    return std::move(scenario).value();
}

}  // namespace synchrono::client::scenery::testing
