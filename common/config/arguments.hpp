/// Values as people write them on a command line or in a file: a gate, a pace, a time, a set of agents. A
/// value that one program prints can be given to another program unchanged.
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

/// Parses "window:N" and "exact:N"; "window" alone means "window:2", and "exact" alone "exact:1".
Result<GatePolicy> parse_gate(std::string_view text);
std::string to_text(GatePolicy gate);

/// Parses "max", "real", or a factor such as "2x" or "0.5x".
Result<Pace> parse_pace(std::string_view text);
std::string to_text(const Pace& pace);

/// Parses seconds in decimal, such as "60" or "0.005". Refuses zero, negative numbers and numbers that are
/// not whole nanoseconds; nothing is rounded.
Result<SimDuration> parse_duration_s(std::string_view text);

/// Parses a whole number from 0 to 18446744073709551615, in decimal, without a sign or leading zeros.
Result<std::uint64_t> parse_seed(std::string_view text);

/// Parses a text such as "0-9,12": numbers and inclusive ranges in any order. Each agent may occur at most
/// once, and each number must be below `agent_count`. Returns the agents in ascending order.
Result<std::vector<AgentId>> parse_agents(std::string_view text, std::size_t agent_count);
/// Returns a short text that parse_agents() turns back into `agents`. Requires ascending numbers, none twice.
std::string to_text(std::span<const AgentId> agents);

/// Converts a decimal number of units to nanoseconds. A unit is 10^`unit_power` ns: 9 means s, 6 means ms.
/// The text is written like a JSON number. Refuses a result that is not whole or does not fit.
Result<std::int64_t> decimal_to_ns(std::string_view text, int unit_power);

}  // namespace synchrono::config
