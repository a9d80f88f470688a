/// The channels of `model = ideal` and `model = range`: distance and walls alone decide whether a message
/// arrives. If it does, it takes a fixed time.
#pragma once

#include <vector>

#include "comm_server/channel/channel.hpp"
#include "comm_server/channel/internal/stations.hpp"
#include "comm_server/channel/internal/walls.hpp"

namespace synchrono::comm_server {

/// Threading: one thread.
class DirectChannel final : public Channel {
  public:
    DirectChannel(const config::RadioChannel& spec, std::span<const config::Building> buildings);

    void place(AgentId station, geo::Vec3 position) override { stations_.place(station, position); }
    void remove(AgentId station) override;
    void send(const Transmission& transmission) override;
    void advance(SimTime until, AiredSink& sink) override;
    std::span<const std::pair<AgentId, float>> take_load(SimTime) override { return {}; }

  private:
    // Stations beyond the range are reported as out of range up to this many ranges away.
    static constexpr double kToldOf = 2;
    void tell(const Transmission& transmission, AiredSink& sink);

    const SimDuration latency_;
    const double range_m_;  // infinite with `ideal`
    Stations stations_;
    Walls walls_;
    SimTime now_;
    std::vector<Transmission> pending_;
    std::vector<std::pair<Transmission, geo::Vec3>> ended_;
    std::vector<Fate> fates_;
};

}  // namespace synchrono::comm_server
