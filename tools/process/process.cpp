#include "tools/process/process.hpp"

#include <cerrno>
#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <utility>

namespace synchrono::tools::process {
namespace {

// A longer line of a child is cut into lines of about this many bytes, so that no child can fill our memory.
constexpr std::size_t kLineBytesMax = 1 << 20;

void close_fd(int& fd) {
    if (fd >= 0) ::close(fd);
    fd = -1;
}

/// Closes the descriptors that are still open when spawn() returns, even if it fails half-way.
struct Descriptors {
    int log = -1, null = -1, pipe[2] = {-1, -1}, failure[2] = {-1, -1};
    ~Descriptors() {
        for (int* fd : {&log, &null, &pipe[0], &pipe[1], &failure[0], &failure[1]}) close_fd(*fd);
    }
};

/// Executes the program in the child. Runs between fork and exec, so it calls only functions that are safe
/// there. When it fails, it writes errno to `failure`.
[[noreturn]] void exec_child(const char* program, char* const* arguments, int in, int out, int err,
                             int failure, pid_t parent) {
    const auto give_up = [failure] {
        const int reason = errno;
        const auto written = ::write(failure, &reason, sizeof reason);
        ::_exit(written == sizeof reason ? 127 : 126);
    };
    ::setpgid(0, 0);
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (::getppid() != parent) ::_exit(126);  // the parent died before the line above
    sigset_t none;
    ::sigemptyset(&none);
    ::sigprocmask(SIG_SETMASK, &none, nullptr);
    for (const int number : {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGCHLD}) ::signal(number, SIG_DFL);
    if (::dup2(in, STDIN_FILENO) < 0) give_up();
    if (out >= 0 && ::dup2(out, STDOUT_FILENO) < 0) give_up();
    if (err >= 0 && ::dup2(err, STDERR_FILENO) < 0) give_up();
    ::execv(program, arguments);
    give_up();
    ::_exit(126);
}

/// Waits until `fd` is readable, for at most `limit`, and returns what poll(2) returns.
int poll_one(int fd, WallDuration limit) {
    const MonotonicClock clock;
    const WallTime until = clock.now() + limit;
    while (true) {
        const auto left = std::max(WallDuration{}, until - clock.now());
        const timespec time{left.count_ns() / 1'000'000'000, left.count_ns() % 1'000'000'000};
        pollfd entry{fd, POLLIN, 0};
        const int ready = ::ppoll(&entry, 1, &time, nullptr);
        if (ready >= 0 || errno != EINTR) return ready;
    }
}

}  // namespace

std::string ExitStatus::to_string() const {
    if (kind == Kind::exited) return fmt::format("exit {}", value);
    if (const char* name = ::sigabbrev_np(value)) return fmt::format("killed by SIG{}", name);
    return fmt::format("killed by signal {}", value);
}

Result<ChildProcess> ChildProcess::spawn(const ProcessSpec& spec) {
    const std::string program = spec.program.string();
    const auto spawn_error = [&program](int reason) {
        return fail(fmt::format("cannot start {}: {}", program, ::strerror(reason)));
    };
    Descriptors fds;
    fds.null = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    if (fds.null < 0) return spawn_error(errno);
    if (!spec.log.empty()) {
        fds.log = ::open(spec.log.c_str(), O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
        if (fds.log < 0)
            return fail(fmt::format("cannot write {}: {}", spec.log.string(), ::strerror(errno)));
    }
    if (spec.output == ProcessSpec::Output::pipe) {
        if (::pipe2(fds.pipe, O_CLOEXEC) < 0) return spawn_error(errno);
        ::fcntl(fds.pipe[0], F_SETFL, O_NONBLOCK);
    }
    if (::pipe2(fds.failure, O_CLOEXEC) < 0) return spawn_error(errno);

    std::vector<char*> arguments{const_cast<char*>(program.c_str())};
    for (const auto& argument : spec.arguments) arguments.push_back(const_cast<char*>(argument.c_str()));
    arguments.push_back(nullptr);
    const int out = spec.output == ProcessSpec::Output::pipe ? fds.pipe[1] : fds.log;
    const pid_t parent = ::getpid();
    const pid_t pid = ::fork();
    if (pid < 0) return spawn_error(errno);
    if (pid == 0)
        exec_child(program.c_str(), arguments.data(), fds.null, out, fds.log, fds.failure[1], parent);

    close_fd(fds.failure[1]);
    int reason = 0;
    ssize_t got = 0;
    do {
        got = ::read(fds.failure[0], &reason, sizeof reason);  // 0 when a successful exec has closed the pipe
    } while (got < 0 && errno == EINTR);
    ChildProcess child;
    child.pid_ = pid;
    if (got != 0) {
        child.kill_and_reap();
        return spawn_error(got == sizeof reason ? reason : EIO);
    }
    // The system call is made by its number, because the header of glibc 2.36 declares pidfd_open without C
    // linkage.
    child.pid_fd_ = static_cast<int>(::syscall(SYS_pidfd_open, pid, 0));
    if (child.pid_fd_ < 0) {
        const int why = errno;
        child.kill_and_reap();
        return spawn_error(why);
    }
    child.output_fd_ = std::exchange(fds.pipe[0], -1);
    return child;
}

ChildProcess::ChildProcess(ChildProcess&& other) noexcept { *this = std::move(other); }

ChildProcess& ChildProcess::operator=(ChildProcess&& other) noexcept {
    if (this == &other) return *this;
    kill_and_reap();
    pid_ = std::exchange(other.pid_, -1);
    pid_fd_ = std::exchange(other.pid_fd_, -1);
    output_fd_ = std::exchange(other.output_fd_, -1);
    exit_ = std::exchange(other.exit_, std::nullopt);
    unread_ = std::move(other.unread_);
    return *this;
}

ChildProcess::~ChildProcess() { kill_and_reap(); }

void ChildProcess::kill_and_reap() noexcept {
    if (pid_ > 0 && !exit_) {
        ::kill(pid_, SIGKILL);
        while (::waitpid(pid_, nullptr, 0) < 0 && errno == EINTR) {
        }
    }
    pid_ = -1;
    close_fd(pid_fd_);
    close_fd(output_fd_);
}

std::optional<ExitStatus> ChildProcess::poll() {
    if (exit_ || pid_ <= 0) return exit_;
    int status = 0;
    if (::waitpid(pid_, &status, WNOHANG) != pid_) return std::nullopt;
    if (WIFSIGNALED(status)) {
        exit_ = ExitStatus{ExitStatus::Kind::killed, WTERMSIG(status)};
    } else {
        exit_ = ExitStatus{ExitStatus::Kind::exited, WEXITSTATUS(status)};
    }
    return exit_;
}

std::optional<ExitStatus> ChildProcess::wait(WallDuration limit) {
    if (!poll()) poll_one(pid_fd_, limit);
    return poll();
}

void ChildProcess::signal(int number) {
    // Only poll() and kill_and_reap() reap the child. Until then no other process can get its process id.
    if (pid_ > 0 && !exit_) ::kill(pid_, number);
}

void ChildProcess::read_available() {
    char buffer[4096];
    while (output_fd_ >= 0 && unread_.size() < kLineBytesMax) {
        const auto got = ::read(output_fd_, buffer, sizeof buffer);
        if (got > 0) {
            unread_.append(buffer, static_cast<std::size_t>(got));
        } else if (got < 0 && errno == EINTR) {
            continue;
        } else if (got < 0 && errno == EAGAIN) {
            return;
        } else {
            if (!unread_.empty() && unread_.back() != '\n') unread_ += '\n';
            close_fd(output_fd_);
        }
    }
    if (unread_.size() >= kLineBytesMax && unread_.find('\n') == std::string::npos) unread_ += '\n';
}

std::vector<std::string> ChildProcess::read_lines() {
    read_available();
    std::vector<std::string> lines;
    std::size_t start = 0;
    for (std::size_t end; (end = unread_.find('\n', start)) != std::string::npos; start = end + 1) {
        lines.push_back(unread_.substr(start, end - start));
    }
    unread_.erase(0, start);
    return lines;
}

std::optional<std::string> ChildProcess::read_line(WallDuration limit) {
    const MonotonicClock clock;
    const WallTime until = clock.now() + limit;
    while (true) {
        read_available();
        if (const auto end = unread_.find('\n'); end != std::string::npos) {
            std::string line = unread_.substr(0, end);
            unread_.erase(0, end + 1);
            return line;
        }
        if (output_fd_ < 0 || clock.now() >= until) return std::nullopt;
        poll_one(output_fd_, until - clock.now());
    }
}

std::filesystem::path program_directory() {
    std::error_code error;
    const auto self = std::filesystem::read_symlink("/proc/self/exe", error);
    return error ? std::filesystem::path{} : self.parent_path();
}

}  // namespace synchrono::tools::process
