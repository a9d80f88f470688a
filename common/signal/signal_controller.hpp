/// The lights of an intersection: the state of each signal group at a simulated time, and bounds on when this
/// state ends. Both follow from the programme, from simulated time and, if the programme is actuated, from
/// the places where road users were observed. It makes no difference how long the steps are in which a
/// controller is advanced.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "common/config/intersection.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::signal {

/// Numbered as in J2735's MovementPhaseState. For pedestrians, protected green means walk, and protected
/// yellow means finish crossing but do not start.
enum class SignalState : std::uint8_t {
    stop = 3,
    permissive_green = 5,
    protected_green = 6,
    permissive_yellow = 7,
    protected_yellow = 8,
};

/// The state of a group, and the time at which the state began. The state ends at or after `min_end` and
/// at or before `max_end`, whatever happens; a missing bound means that none can be promised.
struct GroupSignal {
    config::SignalGroupId group = 0;
    SignalState state = SignalState::stop;
    SimTime since;
    std::optional<SimTime> min_end{};
    std::optional<SimTime> max_end{};
    std::optional<SimTime> likely_end{};  // when the state ends if no more road users come
    std::optional<SimTime> next{};        // when the same state begins again, if known

    friend bool operator==(const GroupSignal&, const GroupSignal&) = default;
};

/// Computes the states of the signal groups of one intersection.
/// Threading: one thread.  Owns: copies of what it needs of the intersection.
class SignalController {
  public:
    virtual ~SignalController() = default;

    /// Advances to `now`. From then until the next call of observe(), road users are at `places` and nowhere
    /// else. Requires a `now` later than in all earlier calls.
    virtual void observe(SimTime now, std::span<const geo::Vec3> places) = 0;
    /// Advances to `now`. Requires a `now` not earlier than in any earlier call.
    virtual void advance(SimTime now) = 0;
    /// Returns the next time at which a state may change if no road user comes or goes; nothing if there is
    /// no such time.
    virtual std::optional<SimTime> next_event() const = 0;
    /// Returns the groups at the time of the last call of observe() or advance(), in the order of
    /// config::Signals::groups. Valid until the next such call.
    virtual std::span<const GroupSignal> groups() const = 0;
};

/// Makes a controller for the intersection's programme. Requires an intersection with signals that the
/// loader accepts.
std::unique_ptr<SignalController> make_signal_controller(const config::Intersection& intersection);

}  // namespace synchrono::signal
