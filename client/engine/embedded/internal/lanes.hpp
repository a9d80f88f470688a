/// Arithmetic for four vehicles at once: a value holds one number for each vehicle, in the vehicle's lane.
/// IEEE 754 defines the rounding of every operation used, and no operation mixes lanes. So a vehicle's motion
/// has the same bits in any lane, whichever vehicles share the block. It also has the same bits on any
/// machine, whichever instructions the compiler chose.
#pragma once

#include <cmath>
#include <cstddef>

namespace synchrono::client::engine::internal {

inline constexpr std::size_t kLanes = 4;

using Lanes = double __attribute__((vector_size(kLanes * sizeof(double))));
using LaneMask = decltype(Lanes{} < Lanes{});

// All these functions are inlined: the kernel is compiled once for each instruction set, and inlined
// functions are compiled with it.
#define SYN_KERNEL [[gnu::always_inline]] inline

SYN_KERNEL Lanes all(double value) { return Lanes{} + value; }
SYN_KERNEL Lanes choose(LaneMask mask, Lanes yes, Lanes no) { return mask ? yes : no; }
SYN_KERNEL Lanes least(Lanes a, Lanes b) { return a < b ? a : b; }
SYN_KERNEL Lanes most(Lanes a, Lanes b) { return a > b ? a : b; }
SYN_KERNEL Lanes within(Lanes value, Lanes low, Lanes high) { return least(most(value, low), high); }
SYN_KERNEL Lanes magnitude_of(Lanes a) { return a < 0 ? -a : a; }

SYN_KERNEL Lanes root_of(Lanes a) {
    Lanes result;
    for (std::size_t i = 0; i < kLanes; ++i) result[i] = __builtin_sqrt(a[i]);
    return result;
}

/// Returns zero for tiny values. Values that decay for ever would otherwise become subnormal numbers, which
/// are slow to compute with.
SYN_KERNEL Lanes settled(Lanes a) { return magnitude_of(a) < 1e-30 ? Lanes{} : a; }

struct Lanes3 {
    Lanes x, y, z;
};
SYN_KERNEL Lanes3 operator+(const Lanes3& a, const Lanes3& b) { return {a.x + b.x, a.y + b.y, a.z + b.z}; }
SYN_KERNEL Lanes3 operator-(const Lanes3& a, const Lanes3& b) { return {a.x - b.x, a.y - b.y, a.z - b.z}; }
SYN_KERNEL Lanes3 operator*(Lanes s, const Lanes3& a) { return {s * a.x, s * a.y, s * a.z}; }
SYN_KERNEL Lanes dot(const Lanes3& a, const Lanes3& b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
SYN_KERNEL Lanes3 cross(const Lanes3& a, const Lanes3& b) {
    return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

}  // namespace synchrono::client::engine::internal
