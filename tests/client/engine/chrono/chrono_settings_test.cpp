/// Proves that a vehicle stands and drives with each solver, integrator, contact method and number of threads
/// that a scenario can choose for Chrono.
#include <gtest/gtest.h>

#include "tests/client/engine/chrono/chrono_fixture.hpp"

namespace synchrono::client::engine {
namespace {

constexpr AgentId kOne{1};

struct Choice {
    const char* name;
    config::ChronoSettings settings;
};
class ChronoSettings : public testing::TestWithParam<Choice> {};

TEST_P(ChronoSettings, MoveAVehicle) {
    const auto engine = make_chrono_engine(GetParam().settings).value();
    engine->add(kOne, {.vehicle = vehicle_named("sedan"), .start = moving({0, 0, 0}, 0, 10)});
    advance(*engine, 0.05);
    EXPECT_NEAR(engine->motion(kOne).position.x, 0.5, 0.02);
    EXPECT_NEAR(engine->motion(kOne).velocity.x, 10, 0.2);
}

using Solver = config::ChronoSolver;
using Integrator = config::ChronoIntegrator;
using Method = config::ChronoContact;
INSTANTIATE_TEST_SUITE_P(
    All, ChronoSettings,
    testing::Values(Choice{"nsc", {.contact = Method::nsc}}, Choice{"psor", {.solver = Solver::psor}},
                    Choice{"minres", {.solver = Solver::minres}},
                    Choice{"sparse_lu", {.solver = Solver::sparse_lu}},
                    Choice{"sparse_qr", {.solver = Solver::sparse_qr}},
                    Choice{"projected", {.integrator = Integrator::euler_implicit_projected}},
                    Choice{"projected_lu",
                           {.solver = Solver::sparse_lu, .integrator = Integrator::euler_implicit_projected}},
                    Choice{"hht_lu", {.solver = Solver::sparse_lu, .integrator = Integrator::hht}},
                    Choice{"two_threads", {.threads = 2}},
                    Choice{"half_step", {.step = SimDuration::microseconds(500)}},
                    Choice{"two_ms", {.step = SimDuration::milliseconds(2)}}),
    [](const auto& param_info) { return param_info.param.name; });

}  // namespace
}  // namespace synchrono::client::engine
