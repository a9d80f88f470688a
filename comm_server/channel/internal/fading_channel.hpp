/// The channel of `model = fading`: path loss, walls, Nakagami fading, noise, interference, half duplex,
/// and carrier sense if the scenario wants it. It is a discrete-event simulation in whole nanoseconds.
/// Events at the same time happen in this order: transmissions end, radios are given messages, transmissions
/// start. docs/radio-channel.md has the models.
#pragma once

#include <memory>
#include <vector>

#include "comm_server/channel/channel.hpp"
#include "comm_server/channel/internal/contention.hpp"
#include "comm_server/channel/internal/fading.hpp"
#include "comm_server/channel/internal/interference.hpp"
#include "comm_server/channel/internal/ofdm.hpp"
#include "comm_server/channel/internal/path_gain.hpp"
#include "comm_server/channel/internal/stations.hpp"
#include "comm_server/channel/internal/walls.hpp"

namespace synchrono::comm_server::channel {

/// A channel with noise and interference.
/// Threading: one thread.
class FadingChannel final : public Channel {
  public:
    FadingChannel(const config::RadioChannel& spec, std::span<const config::Building> buildings,
                  std::uint64_t seed);

    void place(AgentId station, geo::Vec3 position) override;
    void remove(AgentId station) override;
    void send(const Transmission& transmission) override;
    void advance(SimTime until, TransmissionSink& sink) override;
    std::span<const std::pair<AgentId, float>> take_load(SimTime now) override;

  private:
    /// The share of power that walls let through between two stations, valid while neither of them moves.
    struct PairLoss {
        std::uint32_t low = ~0U, high = 0, low_moves = 0, high_moves = 0;
        float factor = 1;
    };
    /// The fading that applies from a distance on; `from2_m2` is the squared distance.
    struct Shape {
        float from2_m2;
        Fading fading;
    };

    std::int64_t next_end(std::size_t& which) const;
    void take_pending(std::int64_t now, TransmissionSink& sink);
    void begin(std::int64_t now);
    void find_receivers(OnAir& air);
    void finish(std::size_t which, TransmissionSink& sink);
    void decide_outcomes(const OnAir& air);
    float noisy_hazard(const OnAir& air, const Candidate& candidate, float bits, float clean) const;
    float wall_factor(std::uint32_t a, std::uint32_t b, float mean_mw);

    const config::RadioChannel spec_;
    const BitRate rate_;
    const BitHazard hazard_;
    const PathGain gain_;
    std::vector<Shape> shapes_;  // ascending by distance
    const std::uint64_t seed_;
    const float noise_mw_, floor_mw_;
    const double reach2_m2_;
    Walls walls_;
    std::vector<PairLoss> pair_losses_;  // by a hash of the pair; a new pair replaces the old one

    std::int64_t now_ = 0;
    Stations stations_;
    Contention contention_;
    Interference interference_;
    std::vector<Transmission> pending_;  // those from next_pending_ on are not due yet
    std::size_t next_pending_ = 0;
    std::vector<std::pair<Transmission, geo::Vec3>> ended_;  // of removed stations, for the next advance()
    // The transmissions on the air, ascending by their start, and unused objects for later transmissions.
    OnAirList on_air_, spare_;
    std::vector<std::int64_t> sends_until_;              // by station: end of its newest transmission
    std::vector<Transmission> started_, left_;           // scratch
    std::vector<std::pair<std::uint32_t, float>> near_;  // scratch: station, squared distance
    std::vector<Fate> fates_;
    std::vector<std::pair<AgentId, float>> load_;
};

}  // namespace synchrono::comm_server::channel
