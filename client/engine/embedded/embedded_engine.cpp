#include "client/engine/embedded/embedded_engine.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <variant>
#include <vector>

#include "client/engine/embedded/internal/double_track.hpp"
#include "client/engine/embedded/internal/single_track.hpp"
#include "common/base/contract.hpp"
#include "common/base/limits.hpp"

namespace synchrono::client::engine {
namespace {

class EmbeddedEngine final : public BodyEngine {
  public:
    EmbeddedEngine(SimDuration step, std::shared_ptr<const ground::Ground> ground)
        : step_(step), ground_(ground ? std::move(ground) : std::make_shared<ground::PlaneGround>()) {
        SYN_REQUIRE(step > SimDuration{} && step <= kEmbeddedStepMax);
    }

    void add(AgentId agent, const NewBody& vehicle) override {
        SYN_REQUIRE(agent.value < limits::kAgentsMax);
        if (agent.value >= place_.size()) place_.resize(agent.value + 1, kNowhere);
        SYN_REQUIRE(place_[agent.value] == kNowhere);
        place_[agent.value] = vehicles_.size();
        vehicles_.push_back({agent, make_model(vehicle), {}});
        vehicles_.back().motion.position = vehicle.start.position;
        vehicles_.back().motion = motion_of(vehicles_.back());
    }

    void remove(AgentId agent) override {
        Vehicle& gone = find(agent);
        if (const Lane* lane = std::get_if<Lane>(&gone.model)) {
            lane->block->remove(lane->lane);
            std::erase_if(blocks_, [](const auto& block) { return block->empty(); });
        }
        if (&gone != &vehicles_.back()) {
            place_[vehicles_.back().agent.value] = place_[agent.value];
            gone = std::move(vehicles_.back());
        }
        vehicles_.pop_back();
        place_[agent.value] = kNowhere;
    }

    void set_controls(AgentId agent, const body::Controls& controls) override {
        Vehicle& vehicle = find(agent);
        if (const Lane* lane = std::get_if<Lane>(&vehicle.model)) {
            lane->block->set_controls(lane->lane, body::driver_inputs(controls));
        } else {
            std::get<internal::SingleTrack>(vehicle.model).set_controls(body::driver_inputs(controls));
        }
    }

    bool uses_surroundings() const override { return false; }
    void set_surroundings(const Surroundings&) override {}

    void advance(SimDuration span) override {
        SYN_REQUIRE(span >= SimDuration{} && span % step_ == SimDuration{});
        const std::int64_t steps = span / step_;
        for (const auto& block : blocks_) block->advance(steps, *ground_);
        for (Vehicle& vehicle : vehicles_) {
            if (auto* single = std::get_if<internal::SingleTrack>(&vehicle.model)) {
                for (std::int64_t i = 0; i < steps; ++i) single->step();
            }
            vehicle.motion = motion_of(vehicle);
        }
    }

    const body::BodyMotion& motion(AgentId agent) const override { return find(agent).motion; }

    body::Machinery machinery(AgentId agent) const override {
        const Lane* lane = std::get_if<Lane>(&find(agent).model);
        return lane ? lane->block->machinery(lane->lane) : body::Machinery{};
    }

  private:
    struct Lane {
        internal::DoubleTrackBlock* block;
        std::size_t lane;
    };
    struct Vehicle {
        AgentId agent;
        std::variant<Lane, internal::SingleTrack> model;
        body::BodyMotion motion;
    };
    static constexpr std::size_t kNowhere = std::numeric_limits<std::size_t>::max();

    std::variant<Lane, internal::SingleTrack> make_model(const NewBody& vehicle) {
        if (vehicle.model == VehicleModel::single_track) {
            return internal::SingleTrack(vehicle.vehicle, vehicle.start, step_,
                                         ground_->below(vehicle.start.position).friction);
        }
        const std::size_t axles = vehicle.vehicle.axles.size();
        auto block = std::find_if(blocks_.begin(), blocks_.end(),
                                  [&](const auto& b) { return b->axles() == axles && !b->full(); });
        if (block == blocks_.end()) {
            block = blocks_.insert(blocks_.end(), std::make_unique<internal::DoubleTrackBlock>(axles, step_));
        }
        return Lane{block->get(), (*block)->add(vehicle, *ground_)};
    }

    body::BodyMotion motion_of(const Vehicle& vehicle) const {
        if (const Lane* lane = std::get_if<Lane>(&vehicle.model)) return lane->block->motion(lane->lane);
        return std::get<internal::SingleTrack>(vehicle.model).motion(*ground_, vehicle.motion.position.z);
    }

    const Vehicle& find(AgentId agent) const {
        SYN_REQUIRE(agent.value < place_.size() && place_[agent.value] != kNowhere);
        return vehicles_[place_[agent.value]];
    }
    Vehicle& find(AgentId agent) { return const_cast<Vehicle&>(std::as_const(*this).find(agent)); }

    SimDuration step_;
    std::shared_ptr<const ground::Ground> ground_;
    std::vector<std::unique_ptr<internal::DoubleTrackBlock>> blocks_;
    std::vector<Vehicle> vehicles_;
    std::vector<std::size_t> place_;  // index in vehicles_, by agent number
};

}  // namespace

std::unique_ptr<BodyEngine> make_embedded_engine(SimDuration step,
                                                 std::shared_ptr<const ground::Ground> ground) {
    return std::make_unique<EmbeddedEngine>(step, std::move(ground));
}

}  // namespace synchrono::client::engine
