/// A bounded queue of commands from any thread to one owner. It is for rare commands (to join, to leave, to
/// stop). Frequent data go through SpscRecordRing.
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace synchrono {

/// Holds posted commands until their owner drains them. Threading: any thread posts; one thread drains.
template <typename T>
class Mailbox {
  public:
    explicit Mailbox(std::size_t capacity) : capacity_(capacity) {}

    /// Returns false if the box is full; the command is then discarded.
    [[nodiscard]] bool post(T command) {
        const std::lock_guard lock(mutex_);
        if (commands_.size() >= capacity_) return false;
        commands_.push_back(std::move(command));
        return true;
    }

    /// Replaces the content of `out` with all commands posted since the last call, oldest first.
    void drain(std::vector<T>& out) {
        out.clear();
        const std::lock_guard lock(mutex_);
        out.swap(commands_);
    }

  private:
    const std::size_t capacity_;
    std::mutex mutex_;
    std::vector<T> commands_;
};

}  // namespace synchrono
