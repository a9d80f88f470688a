#include "client/sensors/lidar_scan.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "common/geo/angle.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::kRad;
constexpr std::size_t kRays = RayPacket::kRays;
using Lanes = LidarStrip::Lanes;

/// Returns the azimuth of a column. A spinning sweep begins and ends behind the sensor; in the other scans
/// each column points to the middle of its share of the field of view.
double azimuth_deg(const config::LidarSpec& spec, std::uint32_t column) {
    const double share = column / static_cast<double>(spec.columns);
    if (spec.scan == config::LidarSpec::Scan::spinning) return 180 - 360 * share;
    return spec.view_deg * (0.5 - share - 0.5 / spec.columns);
}

/// Interpolates linearly in each lane: `share` 0 gives `from`, and 1 gives `to`.
void between(double from, double to, const Lanes& share, Lanes& lanes) {
    const auto begin = static_cast<float>(from), change = static_cast<float>(to - from);
    for (std::size_t k = 0; k < kRays; ++k) lanes[k] = begin + change * share[k];
}

}  // namespace

LidarScan::LidarScan(const config::LidarSpec& spec, SimDuration period)
    : beams_(static_cast<std::uint32_t>(spec.elevations_deg.size())),
      range_m_(static_cast<float>(spec.range_max_m)) {
    const std::int64_t parts = spec.columns, whole = period.count_ns() / parts,
                       rest = period.count_ns() % parts;
    for (std::uint32_t c = 0; c < spec.columns; ++c) {
        times_.push_back(spec.scan == config::LidarSpec::Scan::flash
                             ? period
                             : SimDuration::nanoseconds(c * whole + c * rest / parts));
        cosines_.push_back(static_cast<float>(std::cos(azimuth_deg(spec, c) * kRad)));
        sines_.push_back(static_cast<float>(std::sin(azimuth_deg(spec, c) * kRad)));
    }
    for (std::uint32_t b = 0; b < beams_; ++b) {
        const double azimuth = spec.azimuths_deg.empty() ? 0 : spec.azimuths_deg[b] * kRad;
        const double elevation = spec.elevations_deg[b] * kRad;
        x_.push_back(static_cast<float>(std::cos(elevation) * std::cos(azimuth)));
        y_.push_back(static_cast<float>(std::cos(elevation) * std::sin(azimuth)));
        z_.push_back(static_cast<float>(std::sin(elevation)));
    }
}

std::uint32_t LidarScan::first_from(SimDuration since_begin) const {
    return static_cast<std::uint32_t>(std::lower_bound(times_.begin(), times_.end(), since_begin) -
                                      times_.begin());
}

void LidarScan::strip(std::uint32_t first, std::uint32_t end, SimTime begin, const Glide& glide,
                      LidarStrip& strip) const {
    strip.first = first;
    strip.count = std::min(end - first, LidarStrip::kColumnsMax);
    strip.width = std::bit_ceil(strip.count);
    strip.shift = static_cast<std::uint32_t>(std::countr_zero(strip.width));
    const std::uint32_t beams_a_packet = kRays >> strip.shift;
    strip.packets = (beams_ + beams_a_packet - 1) / beams_a_packet;
    const double beat_s = (glide.to - glide.from).to_seconds();
    for (std::uint32_t k = 0; k < kRays; ++k) {
        const std::uint32_t column = k & (strip.width - 1);
        strip.far_m[k] = column < strip.count ? range_m_ : -1.0F;
        const std::uint32_t c = first + std::min(column, strip.count - 1);
        const double since_s = (begin + times_[c] - glide.from).to_seconds();
        strip.time[k] = beat_s > 0 ? static_cast<float>(since_s / beat_s) : 1.0F;
        strip.cosine[k] = cosines_[c];
        strip.sine[k] = sines_[c];
    }
    const geo::Quaternion &p = glide.turn_from, &q = glide.turn_to;
    alignas(64) Lanes w, x, y, z;
    between(p.w, q.w, strip.time, w);
    between(p.x, q.x, strip.time, x);
    between(p.y, q.y, strip.time, y);
    between(p.z, q.z, strip.time, z);
    between(glide.place_from.x, glide.place_to.x, strip.time, strip.x);
    between(glide.place_from.y, glide.place_to.y, strip.time, strip.y);
    between(glide.place_from.z, glide.place_to.z, strip.time, strip.z);
    for (std::size_t k = 0; k < kRays; ++k) {
        // The sensor's axes (xa, xb, xc), (ya, yb, yc) and up are the columns of the rotation matrix.
        const float s = 2 / (w[k] * w[k] + x[k] * x[k] + y[k] * y[k] + z[k] * z[k]);
        const float xx = s * x[k] * x[k], yy = s * y[k] * y[k], zz = s * z[k] * z[k];
        const float xy = s * x[k] * y[k], xz = s * x[k] * z[k], yz = s * y[k] * z[k];
        const float wx = s * w[k] * x[k], wy = s * w[k] * y[k], wz = s * w[k] * z[k];
        const float xa = 1 - yy - zz, xb = xy + wz, xc = xz - wy;
        const float ya = xy - wz, yb = 1 - xx - zz, yc = yz + wx;
        const float c = strip.cosine[k], n = strip.sine[k];
        strip.ahead_x[k] = c * xa + n * ya;
        strip.ahead_y[k] = c * xb + n * yb;
        strip.ahead_z[k] = c * xc + n * yc;
        strip.left_x[k] = c * ya - n * xa;
        strip.left_y[k] = c * yb - n * xb;
        strip.left_z[k] = c * yc - n * xc;
        strip.up_x[k] = xz + wy;
        strip.up_y[k] = yz - wx;
        strip.up_z[k] = 1 - xx - yy;
    }
}

void LidarScan::beams_of(const LidarStrip& strip, std::uint32_t packet, Beams& beams) const {
    if (strip.width == kRays) {
        beams.x.fill(x_[packet]);
        beams.y.fill(y_[packet]);
        beams.z.fill(z_[packet]);
        return;
    }
    const std::uint32_t first = packet * (kRays >> strip.shift);
    for (std::uint32_t k = 0; k < kRays; ++k) {
        const std::uint32_t b = std::min(first + (k >> strip.shift), beams_ - 1);
        beams.x[k] = x_[b];
        beams.y[k] = y_[b];
        beams.z[k] = z_[b];
    }
}

void LidarScan::aim(const LidarStrip& strip, std::uint32_t packet, RayPacket& rays) const {
    Beams beams;
    beams_of(strip, packet, beams);
    rays.x = strip.x;
    rays.y = strip.y;
    rays.z = strip.z;
    rays.near_m.fill(0);
    rays.time = strip.time;
    rays.far_m = strip.far_m;
    for (std::size_t k = 0; k < kRays; ++k) {
        rays.dx[k] =
            strip.ahead_x[k] * beams.x[k] + strip.left_x[k] * beams.y[k] + strip.up_x[k] * beams.z[k];
        rays.dy[k] =
            strip.ahead_y[k] * beams.x[k] + strip.left_y[k] * beams.y[k] + strip.up_y[k] * beams.z[k];
        rays.dz[k] =
            strip.ahead_z[k] * beams.x[k] + strip.left_z[k] * beams.y[k] + strip.up_z[k] * beams.z[k];
    }
    // The last packet may have lanes without a beam; their rays are not cast.
    const std::uint32_t lanes = (beams_ - packet * (kRays >> strip.shift)) * strip.width;
    for (std::uint32_t k = lanes; k < kRays; ++k) rays.far_m[k] = -1;
}

void LidarScan::directions(const LidarStrip& strip, std::uint32_t packet, Lanes& x, Lanes& y,
                           Lanes& z) const {
    Beams beams;
    beams_of(strip, packet, beams);
    for (std::size_t k = 0; k < kRays; ++k) {
        x[k] = strip.cosine[k] * beams.x[k] - strip.sine[k] * beams.y[k];
        y[k] = strip.sine[k] * beams.x[k] + strip.cosine[k] * beams.y[k];
        z[k] = beams.z[k];
    }
}

}  // namespace synchrono::client::sensors
