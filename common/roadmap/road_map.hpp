/// The roads as one drives on them: a network of ways, made from an OpenDRIVE map. A way is one lane of one
/// section, along the direction of travel, with what comes after it, beside it and across it. The model is
/// that of pcp/synchrono_map.h, whose words hold here too. A map never changes; the same text gives the same
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

using Kinds = std::uint32_t;  // a sum of kind_bit
constexpr Kinds kind_bit(WayKind kind) { return 1u << static_cast<unsigned>(kind); }
inline constexpr Kinds kDrivingWays = kind_bit(WayKind::driving), kAllWays = 63;

struct WayPoint {
    geo::Vec3 position{};
    double s_m = 0, yaw_rad = 0, curvature_1_m = 0, width_m = 0;
};

/// Where bodies on this way and on `other` may touch, along both.
struct Conflict {
    std::uint32_t other = 0;  // a way, or a crosswalk
    ConflictKind kind = ConflictKind::crossing;
    double from_m = 0, to_m = 0;
    double other_from_m = 0, other_to_m = 0;  // of a crosswalk: along its first side
    bool yields = false;                      // where both may go, this one gives way
};

struct Way {
    WayKind kind = WayKind::other;
    Turn turn = Turn::straight;
    std::string name{};                   // "road:section:lane"
    std::uint32_t road = 0, section = 0;  // places in the lists of OpenDrive
    int lane = 0;
    bool along = true;  // with s of its road
    double length_m = 0;
    std::optional<double> speed_limit_m_s{};  // the least along it
    std::vector<WayPoint> points{};           // at least two
    std::vector<double> road_s_m{};           // of the points, along their road
    std::vector<std::uint32_t> next{}, previous{};
    std::vector<Conflict> conflicts{};  // by from_m
    std::uint32_t left = kNone, right = kNone;
    std::uint32_t junction = kNone;
    std::uint32_t signal_group = kNone;  // 1, 2, ...: who must be green to enter
    double stop_m = 0;                   // along the previous way, from its end back
};

struct Crosswalk {
    std::string id{};      // of the object
    std::string signal{};  // that lets people across
    std::uint32_t junction = kNone, signal_group = kNone;
    std::uint32_t road = 0;            // that the object belongs to
    std::vector<geo::Vec3> corners{};  // anticlockwise; the first side lies along the way of those who walk
};

struct Building {
    std::string id{};
    std::vector<geo::Vec3> corners{};  // of the footprint, anticlockwise
    double height_m = 0;
};

struct OnWay {
    std::uint32_t way = kNone;
    double s_m = 0, t_m = 0;  // along it; beside its middle, to the left positive
};

/// What a vehicle meets on the next metres.
struct Ahead {
    double curvature_max_1_m = 0;             // without sign
    std::optional<double> speed_limit_m_s{};  // the least
    double length_m = 0;                      // of what the ways have of the distance asked for
};

struct Network;

/// Threading: const functions from any thread.  Owns: the map.
class RoadMap {
  public:
    /// Refuses what fits no road map: too many points, crossings without end.
    static Result<RoadMap> make(OpenDrive map);
    RoadMap(RoadMap&&) noexcept;
    RoadMap& operator=(RoadMap&&) noexcept;
    ~RoadMap();

    const OpenDrive& open_drive() const;
    const std::vector<Way>& ways() const;
    const std::vector<Junction>& junctions() const;
    const std::vector<Crosswalk>& crosswalks() const;
    const std::vector<Building>& buildings() const;
    /// What the reader and the making of ways did not use or understand.
    const std::vector<std::string>& remarks() const;

    /// The way nearest to a place: the one whose lane it lies in, else whose lane is nearest, no further than
    /// `distance_m` from its middle. With a yaw, among those that lead less than 90 degrees away from it.
    /// Does not allocate.
    std::optional<OnWay> nearest(geo::Vec3 place, double distance_m, Kinds kinds = kDrivingWays,
                                 std::optional<double> yaw_rad = std::nullopt) const;
    /// The place as seen from one way, whose ends reach no further than they do. Requires a way of the map.
    OnWay project(std::uint32_t way, geo::Vec3 place) const;
    /// The middle of a way at s, between its points.
    WayPoint at(std::uint32_t way, double s_m) const;
    /// The quickest sequence of ways; both ends included, empty where none leads there.
    std::vector<std::uint32_t> route(std::uint32_t from, std::uint32_t to, Kinds kinds = kDrivingWays) const;
    /// Along `route`, from s_m on its first way.
    Ahead ahead(std::span<const std::uint32_t> route, double s_m, double distance_m) const;

    /// The way of a lane at s, and the exact middle of the lane there. `place.road` of scenarios is this one.
    Result<std::uint32_t> way_of(const std::string& road, int lane, double s_m) const;
    Result<LanePoint> place(const std::string& road, int lane, double s_m) const;
    /// Ways of a lane's section; kNone where a lane is no way.
    std::uint32_t way_at(std::uint32_t road, std::uint32_t section, int lane) const;
    const Road* road(const std::string& id) const;
    /// By id, else by name.
    std::uint32_t junction(const std::string& id_or_name) const;

  private:
    explicit RoadMap(std::unique_ptr<const Network> network);
    std::unique_ptr<const Network> network_;
};

}  // namespace synchrono::roadmap
