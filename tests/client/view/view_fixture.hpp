/// Scenes of a small world for the tests of the window.
#pragma once

#include "client/kind/appearance.hpp"
#include "client/kind/vehicle/wheels.hpp"
#include "client/view/scene.hpp"
#include "common/config/scenario.hpp"
#include "tests/client/scenery/small_world.hpp"

namespace synchrono::client::view::testing {

using scenery::testing::small_world;

/// Returns a scene in which all agents are where the scenario puts them and every signal group shows `state`.
inline Scene frame_of(const config::Scenario& scenario,
                      signal::SignalState state = signal::SignalState::stop) {
    Scene frame;
    frame.now = SimTime::nanoseconds(1'000'000'000);
    for (const config::AgentSpec& agent : scenario.agents) {
        if (agent.element && std::holds_alternative<config::SignalsElement>(*agent.element)) {
            body::SignalsInSight lights;
            lights.agent = agent.id;
            for (int group = 1; group <= 40; ++group)
                lights.groups.push_back({static_cast<config::SignalGroupId>(group), state});
            frame.signals.push_back(lights);
            continue;
        }
        Body body{.agent = agent.id, .seen_as = kind::seen_as(agent)};
        body.motion.position = agent.position;
        body.motion.orientation = geo::Quaternion::from_yaw(agent.yaw_rad());
        if (agent.element) {
            if (const auto* walker = std::get_if<config::PedestrianElement>(&*agent.element))
                body.motion.position = {walker->points[0][0], walker->points[0][1], 0};
            body.motion.position.z = config::size_of(*agent.element).z / 2;
        } else {
            const config::VehicleSpec& vehicle = scenario.vehicle_of(agent);
            body.motion.position.z = config::figures(vehicle).cg_height_m;
            body.wheels = kind::wheels_of(vehicle, 0, 0, 0);
        }
        frame.bodies.push_back(body);
    }
    return frame;
}

}  // namespace synchrono::client::view::testing
