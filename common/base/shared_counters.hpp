/// Names of counters that the programs of a run write and that the run's report searches for.
#pragma once

#include "common/base/counters.hpp"

namespace synchrono {

/// The wall time that a client waited at its gate.
inline constexpr CounterName kGateWaitCounter{"gate.wait_ns"};

/// The processor time of all threads of a program.
inline constexpr CounterName kProcessCpuCounter{"cpu.process_ns"};

/// The processor time of a client's loop thread, by the part of the client that used it.
enum class CpuCounter { dynamics_ns, sensors_ns, pilots_ns, radio_ns, exchange_ns, logging_ns, count_ };
inline constexpr CounterNames<CpuCounter> kCpuCounterNames{"cpu.dynamics_ns", "cpu.sensors_ns",
                                                           "cpu.pilots_ns",   "cpu.radio_ns",
                                                           "cpu.exchange_ns", "cpu.logging_ns"};
/// The labels of these counters for people, in the order of CpuCounter.
inline constexpr std::array<std::string_view, kCpuCounterNames.size()> kCpuLabels{
    "dynamics", "sensors", "pilots", "radio", "exchange", "logging"};

}  // namespace synchrono
