/// Shows how far a run has come: on a terminal one line that is redrawn, elsewhere a plain line every few
/// seconds. Writes to standard error, because standard output is for data.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/time/wall_clock.hpp"

namespace synchrono::tools::run {

/// How far a run has come.
struct Progress {
    double sim_s = 0;
    double duration_s = 0;
    std::optional<double> factor{};  ///< simulated over wall time; none until it can be measured
    std::string slowest_agent{};
    std::string slowest_client{};
    std::size_t agents = 0;  ///< how many are in the world now
    std::size_t agents_expected = 0;
    std::int64_t drift_heartbeats = 0;   ///< how far the fastest agent is ahead of the slowest
    std::vector<std::string> awaited{};  ///< names of some of the agents that have not joined yet
    std::string held_up_by{};            ///< the client for which the others wait; empty: nobody
    double held_up_s = 0;
    std::size_t programs_failed = 0;
};

/// Returns the progress as one line, without a line end.
std::string progress_text(const Progress& progress);

/// Returns the text, cut to the width of a terminal. A '>' marks the cut.
std::string fit_columns(std::string text, std::size_t columns);

/// Writes the progress and notes of a run.
/// Threading: one thread.  Owns: nothing; borrows the file descriptor.
class ProgressPrinter {
  public:
    enum class Style { terminal, plain };
    /// Plain output gets at most one line of progress in this time.
    static constexpr WallDuration kPlainPeriod = WallDuration::seconds(5);

    ProgressPrinter(int fd, Style style) : fd_(fd), style_(style) {}
    /// Chooses the style: `terminal` if `fd` is a terminal.
    explicit ProgressPrinter(int fd);

    /// Redraws the line of progress, or writes another one if the style is `plain` and it is time.
    void show(const Progress& progress, WallTime now);
    /// Writes a line that stays.
    void note(std::string_view line);
    /// Ends the line of progress, so that the next text begins on a fresh line.
    void finish();

  private:
    void write(std::string_view text);

    int fd_;
    Style style_;
    bool line_open_ = false;
    std::optional<WallTime> written_at_;
};

}  // namespace synchrono::tools::run
