/// Who goes first where two ways meet.
///
/// The rules are the same seen from both sides, so that of two one goes and one waits: who faces red and can
/// stop will stop; who gives way by the map waits for a gap; between equals the first to come goes first,
/// then who has waited longer, then the lower number, or where one cannot know the other's, by where they
/// are. Whoever is in the place already, or can no longer stop before it, is let through whatever the rules
/// say. Who has waited long and sees the other wait as well goes on with care: no wait of two for each other
/// lasts.
#pragma once

#include <cstdint>
#include <optional>

#include "pcp/driving/plane.hpp"
#include "pcp/urban_driver/signal_watch.hpp"

namespace synchrono::pcp {

/// Our time in the conflict, if we go now.
struct Window {
    double in_s, out_s;
};

/// We at a conflict.
struct Comer {
    Window window;
    double waits_s;     // for how long we have stood before this junction
    double patience_s;  // after that, who stands as long is passed
    bool inside;        // past the line
    bool yields;        // by the map
    bool equals;        // the lamps are dark: nobody has the right of way
    bool merges;
};

/// Another.
struct Other {
    bool second;         // to us, where nothing else decides
    double unsure_s;     // how wrong it may be when it comes, and since when it stands
    double to_zone_m;    // from its front; less than 0: in it
    double past_zone_m;  // until its rear has left it
    double to_line_m;    // less than 0: past the line
    double speed_m_s, acceleration_m_s2, limit_m_s;
    double standing_s;
    bool yields;
    std::optional<Lamp> lamp;  // that it faces
};

/// Whether the first of two goes first by where they are: a rule that both come to the same by, each with its
/// own measure of the other's place. Neither does where that is too near to tell; who is patient for longer
/// then waits for longer.
bool is_first_by_place(Point one, Point two);

/// Whether we are to wait for it.
bool must_wait(const Comer& us, const Other& other);

}  // namespace synchrono::pcp
