/// What light comes along rays: the sun with hard shadows, the sky, and surfaces that scatter, mirror, glow
/// and fade in the haze. Light is told in linear red, green and blue, where 1 is what a white sheet sends out
/// that lies in the sun.
#pragma once

#include <array>

#include "client/sensors/ray_world.hpp"

namespace synchrono::sensors {

using LightOfRays = std::array<RayPacket::Each<float>, 3>;

/// Threading: one thread.  Owns: memory for shadow rays.
class Shading {
  public:
    /// For the first `count` rays of a packet that the world's cast() has answered.
    void look(const RayWorld& world, const RayPacket& packet, std::size_t count, LightOfRays& light);

  private:
    /// Of what the rays met.
    struct Met {
        LightOfRays colour;
        RayPacket::Each<float> scatters, mirrors, least, glows;
    };
    void find(const RayWorld& world, const RayPacket& packet, std::size_t count);
    std::uint32_t sunlit(const RayWorld& world, const RayPacket& packet, std::size_t count);

    Met met_{};
    RayPacket::Each<float> to_sun_{};
    RayPacket shadow_{};
};

}  // namespace synchrono::sensors
