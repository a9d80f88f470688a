/// Counts the allocations of test programs that link allocation_watch.cpp, which replaces operator new.
#pragma once

#include <cstddef>
#include <cstdint>

namespace synchrono::log::testing {

/// Returns how often the calling thread has allocated so far.
std::uint64_t allocations_of_this_thread();
/// Returns the size of the largest single allocation of any thread since the last call.
std::size_t take_largest_allocation();

}  // namespace synchrono::log::testing
