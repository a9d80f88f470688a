/// A kind of body that ships with no program, and the engine that moves it: a ball that flies and bounces. It
/// shows what a new kind of body takes: these two files, and one call that registers it.
#pragma once

#include <string_view>

#include "common/config/scenario.hpp"

namespace synchrono::testing {

inline constexpr std::string_view kFreeBody = "test_free_body";
/// The name of its engine, and the type URL of its states.
inline constexpr std::string_view kFreeEngine = "test_free_engine", kFreeState = "/test.FreeState";

/// Adds the kind and the engine to the registries, once however often it is called.
void register_free_body();
/// Makes a ball of an agent of a scenario, in place of the vehicle that it was.
void make_free_body(config::AgentSpec& agent, double radius_m);

}  // namespace synchrono::testing
