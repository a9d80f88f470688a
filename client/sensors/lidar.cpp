#include <vector>

#include "client/sensors/lidar_return.hpp"
#include "client/sensors/lidar_scan.hpp"
#include "client/sensors/sensor.hpp"
#include "common/base/contract.hpp"
#include "common/base/random.hpp"

namespace synchrono::client::sensors {
namespace {

constexpr std::size_t kRays = RayPacket::kRays;
template <typename T>
using Lanes = RayPacket::Each<T>;

/// The points of the sweep so far. `points` has room for all rays and one point more, because add_points()
/// writes every result and then counts it only if it is a point.
struct Sweep {
    std::vector<SynPoint> points;
    std::size_t count = 0;
    std::uint32_t rays = 0;  // cast so far, with or without a point
};

/// The result of one ray: a point, or nothing if the intensity is negative.
struct RayResult {
    float x, y, z, intensity;
};

class Lidar final : public Sensor {
  public:
    Lidar(const SensorSetup& setup, const config::LidarSpec& spec)
        : setup_(setup),
          flash_(spec.scan == config::LidarSpec::Scan::flash),
          scan_(spec, setup.spec.period),
          back_(spec),
          chances_(scan_.beams()),
          spots_(kRays * scan_.beams()) {
        sweep_.points.resize(scan_.rays() + 1);
    }

    void restart() override { sweep_.count = sweep_.rays = 0; }

    void expect(SimTime due, std::uint64_t index) override {
        began_ = due - setup_.spec.period;
        index_ = index;
    }

    void scan(const BodyState& from, const BodyState& to) override {
        if (flash_) return;
        SYN_REQUIRE(from.time >= began_);
        cast(glide_of(from, to, setup_), began_, index_, scan_.first_from(from.time - began_),
             scan_.first_from(to.time - began_));
    }

    void sample(const BodyState& at, std::uint64_t index, Reading& reading) override {
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
    /// Casts the rays of columns `first` to `end - 1` of the sweep that began at `begin`, and adds their
    /// points.
    void cast(const Glide& glide, SimTime begin, std::uint64_t index, std::uint32_t first,
              std::uint32_t end) {
        for (; first < end; first += strip_.count) {
            scan_.strip(first, end, begin, glide, strip_);
            draw(index);
            for (std::uint32_t packet = 0; packet < strip_.packets; ++packet) cast(packet);
            add_points();
        }
    }

    /// Draws the random numbers of the strip's rays. They depend only on the sensor's key, the sweep, the
    /// column and the beam.
    void draw(std::uint64_t index) {
        Lanes<std::uint64_t> keys, bits;
        for (std::uint32_t k = 0; k < kRays; ++k) {
            const std::uint64_t column = index * scan_.columns() + strip_.first + (k & (strip_.width - 1));
            keys[k] = mix_bits(setup_.key ^ mix_bits(column));
        }
        constexpr std::uint64_t kBeam = 0xd1342543de82ef95;  // the increment of Random's counter
        for (std::uint32_t k = 0; k < kRays; ++k) keys[k] += (k >> strip_.shift) * kBeam;
        const std::uint64_t step = (kRays >> strip_.shift) * kBeam;
        for (std::uint32_t packet = 0; packet < strip_.packets; ++packet) {
            for (std::uint32_t k = 0; k < kRays; ++k) bits[k] = mix_bits(keys[k] + packet * step);
            LidarReturn::draw(bits, chances_[packet]);
        }
    }

    void cast(std::uint32_t packet) {
        scan_.aim(strip_, packet, rays_);
        setup_.world->cast(rays_);
        alignas(64) Lanes<scenery::Material> materials;
        setup_.world->materials(rays_, materials);
        LidarReturn::Measured measured;
        back_.measure(rays_, materials, chances_[packet], measured);
        alignas(64) Lanes<float> x, y, z;
        scan_.directions(strip_, packet, x, y, z);
        RayResult* const spots = spots_.data() + packet * kRays;
        for (std::size_t k = 0; k < kRays; ++k)
            spots[k] = {x[k] * measured.range_m[k], y[k] * measured.range_m[k], z[k] * measured.range_m[k],
                        measured.intensity[k]};
    }

    /// Appends the points of the strip to the sweep, in the order of their times.
    void add_points() {
        SynPoint* next = sweep_.points.data() + sweep_.count;
        const std::int64_t period_ns = setup_.spec.period.count_ns();
        // Results lie packet after packet, so the results of successive beams of a column are `width` apart.
        for (std::uint32_t column = 0; column < strip_.count; ++column) {
            const auto time_ns =
                static_cast<std::int32_t>(scan_.time_of(strip_.first + column).count_ns() - period_ns);
            const RayResult* spot = spots_.data() + column;
            for (std::uint32_t beam = 0; beam < scan_.beams(); ++beam, spot += strip_.width) {
                next->x = spot->x;
                next->y = spot->y;
                next->z = spot->z;
                next->intensity = spot->intensity;
                next->time_ns = time_ns;
                next->beam = static_cast<std::uint16_t>(beam);
                next->reserved = 0;
                next += spot->intensity >= 0 ? 1 : 0;
            }
        }
        sweep_.count = static_cast<std::size_t>(next - sweep_.points.data());
        sweep_.rays += strip_.count * scan_.beams();
    }

    const SensorSetup setup_;
    const bool flash_;
    const LidarScan scan_;
    const LidarReturn back_;
    SimTime began_;  // the beginning of the sweep of the expected sample
    std::uint64_t index_ = 0;
    Sweep sweep_;
    LidarStrip strip_;
    RayPacket rays_{};
    std::vector<LidarReturn::Chance> chances_;  // for the strip's packets
    std::vector<RayResult> spots_;              // the results of the strip's rays, packet by packet
};

}  // namespace

std::unique_ptr<Sensor> make_lidar(const SensorSetup& setup, const config::LidarSpec& spec) {
    return std::make_unique<Lidar>(setup, spec);
}

}  // namespace synchrono::client::sensors
