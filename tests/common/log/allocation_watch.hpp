/// What operator new is asked for, in test programs that link allocation_watch.cpp.
#pragma once

#include <cstddef>
#include <cstdint>

namespace synchrono::log::testing {

/// Allocations of the calling thread, ever.
std::uint64_t allocations_of_this_thread();
/// The largest single allocation of any thread since the last call.
std::size_t take_largest_allocation();

}  // namespace synchrono::log::testing
