/// Shows how much of a long log has been read.
#pragma once

#include <cstdint>
#include <string_view>

namespace synchrono::tools::reading {

/// Writes one line to standard error, if that is a terminal, and removes the line when destroyed.
class ReadingProgress {
  public:
    ReadingProgress();
    ReadingProgress(const ReadingProgress&) = delete;
    ~ReadingProgress();

    bool shown() const { return shown_; }
    /// Updates the line when the percentage has changed. `what` names the thing that is read.
    void show(std::string_view what, std::uint64_t done, std::uint64_t all);

  private:
    bool shown_;
    int last_ = -1;
};

}  // namespace synchrono::tools::reading
