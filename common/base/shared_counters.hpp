/// Counters that programs of a run count and that its report looks for: both know them by these names.
#pragma once

#include "common/base/counters.hpp"

namespace synchrono {

/// How long a client waited at its gate.
inline constexpr CounterName kGateWaitCounter{"gate.wait_ns"};

/// The processor time of all threads of a program.
inline constexpr CounterName kProcessCpuCounter{"cpu.process_ns"};

/// What a client's loop spends its share of that on.
enum class CpuCounter { dynamics_ns, sensors_ns, pilots_ns, radio_ns, exchange_ns, logging_ns, count_ };
inline constexpr CounterNames<CpuCounter> kCpuCounterNames{"cpu.dynamics_ns", "cpu.sensors_ns",
                                                           "cpu.pilots_ns",   "cpu.radio_ns",
                                                           "cpu.exchange_ns", "cpu.logging_ns"};
/// The same for people.
inline constexpr std::array<std::string_view, kCpuCounterNames.size()> kCpuLabels{
    "dynamics", "sensors", "pilots", "radio", "exchange", "logging"};

}  // namespace synchrono
