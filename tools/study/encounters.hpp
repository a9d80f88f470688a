/// Who came too near to whom: collisions, courses of collision and close passes, from what was driven.
/// docs/report.md defines each for users.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/time/sim_time.hpp"
#include "tools/study/drives.hpp"

namespace synchrono::tools {

/// Of two drives, by their places in Drives::drives; the first one is the lower.
struct Encounter {
    std::size_t one = 0, other = 0;
    SimTime time;
    geo::Vec2 place;                    // between the two
    double one_m_s = 0, other_m_s = 0;  // how fast each was
    double seconds = 0;                 // to collision, or between the two; 0 of a collision
};

struct EncounterLimits {
    double conflict_s = 1.5;   // of a conflict: less time to collision than this
    double horizon_s = 5;      // farther ahead nobody looks
    double close_pass_s = 1;   // of a close pass: less time between the two than this
    double crossing_deg = 30;  // of a close pass: their courses differ by at least this
    SimDuration courses_every = SimDuration::milliseconds(50);  // time to collision, close passes
};

struct Encounters {
    std::vector<Encounter> collisions;  // one a pair, when the boxes first overlap
    std::vector<Encounter> conflicts;   // one a pair that did not collide, at its smallest time to collision
    std::vector<Encounter> close_passes;   // one a pair that did not collide, at its smallest time between
    std::optional<double> smallest_ttc_s;  // of all pairs, within the horizon; 0 after a collision
};

/// Looks at every pair with a vehicle in it: for collisions at each step, for the others every
/// `courses_every`. Each list is in the order of time.
Encounters find_encounters(const Drives& drives, const EncounterLimits& limits = {});

}  // namespace synchrono::tools
