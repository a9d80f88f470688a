// Proves that the lines on the page keep the shape of the drives, and that the number of samples for the
// page's script is bounded.
#include "tools/report/trajectories.hpp"

#include <gtest/gtest.h>
#include <json/json.h>
#include <sstream>

#include "tests/tools/study/make_drives.hpp"

namespace synchrono::tools::report {
namespace {

TEST(Trajectories, KeepTheirShapeInFewPoints) {
    std::vector<geo::Vec2> line;
    for (int i = 0; i <= 100; ++i) line.push_back({static_cast<double>(i), 0.05 * (i % 2)});
    EXPECT_EQ(simplified(line, 0.1), (std::vector<std::size_t>{0, 100}));
    for (int i = 1; i <= 50; ++i) line.push_back({100, static_cast<double>(i)});
    const auto kept = simplified(line, 0.1);
    EXPECT_EQ(kept, (std::vector<std::size_t>{0, 100, 150}));
    EXPECT_EQ(simplified({{1, 1}}, 0.1), (std::vector<std::size_t>{0}));
    EXPECT_EQ(simplified({{1, 1}, {1, 1}}, 0.1), (std::vector<std::size_t>{0, 1}));
    EXPECT_TRUE(simplified({}, 0.1).empty());
    // On a line that goes there and back the turning point stays.
    EXPECT_EQ(simplified({{0, 0}, {10, 0}, {0, 0}}, 0.1), (std::vector<std::size_t>{0, 1, 2}));
}

TEST(Trajectories, HaveABoundedNumberOfSamples) {
    study::Study study;
    study.drives = study::testing::together({study::testing::straight("a", {0, 0}, {10, 0}, 100)});
    Json::Value data;
    std::istringstream(play_data(study, 50)) >> data;
    EXPECT_LE(data["drives"][0]["x"].size(), 51u);
    EXPECT_GE(data["drives"][0]["x"].size(), 45u);
}

}  // namespace
}  // namespace synchrono::tools::report
