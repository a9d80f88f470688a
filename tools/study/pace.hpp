/// Computes how a run kept pace with the wall clock: its real-time factor over time, and which clients held
/// up the other clients. Uses the wall times at which the clients handed their states to the network, on one
/// clock.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "common/time/sim_time.hpp"
#include "tools/study/drives.hpp"

namespace synchrono::tools::study {

/// The pace during one part of the run.
struct PaceMoment {
    double from_s = 0, until_s = 0;  // simulated time
    double factor = 0;               // simulated over wall time; 0: unknown
};

/// How much the other clients waited for one client. A client was the last of a step if it published its
/// states of that step after all other clients.
struct Laggard {
    std::string client;
    double last_share = 0;           // share of all steps in which the client was the last
    double held_up_s = 0;            // total wall time by which it was later than the second-last client
    std::vector<double> share = {};  // the share of steps in which it was the last, for each PaceMoment
};

/// The pace of a whole run.
struct RunPace {
    std::vector<PaceMoment> moments;
    std::vector<Laggard> laggards;  // by held_up_s, largest first; empty with fewer than two clients
};

/// Divides the run into at most `moments` equal parts of at least ten steps each; the last part may be
/// shorter. Requires at least one moment.
RunPace find_pace(const Drives& drives, std::size_t moments = 120);

}  // namespace synchrono::tools::study
