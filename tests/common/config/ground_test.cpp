// Proves that the ground of a scenario is read, and read back from the resolved scenario. Soil is refused for
// engines that do not have soil, and each wrong value is refused with its key.
#include "common/config/ground.hpp"

#include <filesystem>
#include <fstream>
#include <gtest/gtest.h>

#include "common/config/scenario.hpp"
#include "tests/common/config/texts.hpp"

namespace synchrono::config {
namespace {

const std::string kGrid = "ncols 2\nnrows 2\nxllcorner 0\nyllcorner 0\ncellsize 10\n1 2\n3 4\n";

ScenarioText with(const std::string& ground, const std::string& engine = "embedded") {
    return {.extra = "\"ground\": " + ground + ",", .agent = "\"engine\": \"" + engine + "\", "};
}

Result<Scenario> read(const std::string& ground, const std::string& engine = "embedded") {
    return read_scenario(with(ground, engine).text(), "s.json");
}

void expect_survives(const Scenario& scenario) {
    const auto again = read_scenario(to_json(scenario), "/elsewhere/s.json");
    ASSERT_TRUE(again) << again.error().text;
    EXPECT_EQ(again->ground, scenario.ground);
}

TEST(GroundOfAScenario, IsADryPlaneByDefault) {
    const auto scenario = read_scenario(ScenarioText{}.text(), "s.json");
    EXPECT_EQ(scenario->ground, Ground{});
    EXPECT_EQ(scenario->ground.kind, Ground::Kind::plane);
    EXPECT_EQ(scenario->ground.friction, 0.9);
    EXPECT_EQ(read("{}")->ground, Ground{});
    EXPECT_EQ(read(R"({"kind": "plane", "friction": 0.3})")->ground, Ground{.friction = 0.3});
}

TEST(GroundOfAScenario, IsReadBackFromTheResolvedScenario) {
    const auto plane = read(R"({"friction": 0.3})");
    ASSERT_TRUE(plane) << plane.error().text;
    expect_survives(*plane);

    const auto soil = read(R"({"kind": "soil", "bekker_k_phi": 3e5, "bekker_k_c": 10, "bekker_n": 0.8,
        "cohesion_pa": 100, "friction_angle_deg": 25, "janosi_shear_m": 0.02, "elastic_stiffness_pa_m": 4e7,
        "damping_pa_s_m": 1e4, "mesh_m": 0.05})",
                           "chrono");
    ASSERT_TRUE(soil) << soil.error().text;
    EXPECT_EQ(soil->ground.soil, (Soil{3e5, 10, 0.8, 100, 25, 0.02, 4e7, 1e4, 0.05}));
    expect_survives(*soil);

    std::string text = with(R"({"kind": "map", "friction": 0.5})").text();
    text.insert(1, R"("map": "park_university",)");
    const auto map = read_scenario(text, std::filesystem::path(SYN_SOURCE_DIR) / "scenarios/s.json");
    ASSERT_TRUE(map) << map.error().text;
    EXPECT_EQ(map->ground, (Ground{.kind = Ground::Kind::map, .friction = 0.5}));
    expect_survives(*map);
}

TEST(GroundOfAScenario, HoldsTheWholeGridOfAFile) {
    const std::filesystem::path folder = testing::TempDir() + "ground_test";
    std::filesystem::create_directories(folder / "maps/alps");
    std::filesystem::create_directories(folder / "scenarios");
    for (const char* file : {"scenarios/hill.asc", "maps/alps/heights.asc"})
        std::ofstream(folder / file) << kGrid;
    for (const char* name : {"hill.asc", "./hill.asc", "alps"}) {
        const std::string ground = std::string(R"({"kind": "heights", "file": ")") + name + R"("})";
        const auto scenario = read_scenario(with(ground).text(), folder / "scenarios/s.json");
        ASSERT_TRUE(scenario) << scenario.error().text;
        EXPECT_EQ(scenario->ground.heights.grid, kGrid);
        EXPECT_EQ(scenario->ground.heights.name, std::string(name) == "alps" ? "heights" : "hill");
        expect_survives(*scenario);
    }
    std::filesystem::remove_all(folder);
}

TEST(GroundOfAScenario, MayBeSoilOnlyForVehiclesOfChrono) {
    EXPECT_TRUE(read(R"({"kind": "soil"})", "chrono"));
    EXPECT_EQ(read(R"({"kind": "soil"})").error().text,
              "s.json:3: key 'ground.kind': only Chrono's vehicles sink into soil, and 'a' has the engine "
              "'embedded'");
}

struct Refused {
    std::string ground, problem;
};
class GroundRefusals : public testing::TestWithParam<Refused> {};

TEST_P(GroundRefusals, NameTheKey) {
    const auto scenario = read(GetParam().ground, "chrono");
    ASSERT_FALSE(scenario);
    EXPECT_EQ(scenario.error().text, "s.json:3: key 'ground" + GetParam().problem);
}

std::string grid(const std::string& text) {
    std::string escaped;
    for (const char c : text) escaped += c == '\n' ? "\\n" : std::string(1, c);
    return R"({"kind": "heights", "file": {"name": "h", "grid": ")" + escaped + "\"}}";
}

INSTANTIATE_TEST_SUITE_P(
    All, GroundRefusals,
    testing::Values(
        Refused{"3", "': expected an object"},
        Refused{R"({"kind": "sea"})", ".kind': expected one of plane, map, heights, soil"},
        Refused{R"({"kind": "map"})", ".kind': the scenario has no \"map\""},
        Refused{R"({"friction": 0})", ".friction': expected 0.01 to 2"},
        Refused{R"({"file": "hill.asc"})", ".file': unknown; known here: friction, kind"},
        Refused{R"({"kind": "heights"})", ".file': missing"},
        Refused{R"({"kind": "heights", "file": 3})", ".file': expected a string"},
        Refused{R"({"kind": "heights", "file": "./no.asc"})",
                ".file': no height grid './no.asc'; looked for no.asc"},
        Refused{R"({"kind": "heights", "file": {"name": "h"}})", ".file.grid': missing"},
        Refused{grid("ncols 2"), ".file': height grid 'h': h.asc:1: expected 'nrows' before the heights"},
        Refused{
            grid("ncols 2\nnrows 0"),
            ".file': height grid 'h': h.asc:2: 'nrows': expected a whole number from 1 to 16000000, not 0"},
        Refused{R"({"kind": "soil", "friction": 1})",
                ".friction': unknown; did you mean 'friction_angle_deg'? Known here: bekker_k_c, "
                "bekker_k_phi, bekker_n, cohesion_pa, "
                "damping_pa_s_m, elastic_stiffness_pa_m, friction_angle_deg, janosi_shear_m, kind, mesh_m"},
        Refused{R"({"kind": "soil", "mesh_m": 0})", ".mesh_m': expected 0.01 to 1"},
        Refused{R"({"kind": "soil", "elastic_stiffness_pa_m": 1e6})",
                ".elastic_stiffness_pa_m': expected more than \"bekker_k_phi\", which is 2000000"},
        Refused{R"({"kind": "soil", "bekker_k_phi": 1e9})",
                ".elastic_stiffness_pa_m': expected more than \"bekker_k_phi\", which is 1000000000"}));

}  // namespace
}  // namespace synchrono::config
