/// The engine of a client that owns elements of the world: signals run their programmes, pedestrians walk
/// along their lines, loose bodies move where they are pushed. Each element's behaviour is implemented with
/// its kind (client/element). docs/world-elements.md has the rules.
///
/// The behaviour of an element follows from the scenario, from simulated time and from what the engine was
/// shown; even other elements of the same engine count only as the world shows them. So it is the same, bit
/// for bit, however elements are divided among clients.
#pragma once

#include <memory>

#include "client/engine/element_engine.hpp"

namespace synchrono::client {

/// Makes the engine, which borrows the scenario.
std::unique_ptr<ElementEngine> make_world_engine(const config::Scenario& scenario);

}  // namespace synchrono::client
