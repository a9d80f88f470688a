#include "client/sensors/shading.hpp"

#include <algorithm>
#include <cmath>

#include "client/scenery/palette.hpp"
#include "common/picture/srgb.hpp"

namespace synchrono::client::sensors {
namespace {

namespace palette = scenery::palette;
using scenery::Material;
using Light = std::array<float, 3>;

constexpr std::size_t kRays = RayPacket::kRays;
constexpr float kShadow_m = 1000;  // things further away cast no shadow
constexpr float kOff_m = 0.004;    // shadow rays begin this far above the surface
constexpr float kNear_m = 0.02;    // shadow rays ignore nearer things: paint casts no shadow
constexpr float kHaze_m = 5100;    // at this distance about 1/e of the light is left: visibility is 20 km

// Level ground in the sun gets a light of about 1 in each colour, so that it has the colours of the palette;
// in shadow it gets about a quarter.
constexpr Light kSun{0.98F, 0.94F, 0.86F}, kSky{0.24F, 0.27F, 0.33F}, kGround{0.10F, 0.10F, 0.08F};
// kLand is the light that mirrors reflect from below the horizon. kGlint is the brightness of the sun as
// mirrored by a slightly rough coat.
constexpr Light kLand{0.10F, 0.11F, 0.09F};
constexpr float kGlint = 14;

/// How a material reflects light.
struct Finish {
    float scatters = 1;   // share of its colour that it scatters
    float mirrors = 0;    // share of the surface that has a smooth coat
    float least = 0.04F;  // share of light that the coat mirrors at right angles (Schlick's approximation)
};
constexpr std::array<Finish, scenery::kMaterials> kFinishes = [] {
    std::array<Finish, scenery::kMaterials> all{};
    const auto set = [&](Material material, Finish finish) {
        all[static_cast<std::size_t>(material)] = finish;
    };
    set(Material::car_paint, {1, 1, 0.04F});
    set(Material::glass, {0.55F, 1, 0.08F});
    set(Material::metal, {0.75F, 1, 0.20F});
    set(Material::plate, {1, 0.5F, 0.04F});
    set(Material::plastic, {1, 0.3F, 0.04F});
    return all;
}();

Light linear(scenery::Colour colour) {
    return {picture::linear(colour.r), picture::linear(colour.g), picture::linear(colour.b)};
}

const geo::Vec3 kToSun = scenery::palette::kSunlight * (-1 / geo::length(palette::kSunlight));
const std::array<float, 3> kSunAt{static_cast<float>(kToSun.x), static_cast<float>(kToSun.y),
                                  static_cast<float>(kToSun.z)};

const Light kHigh = linear(palette::kSkyHigh), kHorizon = linear(palette::kHorizon);

/// Returns the light of the sky, for one of the three colours, in a direction with this upward component. The
/// colours are those of the sky in the window, paler towards the horizon.
float sky(float up, std::size_t colour) {
    const float down = 1 - std::max(up, 0.0F), share = down * down * down * down;
    return kHigh[colour] + (kHorizon[colour] - kHigh[colour]) * share;
}

}  // namespace

void Shading::find(const RayWorld& world, const RayPacket& packet, std::size_t count) {
    for (std::size_t i = 0; i < kRays; ++i) {
        to_sun_[i] = packet.nx[i] * kSunAt[0] + packet.ny[i] * kSunAt[1] + packet.nz[i] * kSunAt[2];
    }
    for (std::size_t i = 0; i < count; ++i) {
        if (!packet.met(i)) {
            to_sun_[i] = 0;
            continue;
        }
        const RayWorld::Surface surface = world.surface(packet, i);
        const Finish& finish = kFinishes[static_cast<std::size_t>(surface.material)];
        const Light colour = linear(surface.colour);
        for (std::size_t c = 0; c < 3; ++c) met_.colour[c][i] = colour[c];
        met_.scatters[i] = surface.glows ? 0 : finish.scatters;
        met_.mirrors[i] = finish.mirrors;
        met_.least[i] = finish.least;
        met_.glows[i] = surface.glows ? 1 : 0;
        if (surface.glows) to_sun_[i] = 0;
    }
}

std::uint32_t Shading::sunlit(const RayWorld& world, const RayPacket& packet, std::size_t count) {
    std::array<std::uint8_t, kRays> of{};
    std::size_t asked = 0;
    for (std::size_t i = 0; i < count; ++i) {
        if (!(to_sun_[i] > 0)) continue;
        const float far_m = packet.far_m[i];
        shadow_.x[asked] = packet.x[i] + packet.dx[i] * far_m + packet.nx[i] * kOff_m;
        shadow_.y[asked] = packet.y[i] + packet.dy[i] * far_m + packet.ny[i] * kOff_m;
        shadow_.z[asked] = packet.z[i] + packet.dz[i] * far_m + packet.nz[i] * kOff_m;
        shadow_.time[asked] = packet.time[i];
        of[asked++] = static_cast<std::uint8_t>(i);
    }
    if (asked == 0) return 0;
    shadow_.near_m.fill(kNear_m);
    shadow_.far_m.fill(kShadow_m);
    shadow_.dx.fill(kSunAt[0]);
    shadow_.dy.fill(kSunAt[1]);
    shadow_.dz.fill(kSunAt[2]);
    const std::uint32_t dark = world.occluded(shadow_, asked, RayWorld::Against::everything);
    std::uint32_t lit = 0;
    for (std::size_t k = 0; k < asked; ++k) {
        if ((dark >> k & 1) == 0) lit |= 1U << of[k];
    }
    return lit;
}

void Shading::shade(const RayWorld& world, const RayPacket& packet, std::size_t count, LightOfRays& light) {
    find(world, packet, count);
    const std::uint32_t lit = sunlit(world, packet, count);
    RayPacket::Each<float> sun{}, mirrored{}, up{}, glint{}, haze{};
    for (std::size_t i = 0; i < kRays; ++i) {
        const bool in_sun = (lit >> i & 1) != 0;
        sun[i] = in_sun ? to_sun_[i] : 0.0F;
        const float towards =
            -(packet.dx[i] * packet.nx[i] + packet.dy[i] * packet.ny[i] + packet.dz[i] * packet.nz[i]);
        const float grazing = 1 - std::clamp(towards, 0.0F, 1.0F), grazing2 = grazing * grazing;
        mirrored[i] = met_.mirrors[i] * (met_.least[i] + (1 - met_.least[i]) * grazing2 * grazing2 * grazing);
        // The direction in which a mirror sends the ray.
        const float rx = packet.dx[i] + 2 * towards * packet.nx[i],
                    ry = packet.dy[i] + 2 * towards * packet.ny[i],
                    rz = packet.dz[i] + 2 * towards * packet.nz[i];
        up[i] = rz;
        float near = std::max(rx * kSunAt[0] + ry * kSunAt[1] + rz * kSunAt[2], 0.0F);
        for (int square = 0; square < 6; ++square) near *= near;
        glint[i] = in_sun ? kGlint * near : 0.0F;
        float clear = 1 / (1 + packet.far_m[i] * (0.25F / kHaze_m));
        clear *= clear;
        haze[i] = 1 - clear * clear;
    }
    for (std::size_t c = 0; c < 3; ++c) {
        for (std::size_t i = 0; i < kRays; ++i) {
            const float shade = kGround[c] + (kSky[c] - kGround[c]) * (0.5F + 0.5F * packet.nz[i]);
            const float own =
                met_.colour[c][i] * (met_.scatters[i] * (kSun[c] * sun[i] + shade) + met_.glows[i]);
            const float above = sky(up[i], c) + glint[i], around = up[i] > 0 ? above : kLand[c];
            const float sent = own + mirrored[i] * (around - own);
            light[c][i] = packet.met(i) ? sent + haze[i] * (kHorizon[c] - sent) : sky(packet.dz[i], c);
        }
    }
}

}  // namespace synchrono::client::sensors
