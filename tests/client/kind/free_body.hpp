/// A kind of body for tests, a ball that flies and bounces, and the engine that moves it. It is part of no
/// program. It proves that a new kind of body takes these two files and one call that registers it.
#pragma once

#include <string_view>

#include "common/config/scenario.hpp"

namespace synchrono::client::kind {

inline constexpr std::string_view kFreeBody = "test_free_body";
/// The name of the engine (kFreeEngine), and the type URL of the states that balls publish (kFreeState).
inline constexpr std::string_view kFreeEngine = "test_free_engine", kFreeState = "/test.FreeState";

/// Adds the kind and the engine to the registries. Further calls do nothing.
void register_free_body();
/// Turns an agent of a scenario from a vehicle into a ball.
void make_free_body(config::AgentSpec& agent, double radius_m);

}  // namespace synchrono::client::kind
