/// How a run kept pace with the wall clock: its real-time factor over time, and for whom the others waited.
/// From the wall times at which the clients of one host handed their states to the network.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/time/sim_time.hpp"
#include "tools/study/drives.hpp"

namespace synchrono::tools {

struct PaceMoment {
    double from_s = 0, until_s = 0;  // simulated
    double factor = 0;               // simulated over wall time; 0 when none is known
};

/// A client as the one that the others waited for. It is the last of a step when its states of that step were
/// published after those of all others.
struct Laggard {
    std::string client;
    double last_share = 0;           // of the steps in which it was the last
    double held_up_s = 0;            // wall time by which it was later than the last but one, in all
    std::vector<double> share = {};  // of each moment's steps in which it was the last
};

struct RunPace {
    std::vector<PaceMoment> moments;
    std::vector<Laggard> laggards;  // who held up the others longest first; of at least two clients
};

/// In at most `moments` equal parts of at least ten steps each.
RunPace find_pace(const Drives& drives, std::size_t moments = 120);

}  // namespace synchrono::tools
