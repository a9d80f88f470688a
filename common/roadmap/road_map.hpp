/// The roads as drivers use them: a network of ways, made from an OpenDRIVE map. A way is one lane of one
/// lane section, in its direction of travel, with the ways that follow it, lie beside it and cross it. The
/// model and its words are those of pcp/synchrono_map.h. A map never changes; the same text gives the same
/// map to the last bit.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "common/base/result.hpp"
#include "common/geo/vector.hpp"
#include "common/roadmap/geometry.hpp"
#include "common/roadmap/open_drive.hpp"

namespace synchrono::roadmap {

inline constexpr std::uint32_t kNone = UINT32_MAX;

enum class WayKind : std::uint8_t { driving, bus, bike, walk, parking, other };
enum class Turn : std::uint8_t { straight, left, right, u_turn };
enum class ConflictKind : std::uint8_t { crossing, merging, crosswalk };

using Kinds = std::uint32_t;  // a combination of kind_bit values
constexpr Kinds kind_bit(WayKind kind) { return 1u << static_cast<unsigned>(kind); }
inline constexpr Kinds kDrivingWays = kind_bit(WayKind::driving), kAllWays = 63;

struct WayPoint {
    geo::Vec3 position{};
    double s_m = 0, yaw_rad = 0, curvature_1_m = 0, width_m = 0;
};

/// A part of a way and a part of `other` such that bodies on the two parts may touch.
struct Conflict {
    std::uint32_t other = 0;  // index of a way or, if kind is crosswalk, of a crosswalk
    ConflictKind kind = ConflictKind::crossing;
    double from_m = 0, to_m = 0;
    double other_from_m = 0, other_to_m = 0;  // if `other` is a crosswalk: along its first side
    bool yields = false;                      // vehicles on this way give way when both may go
};

struct Way {
    WayKind kind = WayKind::other;
    Turn turn = Turn::straight;
    std::string name{};                   // "road:section:lane"
    std::uint32_t road = 0, section = 0;  // indices into the lists of OpenDrive
    int lane = 0;
    bool is_along_s = true;  // in the direction of rising s of its road
    double length_m = 0;
    std::optional<double> speed_limit_m_s{};  // the lowest along the way
    std::vector<WayPoint> points{};           // at least two
    std::vector<double> road_s_m{};           // s along the road, for each point
    std::vector<std::uint32_t> next{}, previous{};
    std::vector<Conflict> conflicts{};  // ascending by from_m
    std::uint32_t left = kNone, right = kNone;
    std::uint32_t junction = kNone;
    std::uint32_t signal_group = kNone;  // 1, 2, ...: the group that must be green to enter
    double stop_m = 0;                   // its stop line is this far before the end of the previous way
};

struct Crosswalk {
    std::string id{};      // id of the object
    std::string signal{};  // id of the signal that lets people across
    std::uint32_t junction = kNone, signal_group = kNone;
    std::uint32_t road = 0;            // the road that the object belongs to
    std::vector<geo::Vec3> corners{};  // anticlockwise; the first side leads across the road
};

struct Building {
    std::string id{};
    std::vector<geo::Vec3> corners{};  // of the footprint, anticlockwise
    double height_m = 0;
};

struct OnWay {
    std::uint32_t way = kNone;
    double s_m = 0, t_m = 0;  // s along the way; t from its middle, positive to the left
};

/// The conditions on the next metres of a route.
struct RoadAhead {
    double curvature_max_1_m = 0;             // the greatest, regardless of sign
    std::optional<double> speed_limit_m_s{};  // the lowest
    double covered_m = 0;                     // the part of the requested distance that the route covers
};

struct WayNetwork;

/// The ways of a map, with what lies at and beside them, and functions that search them.
/// Threading: const functions from any thread.  Owns: the map.
class RoadMap {
  public:
    /// Makes the ways of a map. Fails if the map is too large, or if a lane jumps or lies out of bounds.
    static Result<RoadMap> make(OpenDrive map);
    RoadMap(RoadMap&&) noexcept;
    RoadMap& operator=(RoadMap&&) noexcept;
    ~RoadMap();

    const OpenDrive& open_drive() const;
    const std::vector<Way>& ways() const;
    const std::vector<Junction>& junctions() const;
    const std::vector<Crosswalk>& crosswalks() const;
    const std::vector<Building>& buildings() const;
    /// Returns what the reader and the making of ways did not use or understand, one line each.
    const std::vector<std::string>& remarks() const;

    /// Returns the way nearest to a place. A way whose lane contains the place comes first, then the way
    /// whose lane edge is nearest. Only ways whose middle is at most `distance_m` away are considered and,
    /// if a yaw is given, only those whose direction differs from it by less than 90 degrees. Does not
    /// allocate.
    std::optional<OnWay> nearest(geo::Vec3 place, double distance_m, Kinds kinds = kDrivingWays,
                                 std::optional<double> yaw_rad = std::nullopt) const;
    /// Returns the point of one way that is nearest to the place; its s_m never lies beyond the ends of the
    /// way. Requires a way of the map.
    OnWay project(std::uint32_t way, geo::Vec3 place) const;
    /// Returns the middle of a way at s, interpolated between its points; the nearer end for an s beyond the
    /// ends. Requires a way of the map.
    WayPoint at(std::uint32_t way, double s_m) const;
    /// Returns the quickest sequence of ways that begins with `from` and ends with `to`; empty if there is
    /// none. Requires ways of the map.
    std::vector<std::uint32_t> route(std::uint32_t from, std::uint32_t to, Kinds kinds = kDrivingWays) const;
    /// Returns the conditions that a vehicle will meet on the next `distance_m` along `route`, from `s_m` on
    /// the route's first way. Requires ways of the map.
    RoadAhead conditions_ahead(std::span<const std::uint32_t> route, double s_m, double distance_m) const;

    /// Returns the way of a lane at s. Fails if the road, the lane or the place on the road does not exist.
    Result<std::uint32_t> way_of(const std::string& road, int lane, double s_m) const;
    /// Returns the exact middle of a lane at s. Fails as way_of() does.
    Result<LanePoint> lane_middle(const std::string& road, int lane, double s_m) const;
    /// Returns the way of a lane in a section; kNone if the lane is not a way. Requires a
    /// section of the map.
    std::uint32_t way_at(std::uint32_t road, std::uint32_t section, int lane) const;
    /// Returns the road with this id; null if there is none.
    const Road* road(const std::string& id) const;
    /// Returns the junction with this id, otherwise the one with this name; kNone if there is none.
    std::uint32_t junction(const std::string& id_or_name) const;

  private:
    explicit RoadMap(std::unique_ptr<const WayNetwork> network);
    std::unique_ptr<const WayNetwork> network_;
};

}  // namespace synchrono::roadmap
