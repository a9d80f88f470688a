// A radar, simulated by rays: each surface that a ray meets sends some of the power back. Echoes of nearly
// the same range, azimuth and radial speed become one detection.
#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <tuple>
#include <utility>

#include "client/sensors/ray_world.hpp"
#include "client/sensors/sensor.hpp"
#include "common/base/contract.hpp"
#include "common/base/random_normal.hpp"
#include "common/base/random_poisson.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::kRad;
using geo::Vec3;

constexpr std::size_t kRays = 8'192;    // in a scan, at most
constexpr std::size_t kRows_max = 512;  // most rows of rays in a scan
constexpr double kTarget_m2 = 10;       // cross-section that is just detected at range_at_10_dbsm_m
constexpr double kLeast_dbsm = -20;   // weaker targets are never detected, so that the radar ignores the road
constexpr double kFalse_db_mean = 2;  // mean signal of false detections, above the weakest detectable signal
constexpr double kFalse_m_s_max = 30;

// Parts of random keys, so that rays, detections and false detections get different random numbers.
constexpr std::uint64_t kRay = 0x726179, kEcho = 0x6563686f, kGhost = 0x67686f7374;

/// The radar cross-section of a surface as a multiple of its area as seen from the radar: `everywhere` counts
/// at any angle, `facing` falls off quickly unless the surface faces the radar.
struct Echo {
    double everywhere, facing;

    /// Returns the multiple. `cosine` is the cosine of the angle between the ray and the surface's normal.
    double at(double cosine) const {
        const double square = cosine * cosine, fourth = square * square;
        return everywhere + facing * fourth * fourth;
    }
};

constexpr Echo echo_of(scenery::Material material) {
    using enum scenery::Material;
    switch (material) {
        case none:
            break;
        case land:
            return {0.03, 0};
        case asphalt:
        case paint:
        case pavement:
            return {0.003, 0};
        case building:
            return {0.2, 3};
        case car_paint:
        case metal:
        case plate:
            return {1, 5};
        case glass:
            return {0.2, 2};
        case plastic:
        case lamp:
            return {0.8, 3};
        case rubber:
            return {0.3, 0.5};
        case cloth:
            return {0.6, 0.4};
    }
    return {0, 0};
}

double decibels(double ratio) { return 10 * std::log10(ratio); }

/// Sums over echoes: the cross-sections, and range, azimuth, elevation and speed, each weighted by the
/// cross-section. The functions return the weighted means.
struct Sum {
    double area_m2 = 0, range = 0, azimuth = 0, elevation = 0, speed = 0;

    void add(const Sum& other) {
        area_m2 += other.area_m2;
        range += other.range;
        azimuth += other.azimuth;
        elevation += other.elevation;
        speed += other.speed;
    }
    double range_m() const { return range / area_m2; }
    double azimuth_rad() const { return azimuth / area_m2; }
    double speed_m_s() const { return speed / area_m2; }
};

class Radar final : public Sensor {
  public:
    Radar(const SensorSetup& setup, const config::RadarSpec& spec)
        : setup_(setup),
          spec_(spec),
          width_rad_(spec.azimuth_view_deg * kRad),
          height_rad_(spec.elevation_view_deg * kRad),
          azimuth_step_rad_(spec.azimuth_resolution_deg * kRad),
          apart_rad_(std::sqrt(width_rad_ * height_rad_ / kRays)) {
        SYN_REQUIRE(setup.world != nullptr);
        const auto rows = static_cast<std::size_t>(std::lround(height_rad_ / apart_rad_));
        rows_.resize(std::clamp<std::size_t>(rows, 1, kRows_max));
        columns_.resize(kRays / rows_.size() / RayPacket::kRays * RayPacket::kRays);
        echoes_.reserve(kRays);
        by_cell_.reserve(kRays);
        cells_.reserve(kRays);
        strongest_.reserve(kRays);
    }

    void sample(const BodyState& at, std::uint64_t index, Reading& reading) override {
        if (!std::holds_alternative<RadarScan>(reading)) reading.emplace<RadarScan>();
        auto& [head, detections] = std::get<RadarScan>(reading);
        detections.clear();
        cast_rays(motion_at(at.motion, setup_), index);
        gather();
        detect(index, detections);
        add_false_detections(index, detections);
        const auto place = [](const SynRadarDetection& d) {
            return std::tuple(d.range_m, d.azimuth_rad, d.elevation_rad, d.speed_m_s);
        };
        std::sort(detections.begin(), detections.end(),
                  [&](const SynRadarDetection& a, const SynRadarDetection& b) {
                      return a.signal_db != b.signal_db ? a.signal_db > b.signal_db : place(a) < place(b);
                  });
        if (detections.size() > spec_.detections_max) detections.resize(spec_.detections_max);
        std::sort(
            detections.begin(), detections.end(),
            [&](const SynRadarDetection& a, const SynRadarDetection& b) { return place(a) < place(b); });
        head = {.detections = detections.data(),
                .count = static_cast<std::uint32_t>(detections.size()),
                .reserved = 0};
    }

  private:
    /// The echoes of one cell, which is half a resolution wide in range, azimuth and speed. The order of cell
    /// numbers is that of range, then azimuth, then speed.
    struct Cell {
        std::uint64_t number = 0;
        bool taken = false;  // part of a detection already
        Sum sum;
    };
    static constexpr unsigned kSpeedBits = 24, kAzimuthBits = 16;

    std::uint64_t range_bin(double range_m) const {
        return static_cast<std::uint64_t>(std::max(range_m, 0.0) / (spec_.range_resolution_m / 2));
    }
    std::uint64_t azimuth_bin(double azimuth_rad) const {
        return static_cast<std::uint64_t>((azimuth_rad + 2 * std::numbers::pi) / (azimuth_step_rad_ / 2));
    }
    std::uint64_t speed_bin(double speed_m_s) const {
        return static_cast<std::uint64_t>((speed_m_s + spec_.speed_max_m_s) /
                                          (spec_.speed_resolution_m_s / 2));
    }

    /// Casts the rays and keeps the echo of each.
    void cast_rays(const geo::Motion& here, std::uint64_t index) {
        const RayWorld& world = *setup_.world;
        const Vec3 ahead = here.orientation.rotate({1, 0, 0}), left = here.orientation.rotate({0, 1, 0}),
                   up = here.orientation.rotate({0, 0, 1}), from = here.position - world.origin();
        // Each scan moves its rays a little at random, so that no thing stays between two rays for ever.
        Random random(setup_.key ^ kRay, index);
        const auto spread = [&](std::vector<Angle>& angles, double view_rad) {
            const double step_rad = view_rad / static_cast<double>(angles.size());
            double next_rad = -view_rad / 2;
            for (std::size_t i = 0; i < angles.size(); ++i, next_rad += step_rad) {
                const double angle_rad = next_rad + step_rad * random.uniform();
                angles[i] = {angle_rad, std::cos(angle_rad), std::sin(angle_rad)};
            }
            return step_rad;
        };
        const double area = spread(columns_, width_rad_) * spread(rows_, height_rad_);
        echoes_.clear();
        by_cell_.clear();
        RayPacket packet{};
        for (const Angle& row : rows_) {
            for (std::size_t first = 0; first < columns_.size(); first += RayPacket::kRays) {
                for (std::size_t i = 0; i < RayPacket::kRays; ++i) {
                    const Angle& column = columns_[first + i];
                    packet.aim(i, from, (ahead * column.cos + left * column.sin) * row.cos + up * row.sin, 0,
                               spec_.range_max_m);
                }
                world.cast(packet);
                for (std::size_t i = 0; i < RayPacket::kRays; ++i) {
                    if (packet.met(i))
                        add_echo(here, packet, i, columns_[first + i].rad, row.rad, area * row.cos);
                }
            }
        }
    }

    /// Keeps the echo of one ray. `solid_rad2` is the solid angle that the ray stands for.
    void add_echo(const geo::Motion& here, const RayPacket& packet, std::size_t ray, double azimuth_rad,
                  double elevation_rad, double solid_rad2) {
        const double range_m = packet.far_m[ray];
        if (range_m < spec_.range_min_m) return;
        const Vec3 direction{packet.dx[ray], packet.dy[ray], packet.dz[ray]};
        const Vec3 velocity = setup_.world->velocity(packet, ray);
        const double speed_m_s = dot(velocity - here.velocity, direction);
        if (std::abs(speed_m_s) > spec_.speed_max_m_s) return;
        const Echo echo = echo_of(setup_.world->material(packet, ray));
        const double cosine =
            std::clamp(-dot({packet.nx[ray], packet.ny[ray], packet.nz[ray]}, direction), 1e-6, 1.0);
        // The patch of surface that a grazing ray stands for may be deeper than the range resolution; then
        // only the part that fits into the resolution counts.
        const double deep_m = range_m * apart_rad_ * std::sqrt(1 - cosine * cosine) / cosine;
        const double held = std::min(1.0, spec_.range_resolution_m / deep_m);
        const double area_m2 = solid_rad2 * range_m * range_m * echo.at(cosine) * held;
        if (area_m2 <= 0) return;
        const std::uint64_t cell = (range_bin(range_m) << kAzimuthBits | azimuth_bin(azimuth_rad))
                                       << kSpeedBits |
                                   speed_bin(speed_m_s);
        by_cell_.emplace_back(cell, static_cast<std::uint32_t>(echoes_.size()));
        echoes_.push_back({area_m2, area_m2 * range_m, area_m2 * azimuth_rad, area_m2 * elevation_rad,
                           area_m2 * speed_m_s});
    }

    /// Sums up the echoes of each cell.
    void gather() {
        // Within a cell, echoes are sorted by ray, so that they are always added in the same order.
        std::sort(by_cell_.begin(), by_cell_.end());
        cells_.clear();
        for (const auto& [number, echo] : by_cell_) {
            if (cells_.empty() || cells_.back().number != number)
                cells_.push_back({.number = number, .sum = {}});
            cells_.back().sum.add(echoes_[echo]);
        }
        strongest_.resize(cells_.size());
        for (std::uint32_t i = 0; i < strongest_.size(); ++i) strongest_[i] = i;
        std::sort(strongest_.begin(), strongest_.end(), [this](std::uint32_t a, std::uint32_t b) {
            const double one = cells_[a].sum.area_m2, other = cells_[b].sum.area_m2;
            return one != other ? one > other : a < b;
        });
    }

    /// Returns the least cross-section that is detected at this range, in dBsm: the one of the radar
    /// equation, but at least kLeast_dbsm.
    double least_dbsm(double range_m) const {
        return std::max(kLeast_dbsm, decibels(kTarget_m2) + 4 * decibels(range_m / spec_.range_at_10_dbsm_m));
    }

    /// Makes detections. The strongest cell and all cells that the radar cannot resolve from it become one
    /// detection; then the strongest of the remaining cells likewise, and so on.
    void detect(std::uint64_t index, std::vector<SynRadarDetection>& detections) {
        for (const std::uint32_t first : strongest_) {
            if (cells_[first].taken) continue;
            const Sum whole = take_around(cells_[first].sum);
            const double range_m = whole.range_m();
            const double section_dbsm = decibels(whole.area_m2);
            const double signal_db = section_dbsm - least_dbsm(range_m);
            if (signal_db < 0) continue;
            Random random(setup_.key ^ mix_bits(kEcho ^ cells_[first].number), index);
            if (random.chance(spec_.miss_probability)) continue;
            const auto measured = [&](double truth, double sigma) {
                return static_cast<float>(truth + sigma * normal(random));
            };
            const double angle_rad = spec_.azimuth_sigma_deg * kRad;
            SynRadarDetection detection{};
            detection.range_m = std::max(0.0F, measured(range_m, spec_.range_sigma_m));
            detection.azimuth_rad = measured(whole.azimuth_rad(), angle_rad);
            detection.elevation_rad = measured(whole.elevation / whole.area_m2, angle_rad);
            detection.speed_m_s = measured(whole.speed_m_s(), spec_.speed_sigma_m_s);
            detection.cross_section_dbsm = measured(section_dbsm, spec_.cross_section_sigma_db);
            detection.signal_db = static_cast<float>(signal_db);
            detections.push_back(detection);
        }
    }

    /// Takes all cells that cannot be resolved from `middle`, and returns their sum.
    Sum take_around(const Sum& middle) {
        const double range_m = middle.range_m(), azimuth_rad = middle.azimuth_rad(),
                     speed_m_s = middle.speed_m_s();
        const std::uint64_t low = azimuth_bin(azimuth_rad - azimuth_step_rad_),
                            high = azimuth_bin(azimuth_rad + azimuth_step_rad_);
        const std::uint64_t last = range_bin(range_m + spec_.range_resolution_m);
        Sum whole;
        for (auto bin = range_bin(range_m - spec_.range_resolution_m); bin <= last; ++bin) {
            const std::uint64_t from = (bin << kAzimuthBits | low) << kSpeedBits,
                                to = (bin << kAzimuthBits | (high + 1)) << kSpeedBits;
            auto cell =
                std::lower_bound(cells_.begin(), cells_.end(), from,
                                 [](const Cell& one, std::uint64_t number) { return one.number < number; });
            for (; cell != cells_.end() && cell->number < to; ++cell) {
                if (cell->taken || std::abs(cell->sum.range_m() - range_m) >= spec_.range_resolution_m ||
                    std::abs(cell->sum.azimuth_rad() - azimuth_rad) >= azimuth_step_rad_ ||
                    std::abs(cell->sum.speed_m_s() - speed_m_s) >= spec_.speed_resolution_m_s)
                    continue;
                cell->taken = true;
                whole.add(cell->sum);
            }
        }
        return whole;
    }

    /// Adds false detections, at random places in the view.
    void add_false_detections(std::uint64_t index, std::vector<SynRadarDetection>& detections) {
        if (spec_.false_per_scan <= 0) return;
        Random random(setup_.key ^ kGhost, index);
        const double speed_m_s_max = std::min(spec_.speed_max_m_s, kFalse_m_s_max);
        for (std::uint32_t count = poisson(random, spec_.false_per_scan); count > 0; --count) {
            const double range_m = random.uniform(spec_.range_min_m, spec_.range_max_m);
            const double signal_db = -kFalse_db_mean * std::log(1 - random.uniform());
            SynRadarDetection detection{};
            detection.range_m = static_cast<float>(range_m);
            detection.azimuth_rad = static_cast<float>(random.uniform(-width_rad_ / 2, width_rad_ / 2));
            detection.elevation_rad = static_cast<float>(random.uniform(-height_rad_ / 2, height_rad_ / 2));
            detection.speed_m_s = static_cast<float>(random.uniform(-speed_m_s_max, speed_m_s_max));
            detection.signal_db = static_cast<float>(signal_db);
            detection.cross_section_dbsm = static_cast<float>(signal_db + least_dbsm(range_m));
            detections.push_back(detection);
        }
    }

    struct Angle {
        double rad = 0, cos = 1, sin = 0;
    };

    const SensorSetup setup_;
    const config::RadarSpec spec_;
    const double width_rad_, height_rad_, azimuth_step_rad_;
    const double apart_rad_;  // the angle between neighbouring rays, in azimuth and in elevation
    // The scan in progress.
    std::vector<Angle> columns_, rows_;
    std::vector<Sum> echoes_;                                       // one for each ray that has an echo
    std::vector<std::pair<std::uint64_t, std::uint32_t>> by_cell_;  // number of the cell, index in echoes_
    std::vector<Cell> cells_;                                       // those with echoes, ascending by number
    std::vector<std::uint32_t> strongest_;                          // indices in cells_, the strongest first
};

}  // namespace

std::unique_ptr<Sensor> make_radar(const SensorSetup& setup, const config::RadarSpec& spec) {
    return std::make_unique<Radar>(setup, spec);
}

}  // namespace synchrono::client::sensors
