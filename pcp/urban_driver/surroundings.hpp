/// The bodies around the ego: those that the eye sees, and those that the eye cannot see but the radio knows.
/// For each vehicle there is a list of the ways that it may be on.
///
/// A basic safety message is believed only under conditions. Its sender must have been heard a few times, and
/// recently, and must be at a place that the eye cannot see. If the eye sees nobody at a place that is in
/// view, nobody is there. For a driver without eyes no place is in view. A body that is known by radio alone
/// is taken to be longer than its message says: the accuracy of its place is added at each end.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "pcp/driving/plane.hpp"
#include "pcp/map.hpp"
#include "pcp/radio.hpp"
#include "pcp/urban_driver/sightline.hpp"
#include "pcp/urban_driver/track.hpp"
#include "pcp/urban_driver/tracking.hpp"

namespace synchrono::pcp::urban_driver {

/// A place on a way.
struct Place {
    std::uint32_t way;
    double s_m;
};

/// Another agent, or a thing.
struct Body {
    std::uint64_t id = 0;  // the agent's number, or Tracking's; by radio the temporary id + kByRadio
    bool by_radio = false;
    bool has_number = true;  // `id` is the agent's number, which the agent itself knows too
    std::uint32_t kind = SYN_OTHER_VEHICLE;
    Box box;
    driving::Point velocity;
    double speed_m_s = 0;           // forward
    double acceleration_m_s2 = 0;   // forward
    double standing_s = 0;          // how long it has stood
    std::array<Place, 4> places{};  // where it may be; in a junction several ways may be possible
    std::uint32_t places_count = 0;
    std::span<const Place> on() const { return {places.data(), places_count}; }
};

inline constexpr std::uint64_t kByRadio = std::uint64_t{1} << 32;

/// The others that are seen, and whether the driver or sensors see them.
struct SeenOthers {
    std::span<const SynOther> others;   // ascending by number
    bool eyes = true;                   // false: the driver sees nobody
    const Tracking* sensors = nullptr;  // if not null, sensors see instead of the driver
};

/// Keeps the bodies around the ego from one update() to the next.
/// Threading: one thread.  Borrows: the map and the sight.
class Surroundings {
  public:
    Surroundings(const Map& map, const Sightline& sight) : map_(map), sight_(sight) {}

    /// Finds which bodies are within `reach_m` of the ego now.
    void update(std::int64_t now_ns, driving::Point ego, double reach_m, const SeenOthers& seen,
                std::span<const SynNeighbour> neighbours);
    /// Returns the bodies found by update(), ascending by id.
    std::span<const Body> bodies() const { return bodies_; }

  private:
    struct Memory {
        std::uint64_t id;
        std::array<Place, 4> places;
        std::uint32_t places_count;
        std::int64_t standing_since_ns;  // kMoves: it moves
        std::int64_t stood_ns;           // when it last stood
    };
    static constexpr std::int64_t kMoves = INT64_MIN;

    bool fill_from_sight(const SynOther& other, driving::Point ego, double reach_m, Body& body) const;
    bool fill_from_radio(const SynNeighbour& neighbour, std::int64_t now_ns, driving::Point ego,
                         double reach_m, const SeenOthers& seen, Body& body) const;
    bool in_view(const SeenOthers& seen, driving::Point ego, driving::Point place) const;
    void remember(std::int64_t now_ns, Body& body);
    void find_ways(const Memory* before, Body& body) const;
    void add_way_if_near(std::uint32_t way, Body& body) const;

    Map map_;
    const Sightline& sight_;
    std::vector<Body> bodies_;
    std::vector<Memory> memory_, next_memory_;  // ascending by id
};

}  // namespace synchrono::pcp::urban_driver
