/// Who is around: what the eye sees, and from the radio who the eye does not see. Each vehicle with the ways
/// that it may be on.
///
/// A basic safety message is believed only so far. Its sender must have been heard a few times, lately, and
/// be where the eye cannot look: who says to be where the eye sees nobody is not there. Who has no eyes
/// believes the rest. Who is known by radio alone is taken to be larger by its accuracy.
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

namespace synchrono::pcp {

struct Place {
    std::uint32_t way;
    double s_m;
};

struct Body {
    std::uint64_t id =
        0;  // the agent's number, or a trace's; of a radio neighbour its temporary id + kByRadio
    bool by_radio = false;
    bool has_number = true;  // `id` is the agent's number, as it knows it itself
    std::uint32_t kind = SYN_OTHER_VEHICLE;
    Box box;
    Point velocity;
    double speed_m_s = 0;           // forward
    double acceleration_m_s2 = 0;   // forward
    double standing_s = 0;          // for how long it has been
    std::array<Place, 4> places{};  // where it may be: in a junction one cannot always tell
    std::uint32_t places_count = 0;
    std::span<const Place> on() const { return {places.data(), places_count}; }
};

inline constexpr std::uint64_t kByRadio = std::uint64_t{1} << 32;

/// Who is seen, and by what.
struct Seen {
    std::span<const SynOther> others;   // ascending by number
    bool eyes = true;                   // without, nobody is seen
    const Tracking* sensors = nullptr;  // where it is they that see, and not the driver
};

/// Threading: one thread.  Borrows: the map.
class Surroundings {
  public:
    Surroundings(const Map& map, const Sightline& sight) : map_(map), sight_(sight) {}

    /// Takes in who is within `reach_m` of the ego.
    void look(std::int64_t now_ns, Point ego, double reach_m, const Seen& seen,
              std::span<const SynNeighbour> neighbours);
    /// Ascending by id.
    std::span<const Body> bodies() const { return bodies_; }

  private:
    struct Memory {
        std::uint64_t id;
        std::array<Place, 4> places;
        std::uint32_t places_count;
        std::int64_t standing_since_ns;  // or kMoves
        std::int64_t stood_ns;           // last
    };
    static constexpr std::int64_t kMoves = INT64_MIN;

    bool see(const SynOther& other, Point ego, double reach_m, Body& body) const;
    bool hear(const SynNeighbour& neighbour, std::int64_t now_ns, Point ego, double reach_m, const Seen& seen,
              Body& body) const;
    bool in_view(const Seen& seen, Point ego, Point place) const;
    void remember(std::int64_t now_ns, Body& body);
    void locate(const Memory* before, Body& body) const;
    void offer(std::uint32_t way, Body& body) const;

    Map map_;
    const Sightline& sight_;
    std::vector<Body> bodies_;
    std::vector<Memory> memory_, next_memory_;  // ascending by id
};

}  // namespace synchrono::pcp
