#include "bench/camera_frames.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <vector>

#include "bench/sensor_world.hpp"
#include "bench/table.hpp"
#include "client/scenery/palette.hpp"
#include "client/sensors/lens.hpp"
#include "common/base/contract.hpp"

namespace synchrono::bench {
namespace {

using client::sensors::RayPacket;

constexpr int kPictures = 15;
constexpr std::uint32_t kTile = 4;

/// Casts the rays of one picture with the ray caster alone, without the rest of the camera. It first casts
/// the rays from the lens at one instant, then a shadow ray to the sun from each point that these rays met.
class BareRays {
  public:
    BareRays(const client::sensors::SensorSetup& setup, const config::CameraSpec& spec)
        : setup_(setup), spec_(spec), lens_(spec) {}

    /// Casts the rays of a picture at this moment. Returns the seconds that the ray caster took.
    double cast(const client::sensors::BodyState& at) {
        aim(at);
        const double began = cpu_seconds();
        for (RayPacket& packet : primary_) setup_.world->intersect(packet);
        const double between = cpu_seconds();
        aim_at_sun();
        const double again = cpu_seconds();
        for (std::size_t i = 0; i < shadow_.size(); ++i)
            setup_.world->occluded(shadow_[i], counts_[i], client::sensors::RayWorld::Against::everything);
        return between - began + cpu_seconds() - again;
    }
    std::size_t rays() const {
        std::size_t all = primary_.size() * RayPacket::kRays;
        for (const std::size_t count : counts_) all += count;
        return all;
    }

  private:
    void aim(const client::sensors::BodyState& at) {
        const geo::Motion eye = client::sensors::motion_at(at.motion, setup_);
        primary_.clear();
        for (std::uint32_t row = 0; row < spec_.height; row += kTile) {
            for (std::uint32_t column = 0; column < spec_.width; column += kTile) {
                RayPacket& packet = primary_.emplace_back();
                for (std::uint32_t i = 0; i < RayPacket::kRays; ++i) {
                    const auto slope = lens_.middle(column + i % kTile, row + i / kTile);
                    const geo::Vec3 way{1, slope.left, slope.up};
                    packet.aim(i, eye.position - setup_.world->origin(),
                               eye.orientation.rotate(way * (1 / length(way))), 0, spec_.range_max_m, 1);
                }
            }
        }
    }
    void aim_at_sun() {
        constexpr double kOff_m = 0.004, kShadow_m = 1000;
        const geo::Vec3 sun =
            client::scenery::palette::kSunlight * (-1 / length(client::scenery::palette::kSunlight));
        shadow_.clear();
        counts_.clear();
        for (const RayPacket& packet : primary_) {
            std::size_t count = 0;
            RayPacket shadow{};
            for (std::size_t i = 0; i < RayPacket::kRays; ++i) {
                if (!packet.met(i)) continue;
                const geo::Vec3 way{packet.dx[i], packet.dy[i], packet.dz[i]};
                geo::Vec3 normal{packet.nx[i], packet.ny[i], packet.nz[i]};
                normal = normal * ((dot(normal, way) > 0 ? -1 : 1) / length(normal));
                if (dot(normal, sun) <= 0) continue;
                shadow.aim(count++,
                           geo::Vec3{packet.x[i], packet.y[i], packet.z[i]} + way * packet.far_m[i] +
                               normal * kOff_m,
                           sun, 0, kShadow_m, 1);
            }
            if (count == 0) continue;
            shadow_.push_back(shadow);
            counts_.push_back(count);
        }
    }

    const client::sensors::SensorSetup setup_;
    const config::CameraSpec& spec_;
    const client::sensors::Lens lens_;
    std::vector<RayPacket> primary_, shadow_;
    std::vector<std::size_t> counts_;
};

}  // namespace

void camera_frames() {
    SensorWorld world({"camera_front"});
    const client::sensors::SensorSetup setup = world.setup_of(0);
    const auto& spec = std::get<config::CameraSpec>(setup.spec.model);
    SYN_REQUIRE(spec.width % kTile == 0 && spec.height % kTile == 0);
    const auto camera = client::sensors::make_camera(setup, spec);
    BareRays bare(setup, spec);
    client::sensors::Reading reading;
    std::vector<double> camera_ms, bare_ms;
    const SimDuration beat = world.scenario().heartbeat, open = spec.exposure() + spec.rolling_shutter();
    const std::int64_t beats =
        std::max<std::int64_t>(1, (open.count_ns() + beat.count_ns() - 1) / beat.count_ns());
    camera->restart();
    for (int picture = 0; picture < kPictures; ++picture) {
        const SimTime due = SimTime{} + setup.spec.period * (picture + 1);
        double spent_s = 0;
        for (std::int64_t left = beats - 1; left >= 0; --left) {
            const SimTime to = due - beat * left;
            world.update(to);
            const double began = cpu_seconds();
            camera->expect(due, static_cast<std::uint64_t>(picture));
            camera->scan(world.ego_at(to - beat), world.ego_at(to));
            if (left == 0) camera->sample(world.ego_at(to), static_cast<std::uint64_t>(picture), reading);
            spent_s += cpu_seconds() - began;
        }
        camera_ms.push_back(1e3 * spent_s);
        bare_ms.push_back(1e3 * bare.cast(world.ego_at(due)));
    }
    const double picture = median(camera_ms), rays = median(bare_ms),
                 period_ms = setup.spec.period.to_seconds() * 1e3;
    const Table table(
        {"camera", "time for a picture", "period", "share of a core", "its rays alone", "ratio"});
    table.row({fmt::format("camera_front, {} x {} in colour, {} vehicles", spec.width, spec.height,
                           world.rays().bodies().size()),
               fmt::format("{:.1f} ms", picture), fmt::format("{:.0f} ms", period_ms),
               percent(picture / period_ms),
               fmt::format("{:.1f} ms ({:.0f} million rays/s)", rays,
                           static_cast<double>(bare.rays()) / rays / 1e3),
               fmt::format("{:.1f}", picture / rays)});
}

}  // namespace synchrono::bench
