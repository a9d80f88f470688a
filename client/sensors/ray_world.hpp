/// The world as rays meet it: what stands still, and the bodies of all agents as they move during a
/// heartbeat. One RayWorld serves all sensors of a client. Rays go out in packets, whose memory is laid out
/// as the ray caster needs it. Their places are relative to origin(), so that single precision is enough
/// even far from the origin of the world frame.
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

namespace synchrono::sensors {

/// Several rays side by side, and what they met. Directions have unit length, so that far_m is the distance
/// of a hit.
struct alignas(64) RayPacket {
    static constexpr std::size_t kRays = 16;
    static constexpr std::uint32_t kNone = 0xffff'ffff;
    template <typename T>
    using Each = std::array<T, kRays>;

    Each<float> x, y, z;  // from RayWorld::origin()
    Each<float> near_m;   // the ray meets nothing that is nearer
    Each<float> dx, dy, dz;
    Each<float> time;   // as a share of the heartbeat, 0 to 1
    Each<float> far_m;  // in: how far the ray goes, negative: nowhere; out: the distance of what it met
    Each<std::uint32_t> mask, id, flags;  // filled in by RayWorld

    Each<float> nx, ny, nz;  // after cast(): unit normal of what the ray met, pointing against the ray
    Each<float> u, v;
    Each<std::uint32_t> triangle, mesh, body;  // mesh is kNone where the ray met nothing

    /// Returns whether the ray met something.
    bool met(std::size_t ray) const { return mesh[ray] != kNone; }
    /// Sets the origin of a ray (relative to RayWorld::origin()), its direction, range and time.
    void aim(std::size_t ray, geo::Vec3 from, geo::Vec3 direction, double near, double far, double share = 1);
};

/// Threading: one thread.  Owns: the geometry; borrows the scenario.
class RayWorld {
  public:
    using Packet = RayPacket;

    /// `roads` may be null. It and `ground` are needed only during the call. Takes long.
    RayWorld(const config::Scenario& scenario, const roadmap::RoadMap* roads, const client::Ground& ground);
    ~RayWorld();
    RayWorld(const RayWorld&) = delete;
    RayWorld& operator=(const RayWorld&) = delete;

    struct Body {
        AgentId agent;
        geo::Motion motion;  // at the end of the heartbeat; of the centre of gravity, or of the middle
        std::optional<geo::Motion> before{};  // at the beginning; without it reckoned back from `motion`
        bool brakes = false;                  // its brake lights are lit
    };
    /// Sets the heartbeat, from its beginning to its end, in which all later rays go out; `from` may equal
    /// `to`. Replaces all bodies by `bodies`, which ascend by agent; each of these agents has a body.
    /// Signals that `signals` lacks are dark.
    void update(SimTime from, SimTime to, std::span<const Body> bodies,
                std::span<const client::SignalsInSight* const> signals = {});

    /// From now on rays pass through this agent's body and through no other. The first 29 agents for which
    /// it is called keep a bit of the rays' mask each, and only their first call takes time. All others
    /// share one more bit; each time that it changes hands, the bodies are sorted anew as in update().
    void look_from(std::optional<AgentId> agent);

    /// Returns the origin of the rays' places, in the world frame.
    geo::Vec3 origin() const { return origin_; }

    /// Finds the nearest thing that each of the first `count` rays meets. Afterwards the packet's other
    /// results are meaningful only for rays that met something.
    void cast(RayPacket& packet, std::size_t count = RayPacket::kRays) const;
    /// Does the same, but leaves normals as the triangles have them: not of unit length, in the frame of the
    /// body, and pointing to either side. This is cheaper.
    void intersect(RayPacket& packet, std::size_t count = RayPacket::kRays) const;
    /// The things that may block a ray.
    enum class Against {
        all,        // everything but the body given to look_from()
        everybody,  // that body as well
        fixed,      // only what stands still
    };
    /// Returns one bit for each ray: whether anything is in its way.
    std::uint32_t occluded(RayPacket& packet, std::size_t count, Against against = Against::all) const;

    struct Surface {
        scenery::Colour colour;
        scenery::Material material = scenery::Material::none;
        bool glows = false;              // it is part of a lamp: its colour is its own light
        std::uint8_t kind = 0;           // SYN_CLASS_...
        std::optional<AgentId> agent{};  // the agent whose body it is part of
        std::uint32_t number = 0;        // a building's number, those of the map first; a signal's agent
    };
    /// Return the surface, and its material alone. Both require a ray that met something.
    Surface surface(const RayPacket& packet, std::size_t ray) const;
    scenery::Material material(const RayPacket& packet, std::size_t ray) const;
    /// Writes the material that each ray met; `none` for rays that met nothing.
    void materials(const RayPacket& packet, RayPacket::Each<scenery::Material>& materials) const;
    /// Returns the velocity, in the world frame, of the point that the ray met; zero for what stands still.
    geo::Vec3 velocity(const RayPacket& packet, std::size_t ray) const;

    /// Returns the bodies of the last update(), each with `before` filled in.
    std::span<const Body> bodies() const;
    /// The length, width and height of a body, and how far its reference point (the position of its motion)
    /// is above the ground.
    struct Extent {
        geo::Vec3 size;
        double below_m = 0;
    };
    /// Requires an agent that has a body.
    Extent extent(AgentId agent) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    geo::Vec3 origin_;
};

}  // namespace synchrono::sensors
