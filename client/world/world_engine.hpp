/// The engine of a client that owns elements of the world: signals run their programmes, pedestrians walk
/// their lines, loose bodies go where they are pushed. What each does stands with its kind.
/// docs/world-elements.md tells the rules.
///
/// What an element does follows from the scenario, from simulated time and from what the engine was shown,
/// its other elements as the world shows them; so it is the same, bit for bit, whoever shares the engine.
#pragma once

#include <memory>

#include "client/engine/element_engine.hpp"

namespace synchrono::client {

/// Borrows the scenario.
std::unique_ptr<ElementEngine> make_world_engine(const config::Scenario& scenario);

}  // namespace synchrono::client
