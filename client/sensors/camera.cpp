#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>
#include <optional>

#include "client/sensors/glide.hpp"
#include "client/sensors/imager.hpp"
#include "client/sensors/lens.hpp"
#include "client/sensors/ray_world.hpp"
#include "client/sensors/sensor.hpp"
#include "client/sensors/shading.hpp"

namespace synchrono::client::sensors {
namespace {

using geo::Vec3;

/// The edge of a tile, in pixels. Packets are filled tile by tile, so that the rays of a packet stay close
/// together.
constexpr std::uint32_t kTile = 4;
constexpr std::size_t kRays = RayPacket::kRays;
static_assert(kTile * kTile == kRays);

/// For each pixel of a tile, its place in the order in which the rays go out during the exposure.
/// Neighbouring pixels are far apart in this order.
constexpr std::array<int, kRays> kOrder{0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5};

/// Returns the number with its digits in `base` mirrored at the point, as in van der Corput's sequence: 6 is
/// 110 in base 2 and becomes 0.011, which is 0.375.
double mirrored_digits(std::uint32_t number, std::uint32_t base) {
    double value = 0, digit = 1;
    for (; number > 0; number /= base) {
        digit /= base;
        value += digit * (number % base);
    }
    return value;
}

/// The place within a pixel, and the time within the exposure, at which one ray of each pixel goes out.
struct Spot {
    float x = 0, y = 0;               // from the pixel's middle to the right and down, in pixels
    std::array<double, kRays> share;  // of the exposure that has passed, for each pixel of a tile
};

/// Returns spots that are spread evenly over the pixel and over the exposure. Each spot gets one of `samples`
/// equal parts of the exposure. The rays of the pixels of a tile are spread over that part.
std::vector<Spot> spots_of(std::uint32_t samples) {
    std::vector<std::uint32_t> order(samples);
    for (std::uint32_t i = 0; i < samples; ++i) order[i] = i;
    std::sort(order.begin(), order.end(),
              [](std::uint32_t a, std::uint32_t b) { return mirrored_digits(a, 3) < mirrored_digits(b, 3); });
    std::vector<Spot> spots(samples);
    for (std::uint32_t i = 0; i < samples; ++i) {
        spots[i].x = static_cast<float>((i + 0.5) / samples - 0.5);
        spots[i].y =
            samples == 1 ? 0 : static_cast<float>(mirrored_digits(i, 2) + 0.5 / std::bit_ceil(samples) - 0.5);
    }
    for (std::uint32_t i = 0; i < samples; ++i) {
        for (std::size_t place = 0; place < kRays; ++place)
            spots[order[i]].share[place] = (i + (kOrder[place] + 0.5) / kRays) / samples;
    }
    return spots;
}

/// A camera. It gathers light during the whole exposure; depths and classes are those at the end of the
/// exposure, at the middles of the pixels.
class Camera final : public Sensor {
  public:
    Camera(const SensorSetup& setup, const config::CameraSpec& spec)
        : setup_(setup),
          spec_(spec),
          world_(*setup.world),
          lens_(spec),
          imager_(spec),
          spots_(spots_of(spec.samples)) {
        end_.share.fill(1);
        const std::size_t pixels = std::size_t{spec.width} * spec.height;
        if (spec.colour) light_.resize(3 * pixels);
        if (spec.depth) depth_.resize(pixels);
        if (spec.classes) classes_.resize(pixels);
    }

    void restart() override { due_.reset(); }
    void expect(SimTime due, std::uint64_t) override {
        if (due_ == due) return;
        due_ = due;
        is_first_ = true;
    }
    void scan(const BodyState& from, const BodyState& to) override;
    void sample(const BodyState& at, std::uint64_t index, Reading& reading) override;

  private:
    /// The place, orientation and time of the camera when the ray of each pixel of a tile goes out. They are
    /// the same for all tiles of a row.
    struct Poses {
        std::array<bool, kRays> open;  // false: the ray does not go out in this heartbeat
        bool any = false;
        RayPacket::Each<float> x, y, z, time;        // as in RayPacket
        std::array<RayPacket::Each<float>, 9> turn;  // rotation matrix from camera to world, row by row
    };
    /// The purpose of rays: `light` for the colour picture, `truth` for depths and classes.
    enum class For { light, truth };
    void expose(const Glide& glide, const Spot& spot, For what);
    void pose(const Glide& glide, std::uint32_t row, const Spot& spot, Poses& poses) const;
    void add_tile(std::uint32_t column, std::uint32_t row, const Spot& spot, const Poses& poses, For what);
    void flush(For what);
    void keep_light();
    void keep_truth();
    SynImage image(std::uint32_t encoding, std::uint32_t pixel_bytes, const void* pixels) const {
        return {spec_.width, spec_.height, encoding, spec_.width * pixel_bytes, pixels};
    }

    const SensorSetup setup_;
    const config::CameraSpec& spec_;
    RayWorld& world_;
    const Lens lens_;
    const Imager imager_;
    const std::vector<Spot> spots_;
    Spot end_;  // for depths and classes: the end of the exposure
    Shading shading_;
    std::optional<SimTime> due_;
    bool is_first_ = true;  // no heartbeat of this exposure has been cast yet
    std::vector<float> light_, depth_;
    std::vector<std::uint8_t> classes_;

    // The packet that is being filled.
    RayPacket packet_{};
    std::size_t count_ = 0;
    std::array<std::uint32_t, kRays> pixel_{};
    RayPacket::Each<float> ahead_{};  // cosine of the angle to the lens's axis
    LightOfRays colour_{};
};

void Camera::scan(const BodyState& from, const BodyState& to) {
    const Glide glide = glide_of(from, to, setup_);
    if (is_first_) std::fill(light_.begin(), light_.end(), 0.0F);
    if (spec_.colour) {
        for (const Spot& spot : spots_) expose(glide, spot, For::light);
    }
    if (spec_.depth || spec_.classes) expose(glide, end_, For::truth);
    is_first_ = false;
}

void Camera::expose(const Glide& glide, const Spot& spot, For what) {
    Poses poses;
    for (std::uint32_t row = 0; row < spec_.height; row += kTile) {
        pose(glide, row, spot, poses);
        if (!poses.any) continue;
        for (std::uint32_t column = 0; column < spec_.width; column += kTile)
            add_tile(column, row, spot, poses, what);
    }
    flush(what);
}

void Camera::pose(const Glide& glide, std::uint32_t row, const Spot& spot, Poses& poses) const {
    const auto exposure_ns = static_cast<double>(spec_.exposure().count_ns()),
               shutter_ns = static_cast<double>(spec_.rolling_shutter().count_ns()),
               began_ns = static_cast<double>((glide.from - *due_).count_ns()),
               ended_ns = static_cast<double>((glide.to - *due_).count_ns());
    poses.any = false;
    for (std::size_t place = 0; place < kRays; ++place) {
        const auto line = row + static_cast<std::uint32_t>(place / kTile);
        const double last = std::max(1.0, spec_.height - 1.0);
        // The time of the ray relative to due_.
        const double at_ns = -shutter_ns * (1 - line / last) - exposure_ns * (1 - spot.share[place]);
        // Rays that were due before the first heartbeat go out at its beginning. There are such rays if the
        // agent entered during an exposure.
        poses.open[place] = line < spec_.height && at_ns <= ended_ns && (is_first_ || at_ns > began_ns);
        if (!poses.open[place]) continue;
        poses.any = true;
        const double late = ended_ns > began_ns
                                ? std::clamp((at_ns - began_ns) / (ended_ns - began_ns), 0.0, 1.0)
                                : 1,
                     early = 1 - late;
        const Vec3 eye = glide.place_from * early + glide.place_to * late;
        const geo::Quaternion &a = glide.turn_from, &b = glide.turn_to;
        const geo::Quaternion turned = geo::Quaternion{early * a.w + late * b.w, early * a.x + late * b.x,
                                                       early * a.y + late * b.y, early * a.z + late * b.z}
                                           .normalised();
        poses.x[place] = static_cast<float>(eye.x);
        poses.y[place] = static_cast<float>(eye.y);
        poses.z[place] = static_cast<float>(eye.z);
        poses.time[place] = static_cast<float>(late);
        const std::array<Vec3, 3> axes{turned.rotate({1, 0, 0}), turned.rotate({0, 1, 0}),
                                       turned.rotate({0, 0, 1})};
        for (std::size_t i = 0; i < 3; ++i) {
            poses.turn[i][place] = static_cast<float>(axes[i].x);
            poses.turn[3 + i][place] = static_cast<float>(axes[i].y);
            poses.turn[6 + i][place] = static_cast<float>(axes[i].z);
        }
    }
}

void Camera::add_tile(std::uint32_t column, std::uint32_t row, const Spot& spot, const Poses& poses,
                      For what) {
    RayPacket::Each<float> left{}, up{}, ahead, dx, dy, dz;
    const std::uint32_t wide = std::min(kTile, spec_.width - column),
                        high = std::min(kTile, spec_.height - row);
    const bool middle = what == For::truth || spots_.size() == 1;
    for (std::uint32_t y = 0; y < high; ++y) {
        for (std::uint32_t x = 0; x < wide; ++x) {
            const Lens::Slope slope = middle ? lens_.middle(column + x, row + y)
                                             : lens_.within(column + x, row + y, spot.x, spot.y);
            left[kTile * y + x] = slope.left;
            up[kTile * y + x] = slope.up;
        }
    }
    const auto& t = poses.turn;
    for (std::size_t i = 0; i < kRays; ++i) {
        ahead[i] = 1 / std::sqrt(1 + left[i] * left[i] + up[i] * up[i]);
        dx[i] = (t[0][i] + t[1][i] * left[i] + t[2][i] * up[i]) * ahead[i];
        dy[i] = (t[3][i] + t[4][i] * left[i] + t[5][i] * up[i]) * ahead[i];
        dz[i] = (t[6][i] + t[7][i] * left[i] + t[8][i] * up[i]) * ahead[i];
    }
    for (std::uint32_t y = 0; y < high; ++y) {
        for (std::uint32_t x = 0; x < wide; ++x) {
            const std::size_t i = kTile * y + x;
            if (!poses.open[i]) continue;
            packet_.x[count_] = poses.x[i];
            packet_.y[count_] = poses.y[i];
            packet_.z[count_] = poses.z[i];
            packet_.time[count_] = poses.time[i];
            packet_.dx[count_] = dx[i];
            packet_.dy[count_] = dy[i];
            packet_.dz[count_] = dz[i];
            ahead_[count_] = ahead[i];
            pixel_[count_] = (row + y) * spec_.width + column + x;
            if (++count_ == kRays) flush(what);
        }
    }
}

void Camera::flush(For what) {
    if (count_ == 0) return;
    packet_.near_m.fill(0);
    packet_.far_m.fill(static_cast<float>(spec_.range_max_m));
    if (what == For::light)
        keep_light();
    else
        keep_truth();
    count_ = 0;
}

void Camera::keep_light() {
    world_.cast(packet_, count_);
    shading_.shade(world_, packet_, count_, colour_);
    const float each = 1 / static_cast<float>(spots_.size());
    for (std::size_t i = 0; i < count_; ++i) {
        float* pixel = &light_[std::size_t{3} * pixel_[i]];
        for (std::size_t c = 0; c < 3; ++c) pixel[c] += each * colour_[c][i];
    }
}

void Camera::keep_truth() {
    world_.intersect(packet_, count_);
    for (std::size_t i = 0; i < count_; ++i) {
        const bool met = packet_.met(i);
        if (spec_.depth)
            depth_[pixel_[i]] = met ? packet_.far_m[i] * ahead_[i] : std::numeric_limits<float>::infinity();
        if (spec_.classes)
            classes_[pixel_[i]] =
                met ? world_.surface(packet_, i).kind : static_cast<std::uint8_t>(SYN_CLASS_SKY);
    }
}

void Camera::sample(const BodyState&, std::uint64_t index, Reading& reading) {
    if (!std::holds_alternative<CameraImages>(reading)) {
        auto& made = reading.emplace<CameraImages>();
        made.colour.resize(light_.size());
        made.depth.resize(depth_.size());
        made.classes.resize(classes_.size());
        made.head = {.colour = image(SYN_IMAGE_RGB8, 3, spec_.colour ? made.colour.data() : nullptr),
                     .depth = image(SYN_IMAGE_DEPTH_F32, 4, nullptr),
                     .classes = image(SYN_IMAGE_CLASS_U8, 1, nullptr),
                     .focal_px = lens_.focal_px(),
                     .centre_x = lens_.centre_x(),
                     .centre_y = lens_.centre_y(),
                     .distortion = {},
                     .exposure_ns = spec_.exposure().count_ns()};
        std::copy(spec_.distortion.begin(), spec_.distortion.end(), made.head.distortion);
    }
    auto& images = std::get<CameraImages>(reading);
    if (spec_.colour) imager_.develop(light_, setup_.key, index, images.colour);
    // The swapped buffers need not be cleared, because the next picture overwrites every pixel.
    images.depth.swap(depth_);
    images.classes.swap(classes_);
    if (spec_.depth) images.head.depth.pixels = images.depth.data();
    if (spec_.classes) images.head.classes.pixels = images.classes.data();
}

}  // namespace

std::unique_ptr<Sensor> make_camera(const SensorSetup& setup, const config::CameraSpec& spec) {
    return std::make_unique<Camera>(setup, spec);
}

}  // namespace synchrono::client::sensors
