/// Processor time in nanoseconds, for counters that say how a program spends this time. No result of a run
/// may depend on processor time.
#pragma once

#include <cstdint>

namespace synchrono {

/// Returns the processor time that the calling thread has used.
std::int64_t thread_cpu_ns();
/// Returns the processor time that all threads of this process have used together.
std::int64_t process_cpu_ns();

}  // namespace synchrono
