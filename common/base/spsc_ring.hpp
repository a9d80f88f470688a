/// A bounded queue from one thread to another, without locks and, after construction, without allocation.
/// A full or empty ring is not an error: nothing is ever overwritten and no call waits. For records
/// of any length see spsc_record_ring.hpp.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <type_traits>

namespace synchrono {

/// Bytes between data that different threads write: processors fetch pairs of cache lines, 64 bytes each.
inline constexpr std::size_t kSeparation = 128;

/// Holds values of a trivially copyable type.
/// Threading: one producer (push), one consumer (pop); size, empty and high_water from any thread.
/// Owns: its slots.
template <typename T>
class SpscRing {
    static_assert(std::is_trivially_copyable_v<T>);

  public:
    /// Makes a ring whose capacity is `capacity_min` rounded up to a power of two.
    explicit SpscRing(std::size_t capacity_min)
        : mask_(std::bit_ceil(std::max<std::size_t>(capacity_min, 1)) - 1),
          slots_(std::make_unique<T[]>(mask_ + 1)) {}

    /// Returns false if the ring is full.
    bool try_push(const T& value) {
        const std::uint64_t tail = producer_.tail.load(std::memory_order_relaxed);
        if (room(tail, 1) == 0) return false;
        slots_[tail & mask_] = value;
        producer_.tail.store(tail + 1, std::memory_order_release);
        return true;
    }
    /// Pushes as many values as fit and returns how many.
    std::size_t push(std::span<const T> values) {
        const std::uint64_t tail = producer_.tail.load(std::memory_order_relaxed);
        const std::size_t n = std::min<std::size_t>(room(tail, values.size()), values.size());
        write(tail, values.first(n));
        producer_.tail.store(tail + n, std::memory_order_release);
        return n;
    }
    /// Pushes `first`, then `second`, and returns true; or returns false and pushes nothing if they do not
    /// both fit. The consumer never sees a part of them.
    bool try_push_all(std::span<const T> first, std::span<const T> second = {}) {
        const std::uint64_t tail = producer_.tail.load(std::memory_order_relaxed);
        const std::size_t n = first.size() + second.size();
        if (room(tail, n) < n) return false;
        write(tail, first);
        write(tail + first.size(), second);
        producer_.tail.store(tail + n, std::memory_order_release);
        return true;
    }

    /// Returns false if the ring is empty.
    bool try_pop(T& value) {
        const std::uint64_t head = consumer_.head.load(std::memory_order_relaxed);
        if (ready(head, 1) == 0) return false;
        value = slots_[head & mask_];
        consumer_.head.store(head + 1, std::memory_order_release);
        return true;
    }
    /// Pops as many values as are there and fit into `values`, and returns how many.
    std::size_t pop(std::span<T> values) {
        const std::uint64_t head = consumer_.head.load(std::memory_order_relaxed);
        const std::size_t n = std::min<std::size_t>(ready(head, values.size()), values.size());
        const std::size_t to_end = std::min<std::size_t>(n, capacity() - (head & mask_));
        std::copy_n(&slots_[head & mask_], to_end, values.data());
        std::copy_n(&slots_[0], n - to_end, values.data() + to_end);
        consumer_.head.store(head + n, std::memory_order_release);
        return n;
    }

    std::size_t capacity() const { return mask_ + 1; }
    /// Returns the number of values; exact if neither side moves meanwhile.
    std::size_t size() const {
        const std::uint64_t head = consumer_.head.load(std::memory_order_acquire);
        return std::min<std::size_t>(producer_.tail.load(std::memory_order_acquire) - head, capacity());
    }
    bool empty() const { return size() == 0; }
    /// Returns the most values that the consumer has found waiting, or the capacity once a push found too
    /// little room.
    std::size_t high_water() const {
        return producer_.refused.load(std::memory_order_relaxed)
                   ? capacity()
                   : consumer_.backlog_max.load(std::memory_order_relaxed);
    }

  private:
    /// Returns how many slots are free as far as the producer knows. Reads the consumer's `head` only if
    /// these are fewer than `wanted`, since the read costs a cache miss.
    std::size_t room(std::uint64_t tail, std::size_t wanted) {
        std::size_t n = capacity() - (tail - producer_.head_seen);
        if (n < wanted) {
            producer_.head_seen = consumer_.head.load(std::memory_order_acquire);
            n = capacity() - (tail - producer_.head_seen);
            if (n < wanted) producer_.refused.store(true, std::memory_order_relaxed);
        }
        return n;
    }
    /// Does the same for the consumer: returns how many values it can pop.
    std::size_t ready(std::uint64_t head, std::size_t wanted) {
        std::size_t n = consumer_.tail_seen - head;
        if (n < wanted) {
            consumer_.tail_seen = producer_.tail.load(std::memory_order_acquire);
            n = consumer_.tail_seen - head;
            if (n > consumer_.backlog_max.load(std::memory_order_relaxed)) {
                consumer_.backlog_max.store(n, std::memory_order_relaxed);
            }
        }
        return n;
    }
    void write(std::uint64_t at, std::span<const T> values) {
        const std::size_t to_end = std::min<std::size_t>(values.size(), capacity() - (at & mask_));
        std::copy_n(values.data(), to_end, &slots_[at & mask_]);
        std::copy_n(values.data() + to_end, values.size() - to_end, &slots_[0]);
    }

    // `tail` and `head` count all values ever pushed and popped; they do not wrap in the life of a program.
    struct alignas(kSeparation) Producer {
        std::atomic<std::uint64_t> tail{0};
        std::uint64_t head_seen = 0;
        std::atomic<bool> refused{false};
    };
    struct alignas(kSeparation) Consumer {
        std::atomic<std::uint64_t> head{0};
        std::uint64_t tail_seen = 0;
        std::atomic<std::size_t> backlog_max{0};
    };
    Producer producer_;
    Consumer consumer_;
    alignas(kSeparation) const std::size_t mask_;
    const std::unique_ptr<T[]> slots_;
};

}  // namespace synchrono
