#include "tests/client/view/x_server.hpp"

#include <X11/Xlib.h>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <fcntl.h>
#include <link.h>
#include <poll.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

/// Returns suppressions for the leak finder of the sanitizer builds. Mesa's software driver never frees some
/// bytes of each window that it drew in. Our own leaks are still found: none of our memory is allocated by
/// that driver.
extern "C" const char* __lsan_default_suppressions();
const char* __lsan_default_suppressions() { return "leak:swrast_dri.so\n"; }

namespace synchrono::client::view {
namespace {

/// Keeps the driver loaded until the end of the program, because the leak finder can trace bytes only to a
/// library that is still loaded. The driver's file lies beside the library that loads it.
void keep_driver_loaded() {
    void* library = dlopen("libGLX_mesa.so.0", RTLD_NOW);
    link_map* map = nullptr;
    if (library == nullptr || dlinfo(library, RTLD_DI_LINKMAP, &map) != 0) return;
    const std::string path = map->l_name;
    dlopen((path.substr(0, path.rfind('/')) + "/dri/swrast_dri.so").c_str(), RTLD_NOW | RTLD_NODELETE);
}

/// Runs the X server as a child until the end of the program.
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
        pollfd answered{answer[0], POLLIN, 0};
        constexpr int kLimit_ms = 60'000;  // long, as many tests may start at the same time
        while (poll(&answered, 1, kLimit_ms) > 0 && read(answer[0], &letter, 1) == 1 && letter != '\n')
            number += letter;
        close(answer[0]);
        if (number.empty()) {
            problem = "skipped: Xvfb is not there or does not start (apt-get install xvfb)";
            return;
        }
        keep_driver_loaded();
        setenv("DISPLAY", (":" + number).c_str(), 1);
        setenv("LIBGL_ALWAYS_SOFTWARE", "1", 1);
        setenv("LP_NUM_THREADS", "0", 1);  // sanitizers cannot see into the driver's threads
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

bool ask_windows_to_close() {
    Display* display = XOpenDisplay(nullptr);
    if (display == nullptr) return false;
    const Window root = DefaultRootWindow(display);
    Window parent = 0, *children = nullptr;
    unsigned count = 0;
    Window ignored = 0;
    const bool found = XQueryTree(display, root, &ignored, &parent, &children, &count) != 0 && count > 0;
    for (unsigned i = 0; i < count; ++i) {
        XEvent event;
        std::memset(&event, 0, sizeof event);
        event.xclient.type = ClientMessage;
        event.xclient.window = children[i];
        event.xclient.message_type = XInternAtom(display, "WM_PROTOCOLS", False);
        event.xclient.format = 32;
        event.xclient.data.l[0] = static_cast<long>(XInternAtom(display, "WM_DELETE_WINDOW", False));
        XSendEvent(display, children[i], False, NoEventMask, &event);
    }
    if (children != nullptr) XFree(children);
    XCloseDisplay(display);
    return found;
}

}  // namespace synchrono::client::view
