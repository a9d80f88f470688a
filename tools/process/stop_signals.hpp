/// SIGINT, SIGTERM and SIGHUP as something to read, so that a program that waits for others can end them
/// first.
#pragma once

#include <signal.h>

namespace synchrono::tools {

/// While it lives, the signals do nothing but make fd() readable. To be there before the first program is
/// started, so that none is missed.
/// Threading: the thread that made it.  Owns: the descriptor; gives the signals back when it goes.
class StopSignals {
  public:
    StopSignals();
    StopSignals(const StopSignals&) = delete;
    ~StopSignals();
    int fd() const { return fd_; }  ///< -1, with errno, when there is none

  private:
    int fd_ = -1;
    sigset_t before_{};
};

}  // namespace synchrono::tools
