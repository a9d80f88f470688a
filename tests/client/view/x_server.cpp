#include "tests/client/view/x_server.hpp"

#include <csignal>
#include <cstdlib>
#include <fcntl.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace synchrono::testing {
namespace {

/// The child, until the end of the program.
class XServer {
  public:
    XServer() {
        int answer[2];
        if (pipe(answer) != 0) {
            problem = "no pipe";
            return;
        }
        child_ = fork();
        if (child_ == 0) {
            prctl(PR_SET_PDEATHSIG, SIGTERM);
            dup2(answer[1], 3);
            for (int fd = 4; fd < 64; ++fd) close(fd);
            const int nowhere = open("/dev/null", O_RDWR);
            for (const int fd : {0, 1, 2}) dup2(nowhere, fd);
            execlp("Xvfb", "Xvfb", "-displayfd", "3", "-screen", "0", "1280x800x24", "-nolisten", "tcp",
                   "-noreset", nullptr);
            _exit(127);
        }
        close(answer[1]);
        std::string number;
        char letter = 0;
        pollfd told{answer[0], POLLIN, 0};
        constexpr int kLimit_ms = 60'000;  // it is started among many others
        while (poll(&told, 1, kLimit_ms) > 0 && read(answer[0], &letter, 1) == 1 && letter != '\n')
            number += letter;
        close(answer[0]);
        if (number.empty()) {
            problem = "skipped: Xvfb is not there or does not start (apt-get install xvfb)";
            return;
        }
        setenv("DISPLAY", (":" + number).c_str(), 1);
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        setenv("LP_NUM_THREADS", "0", 1);  // a sanitizer would not see what its threads do
    }
    ~XServer() {
        if (child_ <= 0) return;
        kill(child_, SIGTERM);
        waitpid(child_, nullptr, 0);
    }

    std::string problem;

  private:
    pid_t child_ = -1;
};

}  // namespace

const std::string& x_server_problem() {
    static const XServer server;
    return server.problem;
}

}  // namespace synchrono::testing
