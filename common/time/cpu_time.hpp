/// Processor time, for counters that tell what it went to. Nothing that a run does may depend on it.
#pragma once

#include <cstdint>

namespace synchrono {

/// Of the calling thread.
std::int64_t thread_cpu_ns();
/// Of all threads of this process together.
std::int64_t process_cpu_ns();

}  // namespace synchrono
