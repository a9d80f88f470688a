/// How far a run has come, for the person who waits: one line on a terminal that is drawn again and again, or
/// a plain line now and then where there is none. Standard error only; standard output is for data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/time/wall_clock.hpp"

namespace synchrono::tools {

struct Progress {
    double sim_s = 0;
    double duration_s = 0;
    std::optional<double> factor{};  ///< simulated over wall time, once there is something to tell it by
    std::string slowest_agent{};
    std::string slowest_client{};
    std::size_t agents = 0;  ///< live in the world
    std::size_t agents_expected = 0;
    std::int64_t drift_heartbeats = 0;
    std::vector<std::string> awaited{};  ///< by name; some of those missing
    std::size_t programs_failed = 0;
};

/// One line without its end.
std::string progress_text(const Progress& progress);

/// The text cut to a terminal's width, the cut marked.
std::string fit_columns(std::string text, std::size_t columns);

/// Threading: one thread.  Owns: nothing; borrows the file descriptor.
class ProgressPrinter {
  public:
    enum class Style { terminal, plain };
    /// On plain output a line is written at most this often.
    static constexpr WallDuration kPlainPeriod = WallDuration::seconds(5);

    ProgressPrinter(int fd, Style style) : fd_(fd), style_(style) {}
    /// Chooses the style by what `fd` is.
    explicit ProgressPrinter(int fd);

    void show(const Progress& progress, WallTime now);
    /// A line that stays.
    void note(std::string_view line);
    /// Leaves the cursor on a fresh line. Also called before a note.
    void finish();

  private:
    void write(std::string_view text);

    int fd_;
    Style style_;
    bool line_open_ = false;
    std::optional<WallTime> written_at_;
};

}  // namespace synchrono::tools
