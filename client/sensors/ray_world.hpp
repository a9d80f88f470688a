/// The world as rays meet it: all that stands still, and the bodies of agents as they move during a
/// heartbeat. One RayWorld serves all sensors of a client. Rays go out in packets, whose memory is laid out
/// as the ray caster (Embree) needs it. The origins of rays are relative to origin(), so that single
/// precision is enough even far from the origin of the world frame.
///
/// The same world, updates and rays give the same bits on the same machine; processors with other vector
/// units may differ in the last bits of a distance.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>

#include "client/body/signals_in_sight.hpp"
#include "client/ground/ground.hpp"
#include "client/scenery/mesh.hpp"
#include "common/base/ids.hpp"
#include "common/config/scenario.hpp"
#include "common/geo/motion.hpp"
#include "common/roadmap/road_map.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::client::sensors {

/// Several rays side by side, and where they met something. Requires directions of unit length, so that far_m
/// is a distance in metres.
struct alignas(64) RayPacket {
    static constexpr std::size_t kRays = 16;
    static constexpr std::uint32_t kNone = 0xffff'ffff;
    template <typename T>
    using Each = std::array<T, kRays>;

    Each<float> x, y, z;  // origin, relative to RayWorld::origin()
    Each<float> near_m;   // the ray passes through anything nearer
    Each<float> dx, dy, dz;
    Each<float> time;   // as a share of the heartbeat, 0 to 1
    Each<float> far_m;  // in: how far the ray goes, negative: not cast; out: distance of the hit
    Each<std::uint32_t> mask, id, flags;  // filled in by RayWorld

    Each<float> nx, ny, nz;  // after cast(): unit normal where the ray met something; points against it
    Each<float> u, v;        // the place within the triangle, as Embree gives it
    // Filled in by RayWorld: `mesh` is kNone if the ray met nothing; `body` is 0 for the fixed world, or 1
    // more than the agent's number.
    Each<std::uint32_t> triangle, mesh, body;

    /// Returns whether the ray met something.
    bool met(std::size_t ray) const { return mesh[ray] != kNone; }
    /// Sets the origin of a ray (relative to RayWorld::origin()), its direction, range and time.
    void aim(std::size_t ray, geo::Vec3 from, geo::Vec3 direction, double near, double far, double share = 1);
};

/// Threading: one thread.  Owns: the geometry; borrows the scenario.
class RayWorld {
  public:
    using Packet = RayPacket;

    /// Takes long. `roads` may be null; `roads` and `ground` are needed only during the call.
    RayWorld(const config::Scenario& scenario, const roadmap::RoadMap* roads, const ground::Ground& ground);
    ~RayWorld();
    RayWorld(const RayWorld&) = delete;
    RayWorld& operator=(const RayWorld&) = delete;

    struct Body {
        AgentId agent;
        geo::Motion motion;  // of the reference point (see Extent), at the end of the heartbeat
        std::optional<geo::Motion> before{};  // at the beginning; if absent, computed back from `motion`
        bool brakes = false;                  // its brake lights are lit
    };
    /// Sets the heartbeat in which all later rays go out. It begins at `from` and ends at `to`, which may be
    /// equal. Replaces all bodies by `bodies`. Signals that `signals` lacks are dark. Requires `bodies` to be
    /// ascending by agent, and to name only agents that have a body.
    void update(SimTime from, SimTime to, std::span<const Body> bodies,
                std::span<const body::SignalsInSight* const> signals = {});

    /// Makes later rays pass through this agent's body and through no other; without an agent, through none.
    /// Each of the first 29 agents gets a bit of the rays' mask for good, so only the first call for such an
    /// agent takes time. All further agents share one more bit; whenever this bit passes to another agent,
    /// Embree's tree of bodies is built anew as in update().
    void pass_through(std::optional<AgentId> agent);

    /// Returns the point from which the origins of rays are measured, in the world frame.
    geo::Vec3 origin() const { return origin_; }

    /// Finds the nearest thing that each of the first `count` rays meets. Afterwards, the results of a ray
    /// are meaningful only if met() is true for it.
    void cast(RayPacket& packet, std::size_t count = RayPacket::kRays) const;
    /// Does the same as cast(), but cheaper, because it leaves normals as the triangles have them: not of
    /// unit length, in the frame of the body, and pointing to either side.
    void intersect(RayPacket& packet, std::size_t count = RayPacket::kRays) const;
    /// The things that may block a ray.
    enum class Against {
        others,      // everything but the body given to pass_through()
        everything,  // that body as well
        fixed,       // only what stands still
    };
    /// Returns a bit (1 << ray) for each of the first `count` rays that something blocks. Overwrites far_m of
    /// these rays.
    std::uint32_t occluded(RayPacket& packet, std::size_t count, Against against = Against::others) const;

    struct Surface {
        scenery::Colour colour;
        scenery::Material material = scenery::Material::none;
        bool glows = false;              // part of a lamp: `colour` is the light that the lamp emits
        std::uint8_t kind = 0;           // SYN_CLASS_...
        std::optional<AgentId> agent{};  // the agent to whose body the surface belongs
        std::uint32_t number = 0;        // of a building, the map's buildings first; of a signal's agent
    };
    /// Returns the surface that the ray met. Requires a ray that met something.
    Surface surface(const RayPacket& packet, std::size_t ray) const;
    /// Returns only the material of that surface. Requires a ray that met something.
    scenery::Material material(const RayPacket& packet, std::size_t ray) const;
    /// Writes the material that each ray met; `none` for rays that met nothing.
    void materials(const RayPacket& packet, RayPacket::Each<scenery::Material>& materials) const;
    /// Returns the velocity, in the world frame, of the point that the ray met; zero for the fixed world.
    /// Requires a ray that met something.
    geo::Vec3 velocity(const RayPacket& packet, std::size_t ray) const;

    /// Returns the bodies of the last update(), each with `before` filled in.
    std::span<const Body> bodies() const;
    /// The length, width and height of a body in metres, and how far its reference point (the point whose
    /// position its motion gives) is above the ground.
    struct Extent {
        geo::Vec3 size;
        double above_ground_m = 0;
    };
    /// Returns the extent of an agent's body. Requires an agent that has a body.
    Extent extent(AgentId agent) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    geo::Vec3 origin_;
};

}  // namespace synchrono::client::sensors
