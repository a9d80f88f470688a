/// The light that comes back along rays: the sun with hard shadows, the sky, and surfaces that scatter,
/// mirror, glow and fade in the haze. Light is linear red, green and blue; 1 is the light of a white sheet
/// that lies in the sun.
#pragma once

#include <array>

#include "client/sensors/ray_world.hpp"

namespace synchrono::client::sensors {

/// Red, green and blue of each ray.
using LightOfRays = std::array<RayPacket::Each<float>, 3>;

/// Computes the light of packets of rays.
/// Threading: one thread.  Owns: memory for shadow rays.
class Shading {
  public:
    /// Writes the light of the first `count` rays of a packet that the world's cast() has filled in.
    void shade(const RayWorld& world, const RayPacket& packet, std::size_t count, LightOfRays& light);

  private:
    /// Properties of the surfaces that the rays met. `colour` is in linear light; `scatters`, `mirrors` and
    /// `least` are as in Finish (shading.cpp), but a lit lamp scatters nothing; `glows` is 1 for a lit lamp,
    /// else 0.
    struct Met {
        LightOfRays colour;
        RayPacket::Each<float> scatters, mirrors, least, glows;
    };
    /// Fills in `met_` and `to_sun_`.
    void find(const RayWorld& world, const RayPacket& packet, std::size_t count);
    /// Returns a bit (1 << ray) for each ray that met a point on which the sun shines.
    std::uint32_t sunlit(const RayWorld& world, const RayPacket& packet, std::size_t count);

    Met met_{};
    // Cosine of the angle from the normal to the sun; 0 where nothing was met or the surface glows.
    RayPacket::Each<float> to_sun_{};
    RayPacket shadow_{};
};

}  // namespace synchrono::client::sensors
