/// Lines about who joined a server, who was refused and who ended, for the server's log. Strangers can cause
/// such lines as fast as they like, so there is a limit to how many are written.
#pragma once

#include <memory>
#include <string>

#include "common/time/wall_clock.hpp"

namespace synchrono::program {

/// A function that writes lines into the program's log: no more than kLinesMax within a second about clients
/// that have proved who they are, and as many about strangers, so that strangers hide nothing. The next line
/// that is written says how many were left out. Threading: any; copies share their state.  Borrows: the
/// clock.
class AccessNotes {
  public:
    static constexpr int kLinesMax = 50;

    explicit AccessNotes(const WallClock& clock);
    void operator()(const std::string& line, bool is_proven) const;

  private:
    struct State;
    std::shared_ptr<State> state_;
};

}  // namespace synchrono::program
