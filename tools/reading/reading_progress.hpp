/// How far the reading of a long log is, for people who wait.
#pragma once

#include <cstdint>
#include <string_view>

namespace synchrono::tools {

/// On a terminal; removes its line when it is done.
class ReadingProgress {
  public:
    ReadingProgress();
    ReadingProgress(const ReadingProgress&) = delete;
    ~ReadingProgress();

    bool shown() const { return shown_; }
    void show(std::string_view what, std::uint64_t done, std::uint64_t all);

  private:
    bool shown_;
    int last_ = -1;
};

}  // namespace synchrono::tools
