/// Values as people write them on a command line or in a file: a gate, a pace, a time, a set of agents. Each
/// reader has a writer or a single spelling, so that what a program prints can be given back to it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "common/base/ids.hpp"
#include "common/base/result.hpp"
#include "common/config/scenario.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::config {

/// "window:2", "exact:1", or "window" and "exact" alone for 2 and 1.
Result<GatePolicy> parse_gate(std::string_view text);
std::string to_text(GatePolicy gate);

/// "max", "real", or a factor such as "2x" and "0.5x".
Result<Pace> parse_pace(std::string_view text);
std::string to_text(const Pace& pace);

/// Seconds in decimal, such as "60" or "0.005"; exact, and refused unless a whole number of nanoseconds.
Result<SimDuration> parse_duration_s(std::string_view text);

/// A whole number from 0 to 18446744073709551615, in decimal and without a sign: the digits say what is
/// meant.
Result<std::uint64_t> parse_seed(std::string_view text);

/// "0-9,12": numbers and inclusive ranges, in any order, none twice, each below `agent_count`. Ascending.
Result<std::vector<AgentId>> parse_agents(std::string_view text, std::size_t agent_count);
/// The shortest text that parse_agents turns back into `agents`. Requires ascending, none twice.
std::string to_text(std::span<const AgentId> agents);

/// The nanoseconds in a decimal number of units, exactly; a unit is 10^`unit_power` ns (9: s, 6: ms).
/// Grammar: that of a JSON number. Refused unless whole and fitting.
Result<std::int64_t> decimal_to_ns(std::string_view text, int unit_power);

}  // namespace synchrono::config
