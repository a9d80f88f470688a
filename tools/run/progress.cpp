#include "tools/run/progress.hpp"

#include <algorithm>
#include <cerrno>
#include <cmath>
#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace synchrono::tools::run {
namespace {

constexpr std::size_t kNamesShown = 3;

std::string awaited_text(const Progress& progress) {
    std::string text = "waiting for ";
    const std::size_t shown = std::min(progress.awaited.size(), kNamesShown);
    for (std::size_t i = 0; i < shown; ++i) text += (i > 0 ? ", " : "") + progress.awaited[i];
    // The server may name only some of the missing agents, so their number is found from those that joined.
    const std::size_t missing = progress.agents_expected > progress.agents
                                    ? progress.agents_expected - progress.agents
                                    : progress.awaited.size();
    if (missing > shown) text += fmt::format(" and {} more", missing - shown);
    return text + fmt::format("   {} of {} agents have joined", progress.agents, progress.agents_expected);
}

/// Returns a time for people: "12 s", "3:05 min" or "2:10 h".
std::string span_text(double seconds) {
    constexpr double kMost = 1e6;
    const auto whole = static_cast<std::int64_t>(std::ceil(std::clamp(seconds, 0.0, kMost)));
    if (whole < 60) return fmt::format("{} s", whole);
    if (whole < 3600) return fmt::format("{}:{:02} min", whole / 60, whole % 60);
    return fmt::format("{}:{:02} h", whole / 3600, whole % 3600 / 60);
}

}  // namespace

std::string progress_text(const Progress& progress) {
    std::string text;
    if (!progress.awaited.empty() && progress.sim_s <= 0) {
        text = awaited_text(progress);
    } else {
        const double share = progress.duration_s > 0 ? progress.sim_s / progress.duration_s : 0;
        text = fmt::format("{:.2f} of {:.2f} s {:3.0f} %", progress.sim_s, progress.duration_s,
                           100 * std::clamp(share, 0.0, 1.0));
        if (progress.factor) text += fmt::format("   {:.2f}x", *progress.factor);
        if (progress.factor && *progress.factor > 0 && progress.sim_s < progress.duration_s)
            text += "   " + span_text((progress.duration_s - progress.sim_s) / *progress.factor) + " left";
        if (!progress.slowest_agent.empty()) {
            text += "   slowest " + progress.slowest_agent;
            if (!progress.slowest_client.empty()) text += fmt::format(" ({})", progress.slowest_client);
        }
        text += fmt::format("   drift {}", progress.drift_heartbeats);
        if (!progress.awaited.empty()) text += "   " + awaited_text(progress);
    }
    if (!progress.held_up_by.empty())
        text += fmt::format("   {} holds the others up, {:.1f} s", progress.held_up_by, progress.held_up_s);
    if (progress.programs_failed > 0) text += fmt::format("   {} failed", progress.programs_failed);
    return text;
}

std::string fit_columns(std::string text, std::size_t columns) {
    if (columns > 0 && text.size() > columns) {
        text.resize(columns);
        text.back() = '>';
    }
    return text;
}

ProgressPrinter::ProgressPrinter(int fd)
    : ProgressPrinter(fd, ::isatty(fd) == 1 ? Style::terminal : Style::plain) {}

void ProgressPrinter::show(const Progress& progress, WallTime now) {
    if (style_ == Style::plain) {
        if (written_at_ && now - *written_at_ < kPlainPeriod) return;
        written_at_ = now;
        write(progress_text(progress) + "\n");
        return;
    }
    winsize size{};
    const std::size_t columns =
        ::ioctl(fd_, TIOCGWINSZ, &size) == 0 && size.ws_col > 1 ? size.ws_col - 1u : 79;
    write("\r" + fit_columns(progress_text(progress), columns) + "\x1b[K");
    line_open_ = true;
}

void ProgressPrinter::note(std::string_view line) {
    finish();
    write(std::string(line) + "\n");
}

void ProgressPrinter::finish() {
    if (line_open_) write("\n");
    line_open_ = false;
}

void ProgressPrinter::write(std::string_view text) {
    while (!text.empty()) {
        const auto written = ::write(fd_, text.data(), text.size());
        if (written < 0 && errno == EINTR) continue;
        if (written <= 0) return;  // nobody reads any more, which is no reason to end the run
        text.remove_prefix(static_cast<std::size_t>(written));
    }
}

}  // namespace synchrono::tools::run
