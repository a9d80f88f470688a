/// A program that follows a script, one command after the other. The script is the program's arguments. If
/// the arguments are options, the program stands for synchrono-server or synchrono-client, and the script is
/// in a file beside it. With --check this is <program>.check.fake; without such a file the script is empty.
/// Otherwise it is <program>.<name>.fake, where <name> is that of the file after --credentials without its
/// ".json"; if there is no such file, it is <program>.fake. Each line of the file has one command and its
/// argument:
/// - out TEXT     writes TEXT and a line end to standard output
/// - raw TEXT     does the same without the line end
/// - err TEXT     writes TEXT and a line end to standard error
/// - args         writes its arguments to standard error, one on each line
/// - tell TEXT    writes TEXT and a line end to the FIFO "up" beside the program
/// - hear N       reads N lines from that FIFO
/// - pid          writes its process id into the file <name>.pid beside the program
/// - follow NAME  waits until the process whose id is in NAME.pid has ended
/// - repeat TEXT  writes TEXT and a line end to standard output again and again
/// - graceful     from here on, exits 0 at SIGTERM as soon as it repeats or waits
/// - answer       from here on, writes a line to that FIFO at each SIGTERM, as soon as it repeats or waits
/// - stubborn     ignores SIGTERM from here on
/// - private      exits 7 unless the file after --credentials can be used by its owner alone
/// - group        exits 0 if it leads its process group, otherwise 1
/// - exit N       exits with N
/// - raise N      ends by signal N
/// - wait         waits for a signal
/// Whatever happens, SIGALRM ends the program after a minute, so that a failing test leaves nothing behind.
///
/// The program has no signal handlers, because under the thread sanitizer, which delays handlers, a handler
/// may lose a SIGTERM. It blocks SIGTERM instead, and accepts the signal only where it repeats or waits.
#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>
#include <vector>

namespace {

std::string option(const std::vector<std::string>& arguments, const std::string& name) {
    for (std::size_t i = 0; i + 1 < arguments.size(); ++i) {
        if (arguments[i] == name) return arguments[i + 1];
    }
    return {};
}

std::vector<std::string> script_of(const std::string& program, const std::vector<std::string>& arguments) {
    if (arguments.empty() || !arguments.front().starts_with("--")) return arguments;
    std::ifstream file;
    if (arguments.front() == "--check") {
        file.open(program + ".check.fake");  // without the file it has no objections
    } else {
        file.open(program + "." + std::filesystem::path(option(arguments, "--credentials")).stem().string() +
                  ".fake");
        if (!file) file.open(program + ".fake");
    }
    std::vector<std::string> words;
    for (std::string line; std::getline(file, line);) {
        const auto space = line.find(' ');
        words.push_back(line.substr(0, space));
        if (space != std::string::npos) words.push_back(line.substr(space + 1));
    }
    return words;
}

bool is_private(const std::string& path) {
    struct stat facts {};
    return ::stat(path.c_str(), &facts) == 0 && (facts.st_mode & 0777) == 0600;
}

void read_lines(const std::string& fifo, int lines) {
    const int fd = ::open(fifo.c_str(), O_RDWR);  // for writing too, so that opening does not wait
    for (char c; lines > 0 && ::read(fd, &c, 1) == 1;) lines -= c == '\n';
}

void write_line(const std::string& fifo, const std::string& text) {
    const int fd = ::open(fifo.c_str(), O_RDWR);
    const std::string line = text + "\n";
    if (::write(fd, line.data(), line.size()) < 0) ::exit(9);
    // The descriptor stays open, because a FIFO that nobody has open loses its content.
}

void follow(const std::string& file) {
    int id = 0;
    std::ifstream(file) >> id;
    pollfd end{static_cast<int>(::syscall(SYS_pidfd_open, id, 0)), POLLIN, 0};
    // Without such a process any more, it has ended.
    if (end.fd >= 0) ::poll(&end, 1, -1);
}

enum class AtTerm { as_usual, exit, answer };

sigset_t term() {
    sigset_t set;
    ::sigemptyset(&set);
    ::sigaddset(&set, SIGTERM);
    return set;
}

AtTerm hold_term_back(AtTerm then) {
    const sigset_t set = term();
    ::sigprocmask(SIG_BLOCK, &set, nullptr);
    return then;
}

/// Waits for a SIGTERM for at most `limit`, or for ever if `limit` is null, and acts as `then` says.
void handle_term(AtTerm then, const std::string& fifo, const timespec* limit) {
    if (then == AtTerm::as_usual) {
        if (limit == nullptr) ::pause();
        return;
    }
    const sigset_t set = term();
    if (::sigtimedwait(&set, nullptr, limit) != SIGTERM) return;
    if (then == AtTerm::exit) ::exit(0);
    write_line(fifo, "term");
}

}  // namespace

int main(int count, char** values) {
    ::alarm(60);
    ::setvbuf(stdout, nullptr, _IONBF, 0);
    const std::string program = values[0];
    const std::string fifo = program.substr(0, program.rfind('/')) + "/up";
    const std::vector<std::string> arguments(values + 1, values + count);
    const auto script = script_of(program, arguments);
    auto at_term = AtTerm::as_usual;
    for (std::size_t i = 0; i < script.size(); ++i) {
        const auto& word = script[i];
        const auto argument = [&] { return i + 1 < script.size() ? script[++i] : std::string(); };
        if (word == "out") ::printf("%s\n", argument().c_str());
        if (word == "raw") ::printf("%s", argument().c_str());
        if (word == "err") ::fprintf(stderr, "%s\n", argument().c_str());
        if (word == "args") {
            for (const auto& text : arguments) ::fprintf(stderr, "%s\n", text.c_str());
        }
        if (word == "tell") write_line(fifo, argument());
        if (word == "hear") read_lines(fifo, ::atoi(argument().c_str()));
        if (word == "pid")
            std::ofstream(
                std::filesystem::path(fifo).parent_path() /
                (std::filesystem::path(option(arguments, "--credentials")).stem().string() + ".pid"))
                << ::getpid();
        if (word == "follow")
            follow((std::filesystem::path(fifo).parent_path() / (argument() + ".pid")).string());
        if (word == "graceful") at_term = hold_term_back(AtTerm::exit);
        if (word == "answer") at_term = hold_term_back(AtTerm::answer);
        if (word == "repeat") {
            constexpr timespec kNone{};
            for (const auto text = argument(); true; handle_term(at_term, fifo, &kNone))
                ::printf("%s\n", text.c_str());
        }
        if (word == "stubborn") ::signal(SIGTERM, SIG_IGN);
        if (word == "private" && !is_private(option(arguments, "--credentials"))) ::exit(7);
        if (word == "group") ::exit(::getpgrp() == ::getpid() ? 0 : 1);
        if (word == "exit") ::exit(::atoi(argument().c_str()));
        if (word == "raise") ::raise(::atoi(argument().c_str()));
        while (word == "wait") handle_term(at_term, fifo, nullptr);
    }
    return 0;
}
