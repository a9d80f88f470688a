/// Proves that the path follower stays on its path, holds its speed, slows down where it must, keeps its
/// distance, collides with nobody, and does the same in a second run. The tests run it in closed loop: the
/// in-process host loads the pilot's library, the embedded engine moves the vehicle, and the pilot gets the
/// exact motion of the others without a network.

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <functional>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <numbers>
#include <string>
#include <vector>

#include "client/engine/embedded/embedded_engine.hpp"
#include "tests/common/log/allocation_watch.hpp"
#include "tests/support/pilot_step.hpp"
#include "tests/support/vehicles.hpp"

namespace synchrono::pcp {
namespace {

using testing::HasSubstr;

constexpr SimDuration kBeat = SimDuration::milliseconds(5);

std::string points_json(const std::vector<geo::Vec3>& points, bool closed) {
    std::string text = R"({"points":[)";
    char number[64];
    for (std::size_t i = 0; i < points.size(); ++i) {
        std::snprintf(number, sizeof number, "%s[%.6f,%.6f]", i > 0 ? "," : "", points[i].x, points[i].y);
        text += number;
    }
    return text + R"(],"closed":)" + (closed ? "true}" : "false}");
}

std::string ring_json(double radius, int corners = 180) {
    std::vector<geo::Vec3> points;
    for (int i = 0; i < corners; ++i) {
        const double a = 2 * std::numbers::pi * i / corners;
        points.push_back({radius * std::cos(a), radius * std::sin(a), 0});
    }
    return points_json(points, true);
}

std::string config(const std::string& path, double speed, const std::string& more = "") {
    return R"({"path":)" + path + R"(,"speed_m_s":)" + std::to_string(speed) + more + "}";
}

geo::Motion on_ring(double radius, double angle, double speed) {
    geo::Motion m;
    m.position = {radius * std::cos(angle), radius * std::sin(angle), 0};
    m.orientation = geo::Quaternion::from_yaw(angle + std::numbers::pi / 2);
    m.velocity = m.orientation.rotate({speed, 0, 0});
    m.angular_velocity = {0, 0, speed / radius};
    return m;
}

geo::Motion on_line(double x, double speed) {
    geo::Motion m;
    m.position.x = x;
    m.velocity.x = speed;
    return m;
}

/// Vehicles in one engine, each with its pilot; a vehicle without a pilot follows the inputs that the test
/// sets.
class Fleet {
  public:
    void add(const geo::Motion& start, const std::string& pilot_config,
             const config::VehicleSpec& vehicle = sedan()) {
        const AgentId id{static_cast<std::uint32_t>(hosts_.size())};
        engine_->add(
            id,
            {.vehicle = vehicle, .start = start, .model = client::engine::VehicleModel::full, .gear = {}});
        inputs_.emplace_back();
        hosts_.emplace_back();
        if (pilot_config.empty()) return;
        client::pilot::InProcessSetup setup = client::pilot_setup_of("path_follower", pilot_config, vehicle);
        setup.pilot.agent = id;
        setup.pilot.name = "car" + std::to_string(id.value);
        auto host = client::load_safe_pilot(setup);
        ASSERT_TRUE(host) << host.error().text;
        hosts_.back() = std::move(*host);
    }
    client::body::DriverInputs& inputs(std::size_t i) { return inputs_[i]; }
    const client::body::BodyMotion& motion(std::size_t i) const {
        return engine_->motion(AgentId{static_cast<std::uint32_t>(i)});
    }
    double speed(std::size_t i) const { return geo::length(motion(i).velocity); }
    std::size_t size() const { return hosts_.size(); }

    void step() {
        all_.clear();
        for (std::size_t i = 0; i < size(); ++i)
            all_.push_back({AgentId{static_cast<std::uint32_t>(i)}, client::body::SeenAs::vehicle,
                            sedan().body.length_m, sedan().body.width_m, sedan().body.height_m, motion(i)});
        for (std::size_t i = 0; i < size(); ++i) {
            if (hosts_[i]) {
                others_ = all_;
                others_.erase(others_.begin() + static_cast<std::ptrdiff_t>(i));
                inputs_[i] = client::controls_of(*hosts_[i], tick_.at(kBeat), kBeat, motion(i), others_);
                ASSERT_EQ(hosts_[i]->fault(), "");
            }
            engine_->set_controls(AgentId{static_cast<std::uint32_t>(i)}, inputs_[i]);
        }
        engine_->advance(kBeat);
        tick_ = tick_ + 1;
    }
    void run(double seconds, const std::function<void()>& check = {}) {
        for (int i = 0; i < static_cast<int>(seconds / kBeat.to_seconds()); ++i) {
            step();
            if (testing::Test::HasFatalFailure()) return;
            if (check) check();
            if (testing::Test::HasFatalFailure()) return;
        }
    }
    /// Returns the distance from the front of `behind` to the rear of `ahead`, in a straight line.
    double gap(std::size_t behind, std::size_t ahead) const {
        return geo::length(motion(ahead).position - motion(behind).position) - sedan().body.length_m;
    }

  private:
    std::unique_ptr<client::engine::BodyEngine> engine_ =
        client::engine::make_embedded_engine(SimDuration::milliseconds(1));
    std::vector<std::unique_ptr<client::pilot::PilotHost>> hosts_;
    std::vector<client::body::DriverInputs> inputs_;
    std::vector<client::body::Obstacle> all_, others_;
    Tick tick_;
};

std::vector<client::body::BodyMotion> ring_of_thirty(double seconds, bool check) {
    constexpr double kRadius = 170, kSpeed = 14;
    Fleet fleet;
    for (int i = 0; i < 30; ++i)
        fleet.add(on_ring(kRadius, 2 * std::numbers::pi * i / 30, 0), config(ring_json(kRadius, 72), kSpeed));
    double time = 0;
    fleet.run(seconds, [&] {
        time += kBeat.to_seconds();
        if (!check) return;
        for (std::size_t i = 0; i < 30; ++i) {
            const geo::Vec3 p = fleet.motion(i).position;
            ASSERT_NEAR(std::hypot(p.x, p.y), kRadius, 0.5) << "car" << i << " at " << time;
            ASSERT_GT(fleet.gap(i, (i + 1) % 30), 10) << "car" << i << " at " << time;
            if (time > 30) {
                ASSERT_NEAR(fleet.speed(i), kSpeed, 0.2) << "car" << i << " at " << time;
            }
        }
    });
    std::vector<client::body::BodyMotion> ends;
    for (std::size_t i = 0; i < 30; ++i) ends.push_back(fleet.motion(i));
    return ends;
}

TEST(PathFollower, ThirtyVehiclesStayOnTheRingAndHoldTheirSpeed) { ring_of_thirty(60, true); }

TEST(PathFollower, IsDeterministic) {
    const auto a = ring_of_thirty(10, false), b = ring_of_thirty(10, false);
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(std::memcmp(&a[i], &b[i], sizeof a[i]), 0) << i;
}

TEST(PathFollower, FollowsRingsOfManySizesAtManySpeeds) {
    struct Row {
        double radius, speed;
        config::VehicleSpec vehicle;
    };
    const Row rows[] = {{20, 6, sedan()},   {50, 10, sedan()},   {150, 20, sedan()},  {150, 4, sedan()},
                        {400, 35, sedan()}, {1000, 50, sedan()}, {2000, 55, sedan()}, {20, 8, kart()},
                        {60, 10, truck()},  {300, 20, truck()}};
    for (const Row& row : rows) {
        Fleet fleet;
        const auto corners = static_cast<int>(2 * std::numbers::pi * row.radius / 5);
        fleet.add(on_ring(row.radius, 0, row.speed), config(ring_json(row.radius, corners), row.speed),
                  row.vehicle);
        fleet.run(60, [&] {
            const geo::Vec3 p = fleet.motion(0).position;
            ASSERT_NEAR(std::hypot(p.x, p.y), row.radius, 0.7)
                << row.vehicle.name << ", " << row.radius << " m at " << row.speed;
        });
        EXPECT_NEAR(fleet.speed(0), row.speed, 0.3) << row.vehicle.name << ", " << row.radius << " m";
    }
}

TEST(PathFollower, FollowsASlowerLeaderAtItsTimeGap) {
    const std::string line = points_json({{0, 0, 0}, {5000, 0, 0}}, false);
    Fleet fleet;
    fleet.add(on_line(10, 25), config(line, 25));
    fleet.add(on_line(200, 10), config(line, 10));
    fleet.run(60, [&] { ASSERT_GT(fleet.gap(0, 1), 3); });
    EXPECT_NEAR(fleet.speed(0), 10, 0.1);
    EXPECT_NEAR(fleet.gap(0, 1), 3 + 1.5 * 10, 1);
}

TEST(PathFollower, StopsBehindAStoppedVehicleAndStaysThere) {
    const std::string line = points_json({{0, 0, 0}, {5000, 0, 0}}, false);
    for (const double speed : {5.0, 14.0, 30.0, 45.0}) {
        Fleet fleet;
        fleet.add(on_line(10, speed), config(line, speed));
        fleet.add(on_line(900, 0), "");
        fleet.run(260, [&] { ASSERT_GT(fleet.gap(0, 1), 1) << speed; });
        EXPECT_LT(fleet.speed(0), 0.01) << speed;
        EXPECT_LT(fleet.gap(0, 1), 6) << speed;
    }
}

TEST(PathFollower, AvoidsALeaderThatBrakesAsHardAsItCan) {
    constexpr double kRadius = 170, kSpeed = 14;
    Fleet fleet;
    for (int i = 0; i < 30; ++i)
        fleet.add(on_ring(kRadius, 2 * std::numbers::pi * i / 30, kSpeed),
                  i == 0 ? "" : config(ring_json(kRadius), kSpeed));
    fleet.inputs(0) = {.steering = 0, .throttle = 0, .braking = 1};  // the leader brakes from the start
    fleet.run(110, [&] {
        for (std::size_t i = 1; i < 30; ++i) ASSERT_GT(fleet.gap(i, (i + 1) % 30), 1) << "car" << i;
    });
    for (std::size_t i = 0; i < 30; ++i) EXPECT_LT(fleet.speed(i), 0.3) << "car" << i;
}

TEST(PathFollower, StartsWhenItsLeaderStarts) {
    const std::string line = points_json({{0, 0, 0}, {5000, 0, 0}}, false);
    Fleet fleet;
    fleet.add(on_line(10, 15), config(line, 15));
    fleet.add(on_line(60, 0), "");
    fleet.inputs(1).braking = 1;
    fleet.run(30);
    EXPECT_LT(fleet.speed(0), 0.01);
    fleet.inputs(1) = {.steering = 0, .throttle = 0.3, .braking = 0};
    fleet.run(10);
    EXPECT_GT(fleet.speed(0), 8);
    EXPECT_GT(fleet.gap(0, 1), 3);
}

TEST(PathFollower, HeedsOnlyVehiclesAheadOnItsPath) {
    const std::string line = points_json({{0, 0, 0}, {5000, 0, 0}}, false);
    Fleet fleet;
    fleet.add(on_line(100, 15), config(line, 15));
    fleet.add(on_line(80, 15), "");  // a vehicle behind
    for (const double x : {150.0, 200.0, 250.0}) {
        geo::Motion beside = on_line(x, 0);  // vehicles parked beside the lane
        beside.position.y = 3;
        fleet.add(beside, "");
    }
    fleet.run(15, [&] { ASSERT_NEAR(fleet.speed(0), 15, 0.5); });
}

TEST(PathFollower, SlowsDownBeforeACurve) {
    // 300 m straight, a half circle with a radius of 20 m, then 300 m back.
    std::vector<geo::Vec3> points{{0, 0, 0}};
    for (int i = 0; i <= 36; ++i) {
        const double a = std::numbers::pi * (i / 36.0 - 0.5);
        points.push_back({300 + 20 * std::cos(a), 20 + 20 * std::sin(a), 0});
    }
    points.push_back({0, 40, 0});
    Fleet fleet;
    fleet.add(on_line(5, 20),
              config(points_json(points, false), 20, R"(,"lateral_acceleration_max_m_s2":3)"));
    double x_max = 0;
    fleet.run(60, [&] {
        const client::body::BodyMotion& m = fleet.motion(0);
        x_max = std::max(x_max, m.position.x);
        ASSERT_LT(std::abs(fleet.speed(0) * m.angular_velocity.z), 4.5);
        ASSERT_LT(x_max, 322);
    });
    EXPECT_GT(x_max, 317);
    EXPECT_LT(fleet.speed(0), 0.01);  // it stands at the end of the path
    EXPECT_NEAR(fleet.motion(0).position.x, 0, 3);
    EXPECT_NEAR(fleet.motion(0).position.y, 40, 0.3);
}

TEST(PathFollower, FindsItsPathFromBesideIt) {
    Fleet fleet;
    geo::Motion off = on_line(20, 0);
    off.position.y = 8;
    off.orientation = geo::Quaternion::from_yaw(1);
    fleet.add(off, config(points_json({{0, 0, 0}, {1000, 0, 0}}, false), 15));
    fleet.run(20);
    EXPECT_NEAR(fleet.motion(0).position.y, 0, 0.1);
    EXPECT_NEAR(fleet.speed(0), 15, 0.3);
}

TEST(PathFollower, SteppingAllocatesNothingAfterWarmUp) {
    Fleet fleet;
    for (int i = 0; i < 8; ++i)
        fleet.add(on_ring(60, 2 * std::numbers::pi * i / 8, 8), config(ring_json(60), 10));
    fleet.run(1);
    const auto before = log::testing::allocations_of_this_thread();
    fleet.step();
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
}

TEST(PathFollower, RefusesAWrongConfiguration) {
    struct Row {
        std::string config, why;
    };
    const std::string path = ring_json(50);
    const Row rows[] = {
        {"", "expected a JSON object"},
        {"[1]", "expected a JSON object"},
        {R"({"path":)" + path + "}", "key 'speed_m_s': expected a number"},
        {R"({"speed_m_s":"fast","path":)" + path + "}", "key 'speed_m_s': expected a number"},
        {R"({"speed_m_s":-1,"path":)" + path + "}", "key 'speed_m_s': expected 0"},
        {R"({"speed_m_s":10})", "key 'path': expected an object"},
        {R"({"speed_m_s":10,"path":"ring"})", "key 'path': expected an object"},
        {R"({"speed_m_s":10,"path":{"points":7}})", "key 'path.points': expected an array"},
        {R"({"speed_m_s":10,"path":{"points":[[0,0],[1]]}})", "key 'path.points': expected an array"},
        {R"({"speed_m_s":10,"path":{"points":[[0,0],[0,50]],"closed":1}})",
         "key 'path.closed': expected true or false"},
        {R"({"speed_m_s":10,"path":{"points":[[0,0],[0,50]],"loop":true}})", "key 'path.loop': unknown"},
        {R"({"speed_m_s":10,"path":{"points":[[0,0],[0,5]]}})", "path: expected a length of at least 10 m"},
        {config(path, 10, R"(,"time_gap":2)"), "key 'time_gap': unknown"},
        {config(path, 10, R"(,"time_gap_s":0)"), "key 'time_gap_s': expected 0.5"},
        {config(path, 10, R"(,"standstill_gap_m":null,"lateral_acceleration_max_m_s2":[])"),
         "key 'lateral_acceleration_max_m_s2': expected a number"},
    };
    for (const Row& row : rows) {
        const auto host =
            client::load_safe_pilot(client::pilot_setup_of("path_follower", row.config, sedan()));
        ASSERT_FALSE(host) << row.config;
        EXPECT_THAT(host.error().text, HasSubstr(row.why));
        EXPECT_EQ(host.error().text.find('\n'), std::string::npos);
    }
}

}  // namespace
}  // namespace synchrono::pcp
