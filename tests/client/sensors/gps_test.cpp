// Proves that a GPS receiver's fixes scatter about the truth as widely as the sensor's file says. The
// receiver uses only the satellites that walls leave in sight, and errs more when they are fewer. The place
// on earth and the place in the world agree in each fix, and both are rounded to whole steps. The receiver
// says when it has no fix. The tests check noise and biases by chi-square, correlations over time by Fisher's
// z, and mean durations of outages by the chi-square of sums of exponential numbers. All bounds have a
// confidence of 99.9 %, and all seeds are fixed.
#include <cstring>
#include <numbers>
#include <optional>
#include <vector>

#include "client/sensors/ray_world.hpp"
#include "client/sensors/sky.hpp"
#include "tests/client/sensors/inner_fixture.hpp"
#include "tests/client/sensors/ray_fixture.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;
using testing::chi_square_share;
using testing::expect_correlation;
using testing::expect_normal;
using testing::Inner;
using testing::kRad;

const ground::PlaneGround kLevel;
const geo::Geodetic kMadison{43.07, -89.4, 260};
const SimDuration kSecond = SimDuration::seconds(1);

/// A street that is 20 m wide and leads east, with houses 25 m high on both sides.
constexpr const char* kCanyon =
    R"({ "name": "north", "kind": "building", "footprint": [[-300, 10], [300, 10], [300, 30], [-300, 30]], "height_m": 25 },
       { "name": "south", "kind": "building", "footprint": [[-300, -30], [300, -30], [300, -10], [-300, -10]], "height_m": 25 },)";
/// One building over the receiver and all around it.
constexpr const char* kInside =
    R"({ "name": "hall", "kind": "building", "footprint": [[-50, -50], [50, -50], [50, 50], [-50, 50]], "height_m": 9 },)";

/// Returns the specification of a receiver without errors and rounding.
config::GpsSpec perfect() {
    return {.noise_sigma_m = 0,
            .noise_up_sigma_m = 0,
            .bias_sigma_m = 0,
            .bias_up_sigma_m = 0,
            .multipath_sigma_m = 0,
            .speed_sigma_m_s = 0,
            .quantum_deg = 0,
            .quantum_m = 0};
}

/// A receiver in Madison, with the given static elements around it.
struct Place {
    Place(const char* statics, const config::GpsSpec& spec, SimDuration period = kSecond)
        : rig(scenario(statics), spec, period), world(rig.scenario, nullptr, kLevel) {
        rig.world = &world;
        rig.at.motion.position = {0, 0, 1.5};
    }
    static config::Scenario scenario(const char* statics) {
        config::Scenario made = testing::scenario_with(statics, 1);
        made.origin = kMadison;
        return made;
    }
    SynGps fix(Sensor& sensor, std::uint64_t index) const { return rig.take<SynGps>(sensor, index); }
    Sky sky(std::uint64_t index) const {
        return sky_above(kMadison, SimTime{} + rig.spec.period * (static_cast<std::int64_t>(index) + 1),
                         10 * kRad);
    }
    Vec3 error(const SynGps& gps) const {
        return Vec3{gps.position.x, gps.position.y, gps.position.z} - rig.at.motion.position;
    }

    Inner rig;
    RayWorld world;
};

void expect_no_fix(const SynGps& gps) {
    EXPECT_EQ(gps.fix, 0u);
    EXPECT_EQ(gps.satellites, 0u);
    for (const double number :
         {gps.latitude_deg, gps.longitude_deg, gps.altitude_m, gps.position.x, gps.position.y, gps.position.z,
          gps.accuracy_m, gps.accuracy_up_m, gps.speed_m_s, gps.yaw_rad, gps.hdop, gps.vdop})
        EXPECT_TRUE(std::isnan(number));
}

struct Errors {
    std::vector<double> flat, up;
    void add(Vec3 error) {
        flat.insert(flat.end(), {error.x, error.y});
        up.push_back(error.z);
    }
};

TEST(Gps, WithoutErrorsMeasuresThePlaceOfItsAntenna) {
    Place field("", perfect());
    field.rig.position = {2, 1, 0.5};
    field.rig.at.motion.position = {100, 200, 1};
    field.rig.at.motion.orientation = geo::Quaternion::from_yaw(90 * kRad);
    const SynGps gps = field.fix(*field.rig.make(), 0);
    EXPECT_EQ(gps.fix, 3u);
    EXPECT_NEAR(gps.position.x, 99, 1e-6);
    EXPECT_NEAR(gps.position.y, 202, 1e-6);
    EXPECT_NEAR(gps.position.z, 1.5, 1e-6);
    EXPECT_EQ(gps.satellites, field.sky(0).count);
    const Dilution open = dilution(field.sky(0).all());
    EXPECT_EQ(gps.hdop, open.horizontal);
    EXPECT_EQ(gps.vdop, open.vertical);
}

TEST(Gps, EachFixHasItsOwnNoise) {
    config::GpsSpec spec = perfect();
    spec.noise_sigma_m = 0.5;
    spec.noise_up_sigma_m = 0.8;
    const Place field("", spec);
    const auto sensor = field.rig.make();
    Errors errors;
    for (std::uint64_t i = 0; i < 3'000; ++i) errors.add(field.error(field.fix(*sensor, i)));
    expect_normal(errors.flat, 0, 0.5);
    expect_normal(errors.up, 0, 0.8);
    EXPECT_EQ(field.fix(*sensor, 3'000).accuracy_m, 0.5);
    EXPECT_EQ(field.fix(*sensor, 3'001).accuracy_up_m, 0.8);
}

TEST(Gps, BiasDecaysWithItsCorrelationTime) {
    config::GpsSpec spec = perfect();
    spec.bias_sigma_m = 2;
    spec.bias_up_sigma_m = 3;
    spec.bias_correlation_s = 20;
    const Place field("", spec);
    Errors first, soon, late;
    for (std::uint64_t key = 0; key < 3'000; ++key) {
        const auto sensor = field.rig.make(key);
        first.add(field.error(field.fix(*sensor, 0)));
        soon.add(field.error(field.fix(*sensor, 5)));
        late.add(field.error(field.fix(*sensor, 25)));
    }
    expect_normal(first.flat, 0, 2);
    expect_normal(late.flat, 0, 2);
    expect_normal(late.up, 0, 3);
    expect_correlation(first.flat, soon.flat, std::exp(-5.0 / 20));
    expect_correlation(first.up, soon.up, std::exp(-5.0 / 20));
    expect_correlation(soon.flat, late.flat, std::exp(-1.0));
    expect_correlation(first.flat, late.flat, std::exp(-25.0 / 20));
}

TEST(Gps, PlacesOnEarthAndInTheWorldAgreeInWholeSteps) {
    config::GpsSpec spec;
    spec.quantum_deg = 1e-7;
    spec.quantum_m = 0.1;
    const Place field("", spec);
    const auto sensor = field.rig.make();
    const geo::WorldFrame frame(kMadison);
    for (std::uint64_t i = 0; i < 200; ++i) {
        const SynGps gps = field.fix(*sensor, i);
        const Vec3 same = frame.to_world({gps.latitude_deg, gps.longitude_deg, gps.altitude_m});
        EXPECT_EQ(gps.position.x, same.x);
        EXPECT_EQ(gps.position.y, same.y);
        EXPECT_EQ(gps.position.z, same.z);
        for (const double steps : {gps.latitude_deg / 1e-7, gps.longitude_deg / 1e-7, gps.altitude_m / 0.1})
            EXPECT_NEAR(steps, std::round(steps), 1e-6);
    }
}

TEST(Gps, RoundingErrsByHalfAStepAtMost) {
    config::GpsSpec spec = perfect();
    spec.quantum_deg = 1e-4;
    spec.quantum_m = 0.5;
    Place field("", spec);
    const auto sensor = field.rig.make();
    const geo::WorldFrame frame(kMadison);
    double off_deg = 0;
    for (std::uint64_t i = 0; i < 300; ++i) {
        field.rig.at.motion.position = {1.37 * static_cast<double>(i), -0.71 * static_cast<double>(i), 1.5};
        const geo::Geodetic truth = frame.to_earth(field.rig.at.motion.position);
        const SynGps gps = field.fix(*sensor, i);
        EXPECT_LE(std::abs(gps.latitude_deg - truth.latitude_deg), 0.5e-4 * (1 + 1e-9));
        EXPECT_LE(std::abs(gps.longitude_deg - truth.longitude_deg), 0.5e-4 * (1 + 1e-9));
        EXPECT_LE(std::abs(gps.altitude_m - truth.elevation_m), 0.25 * (1 + 1e-9));
        off_deg = std::max(off_deg, std::abs(gps.latitude_deg - truth.latitude_deg));
    }
    EXPECT_GT(off_deg, 0.4e-4);
}

TEST(Gps, MeasuresSpeedAndCourseUnlessItIsTooSlow) {
    Place field("", perfect());
    field.rig.position = {2, 0, 0};
    const auto sensor = field.rig.make();
    geo::Motion& motion = field.rig.at.motion;
    motion.velocity = {3, 0, 5};
    motion.angular_velocity = {0, 0, 2};
    const SynGps gps = field.fix(*sensor, 0);
    EXPECT_NEAR(gps.speed_m_s, 5, 1e-12);
    EXPECT_NEAR(gps.yaw_rad, std::atan2(4, 3), 1e-12);
    motion.angular_velocity = {};
    motion.velocity = {-0.51, 0, 0};
    EXPECT_NEAR(field.fix(*sensor, 1).yaw_rad, std::numbers::pi, 1e-12);
    motion.velocity = {-0.49, 0, 0};
    EXPECT_NEAR(field.fix(*sensor, 2).speed_m_s, 0.49, 1e-12);
    EXPECT_TRUE(std::isnan(field.fix(*sensor, 3).yaw_rad));
}

TEST(Gps, SpeedHasItsOwnNoise) {
    config::GpsSpec spec = perfect();
    spec.speed_sigma_m_s = 0.1;
    Place field("", spec);
    field.rig.at.motion.velocity = {0, 40, 0};
    const auto sensor = field.rig.make();
    std::vector<double> along, across;
    for (std::uint64_t i = 0; i < 3'000; ++i) {
        const SynGps gps = field.fix(*sensor, i);
        along.push_back(gps.speed_m_s * std::sin(gps.yaw_rad) - 40);
        across.push_back(gps.speed_m_s * std::cos(gps.yaw_rad));
    }
    expect_normal(along, 0, 0.1);
    expect_normal(across, 0, 0.1);
}

TEST(Gps, InAStreetCanyonErrsMoreByItsDilution) {
    config::GpsSpec spec = perfect();
    spec.noise_sigma_m = 1;
    spec.noise_up_sigma_m = 1;
    const SimDuration period = SimDuration::seconds(60);  // 24 * 60 samples are a day
    const Place field("", spec, period), canyon(kCanyon, spec, period);
    const auto open = field.rig.make(), between = canyon.rig.make();
    double satellites_open = 0, satellites_between = 0, hdop_open = 0, hdop_between = 0;
    double squares_open = 0, squares_between = 0;
    std::vector<double> shares, shares_up;  // errors divided by the growth that the dilution predicts
    int in_space = 0, flat = 0;
    for (std::uint64_t i = 0; i < 24 * 60; ++i) {
        const SynGps a = field.fix(*open, i), b = canyon.fix(*between, i);
        EXPECT_EQ(a.satellites, field.sky(i).count);
        EXPECT_EQ(a.accuracy_m, 1);
        if (b.fix == 2) {
            ++flat;
            const double open_flat = dilution(field.sky(i).all(), Dilution::Fix::flat).horizontal;
            EXPECT_NEAR(b.accuracy_m, b.hdop / open_flat, 1e-12);
            EXPECT_GE(b.accuracy_m, 1);
        }
        if (b.fix != 3) continue;
        ++in_space;
        EXPECT_LT(b.satellites, a.satellites);
        EXPECT_GT(b.hdop, a.hdop);
        EXPECT_GT(b.vdop, a.vdop);
        EXPECT_NEAR(b.accuracy_m, b.hdop / a.hdop, 1e-12);
        EXPECT_NEAR(b.accuracy_up_m, b.vdop / a.vdop, 1e-12);
        satellites_open += a.satellites;
        satellites_between += b.satellites;
        hdop_open += a.hdop;
        hdop_between += b.hdop;
        const Vec3 error = canyon.error(b), error_open = field.error(a);
        squares_open += error_open.x * error_open.x + error_open.y * error_open.y;
        squares_between += error.x * error.x + error.y * error.y;
        shares.insert(shares.end(), {error.x * a.hdop / b.hdop, error.y * a.hdop / b.hdop});
        shares_up.push_back(error.z * a.vdop / b.vdop);
    }
    EXPECT_GT(in_space, 200) << "of " << 24 * 60;
    EXPECT_GT(flat, 50);
    EXPECT_LT(satellites_between, 0.7 * satellites_open);
    EXPECT_GT(hdop_between, 2 * hdop_open);
    EXPECT_GT(squares_between, 4 * squares_open);
    expect_normal(shares, 0, 1);
    expect_normal(shares_up, 0, 1);
}

TEST(Gps, BiasGrowsWithTheDilution) {
    config::GpsSpec spec = perfect();
    spec.bias_sigma_m = 2;
    spec.bias_up_sigma_m = 3;
    const Place canyon(kCanyon, spec);
    std::uint64_t index = 0;
    while (canyon.fix(*canyon.rig.make(), index).fix != 3) index += 600;
    const Dilution open = dilution(canyon.sky(index).all());
    Errors shares;
    for (std::uint64_t key = 0; key < 2'000; ++key) {
        const SynGps gps = canyon.fix(*canyon.rig.make(key), index);
        const Vec3 error = canyon.error(gps);
        shares.flat.insert(shares.flat.end(),
                           {error.x * open.horizontal / gps.hdop, error.y * open.horizontal / gps.hdop});
        shares.up.push_back(error.z * open.vertical / gps.vdop);
    }
    expect_normal(shares.flat, 0, 2);
    expect_normal(shares.up, 0, 3);
}

TEST(Gps, UsesNoSatellitesBehindWalls) {
    const Place canyon(kCanyon, perfect());
    const auto sensor = canyon.rig.make();
    for (std::uint64_t i = 0; i < 24 * 3600; i += 1'200) {
        // A satellite is in sight if it is above the walls, which are 10 m away and rise 23.5 m above the
        // antenna, or past the ends of the walls, which are 300 m away along the street.
        std::vector<Vec3> seen;
        const Sky sky = canyon.sky(i);
        for (const Vec3& one : sky.all()) {
            if (one.z / std::abs(one.y) * 10 > 23.5 || std::abs(one.x / one.y) * 10 > 300)
                seen.push_back(one);
        }
        const SynGps gps = canyon.fix(*sensor, i);
        const Dilution expected = dilution(seen);
        ASSERT_EQ(gps.fix, static_cast<std::uint32_t>(expected.fix));
        if (gps.fix == 0) continue;
        EXPECT_EQ(gps.satellites, seen.size());
        EXPECT_EQ(gps.hdop, expected.horizontal);
    }
}

TEST(Gps, MultipathGrowsWithTheHiddenShareOfTheSky) {
    config::GpsSpec spec = perfect();
    spec.multipath_sigma_m = 10;
    spec.multipath_correlation_s = 15;
    const Place field("", spec), canyon(kCanyon, spec);
    std::uint64_t index = 0;
    while (canyon.fix(*canyon.rig.make(), index).fix != 3) index += 600;
    std::vector<double> before, after;
    for (std::uint64_t key = 0; key < 2'000; ++key) {
        const auto sensor = canyon.rig.make(key);
        const SynGps one = canyon.fix(*sensor, index), other = canyon.fix(*sensor, index + 10);
        const auto share = [&](const SynGps& gps, std::uint64_t at) {
            return 1 - gps.satellites / static_cast<double>(canyon.sky(at).count);
        };
        const Vec3 a = canyon.error(one) * (1 / share(one, index)),
                   b = canyon.error(other) * (1 / share(other, index + 10));
        before.insert(before.end(), {a.x, a.y, a.z});
        after.insert(after.end(), {b.x, b.y, b.z});
    }
    expect_normal(before, 0, 10);
    expect_normal(after, 0, 10);
    expect_correlation(before, after, std::exp(-10.0 / 15));
    EXPECT_LT(length(field.error(field.fix(*field.rig.make(), 0))), 1e-6) << "none without walls";
}

TEST(Gps, HasNoFixUnderARoof) {
    const Place hall(kInside, config::GpsSpec{});
    expect_no_fix(hall.fix(*hall.rig.make(), 0));
}

TEST(Gps, ThreeSatellitesGiveAFlatFixAndTwoGiveNone) {
    const geo::Geodetic place = kMadison;
    for (const std::size_t wanted : {3U, 2U}) {
        // Finds a sample and an elevation mask above which exactly the wanted number of satellites remain.
        // Three must have a good geometry.
        config::GpsSpec spec = perfect();
        spec.noise_sigma_m = spec.noise_up_sigma_m = 0.1;
        std::optional<std::uint64_t> index;
        for (std::uint64_t i = 0; i < 86'400 && !index; i += 600) {
            for (double mask = 30; mask < 70 && !index; mask += 1) {
                const Sky sky =
                    sky_above(place, SimTime{} + kSecond * (static_cast<std::int64_t>(i) + 1), mask * kRad);
                if (sky.count != wanted) continue;
                if (wanted == 3 && dilution(sky.all()).fix != Dilution::Fix::flat) continue;
                index = i;
                spec.elevation_mask_deg = mask;
            }
        }
        ASSERT_TRUE(index);
        const Place field("", spec);
        const SynGps gps = field.fix(*field.rig.make(), *index);
        if (wanted == 2) {
            expect_no_fix(gps);
            continue;
        }
        EXPECT_EQ(gps.fix, 2u);
        EXPECT_EQ(gps.satellites, 3u);
        EXPECT_LT(std::hypot(gps.position.x, gps.position.y), 1);
        EXPECT_GT(std::hypot(gps.position.x, gps.position.y), 0);
        EXPECT_NEAR(gps.latitude_deg, kMadison.latitude_deg, 1e-5);
        EXPECT_EQ(gps.speed_m_s, 0);
        for (const double number : {gps.altitude_m, gps.position.z, gps.accuracy_up_m, gps.vdop})
            EXPECT_TRUE(std::isnan(number)) << "a flat fix has no height";
        EXPECT_GT(gps.hdop, 0);
    }
}

TEST(Gps, DropsOutAsOftenAndAsLongAsConfigured) {
    config::GpsSpec spec = perfect();
    spec.dropout_every_s = 6;
    spec.dropout_s = 2;
    const Place field("", spec, SimDuration::milliseconds(100));
    const auto sensor = field.rig.make();
    constexpr int kOutages = 300;
    const auto is_out = [&](std::uint64_t i) {
        const SynGps gps = field.fix(*sensor, i);
        if (gps.fix == 0) expect_no_fix(gps);
        return gps.fix == 0;
    };
    std::uint64_t i = 0;
    while (!is_out(i++)) ASSERT_LT(i, 10'000u);
    double out_s = 0, in_s = 0;
    bool out = true;
    for (int ended = 0; ended < kOutages; ++i) {
        (out ? out_s : in_s) += 0.1;
        const bool now = is_out(i);
        ASSERT_LT(i, 100'000u);
        if (!out && now) ++ended;
        out = now;
    }
    const auto bounds = chi_square_share(2 * kOutages);
    // outages and pauses shorter than a period go unseen, so the others seem longer
    const double unseen = 1 + 0.05 * (1.0 / 6 + 1.0 / 2);
    EXPECT_GT(out_s / kOutages, bounds.low * 2 * unseen);
    EXPECT_LT(out_s / kOutages, bounds.high * 2 * unseen);
    EXPECT_GT(in_s / kOutages, bounds.low * 6 * unseen);
    EXPECT_LT(in_s / kOutages, bounds.high * 6 * unseen);
}

TEST(Gps, NeverDropsOutByDefault) {
    const Place field("", config::GpsSpec{});
    const auto sensor = field.rig.make();
    for (std::uint64_t i = 0; i < 3'000; ++i) ASSERT_EQ(field.fix(*sensor, i).fix, 3u);
}

}  // namespace
}  // namespace synchrono::client::sensors
