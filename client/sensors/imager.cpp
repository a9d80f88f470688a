#include "client/sensors/imager.hpp"

#include <algorithm>
#include <cmath>

#include "common/base/contract.hpp"
#include "common/base/random_normal.hpp"
#include "common/picture/srgb.hpp"

namespace synchrono::client::sensors {
namespace {

constexpr std::size_t kBits = 12;
constexpr float kSteps = (1 << kBits) - 1;  // of the analogue-to-digital converter

/// The standard normal distribution as a table of equally likely numbers: its quantiles, stretched so that
/// their variance is 1.
using Normals = std::array<float, 4096>;
const Normals& normals() {
    static const Normals table = [] {
        std::array<double, std::tuple_size_v<Normals>> quantiles{};
        double squares = 0;
        for (std::size_t i = 0; i < quantiles.size(); ++i) {
            quantiles[i] =
                normal_quantile((static_cast<double>(i) + 0.5) / static_cast<double>(quantiles.size()));
            squares += quantiles[i] * quantiles[i];
        }
        const double stretch = std::sqrt(static_cast<double>(quantiles.size()) / squares);
        Normals made{};
        for (std::size_t i = 0; i < made.size(); ++i) made[i] = static_cast<float>(quantiles[i] * stretch);
        return made;
    }();
    return table;
}

/// The sRGB value for each step of the converter.
using Curve = std::array<std::uint8_t, 1 << kBits>;
const Curve& curve() {
    static const Curve table = [] {
        Curve made{};
        for (std::size_t i = 0; i < made.size(); ++i)
            made[i] = static_cast<std::uint8_t>(
                std::lround(255 * picture::srgb_from_linear(static_cast<double>(i) / kSteps)));
        return made;
    }();
    return table;
}

}  // namespace

Imager::Imager(const config::CameraSpec& spec)
    : dark_(static_cast<float>(spec.noise_sigma * spec.noise_sigma / (255.0 * 255.0))),
      shot_(static_cast<float>(spec.shot_noise / 255.0)) {}

void Imager::develop(std::span<const float> light, std::uint64_t key, std::uint64_t index,
                     std::span<std::uint8_t> pixels) const {
    SYN_REQUIRE(light.size() == pixels.size() && light.size() % 3 == 0);
    constexpr std::size_t kPart = 3 * 256;
    const Normals& normal = normals();
    const Curve& tone = curve();
    Random random(key, index);
    std::array<float, kPart> noise{};
    std::array<std::int32_t, kPart> steps{};
    for (std::size_t first = 0; first < light.size(); first += kPart) {
        const std::size_t count = std::min(kPart, light.size() - first);
        for (std::size_t i = 0; i < count; i += 3) {
            const std::uint64_t bits = random.bits();
            noise[i] = normal[bits & 0xfff];
            noise[i + 1] = normal[bits >> 20 & 0xfff];
            noise[i + 2] = normal[bits >> 40 & 0xfff];
        }
        for (std::size_t i = 0; i < count; ++i) {
            const float share = light[first + i];
            // With the operands of max in this order, a NaN becomes 0 (dark).
            const float read = share + std::sqrt(dark_ + shot_ * share) * noise[i];
            steps[i] = static_cast<std::int32_t>(std::min(std::max(0.0F, read), 1.0F) * kSteps + 0.5F);
        }
        for (std::size_t i = 0; i < count; ++i) pixels[first + i] = tone[static_cast<std::size_t>(steps[i])];
    }
}

}  // namespace synchrono::client::sensors
