#include <algorithm>
#include <vector>

#include "client/sensors/lidar_return.hpp"
#include "client/sensors/lidar_scan.hpp"
#include "client/sensors/sensor.hpp"
#include "common/base/contract.hpp"
#include "common/base/random.hpp"

namespace synchrono::sensors {
namespace {

constexpr std::size_t kRays = RayPacket::kRays;
template <typename T>
using Lanes = RayPacket::Each<T>;

/// What has been told of the sweep so far. Memory is there for all rays and for one point more, so that a
/// point may be written before it is known whether it counts.
struct Sweep {
    std::vector<SynPoint> points;
    std::size_t count = 0;
    std::uint32_t rays = 0;
};

/// Points of a packet's rays; negative intensity: there is none.
struct alignas(64) Lane {
    Lanes<float> x, y, z, intensity;
};

class Lidar final : public Sensor {
  public:
    Lidar(const SensorSetup& setup, const config::LidarSpec& spec)
        : setup_(setup),
          flash_(spec.scan == config::LidarSpec::Scan::flash),
          scan_(spec, setup.spec.period),
          back_(spec),
          lanes_(scan_.beams()) {
        sweep_.points.resize(scan_.rays() + 1);
    }

    void begin() override { sweep_.count = sweep_.rays = 0; }

    void pass(const Instant& from, const Instant& to) override {
        if (flash_) return;
        if (!first_sweep_) first_sweep_ = from.time;
        const Glide glide = glide_of(from, to, setup_);
        const SimDuration since = from.time - *first_sweep_;
        SYN_REQUIRE(since >= SimDuration{});
        const std::int64_t index = since / setup_.spec.period;
        const SimTime begin = *first_sweep_ + setup_.spec.period * index;
        cast(glide, begin, static_cast<std::uint64_t>(index), scan_.first_from(from.time - begin),
             scan_.first_from(to.time - begin));
    }

    void sample(const Instant& at, std::uint64_t index, Reading& reading) override {
        // Whoever came into the world long ago has swept before this sensor was asked to.
        first_sweep_ = at.time - setup_.spec.period * (static_cast<std::int64_t>(index) + 1);
        if (flash_) cast(glide_of(at, at, setup_), at.time - setup_.spec.period, index, 0, scan_.columns());
        if (!std::holds_alternative<PointCloud>(reading)) reading.emplace<PointCloud>();
        auto& cloud = std::get<PointCloud>(reading);
        cloud.points.swap(sweep_.points);
        cloud.head = {.points = cloud.points.data(),
                      .count = static_cast<std::uint32_t>(sweep_.count),
                      .rays = sweep_.rays};
        sweep_.points.resize(scan_.rays() + 1);
        sweep_.count = sweep_.rays = 0;
    }

  private:
    /// Columns `first` to `end` of the sweep that began at `begin`.
    void cast(const Glide& glide, SimTime begin, std::uint64_t index, std::uint32_t first,
              std::uint32_t end) {
        for (; first < end; first += strip_.count) {
            scan_.strip(first, end, begin, glide, strip_);
            Lanes<std::uint64_t> keys;
            for (std::uint32_t k = 0; k < kRays; ++k) {
                const std::uint64_t column = index * scan_.columns() + first + k % strip_.width;
                keys[k] = mix_bits(setup_.key ^ mix_bits(column));
            }
            for (std::uint32_t packet = 0; packet < strip_.packets; ++packet) cast(packet, keys);
            tell();
        }
    }

    void cast(std::uint32_t packet, const Lanes<std::uint64_t>& keys) {
        LidarReturn::Chance chance;
        for (std::uint32_t k = 0; k < kRays; ++k) {
            const std::uint64_t beam = packet * (kRays / strip_.width) + k / strip_.width;
            const std::uint64_t bits = mix_bits(keys[k] + beam * 0xd1342543de82ef95ULL);
            chance.high[k] = static_cast<std::uint32_t>(bits >> 32);
            chance.low[k] = static_cast<std::uint32_t>(bits);
        }
        scan_.aim(strip_, packet, rays_);
        setup_.world->cast(rays_);
        alignas(64) Lanes<scenery::Material> materials;
        setup_.world->materials(rays_, materials);
        LidarReturn::Told told;
        back_.measure(rays_, materials, chance, told);
        Lane& lane = lanes_[packet];
        scan_.look(strip_, packet, lane.x, lane.y, lane.z);
        for (std::size_t k = 0; k < kRays; ++k) {
            lane.x[k] *= told.range_m[k];
            lane.y[k] *= told.range_m[k];
            lane.z[k] *= told.range_m[k];
        }
        lane.intensity = told.intensity;
    }

    /// The points of the strip, in the order of their times.
    void tell() {
        SynPoint* next = sweep_.points.data() + sweep_.count;
        const std::int64_t period_ns = setup_.spec.period.count_ns();
        const std::uint32_t width = strip_.width, beams_a_packet = kRays / width, beams = scan_.beams();
        for (std::uint32_t column = 0; column < strip_.count; ++column) {
            const auto time_ns =
                static_cast<std::int32_t>(scan_.time_of(strip_.first + column).count_ns() - period_ns);
            const Lane* lane = lanes_.data();
            for (std::uint32_t first = 0; first < beams; first += beams_a_packet, ++lane) {
                const std::uint32_t end = std::min(first + beams_a_packet, beams);
                std::uint32_t k = column;
                for (std::uint32_t beam = first; beam < end; ++beam, k += width) {
                    *next = {.x = lane->x[k],
                             .y = lane->y[k],
                             .z = lane->z[k],
                             .intensity = lane->intensity[k],
                             .time_ns = time_ns,
                             .beam = static_cast<std::uint16_t>(beam),
                             .reserved = 0};
                    next += lane->intensity[k] >= 0 ? 1 : 0;
                }
            }
        }
        sweep_.count = static_cast<std::size_t>(next - sweep_.points.data());
        sweep_.rays += strip_.count * scan_.beams();
    }

    const SensorSetup setup_;
    const bool flash_;
    const LidarScan scan_;
    const LidarReturn back_;
    std::optional<SimTime> first_sweep_;  // its beginning
    Sweep sweep_;
    LidarStrip strip_;
    RayPacket rays_{};
    std::vector<Lane> lanes_;  // a packet of the strip each
};

}  // namespace

std::unique_ptr<Sensor> make_lidar(const SensorSetup& setup, const config::LidarSpec& spec) {
    return std::make_unique<Lidar>(setup, spec);
}

}  // namespace synchrono::sensors
