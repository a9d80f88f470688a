// Proves that the pilot template does what its first lines say, on the map that ships with Synchrono: it
// keeps to its lane, stops at red, keeps its distance, and leaves where the road ends.
#include <cmath>
#include <fstream>
#include <gtest/gtest.h>
#include <sstream>

#include "client/engine/embedded/embedded_engine.hpp"
#include "client/pilot/map_view.hpp"
#include "tests/support/pilot_step.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::pcp {
namespace {

constexpr SimDuration kBeat = SimDuration::milliseconds(5);
constexpr AgentId kMe{0};
constexpr std::uint16_t kJohnson = 7;  // the id of the intersection at the southern junction

struct Drive {
    Drive() {
        std::ostringstream text;
        text << std::ifstream(SYN_SOURCE_DIR "/maps/park_university/map.xodr").rdbuf();
        auto open_drive = roadmap::read_open_drive(text.str(), "map.xodr");
        if (!open_drive) throw std::runtime_error(open_drive.error().text);
        auto made = roadmap::RoadMap::make(std::move(*open_drive));
        if (!made) throw std::runtime_error(made.error().text);
        roads = std::make_shared<const roadmap::RoadMap>(std::move(*made));
        view.emplace(
            roads, std::vector<client::pilot::JunctionNumber>{{.junction = "200", .intersection = kJohnson}});
        client::pilot::InProcessSetup setup = client::pilot_setup_of("my_pilot", "{}", sedan());
        setup.pilot.map = view->map();
        auto loaded = client::load_safe_pilot(setup);
        if (!loaded) throw std::runtime_error(loaded.error().text);
        host = std::move(*loaded);
        // The vehicle starts on West Johnson Street, eastbound, 60 m before the signal.
        geo::Motion start;
        const auto place = roads->lane_middle("31", -2, 140);
        if (!place) throw std::runtime_error(place.error().text);
        start.position = place->position;
        start.orientation = geo::Quaternion::from_yaw(place->yaw_rad);
        start.velocity = start.orientation.rotate({8, 0, 0});
        engine->add(
            kMe,
            {.vehicle = sedan(), .start = start, .model = client::engine::VehicleModel::full, .gear = {}});
    }
    const client::body::BodyMotion& me() const { return engine->motion(kMe); }
    double speed() const { return std::hypot(me().velocity.x, me().velocity.y); }
    double aside() const {
        const auto on = roads->nearest(me().position, 20);
        return on ? std::abs(on->t_m) : 1e9;
    }
    void go(double seconds, std::span<const client::body::Obstacle> others = {}) {
        for (int i = 0; i < seconds * 200 && !leaves; ++i, ++beat) {
            const client::pilot::PilotAnswer answer = client::answer_of(*host, {.now = Tick{beat}.at(kBeat),
                                                                                .period = kBeat,
                                                                                .ego = me(),
                                                                                .others = others,
                                                                                .signals = lights});
            engine->set_controls(kMe, answer.controls);
            leaves = leaves || answer.leaves;
            engine->advance(kBeat);
            ASSERT_EQ(host->fault(), "");
            ASSERT_LT(aside(), 0.8) << "at " << beat * 0.005 << " s, x " << me().position.x;
        }
    }
    void show_lights(signal::SignalState state) {
        johnson.intersection = kJohnson;
        johnson.groups.clear();
        for (config::SignalGroupId group = 1; group < 20; ++group) johnson.groups.push_back({group, state});
        lights = {&johnson};
    }

    std::shared_ptr<const roadmap::RoadMap> roads;
    std::optional<client::pilot::MapView> view;
    std::unique_ptr<client::engine::BodyEngine> engine =
        client::engine::make_embedded_engine(SimDuration::milliseconds(1));
    std::unique_ptr<client::pilot::PilotHost> host;
    client::body::SignalsInSight johnson;
    std::vector<const client::body::SignalsInSight*> lights;
    std::int64_t beat = 0;
    bool leaves = false;
};

TEST(MyPilot, KeepsItsLaneAndLeavesAtItsEnd) {
    Drive drive;
    drive.go(60);
    EXPECT_TRUE(drive.leaves);
    EXPECT_GT(drive.me().position.x, 200) << "at the eastern end";
    EXPECT_NEAR(drive.me().position.y, -102, 8) << "on the same street";
}

TEST(MyPilot, StopsAtRedAndGoesAtGreen) {
    Drive drive;
    drive.show_lights(signal::SignalState::stop);
    drive.go(20);
    EXPECT_LT(drive.speed(), 0.2);
    EXPECT_LT(drive.me().position.x, -16) << "before the junction";
    EXPECT_GT(drive.me().position.x, -35) << "at its stop line";
    drive.show_lights(signal::SignalState::protected_green);
    drive.go(8);
    EXPECT_GT(drive.me().position.x, 0);
}

TEST(MyPilot, StopsBehindAStandingVehicle) {
    Drive drive;
    client::body::Obstacle other{
        .agent = AgentId{1}, .length_m = 4.5, .width_m = 1.8, .height_m = 1.5, .motion = {}};
    other.motion.position = drive.roads->lane_middle("31", -2, 175)->position;
    drive.go(20, {&other, 1});
    EXPECT_LT(drive.speed(), 0.2);
    const double gap = other.motion.position.x - drive.me().position.x;
    EXPECT_GT(gap, 5);
    EXPECT_LT(gap, 12);
}

}  // namespace
}  // namespace synchrono::pcp
