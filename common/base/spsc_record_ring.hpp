/// A bounded queue of byte records of any length from one thread to another, without locks and, after
/// construction, without allocation. Each record is contiguous and is written and read in place. A full or
/// empty ring is not an error: nothing is ever overwritten and no call waits.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>

#include "common/base/bytes.hpp"
#include "common/base/contract.hpp"

namespace synchrono {

/// Bytes between data that different threads write: processors fetch pairs of cache lines, 64 bytes each.
inline constexpr std::size_t kSeparation = 128;

/// Holds records of one to `record_bytes_max` bytes; each starts at a multiple of 8.
/// Threading: one producer (reserve, commit), one consumer (front, pop); sizes from any thread.
/// Owns: its memory.
class SpscRecordRing {
  public:
    /// The bytes before each record: four for its length, and four that keep records aligned.
    static constexpr std::size_t kHeadBytes = 8;

    explicit SpscRecordRing(std::size_t capacity_bytes_min)
        : mask_(std::bit_ceil(std::max<std::size_t>(capacity_bytes_min, 64)) - 1),
          memory_(std::make_unique<std::byte[]>(mask_ + 1)) {}

    /// Returns the size of the longest record. It is about half the memory, so that an empty ring has room
    /// for any record, wherever in the memory the ring's next free byte is.
    std::size_t record_bytes_max() const { return capacity_bytes() / 2 - kHeadBytes; }

    /// Returns room for a record of `n` bytes, or an empty span if the ring is too full for it. The next
    /// reservation replaces one that was not committed. Requires 0 < n <= record_bytes_max().
    std::span<std::byte> reserve(std::size_t n) {
        SYN_REQUIRE(n > 0 && n <= record_bytes_max());
        const std::uint64_t tail = producer_.tail.load(std::memory_order_relaxed);
        const std::size_t to_end = capacity_bytes() - (tail & mask_);
        const std::size_t skipped = taken(n) > to_end ? to_end : 0;
        producer_.pending = 0;
        if (!has_room(tail, skipped + taken(n))) return {};
        if (skipped > 0) put_head(tail, kSkip);
        put_head(tail + skipped, static_cast<std::uint32_t>(n));
        producer_.pending = skipped + taken(n);
        return {&memory_[(tail + skipped) & mask_] + kHeadBytes, n};
    }
    /// Passes the reserved record to the consumer. Requires a reservation.
    void commit() {
        SYN_REQUIRE(producer_.pending > 0);
        const std::uint64_t tail = producer_.tail.load(std::memory_order_relaxed) + producer_.pending;
        producer_.pending = 0;
        producer_.tail.store(tail, std::memory_order_release);
    }

    /// Returns the oldest record, or an empty view if the ring is empty. The view is valid until `pop`.
    ByteView front() {
        std::uint64_t head = consumer_.head.load(std::memory_order_relaxed);
        if (consumer_.tail_seen == head) {
            consumer_.tail_seen = producer_.tail.load(std::memory_order_acquire);
            const std::uint64_t backlog = consumer_.tail_seen - head;
            if (backlog == 0) return {};
            if (backlog > consumer_.backlog_max.load(std::memory_order_relaxed)) {
                consumer_.backlog_max.store(backlog, std::memory_order_relaxed);
            }
        }
        if (head_at(head) == kSkip) {
            // A record always follows a skip, since both were committed at once.
            head += capacity_bytes() - (head & mask_);
            consumer_.head.store(head, std::memory_order_release);
        }
        return {&memory_[head & mask_] + kHeadBytes, head_at(head)};
    }
    /// Frees the record that `front` returned. Requires that the ring is not empty.
    void pop() {
        const ByteView record = front();
        SYN_REQUIRE(!record.empty());
        const std::uint64_t head = consumer_.head.load(std::memory_order_relaxed);
        consumer_.head.store(head + taken(record.size()), std::memory_order_release);
    }

    std::size_t capacity_bytes() const { return mask_ + 1; }
    std::size_t size_bytes() const {
        const std::uint64_t head = consumer_.head.load(std::memory_order_acquire);
        return std::min<std::size_t>(producer_.tail.load(std::memory_order_acquire) - head, capacity_bytes());
    }
    bool empty() const { return size_bytes() == 0; }
    /// Returns the most bytes that the consumer has found waiting, with heads and padding, or the capacity
    /// once a reservation found too little room.
    std::size_t high_water_bytes() const {
        return producer_.refused.load(std::memory_order_relaxed)
                   ? capacity_bytes()
                   : consumer_.backlog_max.load(std::memory_order_relaxed);
    }

  private:
    // Stands in place of a length where no record starts: the next record is at the start of the memory.
    static constexpr std::uint32_t kSkip = 0;

    /// Returns how many bytes of the ring a record of `n` bytes takes.
    static std::size_t taken(std::size_t n) { return kHeadBytes + (n + 7) / 8 * 8; }
    bool has_room(std::uint64_t tail, std::size_t wanted) {
        if (capacity_bytes() - (tail - producer_.head_seen) >= wanted) return true;
        producer_.head_seen = consumer_.head.load(std::memory_order_acquire);
        if (capacity_bytes() - (tail - producer_.head_seen) >= wanted) return true;
        producer_.refused.store(true, std::memory_order_relaxed);
        return false;
    }
    void put_head(std::uint64_t at, std::uint32_t length) {
        std::memcpy(&memory_[at & mask_], &length, sizeof length);
    }
    std::uint32_t head_at(std::uint64_t at) const {
        std::uint32_t length = 0;
        std::memcpy(&length, &memory_[at & mask_], sizeof length);
        return length;
    }

    struct alignas(kSeparation) Producer {
        std::atomic<std::uint64_t> tail{0};
        std::uint64_t head_seen = 0;
        std::size_t pending = 0;  // bytes that commit() adds: the reserved record and bytes skipped before it
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
    const std::unique_ptr<std::byte[]> memory_;
};

}  // namespace synchrono
