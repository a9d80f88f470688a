#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

#include "client/engine/engine.hpp"
#include "client/engine/internal/single_track.hpp"
#include "common/base/contract.hpp"
#include "common/base/limits.hpp"

namespace synchrono::client {
namespace {

class EmbeddedEngine final : public Engine {
  public:
    explicit EmbeddedEngine(SimDuration step) : step_(step) {
        SYN_REQUIRE(step > SimDuration{} && step <= kEmbeddedStepMax);
    }

    void add(AgentId agent, const config::VehicleSpec& vehicle, const geo::Motion& start) override {
        SYN_REQUIRE(agent.value < limits::kAgentsMax);
        if (agent.value >= place_.size()) place_.resize(agent.value + 1, kNowhere);
        SYN_REQUIRE(place_[agent.value] == kNowhere);
        place_[agent.value] = vehicles_.size();
        vehicles_.push_back({agent, internal::SingleTrack(vehicle, start, step_), {}});
        vehicles_.back().motion = vehicles_.back().model.motion();
    }

    void remove(AgentId agent) override {
        Vehicle& gone = find(agent);
        if (&gone != &vehicles_.back()) {
            place_[vehicles_.back().agent.value] = place_[agent.value];
            gone = vehicles_.back();
        }
        vehicles_.pop_back();
        place_[agent.value] = kNowhere;
    }

    void set_inputs(AgentId agent, const DriverInputs& inputs) override {
        find(agent).model.set_inputs(inputs);
    }

    void show(std::span<const Obstacle>) override {}

    void advance(SimDuration heartbeat) override {
        SYN_REQUIRE(heartbeat >= SimDuration{} && heartbeat % step_ == SimDuration{});
        const std::int64_t steps = heartbeat / step_;
        for (Vehicle& vehicle : vehicles_) {
            for (std::int64_t i = 0; i < steps; ++i) vehicle.model.step();
            vehicle.motion = vehicle.model.motion();
        }
    }

    const VehicleMotion& motion(AgentId agent) const override {
        return const_cast<EmbeddedEngine*>(this)->find(agent).motion;
    }

  private:
    struct Vehicle {
        AgentId agent;
        internal::SingleTrack model;
        VehicleMotion motion;
    };
    static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

    Vehicle& find(AgentId agent) {
        SYN_REQUIRE(agent.value < place_.size() && place_[agent.value] != kNowhere);
        return vehicles_[place_[agent.value]];
    }

    SimDuration step_;
    std::vector<Vehicle> vehicles_;
    std::vector<std::size_t> place_;  // by agent number: where in vehicles_
};

}  // namespace

std::unique_ptr<Engine> make_embedded_engine(SimDuration step) {
    return std::make_unique<EmbeddedEngine>(step);
}

}  // namespace synchrono::client
