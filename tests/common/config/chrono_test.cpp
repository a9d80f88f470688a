// Proves that the Chrono settings of a scenario are read, that the step must fit the heartbeat, and that
// each wrong value is refused with its key.
#include "common/config/chrono.hpp"

#include <gtest/gtest.h>

#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

Result<Scenario> read(const std::string& chrono, const std::string& more = "") {
    return read_scenario(ScenarioText{.extra = more + "\"chrono\": " + chrono + ","}.text(), "s.json");
}

TEST(ChronoSettings, AreReadAndWrittenBack) {
    const auto scenario =
        read(R"({"step_ms": 0.5, "solver": "sparse_lu", "iterations": 40, "integrator": "hht",
        "contact": "nsc", "threads": 3, "data": "/opt/data"})");
    ASSERT_TRUE(scenario) << scenario.error().text;
    EXPECT_EQ(scenario->chrono, (ChronoSettings{.step = SimDuration::microseconds(500),
                                                .solver = ChronoSolver::sparse_lu,
                                                .iterations = 40,
                                                .integrator = ChronoIntegrator::hht,
                                                .contact = ChronoContact::nsc,
                                                .threads = 3,
                                                .data = "/opt/data"}));
    const auto again = read_scenario(to_json(*scenario), "s.json");
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(again->chrono, scenario->chrono);
}

TEST(ChronoSettings, TakeTheStepOfTheScenarioByDefault) {
    const ScenarioText text{.extra = "\"step_ms\": 2.5,"};
    EXPECT_EQ(read_scenario(text.text(), "s.json")->chrono.step, SimDuration::microseconds(2500));
    EXPECT_EQ(read(R"({"threads": 1})", "\"step_ms\": 2.5,")->chrono.step, SimDuration::microseconds(2500));
}

struct Refused {
    const char *chrono, *problem;
};
class ChronoRefusals : public testing::TestWithParam<Refused> {};

TEST_P(ChronoRefusals, NameTheKey) {
    const auto scenario = read(GetParam().chrono);
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().text, std::string("s.json:3: key 'chrono") + GetParam().problem);
}

INSTANTIATE_TEST_SUITE_P(
    All, ChronoRefusals,
    testing::Values(
        Refused{"3", "': expected an object"},
        Refused{
            R"({"steps": 1})",
            ".steps': unknown; known here: contact, data, integrator, iterations, solver, step_ms, threads"},
        Refused{R"({"step_ms": 0})", ".step_ms': expected more than 0 and at most 10000"},
        Refused{R"({"step_ms": 2})",
                ".step_ms': expected a heartbeat to be a whole number of steps, not 5 ms of 2 ms"},
        Refused{R"({"step_ms": 10})",
                ".step_ms': expected a heartbeat to be a whole number of steps, not 5 ms of 10 ms"},
        Refused{R"({"solver": "fast"})",
                ".solver': expected one of barzilai_borwein, psor, minres, sparse_lu, sparse_qr"},
        Refused{R"({"iterations": 0})", ".iterations': expected a whole number from 1 to 100000"},
        Refused{R"({"integrator": "rk4"})",
                ".integrator': expected one of euler_implicit_linearized, euler_implicit_projected, hht"},
        Refused{R"({"contact": "soft"})", ".contact': expected one of smc, nsc"},
        Refused{R"({"threads": 1000})", ".threads': expected a whole number from 1 to 256"},
        Refused{R"({"data": "chrono/data"})", ".data': expected the absolute path of a folder"}));

}  // namespace
}  // namespace synchrono::config
