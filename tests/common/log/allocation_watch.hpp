/// Counts allocations and keeps the size of the largest. A test program that uses this header links
/// allocation_watch.cpp, which replaces operator new.
#pragma once

#include <cstddef>
#include <cstdint>

namespace synchrono::log::testing {

/// Returns how often the calling thread has allocated so far.
std::uint64_t allocations_of_this_thread();
/// Returns the size in bytes of the largest single allocation of any thread since the last call of this
/// function, and starts again from 0.
std::size_t take_largest_allocation();

}  // namespace synchrono::log::testing
