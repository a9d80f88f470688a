/// The share of a sent power that is left at a distance, without fading and walls, as a table over the
/// squared distance. The model is two-ray interference, or free space up to one metre and a power law beyond.
#pragma once

#include <vector>

#include "comm_server/channel/internal/octaves.hpp"
#include "common/config/radio.hpp"

namespace synchrono::comm_server::channel {

// The formulas behind the table. Each returns received power divided by sent power, without the gain of the
// antennas, and requires a distance above 0.
double free_space_gain(double frequency_hz, double distance_m);
double two_ray_gain(double frequency_hz, double height_m, double other_height_m, double distance_m);
double log_distance_gain(double frequency_hz, double exponent, double distance_m);

/// The table for one channel.
/// Threading: any, after construction.
class PathGain {
  public:
    static constexpr double kNearest_m = 1;       // nearer distances count as this one
    static constexpr double kFarthest_m = 16384;  // beyond this distance nothing is received

    /// Multiplies all gains by `scale`. If that is the sent power times the gains of both antennas, `at`
    /// returns received power.
    PathGain(const config::RadioChannel& spec, double scale);

    /// Returns the scaled gain at a squared distance. Requires a distance of at most kFarthest_m.
    float at(float distance2_m2) const {
        const float place = octave_position<kStepBits, 0>(distance2_m2 < 1 ? 1.0F : distance2_m2);
        const auto index = static_cast<std::size_t>(place);
        const float low = table_[index];
        return low + (table_[index + 1] - low) * (place - static_cast<float>(index));
    }
    /// Returns a distance, at most kFarthest_m, beyond which the scaled gain is always below `power`.
    double reach_m(double power) const;

  private:
    // The steps are small because near the sender the interference of the two rays changes within
    // centimetres.
    static constexpr int kStepBits = 10;
    static constexpr std::size_t kSteps = std::size_t{1} << kStepBits, kOctaves = 28;
    std::vector<float> table_;
};

}  // namespace synchrono::comm_server::channel
