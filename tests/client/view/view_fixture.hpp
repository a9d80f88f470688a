/// A small world for the tests of the window, and frames of it.
#pragma once

#include <gtest/gtest.h>
#include <string>
#include <string_view>

#include "client/view/frame.hpp"
#include "client/view/wheels.hpp"
#include "common/config/scenario.hpp"

namespace synchrono::view::testing {

/// Two sedans, signals at a crossing, a cone and a walker.
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

/// Everybody where the scenario puts them; every signal group shows `state`.
inline Frame frame_of(const config::Scenario& scenario,
                      signal::SignalState state = signal::SignalState::stop) {
    Frame frame;
    frame.now = SimTime::nanoseconds(1'000'000'000);
    for (const config::AgentSpec& agent : scenario.agents) {
        if (agent.element && std::holds_alternative<config::SignalsElement>(*agent.element)) {
            client::SignalsInSight lights;
            lights.agent = agent.id;
            for (int group = 1; group <= 40; ++group)
                lights.groups.push_back({static_cast<config::SignalGroupId>(group), state});
            frame.signals.push_back(lights);
            continue;
        }
        Body body{.agent = agent.id};
        body.motion.position = agent.position;
        body.motion.orientation = geo::Quaternion::from_yaw(agent.yaw_rad());
        if (agent.element) {
            if (const auto* walker = std::get_if<config::PedestrianElement>(&*agent.element))
                body.motion.position = {walker->points[0][0], walker->points[0][1], 0};
            body.motion.position.z = config::size_of(*agent.element).z / 2;
        } else {
            const config::VehicleSpec& vehicle = scenario.vehicle_of(agent);
            body.motion.position.z = config::figures(vehicle).cg_height_m;
            body.wheels = wheels_of(vehicle, 0, 0, 0);
        }
        frame.bodies.push_back(body);
    }
    return frame;
}

}  // namespace synchrono::view::testing
