/// For tests of pilots: makes a pilot's setup, loads the pilot as a client does, and takes a step that the
/// pilot must answer at once.
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

inline pilot::InProcessSetup pilot_setup_of(const std::string& library, const std::string& config_json,
                                            const config::VehicleSpec& vehicle) {
    pilot::InProcessSetup setup;
    setup.pilot.name = "car";
    setup.pilot.config_json = config_json;
    setup.pilot.vehicle = vehicle;
    setup.library = library;
    return setup;
}

/// Loads the pilot inside a SafePilot, as a client does.
inline Result<std::unique_ptr<pilot::PilotHost>> load_safe_pilot(const pilot::InProcessSetup& setup) {
    auto host = pilot::load_pilot(setup);
    if (!host) return tl::unexpected(host.error());
    return std::make_unique<pilot::SafePilot>(std::move(*host), kind::kind_of(config::AgentSpec()),
                                              pilot::label_of(setup), setup.pilot.note);
}

inline pilot::PilotAnswer answer_of(pilot::PilotHost& host, const pilot::Perception& perception) {
    host.begin_step(perception);
    const auto answer = host.finish_step();
    EXPECT_TRUE(answer) << "the pilot did not answer at once";
    return answer.value_or(pilot::PilotAnswer{});
}

/// Returns the controls that the pilot answers with.
inline body::DriverInputs controls_of(pilot::PilotHost& host, SimTime now, SimDuration period,
                                      const body::BodyMotion& ego,
                                      std::span<const body::Obstacle> others = {}) {
    return body::driver_inputs(
        answer_of(host, {.now = now, .period = period, .ego = ego, .others = others}).controls);
}

}  // namespace synchrono::client
