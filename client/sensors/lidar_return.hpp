/// What comes back to a LiDAR from where its rays end. A surface sends back a share of the light, spread over
/// all directions (as Lambert has it), to where a mirror would, and to where it came from; what is received
/// falls with the square of the distance, and below a threshold it is not seen. Intensities are the share
/// that comes back, as devices tell it that account for the distance.
#pragma once

#include <array>
#include <cstdint>

#include "client/sensors/ray_world.hpp"
#include "common/config/sensor.hpp"

namespace synchrono::sensors {

/// A surface of this material, at 905 nm, against white paper seen at right angles, which is 1; above that
/// for what sends light back to where it came from. `cosine` of the angle of incidence.
float reflectivity(scenery::Material material, float cosine);

/// Threading: may be asked from several threads at once.
class LidarReturn {
  public:
    explicit LidarReturn(const config::LidarSpec& spec);

    template <typename T>
    using Lanes = RayPacket::Each<T>;
    /// What chance has for each ray.
    struct Chance {
        alignas(64) Lanes<float> range, intensity;  // standard normal
        alignas(64) Lanes<std::int32_t> draw;       // of kChances
    };
    static constexpr std::int32_t kChances = 1 << 20;
    /// Of 64 random bits each. Best for many packets one after the other: a single one waits for itself.
    static void draw(const Lanes<std::uint64_t>& bits, Chance& chance);

    struct Told {
        alignas(64) Lanes<float> range_m, intensity;  // negative intensity: nothing
    };
    /// Measures what the rays of a packet have met, which has been cast.
    void measure(const RayPacket& rays, const Lanes<scenery::Material>& materials, const Chance& chance,
                 Told& told) const;

  private:
    float range_min_m_, range_max_m_, range_sigma_m_, intensity_sigma_;
    float step_m_, steps_a_m_;  // of ranges; 0 and 0: none
    float seen_m2_;             // the square of the range at which a reflectivity of 1 is just seen
    std::int32_t lost_;         // of kChances
};

}  // namespace synchrono::sensors
