#include "tools/reading/reading_progress.hpp"

#include <cstdio>
#include <fmt/format.h>
#include <unistd.h>

namespace synchrono::tools::reading {

ReadingProgress::ReadingProgress() : shown_(::isatty(STDERR_FILENO) == 1) {}

ReadingProgress::~ReadingProgress() {
    if (last_ >= 0) fmt::print(stderr, "\r\x1b[K");
}

void ReadingProgress::show(std::string_view what, std::uint64_t done, std::uint64_t all) {
    const int percent = all == 0 ? 0 : static_cast<int>(100 * done / all);
    if (!shown_ || percent == last_) return;
    last_ = percent;
    fmt::print(stderr, "\rreading {}: {} %", what, percent);
}

}  // namespace synchrono::tools::reading
