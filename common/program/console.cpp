#include "common/program/console.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <mutex>
#include <poll.h>
#include <string>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

namespace synchrono::program {
namespace {

constexpr std::size_t kPieceMax = 512;  // a pipe with room for a byte has room for as much: PIPE_BUF is 4096

/// Opens what the descriptor refers to a second time, so that its writes do not block. To set O_NONBLOCK on
/// the descriptor itself would set it for all programs that share it, such as the shell. Returns -1 if it
/// cannot be opened again.
int open_again(int descriptor) {
    return ::open(fmt::format("/proc/self/fd/{}", descriptor).c_str(),
                  O_WRONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
}

/// A descriptor as this program writes to it.
class Output {
  public:
    explicit Output(int descriptor) : descriptor_(descriptor) {
        struct stat facts {};
        if (::fstat(descriptor, &facts) != 0) return;
        is_socket_ = S_ISSOCK(facts.st_mode);
        // A file never blocks, and a second description of it would write from its beginning.
        is_file_ = S_ISREG(facts.st_mode);
        if (!is_socket_ && !is_file_) again_ = open_again(descriptor);
    }
    ~Output() {
        if (again_ >= 0) ::close(again_);
    }
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    /// Writes without waiting. Returns -1 with errno EAGAIN if there is no room.
    ssize_t write_some(std::string_view text) const {
        if (is_socket_) return ::send(descriptor_, text.data(), text.size(), MSG_DONTWAIT | MSG_NOSIGNAL);
        if (again_ >= 0) return ::write(again_, text.data(), text.size());
        if (!is_file_ && !has_room(0)) {
            errno = EAGAIN;
            return -1;
        }
        return ::write(descriptor_, text.data(), is_file_ ? text.size() : std::min(text.size(), kPieceMax));
    }
    bool has_room(int wait_ms) const {
        pollfd entry{again_ >= 0 ? again_ : descriptor_, POLLOUT, 0};
        return ::poll(&entry, 1, wait_ms) > 0;
    }

  private:
    int descriptor_, again_ = -1;
    bool is_socket_ = false, is_file_ = false;
};

}  // namespace

bool write_console_line(int descriptor, std::string_view line, WallDuration wait_max) {
    static std::array<std::mutex, 3> mutexes;  // one for each descriptor
    static std::array<bool, 3> broken_off{};   // the last line was cut, so the next one begins with its end
    const auto which = static_cast<std::size_t>(descriptor);
    const std::lock_guard lock(mutexes.at(which));
    const std::string text = (broken_off[which] ? "\n" : "") + std::string(line) + "\n";
    const Output output(descriptor);
    const MonotonicClock clock;
    const WallTime until = clock.now() + wait_max;
    std::string_view rest = text;
    while (!rest.empty()) {
        const auto written = output.write_some(rest);
        if (written > 0) {
            rest.remove_prefix(static_cast<std::size_t>(written));
            continue;
        }
        if (written < 0 && errno == EINTR) continue;
        const WallDuration left = until - clock.now();
        if (written == 0 || errno != EAGAIN || left <= WallDuration{}) break;
        output.has_room(static_cast<int>(std::min<std::int64_t>(left.count_ns() / 1'000'000 + 1, 1'000)));
    }
    if (rest.size() < text.size()) broken_off[which] = !rest.empty();
    return rest.empty();
}

}  // namespace synchrono::program
