/// A bounded queue of commands from any threads to one owner, for what is rare: joins, leaves, stops. What is
/// hot goes through the rings.
#pragma once

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

namespace synchrono {

/// Threading: any thread posts; one thread drains.
template <typename T>
class Mailbox {
  public:
    explicit Mailbox(std::size_t capacity) : capacity_(capacity) {}

    /// False when the box is full: the command was not taken.
    [[nodiscard]] bool post(T command) {
        const std::lock_guard lock(mutex_);
        if (commands_.size() >= capacity_) return false;
        commands_.push_back(std::move(command));
        return true;
    }

    /// Replaces the content of `out` by all that was posted, oldest first.
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
