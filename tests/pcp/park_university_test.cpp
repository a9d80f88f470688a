/// Proves that thirty urban drivers on the map of Park Street and University Avenue all arrive and never
/// touch anybody. Buildings hide other vehicles, and lamps change. The test needs no servers.

#include <cstdlib>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "client/pilot/map_view.hpp"
#include "common/base/random.hpp"
#include "common/roadmap/road_map.hpp"
#include "tests/support/drivers.hpp"

namespace synchrono::pcp {
namespace {

using namespace synchrono::testing;

constexpr std::int32_t kGreen = SYN_SIGNAL_PERMISSIVE_GREEN, kProtected = SYN_SIGNAL_PROTECTED_GREEN,
                       kRed = SYN_SIGNAL_STOP, kYellow = SYN_SIGNAL_PERMISSIVE_YELLOW;
constexpr std::uint32_t kUniversity = 1, kJohnson = 2;

/// Returns the state, at second `t` of the cycle, of a lamp that is not red from `from` to `until`: it is
/// green first, and yellow in the last 3 s.
std::int32_t shows(double t, double from, double until, std::int32_t green = kGreen) {
    if (t < from || t >= until) return kRed;
    return t < until - 3 ? green : kYellow;
}

/// Returns a lamp's state in cycles of 80 s: first the one-way street, then the left turn with the
/// movements beside it, then Park Street.
std::int32_t programme(std::uint32_t intersection, std::uint32_t group, double time_s) {
    const double t = std::fmod(time_s + (intersection == kJohnson ? 15 : 0), 80);
    if (intersection == kUniversity) {
        switch (group) {
            case 1:
            case 2:
                return shows(t, 0, 32);
            case 3:
                return shows(t, 34, 78);
            case 4:
                return shows(t, 34, 46, kProtected);
            case 5:
                return shows(t, 48, 78);
            case 6:
                return t >= 48 && t < 58 ? kProtected : kRed;
            default:
                return t < 14 ? kProtected : kRed;
        }
    }
    switch (group) {
        case 1:
            return shows(t, 0, 32);
        case 2:
            return shows(t, 48, 78);
        case 3:
            return shows(t, 34, 78);
        case 4:
            return shows(t, 34, 46, kProtected);
        case 5:
            return t >= 48 && t < 58 ? kProtected : kRed;
        default:
            return t < 14 ? kProtected : kRed;
    }
}

struct Start {
    const char* road;
    int lane;
    bool against;  // against the direction of the road
    std::vector<const char*> ends;
};
/// The lanes of each arm, with the roads to which one may drive from them.
const std::vector<Start> kStarts{{"11", -1, false, {"12", "21", "32"}},
                                 {"11", -2, false, {"12"}},
                                 {"11", -3, false, {"12", "23"}},
                                 {"21", -1, false, {"23", "12"}},
                                 {"21", -2, false, {"23", "32"}},
                                 {"23", 2, true, {"21", "32"}},
                                 {"23", 3, true, {"21", "12"}},
                                 {"31", -1, false, {"32", "23", "12"}},
                                 {"31", -2, false, {"32"}},
                                 {"31", -3, false, {"32", "21"}}};

class ParkUniversity {
  public:
    ParkUniversity() {
        const std::string name = std::string(SYN_SOURCE_DIR) + "/maps/park_university/map.xodr";
        std::ifstream in(name);
        std::stringstream text;
        text << in.rdbuf();
        auto drive = roadmap::read_open_drive(text.str(), name);
        if (!drive) throw std::runtime_error(drive.error().text);
        auto map = roadmap::RoadMap::make(std::move(*drive));
        if (!map) throw std::runtime_error(map.error().text);
        roads_ = std::make_shared<const roadmap::RoadMap>(std::move(*map));
        view_ = std::make_unique<client::pilot::MapView>(
            roads_, std::vector<client::pilot::JunctionNumber>{{"100", kUniversity}, {"200", kJohnson}});
    }
    const SynMap& map() const { return *view_->map(); }
    NewDriver at(const Start& start, double from_edge_m) const {
        const double s = start.against ? 180 - from_edge_m : from_edge_m;
        const auto way = roads_->way_of(start.road, start.lane, s);
        const auto place = roads_->lane_middle(start.road, start.lane, s);
        if (!way || !place) throw std::runtime_error("no such lane");
        return {.way = *way, .s_m = roads_->project(*way, place->position).s_m};
    }

  private:
    std::shared_ptr<const roadmap::RoadMap> roads_;
    std::unique_ptr<client::pilot::MapView> view_;
};

/// A pedestrian who walks to and fro on a crosswalk, from kerb to kerb, whenever the lamp allows it.
struct Walker {
    std::size_t extra;
    std::uint32_t intersection, group;
    Point from, to;
    bool walks = false, over = false;
};

std::vector<Walker> add_walkers(Drivers& world, const SynMap& map) {
    std::vector<Walker> walkers;
    for (std::uint32_t i = 0; i < map.crosswalks_count; ++i) {
        const SynCrosswalk& c = map.crosswalks[i];
        if (c.junction == SYN_NONE || c.signal_group == SYN_NONE || c.corners_count != 4) continue;
        // The first side of a crosswalk leads across the road.
        const Point a = driving::flat(c.corners[0]), b = driving::flat(c.corners[1]),
                    d = driving::flat(c.corners[3]);
        const Point out = driving::direction_of(b - a) * 1.0;
        const Point from = (a + d) * 0.5 - out, to = (a + d) * 0.5 + (b - a) + out;
        const auto intersection = static_cast<std::uint32_t>(map.junctions[c.junction].intersection);
        const std::size_t extra = world.add(Extra{.kind = SYN_OTHER_PEDESTRIAN,
                                                  .at = from,
                                                  .length_m = 0.5,
                                                  .width_m = 0.5,
                                                  .heading = driving::direction_of(b - a)});
        walkers.push_back({extra, intersection, c.signal_group, from, to});
    }
    return walkers;
}

void walk(Drivers& world, std::vector<Walker>& walkers) {
    for (Walker& w : walkers) {
        Extra& e = world.extra(w.extra);
        const Point goal = w.over ? w.from : w.to;
        const Point to_go = goal - e.at;
        if (!w.walks) w.walks = programme(w.intersection, w.group, world.time_s()) == kProtected;
        if (w.walks && driving::length(to_go) < 0.1) {
            w.walks = false;
            w.over = !w.over;
        }
        e.velocity = w.walks ? driving::direction_of(to_go) * 1.5 : Point{};
    }
}

void drive(std::uint64_t seed, std::size_t cars, bool radio, bool people = false) {
    const ParkUniversity place;
    Drivers world(place.map());
    world.intersections = {{kUniversity, 7}, {kJohnson, 6}};
    world.lamps_of = programme;
    world.spat = radio;
    const urban_driver::Sightline sight{pcp::Map(&place.map())};
    world.can_see = [&](std::size_t i, std::size_t j) {
        const Point d = world.box(i).at - world.box(j).at;
        return driving::dot(d, d) < 150 * 150 && sight.clear(world.box(i).at, world.box(j).at);
    };
    Random random(seed, 7);
    const std::array<config::VehicleSpec, 4> vehicles{sedan(), shipped("audi"), shipped("hmmwv"),
                                                      shipped("truck")};
    std::vector<std::string> what;
    for (std::size_t i = 0; i < cars; ++i) {
        const Start& start = kStarts[i % kStarts.size()];
        NewDriver d =
            place.at(start, 130 - 40.0 * static_cast<double>(i / kStarts.size()) + 10 * random.uniform());
        d.speed_m_s = 6;
        const char* end = start.ends[random.below(start.ends.size())];
        d.route = std::string(R"([")") + end + R"("])";
        d.vehicle = &vehicles[random.below(vehicles.size())];
        d.radio = radio;
        d.full = false;
        what.push_back(std::string(start.road) + ":" + std::to_string(start.lane) + " to " + end);
        world.add(d);
    }
    std::vector<Walker> walkers;
    if (people) walkers = add_walkers(world, place.map());
    EXPECT_EQ(walkers.size(), people ? 8u : 0u);
    world.run(300, [&] {
        walk(world, walkers);
        return world.all_left() || !world.collisions().empty();
    });
    for (const std::string& c : world.collisions()) ADD_FAILURE() << "seed " << seed << ": " << c;
    for (std::size_t i = 0; i < world.size(); ++i) {
        EXPECT_EQ(world.fault(i), "") << what[i];
        EXPECT_TRUE(world.left(i)) << "seed " << seed << ": " << i << " (" << what[i] << ") at "
                                   << world.at(i).x << ", " << world.at(i).y << ": " << world.driver(i).why();
    }
}

/// Returns how many seeds to try: the number in the environment variable SYN_SEEDS, which is for hunting
/// failures, or else `otherwise`.
std::uint64_t seeds(std::uint64_t otherwise) {
    const char* text = std::getenv("SYN_SEEDS");
    return text != nullptr ? std::strtoull(text, nullptr, 10) : otherwise;
}

TEST(ParkUniversityTraffic, ThirtyVehiclesArriveByEyeAlone) {
    for (std::uint64_t seed = 1; seed <= seeds(2); ++seed) drive(seed, 30, false);
}
TEST(ParkUniversityTraffic, ThirtyVehiclesArriveByRadioAmongPedestrians) {
    for (std::uint64_t seed = 1; seed <= seeds(2); ++seed) drive(seed, 30, true, true);
}

}  // namespace
}  // namespace synchrono::pcp
