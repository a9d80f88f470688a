#include "tests/common/log/allocation_watch.hpp"

#include <atomic>
#include <cstdlib>
#include <new>

namespace {

std::atomic<std::size_t> g_largest{0};
thread_local std::uint64_t t_count = 0;

void* allocate(std::size_t size) {
    ++t_count;
    std::size_t seen = g_largest.load(std::memory_order_relaxed);
    while (seen < size && !g_largest.compare_exchange_weak(seen, size)) {
    }
    return std::malloc(size == 0 ? 1 : size);
}

}  // namespace

namespace synchrono::log::testing {
std::uint64_t allocations_of_this_thread() { return t_count; }
std::size_t take_largest_allocation() { return g_largest.exchange(0); }
}  // namespace synchrono::log::testing

void* operator new(std::size_t size) {
    if (void* memory = allocate(size)) return memory;
    throw std::bad_alloc();
}
// Algorithms of the standard library call this operator for buffers that they can do without.
void* operator new(std::size_t size, const std::nothrow_t&) noexcept { return allocate(size); }
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }
void operator delete(void* memory, const std::nothrow_t&) noexcept { std::free(memory); }
