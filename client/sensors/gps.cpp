// A satellite receiver. Buildings and terrain decide which satellites are visible, and the visible satellites
// decide how large the errors are; docs/sensors.md has the equations. Latitude, longitude and altitude are
// rounded first, and the position in the world frame is computed from them, so both denote the same place.
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "client/sensors/c_values.hpp"
#include "client/sensors/random_process.hpp"
#include "client/sensors/ray_world.hpp"
#include "client/sensors/sensor.hpp"
#include "client/sensors/sky.hpp"
#include "common/base/contract.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::kRad;
using geo::Vec3;
using Fix = Dilution::Fix;

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr double kFar_m = 100'000;         // things further away hide no satellites
constexpr double kHeadingSpeed_m_s = 0.5;  // a slower receiver does not know its heading

/// Returns a sample without a position and without satellites. All measured numbers are NaN.
SynGps no_fix() {
    return {.latitude_deg = kNan,
            .longitude_deg = kNan,
            .altitude_m = kNan,
            .position = {kNan, kNan, kNan},
            .accuracy_m = kNan,
            .accuracy_up_m = kNan,
            .speed_m_s = kNan,
            .yaw_rad = kNan,
            .hdop = kNan,
            .vdop = kNan,
            .satellites = 0,
            .fix = 0};
}

/// A slowly varying error on each axis; the axes are independent of each other.
struct Wander {
    std::array<GaussMarkov, 3> axes;

    void step(Random& random, Step step) {
        for (GaussMarkov& axis : axes) axis.step(random, step);
    }
    Vec3 value() const { return {axes[0].value(), axes[1].value(), axes[2].value()}; }
};

Vec3 normals(Random& random) {
    const double x = normal(random), y = normal(random), z = normal(random);
    return {x, y, z};
}
Vec3 scaled(Vec3 v, double horizontal, double up) { return {v.x * horizontal, v.y * horizontal, v.z * up}; }

class Gps final : public Sensor {
  public:
    Gps(const SensorSetup& setup, const config::GpsSpec& spec)
        : setup_(setup),
          spec_(spec),
          frame_(setup.scenario.origin),
          random_(setup.key),
          outage_(spec.dropout_every_s, spec.dropout_s, setup.spec.period.to_seconds()) {
        SYN_REQUIRE(setup.world != nullptr);
        const double period_s = setup.spec.period.to_seconds();
        const GaussMarkov flat(spec.bias_sigma_m, spec.bias_correlation_s, period_s),
            up(spec.bias_up_sigma_m, spec.bias_correlation_s, period_s),
            echo(spec.multipath_sigma_m, spec.multipath_correlation_s, period_s);
        bias_ = {flat, flat, up};
        multipath_ = {echo, echo, echo};
    }

    void restart() override { random_.restart(); }

    void sample(const BodyState& at, std::uint64_t index, Reading& reading) override {
        Random random = random_.advance(index, [&](Random& r, Step step) {
            bias_.step(r, step);
            multipath_.step(r, step);
            outage_.step(r, step);
        });
        reading = outage_.is_out() ? no_fix() : fix(at, random);
    }

  private:
    SynGps fix(const BodyState& at, Random& random) const {
        const geo::Motion antenna = motion_at(at.motion, setup_);
        const Sky sky = sky_above(setup_.scenario.origin, at.time, spec_.elevation_mask_deg * kRad);
        const Sky seen = in_sight(sky, antenna.position);
        const Dilution here = dilution(seen.all());
        SynGps gps = no_fix();
        if (here.fix == Fix::none) return gps;
        const Dilution open = dilution(sky.all(), here.fix);
        const double worse = here.horizontal / open.horizontal;
        const double worse_up = here.fix == Fix::space ? here.vertical / open.vertical : 1;
        const double hidden = 1 - static_cast<double>(seen.count) / static_cast<double>(sky.count);

        const Vec3 error =
            scaled(normals(random), worse * spec_.noise_sigma_m, worse_up * spec_.noise_up_sigma_m) +
            scaled(bias_.value(), worse, worse_up) + multipath_.value() * hidden;
        geo::Geodetic place = frame_.to_earth(antenna.position + error);
        place.latitude_deg = quantised(place.latitude_deg, spec_.quantum_deg);
        place.longitude_deg = quantised(place.longitude_deg, spec_.quantum_deg);
        place.elevation_m = quantised(place.elevation_m, spec_.quantum_m);
        gps.latitude_deg = place.latitude_deg;
        gps.longitude_deg = place.longitude_deg;
        gps.position = to_c(frame_.to_world(place));
        gps.accuracy_m = worse * std::hypot(spec_.noise_sigma_m, spec_.bias_sigma_m);
        gps.hdop = here.horizontal;
        gps.satellites = static_cast<std::uint32_t>(seen.count);
        gps.fix = static_cast<std::uint32_t>(here.fix);
        if (here.fix == Fix::space) {
            gps.altitude_m = place.elevation_m;
            gps.accuracy_up_m = worse_up * std::hypot(spec_.noise_up_sigma_m, spec_.bias_up_sigma_m);
            gps.vdop = here.vertical;
        } else {
            gps.position.z = kNan;
        }
        const Vec3 velocity = antenna.velocity + normals(random) * (worse * spec_.speed_sigma_m_s);
        gps.speed_m_s = std::hypot(velocity.x, velocity.y);
        if (gps.speed_m_s >= kHeadingSpeed_m_s) gps.yaw_rad = std::atan2(velocity.y, velocity.x);
        return gps;
    }

    /// Returns the satellites of `sky` that an antenna at `from` sees. Only the fixed world hides satellites;
    /// bodies do not.
    Sky in_sight(const Sky& sky, Vec3 from) const {
        const RayWorld& world = *setup_.world;
        Sky seen;
        RayPacket packet{};
        for (std::size_t first = 0; first < sky.count; first += RayPacket::kRays) {
            const std::size_t count = std::min(sky.count - first, RayPacket::kRays);
            for (std::size_t i = 0; i < count; ++i)
                packet.aim(i, from - world.origin(), sky.towards[first + i], 0, kFar_m);
            const std::uint32_t hidden = world.occluded(packet, count, RayWorld::Against::fixed);
            for (std::size_t i = 0; i < count; ++i) {
                if ((hidden >> i & 1U) == 0) seen.towards[seen.count++] = sky.towards[first + i];
            }
        }
        return seen;
    }

    const SensorSetup setup_;
    const config::GpsSpec spec_;
    const geo::WorldFrame frame_;
    SampleRandom random_;
    Wander bias_, multipath_;
    Outage outage_;
};

}  // namespace

std::unique_ptr<Sensor> make_gps(const SensorSetup& setup, const config::GpsSpec& spec) {
    return std::make_unique<Gps>(setup, spec);
}

}  // namespace synchrono::client::sensors
