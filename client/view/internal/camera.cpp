#include "client/view/internal/camera.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace synchrono::client::view {
namespace {

using geo::Vec3;

constexpr double kChaseLag_s = 0.35, kFreeSpeed_m_s = 25, kTopHeight_m = 95;

Vec3 unit(Vec3 v) {
    const double n = geo::length(v);
    return n > 1e-9 ? v * (1 / n) : Vec3{1, 0, 0};
}

}  // namespace

std::optional<Pixel> project(const Eye& eye, Vec3 place, PictureSize size) {
    const Vec3 forward = unit(eye.forward), right = unit(geo::cross(forward, eye.up)),
               up = geo::cross(right, forward);
    const Vec3 from = place - eye.position;
    const double depth_m = geo::dot(from, forward);
    if (depth_m < 0.05) return std::nullopt;
    const double scale = size.height / 2.0 / std::tan(eye.fov_rad / 2) / depth_m;
    return Pixel{size.width / 2.0 + geo::dot(from, right) * scale,
                 size.height / 2.0 - geo::dot(from, up) * scale, depth_m};
}

const Eye& Camera::follow(const std::optional<Followed>& followed, double passed_s, Vec3 low, Vec3 high) {
    if (!followed) {
        if (!placed_) {
            const Vec3 middle = (low + high) * 0.5;
            const double reach_m = std::max({high.x - low.x, high.y - low.y, 60.0});
            eye_ = {middle + Vec3{0, -0.45 * reach_m, 0.55 * reach_m}, {}, {0, 0, 1}, 0.9};
            eye_.forward = unit(middle - eye_.position);
        }
        placed_ = true;
        return eye_;
    }
    const geo::Motion& motion = followed->motion;
    const Vec3 size = followed->size;
    const double yaw = motion.orientation.yaw();
    switch (kind_) {
        case CameraKind::chase: {
            if (!yaw_rad_) yaw_rad_ = yaw;
            *yaw_rad_ += std::remainder(yaw - *yaw_rad_, 2 * std::numbers::pi) *
                         (1 - std::exp(-passed_s / kChaseLag_s));
            const double back_m = (5.5 + 0.95 * size.x) * zoom_, above_m = (1.6 + 0.85 * size.z) * zoom_;
            const Vec3 ahead{std::cos(*yaw_rad_), std::sin(*yaw_rad_), 0};
            eye_.position = motion.position - ahead * back_m + Vec3{0, 0, above_m};
            eye_.forward = unit(motion.position + ahead * 4 + Vec3{0, 0, 0.35 * size.z} - eye_.position);
            eye_.up = {0, 0, 1};
            eye_.fov_rad = 0.95;
            break;
        }
        case CameraKind::cockpit:
            // The place of the driver's eyes, in the left half of the front.
            eye_.position =
                motion.position + motion.orientation.rotate({0.12 * size.x, 0.18 * size.y, 0.42 * size.z});
            eye_.forward = motion.orientation.rotate(unit({1, 0, -0.06}));
            eye_.up = motion.orientation.rotate({0, 0, 1});
            eye_.fov_rad = 1.05;
            break;
        case CameraKind::top:
            eye_.position = motion.position + Vec3{0, 0, kTopHeight_m * zoom_};
            eye_.forward = {0, 0, -1};
            eye_.up = {0, 1, 0};
            eye_.fov_rad = 0.9;
            break;
        case CameraKind::free:
            if (!placed_) {
                eye_.position = motion.position + Vec3{-22, -22, 16};
                eye_.forward = unit(motion.position - eye_.position);
                eye_.up = {0, 0, 1};
                eye_.fov_rad = 0.95;
            }
            break;
    }
    if (kind_ != CameraKind::chase) yaw_rad_.reset();
    placed_ = true;
    return eye_;
}

void Camera::move(const CameraInput& hands, double passed_s) {
    if (kind_ != CameraKind::free) {
        zoom_ = std::clamp(zoom_ * std::exp(-0.12 * hands.zoom), 0.3, 6.0);
        return;
    }
    // A camera that points straight up or down has no yaw, so the yaw of its upper edge is taken.
    double yaw = std::atan2(eye_.forward.y, eye_.forward.x);
    if (std::hypot(eye_.forward.x, eye_.forward.y) < 1e-3) yaw = std::atan2(eye_.up.y, eye_.up.x);
    double pitch = std::asin(std::clamp(eye_.forward.z, -1.0, 1.0));
    yaw += hands.turn_rad;
    pitch = std::clamp(pitch + hands.tilt_rad, -1.5, 1.5);
    eye_.forward = {std::cos(pitch) * std::cos(yaw), std::cos(pitch) * std::sin(yaw), std::sin(pitch)};
    eye_.up = {0, 0, 1};
    const double step_m = kFreeSpeed_m_s * passed_s;
    const Vec3 left{-std::sin(yaw), std::cos(yaw), 0};
    eye_.position = eye_.position + eye_.forward * (hands.ahead * step_m + hands.zoom * 3) +
                    left * (hands.left * step_m) + Vec3{0, 0, hands.up * step_m};
}

}  // namespace synchrono::client::view
