/// The lights of an intersection: what each signal group shows at a simulated time, and what is known of how
/// long. Everything follows from the programme, from simulated time and, if the programme is actuated, from
/// who was seen where; how finely time is cut makes no difference.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "common/config/intersection.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::signal {

/// To pedestrians, protected green says walk, and protected yellow says finish but do not begin. The numbers
/// are those of J2735's MovementPhaseState.
enum class SignalState : std::uint8_t {
    stop = 3,
    permissive_green = 5,
    protected_green = 6,
    permissive_yellow = 7,
    protected_yellow = 8,
};

/// What a group shows, and since when. Its end is not before `min_end` and not after `max_end`, whatever
/// happens; where they are missing nothing can be promised.
struct GroupSignal {
    config::SignalGroupId group = 0;
    SignalState state = SignalState::stop;
    SimTime since;
    std::optional<SimTime> min_end{};
    std::optional<SimTime> max_end{};
    std::optional<SimTime> likely_end{};  // if nobody else comes
    std::optional<SimTime> next{};        // when it shows the same again

    friend bool operator==(const GroupSignal&, const GroupSignal&) = default;
};

/// Threading: one thread.  Owns: copies of what it needs of the intersection.
class SignalController {
  public:
    virtual ~SignalController() = default;

    /// Somebody is at each of `places` from `now` on, and nowhere else, until told otherwise. Requires `now`
    /// after every time told so far.
    virtual void observe(SimTime now, std::span<const geo::Vec3> places) = 0;
    /// Requires `now` not before any time told so far.
    virtual void advance(SimTime now) = 0;
    /// The next time, after the last one told, at which something may change if nobody comes or goes; none:
    /// nothing will.
    virtual std::optional<SimTime> next_event() const = 0;
    /// At the last time told, in the order of config::Signals::groups. Valid until the next call.
    virtual std::span<const GroupSignal> groups() const = 0;
};

/// Requires an intersection with signals, as the loader accepts them.
std::unique_ptr<SignalController> make_signal_controller(const config::Intersection& intersection);

}  // namespace synchrono::signal
