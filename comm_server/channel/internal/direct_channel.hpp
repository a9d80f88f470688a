/// The channels of `model = ideal` and `model = range`: distance and walls alone decide whether a message
/// arrives, and every message that arrives takes the same time.
#pragma once

#include <vector>

#include "comm_server/channel/channel.hpp"
#include "comm_server/channel/internal/stations.hpp"
#include "comm_server/channel/internal/walls.hpp"

namespace synchrono::comm_server::channel {

/// A channel without noise and collisions.
/// Threading: one thread.
class DirectChannel final : public Channel {
  public:
    DirectChannel(const config::RadioChannel& spec, std::span<const config::Building> buildings);

    void place(AgentId station, geo::Vec3 position) override { stations_.place(station, position); }
    void remove(AgentId station) override;
    void send(const Transmission& transmission) override;
    void advance(SimTime until, TransmissionSink& sink) override;
    std::span<const std::pair<AgentId, float>> take_load(SimTime) override { return {}; }

  private:
    // Stations beyond the range get a fate, Outcome::out_of_range, if they are at most this many ranges away.
    static constexpr double kRecordedRanges = 2;
    void decide_outcomes(const Transmission& transmission, TransmissionSink& sink);

    const SimDuration latency_;
    const double range_m_;  // infinite with `ideal`
    Stations stations_;
    Walls walls_;
    SimTime now_;
    std::vector<Transmission> pending_;
    std::vector<std::pair<Transmission, geo::Vec3>> ended_;  // of removed stations, for the next advance()
    std::vector<Fate> fates_;
};

}  // namespace synchrono::comm_server::channel
