// Proves that SUMO's netconvert understands the map that ships as we do: it reads the map without an error
// and finds the same movements through the junctions. Also proves that OpenStreetMap data can be imported
// through netconvert. These tests are skipped on machines without netconvert.
#include <cstdlib>
#include <filesystem>
#include <fmt/format.h>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <pugixml.hpp>
#include <set>
#include <sstream>

#include "common/config/map_text.hpp"
#include "tools/map/map_check.hpp"
#include "tools/process/process.hpp"

namespace synchrono::tools {
namespace {

namespace fs = std::filesystem;

constexpr WallDuration kBound = WallDuration::seconds(60);
const fs::path kSource = SYN_SOURCE_DIR;

fs::path netconvert() {
    std::istringstream places(std::getenv("PATH") != nullptr ? std::getenv("PATH") : "");
    for (std::string place; std::getline(places, place, ':');) {
        std::error_code error;
        if (fs::exists(fs::path(place) / "netconvert", error)) return fs::path(place) / "netconvert";
    }
    return {};
}

class Netconvert : public ::testing::Test {
  protected:
    void SetUp() override {
        program_ = netconvert();
        if (program_.empty())
            GTEST_SKIP() << "there is no netconvert: scripts/setup test installs Debian's sumo";
        std::string name = ::testing::TempDir() + "synchrono_XXXXXX";
        ASSERT_NE(::mkdtemp(name.data()), nullptr);
        root_ = name;
    }
    void TearDown() override { fs::remove_all(root_); }

    /// Runs netconvert and returns its output.
    std::string run(std::vector<std::string> arguments) {
        // Netconvert finds its data through this variable, and reads no OpenDRIVE without these data.
        if (std::getenv("SUMO_HOME") == nullptr) ::setenv("SUMO_HOME", "/usr/share/sumo", 1);
        auto child = process::ChildProcess::spawn({.program = program_.string(),
                                                   .arguments = std::move(arguments),
                                                   .log = root_ / "log",
                                                   .output = process::ProcessSpec::Output::pipe});
        if (!child) return "cannot be started: " + child.error().text;
        while (child->read_line(kBound)) {
        }
        const auto exit = child->wait(kBound);
        std::ifstream in(root_ / "log");
        std::string output{std::istreambuf_iterator<char>(in), {}};
        EXPECT_TRUE(exit && exit->kind == process::ExitStatus::Kind::exited && exit->value == 0) << output;
        return output;
    }

    fs::path program_, root_;
};

/// Returns "ROAD+ LANE -> ROAD+ LANE"; lanes are counted from the right, + means along s and - against s.
std::string movement(std::string_view from_road, bool from_along, std::size_t from_lane,
                     std::string_view to_road, bool to_along, std::size_t to_lane) {
    return fmt::format("{}{} {} -> {}{} {}", from_road, from_along ? '+' : '-', from_lane, to_road,
                       to_along ? '+' : '-', to_lane);
}

/// Returns the movements in the network that SUMO made.
std::set<std::string> sumo_movements(const fs::path& net) {
    std::set<std::string> all;
    pugi::xml_document document;
    EXPECT_TRUE(document.load_file(net.c_str()));
    for (const pugi::xml_node& connection : document.child("net").children("connection")) {
        // SUMO calls an edge "-ROAD#SECTION" along s and "ROAD#SECTION" against s. The names of edges within
        // junctions begin with ":".
        std::string from = connection.attribute("from").value(), to = connection.attribute("to").value();
        if (from.starts_with(':') || connection.attribute("dir").value() == std::string("t")) continue;
        const bool from_along = from[0] == '-', to_along = to[0] == '-';
        from = from.substr(from_along, from.find('#') - from_along);
        to = to.substr(to_along, to.find('#') - to_along);
        if (from == to) continue;
        all.insert(movement(from, from_along, connection.attribute("fromLane").as_uint(), to, to_along,
                            connection.attribute("toLane").as_uint()));
    }
    return all;
}

std::set<std::string> our_movements(const roadmap::RoadMap& map) {
    const auto lane_from_right = [&](const roadmap::Way& way) {
        std::size_t further_out = 0;
        for (const roadmap::Lane& lane : map.open_drive().roads[way.road].sections[way.section].lanes) {
            const bool same_side = (lane.id < 0) == (way.lane < 0);
            further_out += same_side && lane.type == roadmap::LaneType::driving &&
                           std::abs(lane.id) > std::abs(way.lane);
        }
        return further_out;
    };
    std::set<std::string> all;
    for (const roadmap::Way& way : map.ways()) {
        if (way.junction == roadmap::kNone || way.kind != roadmap::WayKind::driving) continue;
        for (const std::uint32_t p : way.previous) {
            for (const std::uint32_t n : way.next) {
                const roadmap::Way &from = map.ways()[p], &to = map.ways()[n];
                all.insert(movement(map.open_drive().roads[from.road].id, from.is_along_s,
                                    lane_from_right(from), map.open_drive().roads[to.road].id, to.is_along_s,
                                    lane_from_right(to)));
            }
        }
    }
    return all;
}

TEST_F(Netconvert, FindsTheSameMovementsInOurMap) {
    const fs::path file = kSource / "maps/park_university/map.xodr", net = root_ / "net.xml";
    const std::string output = run({"--opendrive-files", file.string(), "-o", net.string()});
    EXPECT_EQ(output.find("Error"), output.npos) << output;
    const auto map = config::road_map_of(config::load_map_text(file).value());
    ASSERT_TRUE(map) << map.error().text;
    const std::set<std::string> ours = our_movements(*map), theirs = sumo_movements(net);
    EXPECT_EQ(ours.size(), 22u);
    EXPECT_EQ(ours, theirs);
}

TEST_F(Netconvert, ConvertsOpenStreetMapForUs) {
    const fs::path osm = fs::path(SYN_TEST_DATA) / "maps/four_streets.osm",
                   xodr = root_ / "four_streets.xodr";
    const std::string output = run({"--osm-files", osm.string(), "--no-turnarounds.except-deadend",
                                    "--opendrive-output", xodr.string()});
    EXPECT_EQ(output.find("Error"), output.npos) << output;
    const auto map = config::road_map_of(config::load_map_text(xodr).value());
    ASSERT_TRUE(map) << map.error().text;
    EXPECT_EQ(map->junctions().size(), 7u) << "four crossings and corners, and three ends to turn back at";
    const map::MapReport report = map::check_map(*map);
    // The only losses are those that docs/maps.md names.
    for (const std::string& problem : report.problems) {
        const bool known = problem.find("misses the next") != problem.npos ||  // turning back
                           problem.find("leads nowhere") != problem.npos ||    // several lanes to an end
                           problem.find("no other lane leads to it") != problem.npos ||
                           problem.find("no junction lists it") != problem.npos;  // signals
        EXPECT_TRUE(known) << problem;
    }
    ASSERT_TRUE(map->open_drive().origin);
    // Our world is that of netconvert, moved to (0, 0). The crossing of Main Street and Mill Street lies near
    // the place where we drew it.
    EXPECT_NEAR(map->open_drive().origin->latitude_deg, 43.069, 0.002);
    EXPECT_NEAR(map->open_drive().origin->longitude_deg, -89.412, 0.002);
}

}  // namespace
}  // namespace synchrono::tools
