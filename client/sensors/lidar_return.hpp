/// The light that comes back to a LiDAR from the surfaces that its rays meet, and the measurements that the
/// LiDAR makes of this light. A surface sends light back in three ways: spread over all directions (Lambert's
/// law), mirrored, and straight back to where it came from. The received light falls with the square of the
/// distance; below a threshold the LiDAR detects nothing. Devices correct the received light for the
/// distance, so an intensity is the share of light that the surface sends back.
#pragma once

#include <array>
#include <cstdint>

#include "client/sensors/ray_world.hpp"
#include "common/config/sensor.hpp"

namespace synchrono::client::sensors {

/// Returns the share of light, at 905 nm, that a surface of this material sends back: 1 for white paper at
/// right angles, more than 1 for materials that reflect light straight back. `cosine` is the cosine of the
/// angle between the ray and the surface's normal.
float reflectivity(scenery::Material material, float cosine);

/// Measures ranges and intensities, with their errors, for packets of rays.
/// Threading: may be called from several threads at once.
class LidarReturn {
  public:
    explicit LidarReturn(const config::LidarSpec& spec);

    template <typename T>
    using Lanes = RayPacket::Each<T>;
    /// The random numbers of each ray in a packet.
    struct Chance {
        alignas(64) Lanes<float> range, intensity;  // standard normal
        alignas(64) Lanes<std::int32_t> draw;       // uniform below kChances; decides whether the ray is lost
    };
    static constexpr std::int32_t kChances = 1 << 20;
    /// Makes the random numbers of a packet from 64 random bits for each ray. Calls for many packets in a row
    /// are fastest: within a packet each step of the computation waits for the step before, but the processor
    /// can work on several packets at once.
    static void draw(const Lanes<std::uint64_t>& bits, Chance& chance);

    struct Measured {
        alignas(64) Lanes<float> range_m, intensity;  // negative intensity: the ray measured nothing
    };
    /// Measures what the rays of a packet have met. Requires a packet that RayWorld::cast() has filled in,
    /// and the materials that RayWorld::materials() writes for it.
    void measure(const RayPacket& rays, const Lanes<scenery::Material>& materials, const Chance& chance,
                 Measured& measured) const;

  private:
    float range_min_m_, range_max_m_, range_sigma_m_, intensity_sigma_;
    float step_m_, steps_a_m_;  // resolution in m, and steps per m; both 0: ranges are not rounded
    float seen_m2_;             // the square of the range at which a reflectivity of 1 is just detected
    std::int32_t lost_;         // a ray whose draw is below this is lost
};

}  // namespace synchrono::client::sensors
