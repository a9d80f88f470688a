/// What the lamps show for a movement through a junction: as the eye sees it, and as the radio says.
///
/// By the eye, a movement's signal group is the map's. By the radio, it is the one that the intersection's
/// MAP message gives the lane that we come on and the lane that we leave by, found by where they lie; without
/// such a message the map's again. Where both say something the stricter holds, so that a false message can
/// make a driver stop but never go; who has no eyes believes the message. What nobody says anything about is
/// treated as dark.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"
#include "pcp/radio.hpp"

namespace synchrono::pcp {

/// Ascending by strictness.
enum class Lamp { green, permissive_green, caution, yellow, stop_then_go, red };

Lamp lamp_of(std::int32_t state);
Lamp stricter(Lamp a, Lamp b);

struct SignalView {
    std::optional<Lamp> seen, told;
    std::int64_t changes_ns = SYN_TIME_UNKNOWN;  // when what is told will change, as far as it says

    Lamp lamp() const;
};

/// Threading: one thread.  Borrows: the map.
class SignalWatch {
  public:
    explicit SignalWatch(const Map& map, bool eyes = true) : map_(map), eyes_(eyes) {}

    /// What is in sight now; replaces what was. Who has no eyes sees nothing.
    void see(std::span<const SynSignals> signals);
    /// A message, received now.
    void hear(const SynMessage& message, std::int64_t now_ns);
    /// For who enters the junction way `movement` from the way `approach`.
    SignalView view(std::uint32_t approach, std::uint32_t movement, std::int64_t now_ns);
    /// What a signal group of a junction shows to others, as the eye sees it; by radio only without eyes.
    std::optional<Lamp> shown(std::uint32_t junction, std::uint32_t group, std::int64_t now_ns) const;

  private:
    struct Group {
        std::uint32_t group;
        std::int32_t state;
        std::int64_t changes_ns;
    };
    struct Intersection {
        std::uint32_t region, intersection;
        std::int64_t heard_ns = 0;
        std::uint32_t times_heard = 0;
        std::vector<Group> groups;  // ascending
    };
    struct Lane {
        std::uint32_t lane, directions;
        Point line, inwards;  // where it meets the junction, and which way that is along it
        std::vector<SynConnection> connections;
    };
    struct Chart {
        std::uint32_t region, intersection, revision;
        std::vector<Lane> lanes;
    };
    struct Match {
        std::uint32_t movement;
        std::optional<std::uint32_t> group;
    };

    static void take(std::vector<Intersection>& list, const SynSignals& signals, std::int64_t now_ns);
    const Group* told(const SynJunction& junction, std::uint32_t group, std::int64_t now_ns) const;
    static const Group* find(const std::vector<Intersection>& list, const SynJunction& junction,
                             std::uint32_t group, const Intersection** from = nullptr);
    void draw(const SynIntersection& intersection);
    std::optional<std::uint32_t> match(const SynWay& approach, const SynWay& movement,
                                       const SynJunction& junction);
    std::optional<std::uint32_t> match_on(const Chart& chart, const SynWay& approach,
                                          const SynWay& movement) const;

    Map map_;
    bool eyes_;
    std::vector<Intersection> seen_, told_;
    std::vector<Chart> charts_;
    std::vector<Match> matches_;
};

/// What to do about a lamp, from how far the line is and how fast the vehicle.
enum class Order { go, stop, stop_then_go };

/// At yellow whoever can still stop at `braking_m_s2` does. `going` is what was decided at this yellow
/// before: it is not decided anew.
Order order_of(Lamp lamp, double to_line_m, double speed_m_s, double braking_m_s2, bool going);

/// The speed at which a vehicle `to_line_m` before a red lamp comes there as it turns green, if that is
/// worth while; else `wanted_m_s`.
double advised_speed_m_s(const SignalView& view, std::int64_t now_ns, double to_line_m, double wanted_m_s);

}  // namespace synchrono::pcp
