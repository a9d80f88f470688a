#include "client/engine/chrono/chrono_engine.hpp"
#include "client/engine/chrono_engine_module.hpp"

extern "C" __attribute__((visibility("default"))) const synchrono::client::engine::ChronoEngineModule*
synchrono_chrono_engine() {
    static constexpr synchrono::client::engine::ChronoEngineModule module{
        .make =
            [](const synchrono::config::Scenario& scenario,
               std::shared_ptr<const synchrono::client::ground::Ground> ground) {
                return synchrono::client::engine::make_chrono_engine(scenario, std::move(ground));
            },
        .check =
            [](const synchrono::config::Scenario& scenario, const synchrono::config::AgentSpec& agent) {
                return synchrono::client::engine::check_chrono(scenario, agent);
            }};
    return &module;
}
