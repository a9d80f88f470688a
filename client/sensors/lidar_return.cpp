#include "client/sensors/lidar_return.hpp"

#include <algorithm>
#include <cmath>

#include "client/sensors/normal_lanes.hpp"

namespace synchrono::client::sensors {
namespace {

using scenery::Material;
constexpr std::size_t kRays = RayPacket::kRays;
constexpr float kStepsMax = 0x1p22F;

/// The shares of light that a surface sends back at right angles: `spread` evenly in all directions (or,
/// above 1, straight back), `mirror` as a mirror does.
struct Reflectance {
    float spread = 0, mirror = 0;
};
/// Returns values that are typical at 905 nm, where plants and cloth are brighter than in visible light.
constexpr Reflectance surface_of(Material material) {
    switch (material) {
        case Material::none:
            return {.spread = 0.2F};
        case Material::land:
            return {.spread = 0.4F};
        case Material::asphalt:
            return {.spread = 0.17F};
        case Material::paint:  // with glass beads in it
            return {.spread = 0.8F};
        case Material::pavement:
            return {.spread = 0.3F};
        case Material::building:
            return {.spread = 0.4F};
        case Material::car_paint:
            return {.spread = 0.3F, .mirror = 0.4F};
        case Material::glass:
            return {.spread = 0.01F, .mirror = 0.08F};
        case Material::rubber:
            return {.spread = 0.04F};
        case Material::metal:
            return {.spread = 0.3F, .mirror = 0.6F};
        case Material::plate:
            return {.spread = 100};
        case Material::lamp:
            return {.spread = 0.3F, .mirror = 0.08F};
        case Material::cloth:
            return {.spread = 0.4F};
        case Material::plastic:
            return {.spread = 0.12F};
    }
    return {};
}
constexpr auto kSurfaces = [] {
    std::array<Reflectance, scenery::kMaterials> all{};
    for (std::size_t i = 0; i < all.size(); ++i) all[i] = surface_of(static_cast<Material>(i));
    return all;
}();

float reflected(float spread, float mirror, float cosine) {
    // The mirrored part is the cosine to the power of 64, which is noticeable up to about twenty degrees.
    const float c2 = cosine * cosine, c4 = c2 * c2, c8 = c4 * c4, c16 = c8 * c8, c32 = c16 * c16;
    return spread * cosine + mirror * c32 * c32;
}

}  // namespace

float reflectivity(Material material, float cosine) {
    const Reflectance& surface = kSurfaces[static_cast<std::size_t>(material)];
    return reflected(surface.spread, surface.mirror, cosine);
}

LidarReturn::LidarReturn(const config::LidarSpec& spec)
    : range_min_m_(static_cast<float>(spec.range_min_m)),
      range_max_m_(static_cast<float>(spec.range_max_m)),
      range_sigma_m_(static_cast<float>(spec.range_sigma_m)),
      intensity_sigma_(static_cast<float>(spec.intensity_sigma)),
      step_m_(static_cast<float>(spec.range_resolution_m)),
      steps_a_m_(spec.range_resolution_m > 0 ? static_cast<float>(1 / spec.range_resolution_m) : 0),
      seen_m2_(static_cast<float>(10 * spec.range_at_10_percent_m * spec.range_at_10_percent_m)),
      lost_(static_cast<std::int32_t>(std::lround(spec.dropout_probability * kChances))) {}

void LidarReturn::draw(const Lanes<std::uint64_t>& bits, Chance& chance) {
    alignas(64) Lanes<std::uint32_t> high, low;
    for (std::size_t k = 0; k < kRays; ++k) {
        high[k] = static_cast<std::uint32_t>(bits[k] >> 32);
        low[k] = static_cast<std::uint32_t>(bits[k]);
    }
    for (std::size_t k = 0; k < kRays; ++k) {
        const NormalPair pair = normal_pair(high[k], low[k]);
        chance.range[k] = pair.first;
        chance.intensity[k] = pair.second;
        // normal_pair() has used all bits but these.
        chance.draw[k] = static_cast<std::int32_t>((high[k] & 0xff) << 12 | (low[k] & 0xfff));
    }
}

void LidarReturn::measure(const RayPacket& rays, const Lanes<Material>& materials, const Chance& chance,
                          Measured& measured) const {
    alignas(64) Lanes<float> spread, mirror;
    for (std::size_t k = 0; k < kRays; ++k) {
        const Reflectance& surface = kSurfaces[static_cast<std::size_t>(materials[k])];
        spread[k] = surface.spread;
        mirror[k] = surface.mirror;
    }
    // A copy, so that compilers know that writing to `measured` does not change it.
    const LidarReturn of = *this;
    for (std::size_t k = 0; k < kRays; ++k) {
        const float cosine = -(rays.nx[k] * rays.dx[k] + rays.ny[k] * rays.dy[k] + rays.nz[k] * rays.dz[k]);
        const float back = reflected(spread[k], mirror[k], cosine);
        const float true_m = rays.far_m[k];
        float measured_m = true_m + of.range_sigma_m_ * chance.range[k];
        // Rounds to the nearest step, unless steps are finer than the precision of a float. Negative ranges
        // are rounded wrongly, but they are below range_min_m_ and so not returned.
        const float steps = measured_m * of.steps_a_m_;
        const auto whole =
            static_cast<float>(static_cast<std::int32_t>(std::clamp(steps, -kStepsMax, kStepsMax) + 0.5F));
        measured_m = ((of.steps_a_m_ > 0) & (std::abs(steps) < kStepsMax)) ? whole * of.step_m_ : measured_m;
        const float intensity =
            std::clamp(std::min(back, 1.0F) + of.intensity_sigma_ * chance.intensity[k], 0.0F, 1.0F);
        const bool seen = (rays.mesh[k] != RayPacket::kNone) & (back * of.seen_m2_ >= true_m * true_m) &
                          (measured_m >= of.range_min_m_) & (measured_m <= of.range_max_m_) &
                          (chance.draw[k] >= of.lost_);
        measured.range_m[k] = measured_m;
        measured.intensity[k] = seen ? intensity : -1.0F;
    }
}

}  // namespace synchrono::client::sensors
