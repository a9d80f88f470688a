/// The state of the lamps for a movement through a junction, as the eye sees it and as radio messages say.
///
/// For the eye, the scenario's map gives the signal group of a movement. For the radio, the intersection's
/// MAP message gives it: a movement has the group of the connection from the lane that we arrive on to the
/// lane that we leave by. Both lanes are found by their places. Without a MAP message, the scenario's map
/// gives the group for the radio, too. If eye and radio differ, the stricter lamp holds: a false message can
/// make a driver stop, but cannot make it pass a red light that it sees. A driver without eyes believes the
/// message. A lamp that neither eye nor radio knows is treated as dark.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"
#include "pcp/radio.hpp"

namespace synchrono::pcp::urban_driver {

/// The meaning of a lamp, ascending by strictness.
enum class Lamp { green, permissive_green, caution, yellow, stop_then_go, red };

/// Returns the lamp that stands for a state SYN_SIGNAL_... of a signal group.
Lamp lamp_of(std::int32_t state);
Lamp stricter(Lamp a, Lamp b);

/// The lamp of one movement: `by_eye` as seen, `by_radio` as received.
struct SignalView {
    std::optional<Lamp> by_eye, by_radio;
    std::int64_t changes_ns = SYN_TIME_UNKNOWN;  // when `by_radio` will change, if the message says so

    /// Returns the stricter of the two; stop_then_go if neither is known.
    Lamp lamp() const;
};

/// Keeps the states of signals that were seen and received.
/// Threading: one thread.  Borrows: the map.
class SignalWatch {
  public:
    explicit SignalWatch(const Map& map, bool eyes = true) : map_(map), eyes_(eyes) {}

    /// Replaces the signals in sight. Does nothing for a driver without eyes.
    void see(std::span<const SynSignals> signals);
    /// Takes in a message that was received now.
    void hear(const SynMessage& message, std::int64_t now_ns);
    /// Returns the lamp for a vehicle that comes from the way `approach` and takes the way `movement` through
    /// the junction.
    SignalView view(std::uint32_t approach, std::uint32_t movement, std::int64_t now_ns);
    /// Returns the lamp of any signal group of a junction, by the eye alone or, for a driver without eyes, by
    /// the radio; nothing if it is not known.
    std::optional<Lamp> lamp_of_group(std::uint32_t junction, std::uint32_t group, std::int64_t now_ns) const;

  private:
    struct Group {
        std::uint32_t group;
        std::int32_t state;
        std::int64_t changes_ns;
    };
    struct Intersection {
        std::uint32_t region, intersection;
        std::int64_t heard_ns = 0;      // when its last message was received
        std::uint32_t times_heard = 0;  // messages without a pause longer than kFresh between them
        std::vector<Group> groups;      // ascending by group
    };
    struct Lane {
        std::uint32_t lane, directions;
        driving::Point line, inwards;  // where the lane meets the junction, and the direction inwards
        std::vector<SynConnection> connections;
    };
    struct IntersectionMap {
        std::uint32_t region, intersection, revision;
        std::vector<Lane> lanes;
    };
    struct Match {
        std::uint32_t movement;
        std::optional<std::uint32_t> group;
    };

    static void store(std::vector<Intersection>& list, const SynSignals& signals, std::int64_t now_ns);
    const Group* group_by_radio(const SynJunction& junction, std::uint32_t group, std::int64_t now_ns) const;
    static const Group* find(const std::vector<Intersection>& list, const SynJunction& junction,
                             std::uint32_t group, const Intersection** from = nullptr);
    void add_map(const SynIntersection& intersection);
    std::optional<std::uint32_t> match(const SynWay& approach, const SynWay& movement,
                                       const SynJunction& junction);
    std::optional<std::uint32_t> match_on(const IntersectionMap& chart, const SynWay& approach,
                                          const SynWay& movement) const;

    Map map_;
    bool eyes_;
    std::vector<Intersection> by_eye_, by_radio_;
    std::vector<IntersectionMap> intersection_maps_;
    std::vector<Match> matches_;
};

/// The reaction to a lamp.
enum class Reaction { go, stop, stop_then_go };

/// Returns what to do about a lamp. At yellow a vehicle stops if it still can with `braking_m_s2`, unless
/// `going` says that it has already decided at this yellow to go.
Reaction reaction_to(Lamp lamp, double to_line_m, double speed_m_s, double braking_m_s2, bool going);

/// Returns the speed, at most `wanted_m_s`, at which a vehicle `to_line_m` before a red lamp arrives there
/// just after green begins; `wanted_m_s` if that moment is not known or the speed would be too low.
double advised_speed_m_s(const SignalView& view, std::int64_t now_ns, double to_line_m, double wanted_m_s);

}  // namespace synchrono::pcp::urban_driver
