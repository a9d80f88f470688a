/// The channel of `model = fading`: path loss, walls, Nakagami fading, noise, interference, half duplex,
/// and carrier sense if the scenario wants it. It is a discrete-event simulation in whole nanoseconds.
/// Events of the same time come in this order: transmissions end, radios are given messages, transmissions
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

namespace synchrono::comm_server {

/// Threading: one thread.
class FadingChannel final : public Channel {
  public:
    FadingChannel(const config::RadioChannel& spec, std::span<const config::Building> buildings,
                  std::uint64_t seed);

    void place(AgentId station, geo::Vec3 position) override;
    void remove(AgentId station) override;
    void send(const Transmission& transmission) override;
    void advance(SimTime until, AiredSink& sink) override;
    std::span<const std::pair<AgentId, float>> take_load(SimTime now) override;

  private:
    struct PairLoss {  // of walls; kept while both stations stay where they are
        std::uint32_t low = ~0U, high = 0, low_moves = 0, high_moves = 0;
        float factor = 1;
    };
    struct Shape {
        float from2_m2;
        Fading fading;
    };

    std::int64_t next_end(std::size_t& which) const;
    void take_pending(std::int64_t now, AiredSink& sink);
    void begin(std::int64_t now);
    void listen(OnAir& air);
    void finish(std::size_t which, AiredSink& sink);
    void judge(const OnAir& air);
    float noisy_hazard(const OnAir& air, const Heard& heard, float bits, float clean) const;
    float wall_factor(std::uint32_t a, std::uint32_t b, float mean_mw);

    const config::RadioChannel spec_;
    const BitRate rate_;
    const BitHazard hazard_;
    const PathGain gain_;
    std::vector<Shape> shapes_;  // ascending
    const std::uint64_t seed_;
    const float noise_mw_, floor_mw_;
    const double reach2_m2_;
    Walls walls_;
    std::vector<PairLoss> pair_losses_;  // by a hash of the pair; newer ones overwrite

    std::int64_t now_ = 0;
    Stations stations_;
    Contention contention_;
    Interference interference_;
    std::vector<Transmission> pending_;  // not due yet, from next_pending_ on
    std::size_t next_pending_ = 0;
    std::vector<std::pair<Transmission, geo::Vec3>> ended_;  // their sender left; not reported yet
    OnAirList on_air_, spare_;                               // ascending by their start
    std::vector<std::int64_t> sends_until_;                  // by station: end of its newest transmission
    std::vector<Transmission> started_, left_;               // scratch, as is near_
    std::vector<std::pair<std::uint32_t, float>> near_;      // station, squared distance
    std::vector<Fate> fates_;
    std::vector<std::pair<AgentId, float>> load_;
};

}  // namespace synchrono::comm_server
