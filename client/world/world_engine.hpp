/// The engine of a client that owns elements of the world: signals run their programmes, pedestrians walk
/// along their lines, loose bodies move where they are pushed. Each element's behaviour is implemented with
/// its kind (client/element). docs/world-elements.md has the rules.
///
/// The behaviour of an element follows from the scenario, from simulated time and from the surroundings that
/// the engine is given. Even other elements of the same engine affect it only through the surroundings. So
/// the behaviour is the same, bit for bit, however elements are divided among clients.
#pragma once

#include <memory>

#include "client/engine/element_engine.hpp"

namespace synchrono::client::world {

/// Makes the engine, which borrows the scenario.
std::unique_ptr<engine::ElementEngine> make_world_engine(const config::Scenario& scenario);

}  // namespace synchrono::client::world
