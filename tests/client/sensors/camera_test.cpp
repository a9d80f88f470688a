// Proves that known things are at the pixels where closed forms for the lens, the exposure and the shutter
// put them. Depths and classes are those of the known things, and shadows lie away from the sun. A picture
// depends on key, sample and world alone.
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "client/scenery/palette.hpp"
#include "client/sensors/lens.hpp"
#include "client/sensors/sensor.hpp"
#include "client/sensors/suite.hpp"
#include "common/picture/srgb.hpp"
#include "tests/client/sensors/ray_fixture.hpp"
#include "tests/common/log/allocation_watch.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;
using testing::at_ms;
using testing::cast_one;
using testing::scenario_with;
using testing::truck_at;

const ground::PlaneGround kLevel;
constexpr double kLand_m = -0.05;  // height of the land, below all that lies on it
constexpr const char* kBox =
    R"({ "name": "box", "kind": "box", "position": [10, 0, 0], "size_m": [2, 2, 2] },)";

/// Returns a camera of 64 x 36 pixels: a pinhole with a view of 90 degrees, without noise or exposure time.
config::CameraSpec plain() {
    config::CameraSpec spec;
    spec.width = 64;
    spec.height = 36;
    spec.exposure_ms = 0;
    spec.noise_sigma = spec.shot_noise = 0;
    spec.depth = spec.classes = true;
    return spec;
}

/// A camera that stands still, and a truck that may drive past. The camera's own agent is the last truck,
/// which is far away.
struct Rig {
    explicit Rig(const config::CameraSpec& spec_, const char* statics = kBox, Vec3 eye_ = {0, 0, 1},
                 geo::Quaternion orientation = {})
        : spec(spec_), scenario(scenario_with(statics)), world(scenario, nullptr, kLevel), eye(eye_) {
        sensor.model = spec;
        camera.emplace(make_camera({.scenario = scenario,
                                    .agent = scenario.agents[2],
                                    .mounted = mounted,
                                    .spec = sensor,
                                    .key = key,
                                    .position = {},
                                    .orientation = orientation,
                                    .world = &world},
                                   spec));
    }
    BodyState at(SimTime time) const {
        BodyState instant{.time = time, .motion = {}};
        instant.motion.position = eye;
        return instant;
    }
    /// Takes the picture that is due at 100 ms, when the truck has the motion `truck`. Simulates only the
    /// `beats` heartbeats before that time.
    const CameraImages& shoot(std::int64_t beats = 8, std::uint64_t index = 0) {
        for (std::int64_t left = beats - 1; left >= 0; --left) {
            RayWorld::Body body{.agent = AgentId{0}, .motion = truck};
            body.motion.position = truck.position - truck.velocity * (0.005 * static_cast<double>(left));
            const SimTime to = at_ms(100 - 5 * left), from = at_ms(95 - 5 * left);
            world.update(from, to, {&body, has_truck ? 1U : 0U});
            const std::uint64_t before = log::testing::allocations_of_this_thread();
            (*camera)->expect(at_ms(100), index);
            (*camera)->scan(at(from), at(to));
            if (left == 0) (*camera)->sample(at(to), index, reading);
            allocated = log::testing::allocations_of_this_thread() - before;
        }
        return std::get<CameraImages>(reading);
    }
    void drive_truck(Vec3 velocity, double x, double y, double yaw_deg) {
        has_truck = true;
        truck = truck_at(scenario, x, y, yaw_deg);
        truck.velocity = velocity;
    }

    const config::CameraSpec spec;
    const config::Scenario scenario;
    RayWorld world;
    config::MountedSensor mounted;
    config::SensorSpec sensor;
    std::uint64_t key = 5;
    Vec3 eye;
    bool has_truck = false;
    geo::Motion truck;
    std::optional<std::unique_ptr<Sensor>> camera;
    Reading reading;
    std::uint64_t allocated = 0;  // the camera's allocations in the last heartbeat
};

TEST(Camera, SeesABoxAtThePixelsOfAPinholeWithItsDepthAndClass) {
    Rig rig(plain());
    const CameraImages& images = rig.shoot();
    ASSERT_EQ(images.head.depth.width, 64u);
    EXPECT_EQ(images.head.classes.pixels, images.classes.data());
    EXPECT_NEAR(images.head.focal_px, 32, 1e-12);
    for (std::uint32_t row = 0; row < 36; ++row) {
        for (std::uint32_t column = 0; column < 64; ++column) {
            // The front of the box is 9 m ahead and reaches 1 m to each side, up and down.
            const double left = (31.5 - column) / 32, up = (17.5 - row) / 32;
            const std::size_t at = 64 * row + column;
            const double land_m = up < 0 ? (1 - kLand_m) / -up : 1e9;
            if (std::abs(left * 9) < 1 && std::abs(up * 9) < 1) {
                EXPECT_EQ(images.classes[at], SYN_CLASS_OBJECT) << column << " " << row;
                EXPECT_NEAR(images.depth[at], 9, 1e-3);
            } else if (land_m * std::hypot(1, left, up) < 300) {
                EXPECT_EQ(images.classes[at], SYN_CLASS_GROUND) << column << " " << row;
                EXPECT_NEAR(images.depth[at], land_m, 1e-3 + 1e-5 * land_m);
            } else {
                EXPECT_EQ(images.classes[at], SYN_CLASS_SKY) << column << " " << row;
                EXPECT_TRUE(std::isinf(images.depth[at]));
            }
        }
    }
}

TEST(Camera, SeesABoxAtThePixelsOfADistortedLens) {
    config::CameraSpec spec = plain();
    spec.view_deg = 30;
    spec.distortion = {-0.9, 0.3, 0.02, -0.03, 0};
    Rig rig(spec);
    const CameraImages& images = rig.shoot();
    const double focal_px = images.head.focal_px;
    int edges = 0;
    for (double along = -0.95; along < 1; along += 0.01) {
        // Takes points half a pixel inside and outside the edges of the front.
        for (const double off : {-0.5, 0.5}) {
            const double edge = 1.0 / 9 + off / focal_px;
            for (const geo::LensPoint at : {geo::LensPoint{edge, along / 9},
                                            {-edge, along / 9},
                                            {along / 9, edge},
                                            {along / 9, -edge}}) {
                const geo::LensPoint there = geo::distorted(spec.distortion, at);
                const double u = images.head.centre_x + focal_px * there.x,
                             v = images.head.centre_y + focal_px * there.y;
                // Skips points that are not close to the middle of a pixel.
                if (std::hypot(u - std::round(u), v - std::round(v)) > 0.3) continue;
                if (u < 0 || v < 0 || u > 63 || v > 35) continue;
                ++edges;
                const auto pixel = static_cast<std::size_t>(64 * std::lround(v) + std::lround(u));
                EXPECT_EQ(images.classes[pixel] == SYN_CLASS_OBJECT, off < 0) << u << " " << v;
            }
        }
    }
    EXPECT_GT(edges, 50);
}

TEST(Camera, ShadowsFallAwayFromTheSun) {
    config::CameraSpec spec = plain();
    spec.view_deg = 30;
    spec.height = 64;
    const double high_m = 20;
    // The camera points straight down, with the top of the picture ahead.
    Rig rig(spec, kBox, {10, 0, high_m}, {std::sqrt(0.5), 0, std::sqrt(0.5), 0});
    const CameraImages& images = rig.shoot();
    const double focal_px = images.head.focal_px, down_m = high_m - kLand_m;
    const Vec3 sun = scenery::palette::kSunlight;
    const auto hidden = [&](double x, double y, double grown_m) {
        for (double up_m = -kLand_m; up_m < 2 - kLand_m; up_m += 0.01) {
            const double px = x + sun.x / sun.z * up_m - 10, py = y + sun.y / sun.z * up_m;
            if (std::max(std::abs(px), std::abs(py)) < 1 + grown_m) return true;
        }
        return false;
    };
    int dark = 0, light = 0;
    for (int row = 0; row < 64; ++row) {
        for (int column = 0; column < 64; ++column) {
            const auto at = static_cast<std::size_t>(64 * row + column);
            if (images.classes[at] != SYN_CLASS_GROUND) continue;
            const double x = 10 + (31.5 - row) / focal_px * down_m, y = (31.5 - column) / focal_px * down_m;
            if (hidden(x, y, -0.03) != hidden(x, y, 0.03)) continue;
            const int green = images.colour[3 * at + 1];
            if (hidden(x, y, 0)) {
                ++dark;
                EXPECT_LT(green, 90) << x << " " << y;
            } else {
                // Level ground in the sun has the palette's colour.
                ++light;
                EXPECT_NEAR(images.colour[3 * at], scenery::palette::kLand.r, 3);
                EXPECT_NEAR(green, scenery::palette::kLand.g, 3);
                EXPECT_NEAR(images.colour[3 * at + 2], scenery::palette::kLand.b, 3);
            }
        }
    }
    EXPECT_GT(dark, 80);
    EXPECT_GT(light, 1000);
}

/// Returns the y of the truck's back at the end of the heartbeat, found with rays. The truck drives along y.
double back_of(const Rig& rig, double z) {
    double low = rig.truck.position.y - 8, high = rig.truck.position.y;
    for (int i = 0; i < 40; ++i) {
        const double y = (low + high) / 2;
        const bool met = cast_one(rig.world, {0, y, z}, {1, 0, 0}, 1, 50).met;
        (met ? high : low) = y;
    }
    return (low + high) / 2;
}
double depth_of(const Rig& rig, double y, double z) {
    return cast_one(rig.world, {0, y, z}, {1, 0, 0}).far_m;
}

TEST(Camera, MotionBlurHasItsComputedWidth) {
    config::CameraSpec spec = plain();
    spec.view_deg = 10;
    spec.height = 4;
    spec.samples = 64;
    spec.exposure_ms = 8;  // spans two heartbeats
    Rig rig(spec, "", {0, 0, 2.2});
    rig.drive_truck({0, 20, 0}, 14, 4.6, 90);
    const CameraImages& images = rig.shoot();
    constexpr double kHigh = 2.23;  // height at which the row above the middle meets the truck
    const double back_m = back_of(rig, kHigh), away_m = depth_of(rig, back_m + 0.02, kHigh);
    ASSERT_NEAR(back_m, 0, 0.8) << "the truck is not where its edge can be seen";
    const double focal_px = images.head.focal_px, blur_px = 20 * 0.008 * focal_px / away_m;
    EXPECT_GT(blur_px, 4);
    const auto light = [&](std::size_t column) { return picture::linear(images.colour[3 * (64 + column)]); };
    const double truck = light(2), sky = light(61);
    int between = 0;
    for (std::size_t column = 0; column < 64; ++column) {
        // Computes the share of the exposure in which the pixel saw the truck, averaged over the width of the
        // pixel.
        double covered = 0;
        constexpr int kParts = 200;
        for (int i = 0; i < kParts; ++i) {
            const double u = static_cast<double>(column) + (i + 0.5) / kParts - 0.5;
            const double edge_px = 31.5 - focal_px * back_m / away_m;  // at the end of the exposure
            covered += std::clamp((edge_px + blur_px - u) / blur_px, 0.0, 1.0) / kParts;
        }
        EXPECT_NEAR((light(column) - sky) / (truck - sky), covered, 0.04) << column;
        between += covered > 0.02 && covered < 0.98 ? 1 : 0;
    }
    EXPECT_GE(between, 4);
}

TEST(Camera, ARollingShutterSlantsPassingVehicles) {
    config::CameraSpec spec = plain();
    spec.view_deg = 10;
    spec.colour = false;
    spec.rolling_shutter_ms = 20;
    Rig rig(spec, "", {0, 0, 2.2});
    rig.drive_truck({0, 20, 0}, 14, 4.6, 90);
    const CameraImages& images = rig.shoot();
    const double focal_px = images.head.focal_px;
    std::vector<int> edges;
    for (std::size_t row = 4; row < 32; ++row) {
        const double late_s = 0.020 * (1 - static_cast<double>(row) / 35);
        // The truck's back is upright, so it is equally far away at each height that this camera sees.
        const double z = 2.2 + (17.5 - static_cast<double>(row)) / focal_px * 12.7;
        const double back_m = back_of(rig, z), away_m = depth_of(rig, back_m + 0.02, z);
        const double expected = 31.5 - focal_px * (back_m - 20 * late_s) / away_m;
        int edge = 0;
        while (edge < 64 && images.classes[64 * row + static_cast<std::size_t>(edge)] == SYN_CLASS_VEHICLE)
            ++edge;
        if (expected > 0 && expected < 63) {
            EXPECT_NEAR(edge - 0.5, expected, 0.52) << row;
            edges.push_back(edge);
        }
    }
    ASSERT_GE(edges.size(), 20u);
    EXPECT_GT(edges.front() - edges.back(), 5);
}

TEST(Camera, OnlyTheSameKeyAndSampleGiveTheSameBytes) {
    config::CameraSpec spec = plain();
    spec.noise_sigma = 2;
    spec.exposure_ms = 8;
    const auto bytes = [&](std::uint64_t index, bool used) {
        Rig rig(spec);
        rig.drive_truck({0, 15, 0}, 14, 3, 90);
        if (used) {
            rig.shoot(2, 40);
            (*rig.camera)->restart();
        }
        return rig.shoot(2, index).colour;
    };
    const auto first = bytes(3, false);
    EXPECT_EQ(bytes(3, false), first);
    EXPECT_EQ(bytes(3, true), first);
    EXPECT_NE(bytes(4, false), first);
}

TEST(Camera, ScansOnlyInTheHeartbeatsOfItsExposure) {
    config::Scenario scenario = scenario_with(kBox);
    config::CameraSpec spec = plain();
    spec.exposure_ms = 8;
    spec.rolling_shutter_ms = 5;
    scenario.sensors["camera"] = {
        .name = "camera", .period = SimDuration::milliseconds(50), .delay = {}, .model = spec};
    scenario.agents[0].sensors.push_back({.name = "camera", .sensor = "camera", .position = {0, 0, 2}});
    RayWorld world(scenario, nullptr, kLevel);
    Suite suite(scenario, scenario.agents[0], &world, {});
    suite.restart(at_ms(20));
    std::vector<std::int64_t> looked;
    for (std::int64_t now = 25; now <= 120; now += 5) {
        if (suite.needs_scan(at_ms(now))) looked.push_back(now);
    }
    EXPECT_EQ(looked, (std::vector<std::int64_t>{60, 65, 70, 110, 115, 120}));
}

TEST(Camera, AReturningCameraSeesTheRestOfAnExposure) {
    config::Scenario scenario = scenario_with(kBox);
    config::CameraSpec spec = plain();
    spec.exposure_ms = 20;
    spec.noise_sigma = 1;
    scenario.sensors["camera"] = {
        .name = "camera", .period = SimDuration::milliseconds(50), .delay = {}, .model = spec};
    scenario.agents[0].sensors.push_back({.name = "camera", .sensor = "camera", .position = {0, 0, 2}});
    RayWorld world(scenario, nullptr, kLevel);
    // Takes the picture of 150 ms. The camera moves backwards, and its agent is out of the world from
    // `left_ms` to 140 ms.
    const auto picture = [&](std::int64_t left_ms) {
        std::vector<std::uint8_t> pixels;
        Suite suite(scenario, scenario.agents[0], &world,
                    [&](AgentId, std::size_t, const SynSample& sampled, const geo::Motion&) {
                        const SynImage& image = static_cast<const SynCamera*>(sampled.data)->colour;
                        const auto* bytes = static_cast<const std::uint8_t*>(image.pixels);
                        pixels.assign(bytes, bytes + std::size_t{image.row_bytes} * image.height);
                        EXPECT_EQ(sampled.index,
                                  static_cast<std::uint64_t>(sampled.time_ns / 50'000'000 - 1));
                    });
        const auto at = [](std::int64_t ms) {
            BodyState instant{.time = at_ms(ms), .motion = {}};
            instant.motion.position = {-0.03 * static_cast<double>(ms), 0, 1};
            return instant;
        };
        suite.restart(at_ms(0));
        for (std::int64_t ms = 5; ms <= 150; ms += 5) {
            if (ms == 145) suite.restart(at_ms(140));
            if ((ms > left_ms && ms <= 140) || !suite.needs_scan(at_ms(ms))) continue;
            world.update(at_ms(ms - 5), at_ms(ms), {});
            suite.scan(at(ms - 5), at(ms));
        }
        return pixels;
    };
    const auto first = picture(0);
    ASSERT_EQ(first.size(), 3u * 64 * 36);
    EXPECT_GT(*std::max_element(first.begin(), first.end()), 100) << "all of the exposure's light";
    for (const std::int64_t left_ms : {95, 100, 135}) EXPECT_EQ(picture(left_ms), first) << left_ms;
}

TEST(Camera, AllocatesNothingOnceItRuns) {
    config::CameraSpec spec = plain();
    spec.exposure_ms = 8;
    Rig rig(spec);
    rig.drive_truck({0, 15, 0}, 14, 3, 90);
    rig.shoot(2);
    EXPECT_GT(rig.allocated, 0u);  // for the first picture
    for (int i = 0; i < 5; ++i) {
        rig.shoot(2);
        EXPECT_EQ(rig.allocated, 0u);
    }
}

}  // namespace
}  // namespace synchrono::client::sensors
