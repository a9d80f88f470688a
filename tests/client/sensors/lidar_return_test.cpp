// Proves what a LiDAR gets back: intensities by material and angle, how far each material is still seen, the
// limits of ranges, and the statistics of errors and drop-outs. The statistics have fixed seeds and bounds of
// 99.9 % confidence.
#include "client/sensors/lidar_return.hpp"

#include <algorithm>

#include "tests/client/sensors/lidar_fixture.hpp"

namespace synchrono::client::sensors {
namespace {

using scenery::Material;
using testing::kRad;
using testing::LidarWorld;
using testing::perfect_raster;
using testing::range_of;

constexpr double kTwoSided = 3.29;  // standard deviations

/// A wall of building material at x = 20, which rays along x meet at right angles.
constexpr const char* kWall =
    R"({ "name": "wall", "kind": "box", "position": [20.5, 0, 0], "size_m": [1, 60, 9] },)";
const float kWallReflects = reflectivity(Material::building, 1);

TEST(Reflectivity, FallsWithTheAngleByLambertsLaw) {
    for (const Material material :
         {Material::land, Material::asphalt, Material::building, Material::rubber, Material::cloth}) {
        for (const float cosine : {0.9F, 0.5F, 0.1F, 0.0F})
            EXPECT_NEAR(reflectivity(material, cosine), reflectivity(material, 1) * cosine, 1e-6);
    }
}

TEST(Reflectivity, DistinguishesMaterials) {
    const auto straight = [](Material material) { return reflectivity(material, 1); };
    EXPECT_GT(straight(Material::plate), 10) << "sends light back to where it came from";
    EXPECT_GT(reflectivity(Material::plate, 0.3F), 10);
    EXPECT_LT(straight(Material::rubber), 0.05);
    EXPECT_LT(straight(Material::rubber), straight(Material::asphalt) / 3);
    EXPECT_GT(straight(Material::paint), 3 * straight(Material::asphalt));
    // Light passes through glass, except for the part that is mirrored straight back.
    EXPECT_NEAR(straight(Material::glass), 0.09, 1e-6);
    EXPECT_LT(reflectivity(Material::glass, std::cos(15 * static_cast<float>(kRad))), 0.02);
    // Polished paint shines only if it is met straight on.
    EXPECT_GT(straight(Material::car_paint),
              2 * reflectivity(Material::car_paint, std::cos(20 * static_cast<float>(kRad))));
    for (std::size_t i = 0; i < scenery::kMaterials; ++i)
        EXPECT_GT(straight(static_cast<Material>(i)), 0) << "material " << i;
}

TEST(LidarReturn, IntensityIsTheReturnedShare) {
    LidarWorld world(kWall, perfect_raster({0}, 180, 90));
    const auto cloud = world.sweep();
    ASSERT_EQ(cloud.points.size(), 180u);
    for (const SynPoint& point : cloud.points)
        EXPECT_NEAR(point.intensity, kWallReflects * point.x / range_of(point), 1e-5);
}

/// Returns the number of points of a sweep across a small field of view, from `away_m` in front of the wall.
std::size_t points_seen(LidarWorld& world, double away_m, double angle_deg = 0) {
    world.motion = [=](SimTime) {
        return testing::motion_of(geo::Vec3{20, 0, 2} - testing::towards(angle_deg, 0) * away_m,
                                  geo::Quaternion::from_yaw(angle_deg * kRad));
    };
    return world.sweep().points.size();
}

TEST(LidarReturn, TenPercentReflectivityIsSeenUpToTheGivenRange) {
    config::LidarSpec spec = perfect_raster({0}, 64, 0.5);
    spec.range_at_10_percent_m = 30;
    LidarWorld world(kWall, spec);
    // The range grows with the root of the reflectivity and of the cosine.
    for (const double angle_deg : {0.0, 60.0}) {
        const double far_m = 30 * std::sqrt(kWallReflects * std::cos(angle_deg * kRad) / 0.1);
        EXPECT_EQ(points_seen(world, far_m * 0.985, angle_deg), 64u);
        EXPECT_EQ(points_seen(world, far_m * 1.015, angle_deg), 0u);
    }
}

TEST(LidarReturn, TheFinestResolutionIsExactAtAnyRange) {
    config::LidarSpec spec = perfect_raster({0}, 16, 1);
    spec.range_sigma_m = 100;
    const LidarReturn exact(spec);
    spec.range_resolution_m = 1e-6;
    const LidarReturn stepped(spec);
    RayPacket rays{};
    RayPacket::Each<Material> materials{};
    LidarReturn::Chance chance{};
    for (std::size_t k = 0; k < RayPacket::kRays; ++k) {
        rays.far_m[k] = k % 2 == 0 ? 0.5F : 5'000.0F;
        chance.range[k] = (static_cast<float>(k) - 8) * 12.3456F;
    }
    LidarReturn::Measured measured, in_steps;
    exact.measure(rays, materials, chance, measured);
    stepped.measure(rays, materials, chance, in_steps);
    for (std::size_t k = 0; k < RayPacket::kRays; ++k)
        EXPECT_NEAR(in_steps.range_m[k], measured.range_m[k], 2e-6) << measured.range_m[k];
}

TEST(LidarReturn, PlatesAreSeenFurtherThanTheBodyAroundThem) {
    // The LiDAR is behind a truck, 60 m from the truck's middle. With a shorter range it sees only the
    // retroreflecting parts of the rear.
    std::vector<double> elevations;
    for (int i = 0; i < 60; ++i) elevations.push_back(1 - 0.05 * i);
    config::LidarSpec spec = perfect_raster(elevations, 200, 4);
    LidarWorld world("", spec);
    world.bodies = [&](SimTime, SimTime) {
        return std::vector<RayWorld::Body>{{AgentId{0}, testing::truck_at(world.scenario, 60, 0)}};
    };
    const auto rear = [](const LidarWorld::Cloud& cloud) {
        return std::count_if(cloud.points.begin(), cloud.points.end(),
                             [](const SynPoint& point) { return point.x < 60 && point.z > -1.5; });
    };
    const auto all = rear(world.sweep());
    std::get<config::LidarSpec>(world.spec.model).range_at_10_percent_m = 20;
    const auto dim = world.sweep();
    EXPECT_GT(rear(dim), 10);
    EXPECT_LT(rear(dim), all / 5);
    for (const SynPoint& point : dim.points) {
        if (point.x < 60 && point.z > -1.5) {
            EXPECT_EQ(point.intensity, 1);
        }
    }
}

TEST(LidarReturn, NothingIsMeasuredOutsideTheRangeLimits) {
    config::LidarSpec spec = perfect_raster({0}, 64, 0.5);
    spec.range_min_m = 5;
    spec.range_max_m = 50;
    // A post in front of the wall hides it even if the post itself is too near to be measured.
    LidarWorld world(kWall, spec),
        hidden(std::string(kWall) +
                   R"({ "name": "post", "kind": "box", "position": [16, 0, 0], "size_m": [1, 1, 4] },)",
               spec);
    EXPECT_EQ(points_seen(world, 4.99), 0u);
    EXPECT_EQ(points_seen(world, 5.01), 64u);
    EXPECT_EQ(points_seen(world, 49.9), 64u);
    EXPECT_EQ(points_seen(world, 50.1), 0u);
    EXPECT_EQ(points_seen(hidden, 8), 0u);
    EXPECT_EQ(points_seen(hidden, 10), 64u);
    // All measured ranges are within the limits, whatever their errors.
    std::get<config::LidarSpec>(world.spec.model).range_sigma_m = 2;
    for (const double away_m : {5.5, 49.5}) {
        points_seen(world, away_m);
        const auto cloud = world.sweep();
        EXPECT_GT(cloud.points.size(), 10u);
        for (const SynPoint& point : cloud.points) {
            EXPECT_GE(range_of(point), 5 - 1e-4);
            EXPECT_LE(range_of(point), 50 + 1e-4);
        }
    }
}

TEST(LidarReturn, RangesAreWholeStepsOfTheResolution) {
    config::LidarSpec spec = perfect_raster({0, -1}, 500, 60);
    spec.range_sigma_m = 0.1;
    spec.range_resolution_m = 0.05;
    LidarWorld world(kWall, spec);
    const auto stepped = world.sweep();
    std::get<config::LidarSpec>(world.spec.model).range_resolution_m = 1e-9;  // finer than a float can hold
    const auto smooth = world.sweep();
    ASSERT_EQ(stepped.points.size(), 1'000u);
    ASSERT_EQ(smooth.points.size(), 1'000u);
    for (std::size_t i = 0; i < stepped.points.size(); ++i) {
        const double steps = range_of(stepped.points[i]) / 0.05;
        EXPECT_NEAR(steps, std::round(steps), 1e-3);
        EXPECT_LE(std::abs(range_of(stepped.points[i]) - range_of(smooth.points[i])), 0.025 + 1e-4);
    }
}

/// The errors of a noisy LiDAR: the differences from its perfect twin.
struct Errors {
    std::vector<double> range, intensity;
    Errors(double range_sigma_m, double intensity_sigma) {
        config::LidarSpec spec = perfect_raster({2, 1, 0, -1}, 5'000, 60);
        LidarWorld twin(kWall, spec);
        spec.range_sigma_m = range_sigma_m;
        spec.intensity_sigma = intensity_sigma;
        LidarWorld noisy(kWall, spec);
        const auto truth = twin.sweep(), measured = noisy.sweep();
        EXPECT_EQ(truth.points.size(), 20'000u);
        EXPECT_EQ(measured.points.size(), 20'000u);
        for (std::size_t i = 0; i < truth.points.size(); ++i) {
            range.push_back(range_of(measured.points[i]) - range_of(truth.points[i]));
            intensity.push_back(measured.points[i].intensity - truth.points[i].intensity);
        }
    }
};

double mean(const std::vector<double>& values) {
    double sum = 0;
    for (const double value : values) sum += value;
    return sum / static_cast<double>(values.size());
}

void expect_normal(const std::vector<double>& errors, double sigma) {
    const auto n = static_cast<double>(errors.size());
    double squares = 0;
    for (const double error : errors) squares += error * error;
    EXPECT_NEAR(mean(errors), 0, kTwoSided * sigma / std::sqrt(n));
    // The sum is chi-squared with n degrees of freedom, which is normal for an n as large as this.
    EXPECT_NEAR(squares / (sigma * sigma), n, kTwoSided * std::sqrt(2 * n));
    const auto within =
        std::count_if(errors.begin(), errors.end(), [&](double error) { return std::abs(error) < sigma; });
    EXPECT_NEAR(static_cast<double>(within), 0.682689 * n, kTwoSided * std::sqrt(0.682689 * 0.317311 * n));
}

TEST(LidarReturn, ErrorsAreNormalAndIndependent) {
    const Errors errors(0.05, 0.03);
    expect_normal(errors.range, 0.05);
    expect_normal(errors.intensity, 0.03);
    const auto n = static_cast<double>(errors.range.size());
    const auto correlation = [&](const std::vector<double>& a, const std::vector<double>& b,
                                 std::size_t lag) {
        double sum = 0;
        for (std::size_t i = lag; i < a.size(); ++i) sum += a[i] * b[i - lag];
        return sum / n;
    };
    EXPECT_NEAR(correlation(errors.range, errors.intensity, 0) / (0.05 * 0.03), 0, kTwoSided / std::sqrt(n));
    // There is no correlation from beam to beam or from column to column either.
    for (const std::size_t lag : {1u, 4u, 64u})
        EXPECT_NEAR(correlation(errors.range, errors.range, lag) / (0.05 * 0.05), 0,
                    kTwoSided / std::sqrt(n));
}

TEST(LidarReturn, IntensitiesStayWithinTheirScale) {
    config::LidarSpec spec = perfect_raster({0}, 1'000, 60);
    spec.intensity_sigma = 1;
    LidarWorld world(kWall, spec);
    const auto cloud = world.sweep();
    ASSERT_EQ(cloud.points.size(), 1'000u);
    const auto [low, high] =
        std::minmax_element(cloud.points.begin(), cloud.points.end(),
                            [](const SynPoint& a, const SynPoint& b) { return a.intensity < b.intensity; });
    EXPECT_EQ(low->intensity, 0);
    EXPECT_EQ(high->intensity, 1);
}

TEST(LidarReturn, RaysAreLostWithTheGivenProbability) {
    for (const double probability : {0.0, 0.002, 0.25, 1.0}) {
        config::LidarSpec spec = perfect_raster({2, 1, 0, -1}, 5'000, 60);
        spec.dropout_probability = probability;
        LidarWorld world(kWall, spec);
        const auto cloud = world.sweep();
        EXPECT_EQ(cloud.rays, 20'000u);
        EXPECT_NEAR(static_cast<double>(cloud.points.size()), 20'000 * (1 - probability),
                    kTwoSided * std::sqrt(20'000 * probability * (1 - probability)));
    }
}

}  // namespace
}  // namespace synchrono::client::sensors
