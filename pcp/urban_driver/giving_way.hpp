/// Decides which of two vehicles goes first where their ways meet.
///
/// The rules give both vehicles the same answer, so that one goes and the other waits. A vehicle that faces
/// red and can stop will stop. A vehicle that must give way by the map waits for a gap. Between equals the
/// first to come goes first, or, if both stand, the one that has waited longer. If these times are alike, the
/// one with the lower number goes first. If the vehicles do not know each other's numbers,
/// is_first_by_place() decides. A vehicle that is already in the conflict, or cannot stop before it, is let
/// through whatever the rules say. If both have waited long, a vehicle that sees this goes on with care, so
/// that two vehicles do not wait for each other for ever.
#pragma once

#include <cstdint>
#include <optional>

#include "pcp/driving/plane.hpp"
#include "pcp/urban_driver/signal_watch.hpp"

namespace synchrono::pcp::urban_driver {

/// When the ego enters and leaves the conflict if it goes now, in seconds from now.
struct Window {
    double in_s, out_s;
};

/// The ego at a conflict.
struct EgoAtConflict {
    Window window;
    double waits_s;     // how long the ego has stood before this junction
    double patience_s;  // after that, the ego goes before others that have stood as long
    bool inside;        // past the line
    bool yields;        // gives way, by the map
    bool lamps_dark;    // the lamps are dark: nobody has the right of way
    bool merges;        // both ways lead into the same way
};

/// Another vehicle that comes to the conflict.
struct OtherAtConflict {
    bool goes_second;    // goes after the ego where nothing else decides
    double unsure_s;     // uncertainty of when it comes and of how long it has stood
    double to_zone_m;    // from its front to the conflict; less than 0: in it
    double past_zone_m;  // from its rear to the end of the conflict
    double to_line_m;    // from its front to its stop line; less than 0: past the line
    double speed_m_s, acceleration_m_s2, limit_m_s;  // the limit is the speed limit where it is
    double standing_s;                               // how long it has stood
    bool yields;                                     // gives way, by the map
    std::optional<Lamp> lamp;                        // the lamp that it faces; empty: none is known
};

/// Returns whether `one` goes before `two` by their places. Two vehicles agree on the answer although each
/// only measures where the other is. If the places are too close to be sure of that, neither goes first; then
/// the vehicle whose patience ends first goes.
bool is_first_by_place(driving::Point one, driving::Point two);

/// Returns whether the ego must wait for the other.
bool must_wait(const EgoAtConflict& us, const OtherAtConflict& other);

}  // namespace synchrono::pcp::urban_driver
