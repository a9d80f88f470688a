#include "client/engine/engine_set.hpp"

#include <algorithm>
#include <map>

#include "common/base/contract.hpp"

namespace synchrono::client::engine {
namespace {

class EngineSet final : public BodyEngine {
  public:
    explicit EngineSet(std::vector<EngineOfAgents> engines) : engines_(std::move(engines)) {
        for (const EngineOfAgents& one : engines_) {
            for (const AgentId agent : one.agents) {
                const bool is_new = by_agent_.emplace(agent, one.engine.get()).second;
                SYN_REQUIRE(is_new);
            }
        }
    }

    void restart(SimTime now) override {
        for (const EngineOfAgents& one : engines_) one.engine->restart(now);
    }
    void prepare(AgentId agent, const NewBody& vehicle) override { of(agent).prepare(agent, vehicle); }
    void add(AgentId agent, const NewBody& vehicle) override { of(agent).add(agent, vehicle); }
    void remove(AgentId agent) override { of(agent).remove(agent); }
    void set_controls(AgentId agent, const body::Controls& controls) override {
        of(agent).set_controls(agent, controls);
    }
    bool uses_surroundings() const override {
        return std::any_of(engines_.begin(), engines_.end(),
                           [](const EngineOfAgents& one) { return one.engine->uses_surroundings(); });
    }
    void set_surroundings(const Surroundings& world) override {
        for (const EngineOfAgents& one : engines_) {
            if (one.engine->uses_surroundings()) one.engine->set_surroundings(world);
        }
    }
    void advance(SimDuration span) override {
        for (const EngineOfAgents& one : engines_) one.engine->advance(span);
    }
    const body::BodyMotion& motion(AgentId agent) const override { return of(agent).motion(agent); }
    body::Machinery machinery(AgentId agent) const override { return of(agent).machinery(agent); }
    std::vector<body::LookPart> look_of(AgentId agent) const override { return of(agent).look_of(agent); }
    void look_poses(AgentId agent, std::vector<geo::Pose>& poses) const override {
        of(agent).look_poses(agent, poses);
    }

  private:
    BodyEngine& of(AgentId agent) const {
        const auto found = by_agent_.find(agent);
        SYN_REQUIRE(found != by_agent_.end());
        return *found->second;
    }

    std::vector<EngineOfAgents> engines_;
    std::map<AgentId, BodyEngine*> by_agent_;
};

}  // namespace

std::unique_ptr<BodyEngine> make_engine_set(std::vector<EngineOfAgents> engines) {
    return std::make_unique<EngineSet>(std::move(engines));
}

}  // namespace synchrono::client::engine
