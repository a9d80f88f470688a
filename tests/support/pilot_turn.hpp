/// Pilots in tests: the setup for one that ships, and a step of one that answers at once.
#pragma once

#include <gtest/gtest.h>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "client/kind/kind_registry.hpp"
#include "client/pilot/in_process/in_process_host.hpp"
#include "client/pilot/safe_pilot.hpp"

namespace synchrono::client {

inline InProcessSetup pilot_setup_of(const std::string& library, const std::string& config_json,
                                     const config::VehicleSpec& vehicle) {
    InProcessSetup setup;
    setup.pilot.name = "car";
    setup.pilot.config_json = config_json;
    setup.pilot.vehicle = vehicle;
    setup.library = library;
    return setup;
}

/// Loads the pilot and puts the safe stop around it, as a client does.
inline Result<std::unique_ptr<PilotHost>> load_safe_pilot(const InProcessSetup& setup) {
    auto host = load_pilot(setup);
    if (!host) return tl::unexpected(host.error());
    return std::make_unique<SafePilot>(std::move(*host), kind_of(config::AgentSpec()), label_of(setup),
                                       setup.pilot.note);
}

inline PilotAnswer turn(PilotHost& host, const Perception& perception) {
    host.begin(perception);
    const auto answer = host.finish();
    EXPECT_TRUE(answer) << "it does not answer at once";
    return answer.value_or(PilotAnswer{});
}

/// Returns the controls that the pilot answers with.
inline DriverInputs step(PilotHost& host, SimTime now, SimDuration period, const BodyMotion& ego,
                         std::span<const Obstacle> others = {}) {
    return driver_inputs(turn(host, {.now = now, .period = period, .ego = ego, .others = others}).controls);
}

}  // namespace synchrono::client
