/// The rule that keeps clients in step: how far simulated time may run ahead of the slowest live agent, and
/// which states are visible meanwhile. docs/architecture.md explains the kinds `window` and `exact`.
#pragma once

#include <cstdint>

namespace synchrono {

struct GatePolicy {
    enum class Kind { window, exact };
    Kind kind = Kind::window;
    std::int64_t heartbeats = 2;  // n of `window`, lag of `exact`

    friend bool operator==(GatePolicy, GatePolicy) = default;
};

}  // namespace synchrono
