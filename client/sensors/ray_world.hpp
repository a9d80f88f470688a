/// The world as rays meet it: what stands still, and the bodies of all agents as they move during a
/// heartbeat. One for all sensors of a client. Rays go out in packets, whose memory is laid out as the ray
/// caster wants it; their places are told from origin(), so that single precision is enough far from the
/// world's.
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

/// Rays side by side, and what they met. Directions have unit length, so that far_m is the distance of a hit.
struct alignas(64) RayPacket {
    static constexpr std::size_t kRays = 16;
    static constexpr std::uint32_t kNone = 0xffff'ffff;
    template <typename T>
    using Each = std::array<T, kRays>;

    Each<float> x, y, z;  // from RayWorld::origin()
    Each<float> near_m;   // what is nearer is not met
    Each<float> dx, dy, dz;
    Each<float> time;   // share of the heartbeat, 0 to 1
    Each<float> far_m;  // in: how far it goes, negative: nowhere; out: how far what it met is
    Each<std::uint32_t> mask, id, flags;  // the world's own

    Each<float> nx, ny, nz;  // of cast: unit normal of what it met, against the ray
    Each<float> u, v;
    Each<std::uint32_t> triangle, mesh, body;  // mesh is kNone where nothing was met

    bool met(std::size_t ray) const { return mesh[ray] != kNone; }
    void aim(std::size_t ray, geo::Vec3 from, geo::Vec3 direction, double near, double far, double share = 1);
};

/// Threading: one thread.  Owns: the geometry; borrows the scenario.
class RayWorld {
  public:
    using Packet = RayPacket;

    /// `roads` may be null; both it and `ground` are needed during the call only. Takes a while.
    RayWorld(const config::Scenario& scenario, const roadmap::RoadMap* roads, const client::Ground& ground);
    ~RayWorld();
    RayWorld(const RayWorld&) = delete;
    RayWorld& operator=(const RayWorld&) = delete;

    struct Body {
        AgentId agent;
        geo::Motion motion;  // at the end of the heartbeat; of its centre of gravity or middle
        std::optional<geo::Motion> before{};  // at its beginning; reckoned back from `motion` if not told
        bool brakes = false;                  // its brake lights are lit
    };
    /// The heartbeat that the rays to come are in, from beginning to end, or one instant. `bodies` are all
    /// that there are, ascending by agent, each an agent with a body. Signals that are not told of are dark.
    void update(SimTime from, SimTime to, std::span<const Body> bodies,
                std::span<const client::SignalsInSight* const> signals = {});

    /// From here on rays pass through this agent's body, and no other's. Thirty agents that look have a
    /// place each, and but for their first call this takes no time; the others share one more, and whenever
    /// that changes hands the bodies are sorted anew, as by update().
    void look_from(std::optional<AgentId> agent);

    /// To be taken from places, as aim() wants them.
    geo::Vec3 origin() const { return origin_; }

    /// For the first `count` rays: what is nearest. Only met rays have a meaning afterwards.
    void cast(RayPacket& packet, std::size_t count = RayPacket::kRays) const;
    /// The same, with normals as the triangles have them: neither of unit length, nor turned as the body is,
    /// nor against the ray.
    void intersect(RayPacket& packet, std::size_t count = RayPacket::kRays) const;
    enum class Against {
        all,
        everybody,  // also the agent that is looked from
        fixed,      // what no agent is
    };
    /// Whether anything is in the way, a bit a ray.
    std::uint32_t occluded(RayPacket& packet, std::size_t count, Against against = Against::all) const;

    struct Surface {
        scenery::Colour colour;
        scenery::Material material = scenery::Material::none;
        bool glows = false;              // its colour is its own light: it is of a lamp
        std::uint8_t kind = 0;           // SYN_CLASS_...
        std::optional<AgentId> agent{};  // whose body
        std::uint32_t number = 0;        // of a building: those of the map first; of signals: the agent
    };
    /// Of a ray that met something.
    Surface surface(const RayPacket& packet, std::size_t ray) const;
    scenery::Material material(const RayPacket& packet, std::size_t ray) const;
    /// Of all rays; `none` of those that met nothing.
    void materials(const RayPacket& packet, RayPacket::Each<scenery::Material>& materials) const;
    /// How the point that the ray met moves in the world: not at all of what stands still.
    geo::Vec3 velocity(const RayPacket& packet, std::size_t ray) const;

    /// Those of the last update, each with what it was before.
    std::span<const Body> bodies() const;
    /// Length, width and height of an agent with a body, and from its point down to the ground.
    struct Extent {
        geo::Vec3 size;
        double below_m = 0;
    };
    Extent extent(AgentId agent) const;

  private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
    geo::Vec3 origin_;
};

}  // namespace synchrono::sensors
