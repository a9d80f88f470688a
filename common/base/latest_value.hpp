/// The newest value of something, handed from one thread to one other: the writer never waits, the reader
/// gets the newest or learns that nothing is new. What nobody read in time is overwritten.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>

namespace synchrono {

/// Three slots: one the writer fills, one the reader holds, and the one between them that both exchange
/// theirs for. Lock-free; allocates only what copying a T does.
/// Threading: one writer (draft, publish, write), one reader (read).  Owns: three values.
template <typename T>
class LatestValue {
  public:
    LatestValue() = default;
    explicit LatestValue(const T& initial) : slots_{initial, initial, initial} {}
    LatestValue(const LatestValue&) = delete;
    LatestValue& operator=(const LatestValue&) = delete;

    /// What the next `publish` hands over. It holds some older value, so that its memory can be used again.
    T& draft() { return slots_[draft_]; }
    void publish() {
        draft_ =
            between_.exchange(static_cast<std::uint8_t>(draft_ | kNew), std::memory_order_acq_rel) & kIndex;
    }
    void write(const T& value) {
        draft() = value;
        publish();
    }

    /// The newest value, or null when none was published since the last call. Valid until the next call.
    const T* read() {
        // Only the reader clears the mark, so once seen it stays.
        if ((between_.load(std::memory_order_relaxed) & kNew) == 0) return nullptr;
        held_ = between_.exchange(held_, std::memory_order_acq_rel) & kIndex;
        return &slots_[held_];
    }
    /// The value that the last successful `read` gave, or the initial one.
    const T& held() const { return slots_[held_]; }

  private:
    static constexpr std::uint8_t kIndex = 3;
    static constexpr std::uint8_t kNew = 4;

    std::array<T, 3> slots_{};
    alignas(64) std::uint8_t draft_ = 0;
    alignas(64) std::atomic<std::uint8_t> between_{1};
    alignas(64) std::uint8_t held_ = 2;
};

}  // namespace synchrono
