/// Delivers SIGINT, SIGTERM and SIGHUP through a readable descriptor, so that a program can end its children
/// before it ends itself.
#pragma once

#include <signal.h>

namespace synchrono::tools::process {

/// Blocks these signals during its lifetime, so that they only make fd() readable. Create it before the
/// first child is started, so that no signal is missed.
/// Threading: the thread that made it.  Owns: the descriptor; restores the signal mask when destroyed.
class StopSignals {
  public:
    StopSignals();
    StopSignals(const StopSignals&) = delete;
    ~StopSignals();
    int fd() const { return fd_; }  ///< -1 when no descriptor could be created; errno says why

  private:
    int fd_ = -1;
    sigset_t before_{};
};

}  // namespace synchrono::tools::process
