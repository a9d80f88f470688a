#include "client/radio/sensed_state.hpp"

#include <array>
#include <cmath>
#include <numbers>

#include "common/base/contract.hpp"
#include "common/base/random.hpp"

namespace synchrono::client {
namespace {

constexpr std::uint64_t kPurpose = 0x73656e736564;  // keeps these numbers apart from others of the agent

/// Two numbers of the standard normal distribution (Box and Muller).
std::array<double, 2> normal_pair(Random& random) {
    const double radius = std::sqrt(-2 * std::log(1 - random.uniform()));
    const double angle = 2 * std::numbers::pi * random.uniform();
    return {radius * std::cos(angle), radius * std::sin(angle)};
}

}  // namespace

SensedErrors::SensedErrors(const config::SensedState& spec, SimDuration period, std::uint64_t seed,
                           AgentId agent)
    : spec_(spec), period_(period), key_(mix_bits(mix_bits(seed ^ kPurpose) ^ agent.value)) {}

const SensedErrors::Errors& SensedErrors::at(std::int64_t index) {
    SYN_REQUIRE(!last_ || index > *last_);
    Random random(key_, static_cast<std::uint64_t>(index));
    const auto [east, north] = normal_pair(random);
    const auto [up, speed] = normal_pair(random);
    const auto [yaw, unused] = normal_pair(random);
    double kept = 0;  // of the last error
    if (last_) {
        const double elapsed_s = (period_ * (index - *last_)).to_seconds();
        kept = spec_.correlation_s > 0 ? std::exp(-elapsed_s / spec_.correlation_s) : 0;
    }
    last_ = index;
    const double fresh = spec_.position_sigma_m * std::sqrt(1 - kept * kept);
    errors_.position_m = errors_.position_m * kept + geo::Vec3{east, north, up} * fresh;
    errors_.speed_m_s = spec_.speed_sigma_m_s * speed;
    errors_.yaw_rad = spec_.heading_sigma_deg * (std::numbers::pi / 180) * yaw;
    return errors_;
}

}  // namespace synchrono::client
