#include "comm_server/channel/internal/path_gain.hpp"

#include <cmath>
#include <numbers>

namespace synchrono::comm_server::channel {

namespace {

constexpr double kLight_m_s = 299'792'458.0;
// The usual relative permittivity of the road in Sommer and Dressler's two-ray model for vehicles.
constexpr double kPermittivity = 1.02;

}  // namespace

double free_space_gain(double frequency_hz, double distance_m) {
    const double ratio = kLight_m_s / frequency_hz / (4 * std::numbers::pi * distance_m);
    return ratio * ratio;
}

double two_ray_gain(double frequency_hz, double height_m, double other_height_m, double distance_m) {
    const double up = height_m + other_height_m, down = height_m - other_height_m;
    const double direct = std::sqrt(distance_m * distance_m + down * down);
    const double reflected = std::sqrt(distance_m * distance_m + up * up);
    const double sine = up / reflected, cosine = distance_m / reflected;
    const double root = std::sqrt(kPermittivity - cosine * cosine);
    const double reflection = (sine - root) / (sine + root);
    const double phase = 2 * std::numbers::pi * (direct - reflected) * frequency_hz / kLight_m_s;
    const double in_phase = 1 + reflection * std::cos(phase), across = reflection * std::sin(phase);
    return free_space_gain(frequency_hz, distance_m) * (in_phase * in_phase + across * across);
}

double log_distance_gain(double frequency_hz, double exponent, double distance_m) {
    return free_space_gain(frequency_hz, 1) * std::pow(distance_m, -exponent);
}

PathGain::PathGain(const config::RadioChannel& spec, double scale) {
    table_.reserve(kOctaves * kSteps + 2);
    for (std::size_t i = 0; i <= kOctaves * kSteps; ++i) {
        const double distance_m = std::sqrt(octave_value<kStepBits, 0>(i));
        const double gain =
            spec.path_loss.kind == config::PathLoss::Kind::two_ray
                ? two_ray_gain(spec.frequency_hz, spec.antenna_height_m, spec.antenna_height_m, distance_m)
                : log_distance_gain(spec.frequency_hz, spec.path_loss.exponent, distance_m);
        table_.push_back(static_cast<float>(gain * scale));
    }
    table_.push_back(table_.back());
}

double PathGain::reach_m(double power) const {
    for (std::size_t i = kOctaves * kSteps; i > 0; --i) {
        if (double{table_[i]} >= power)
            return std::min(kFarthest_m, std::sqrt(octave_value<kStepBits, 0>(i + 1)));
    }
    return kNearest_m;
}

}  // namespace synchrono::comm_server::channel
