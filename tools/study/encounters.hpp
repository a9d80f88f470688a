/// Finds the events in which two bodies came too near to each other: collisions, conflicts (the bodies were
/// about to collide) and close passes. docs/report.md defines these events.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "common/time/sim_time.hpp"
#include "tools/study/drives.hpp"

namespace synchrono::tools::study {

/// One event between two drives.
struct Encounter {
    std::size_t one = 0, other = 0;  // indices into Drives::drives, in ascending order
    SimTime time;
    geo::Vec2 place;                    // between the bodies; in a close pass, where the later body is
    double one_m_s = 0, other_m_s = 0;  // the speed of each
    double seconds = 0;  // until the bodies collide or, in a close pass, between them; 0 in a collision
};

/// The definitions of the events.
struct EncounterLimits {
    double conflict_s = 1.5;   // a conflict has a shorter time to collision than this
    double horizon_s = 5;      // longer times to collision are ignored
    double close_pass_s = 1;   // in a close pass one body is later than the other by less than this
    double crossing_deg = 30;  // in a close pass the courses of both bodies differ by at least this
    SimDuration courses_every = SimDuration::milliseconds(50);  // between searches for conflicts and passes
};

/// All events of a run. A pair that collided has neither a conflict nor a close pass.
struct Encounters {
    std::vector<Encounter> collisions;     // one for each pair, when the boxes first overlap
    std::vector<Encounter> conflicts;      // one for each pair, at its smallest time to collision
    std::vector<Encounter> close_passes;   // one for each pair, when the time between both was smallest
    std::optional<double> smallest_ttc_s;  // of all pairs, up to the horizon; 0 if any pair collided
};

/// Finds the encounters of every pair with at least one vehicle: collisions at each step, conflicts and close
/// passes every `courses_every`. Each list is ordered by time.
Encounters find_encounters(const Drives& drives, const EncounterLimits& limits = {});

}  // namespace synchrono::tools::study
