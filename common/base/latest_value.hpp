/// The newest value of something, passed from one thread to another. The writer never waits; the reader
/// gets the newest value or learns that nothing is new. A value that was not read in time is overwritten.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <utility>

namespace synchrono {

/// Holds three slots: the writer fills one, the reader holds one, and the third lies between them. Each side
/// exchanges its own slot for that one. Lock-free; allocates only where copying a T does.
/// Threading: one writer (draft, publish, write), one reader (read, held).  Owns: three values.
template <typename T>
class LatestValue {
  public:
    LatestValue() = default;
    explicit LatestValue(const T& initial) : slots_{initial, initial, initial} {}
    LatestValue(const LatestValue&) = delete;
    LatestValue& operator=(const LatestValue&) = delete;

    /// Returns the value that the writer fills and the next publish() passes on. It still holds an older
    /// value, so that its memory can be reused.
    T& draft() { return slots_[draft_]; }
    void publish() {
        draft_ =
            between_.exchange(static_cast<std::uint8_t>(draft_ | kNew), std::memory_order_acq_rel) & kIndex;
    }
    void write(const T& value) {
        draft() = value;
        publish();
    }

    /// Returns the newest value, or null if none was published since the last call. The value is valid until
    /// the next call.
    const T* read() {
        // Only the reader clears kNew, so the mark stays set until the exchange below.
        if ((between_.load(std::memory_order_relaxed) & kNew) == 0) return nullptr;
        held_ = between_.exchange(held_, std::memory_order_acq_rel) & kIndex;
        return &slots_[held_];
    }
    /// Returns the value that the last successful `read` returned, or the initial one.
    const T& held() const { return slots_[held_]; }

  private:
    // The bits of between_: the index of its slot, and a mark that the reader has not seen the value.
    static constexpr std::uint8_t kIndex = 3;
    static constexpr std::uint8_t kNew = 4;

    std::array<T, 3> slots_{};
    alignas(64) std::uint8_t draft_ = 0;
    alignas(64) std::atomic<std::uint8_t> between_{1};
    alignas(64) std::uint8_t held_ = 2;
};

}  // namespace synchrono
