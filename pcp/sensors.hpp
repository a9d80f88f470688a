/// The C++ face of synchrono_sensors.h: which sensors a pilot's agent has, and what they tell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "pcp/synchrono_sensors.h"

namespace synchrono::pcp {

/// What a sample holds, where it is of that kind; null where it is not.
inline const SynGps* gps(const SynSample& s) {
    return s.kind == SYN_SENSOR_GPS ? static_cast<const SynGps*>(s.data) : nullptr;
}
inline const SynImu* imu(const SynSample& s) {
    return s.kind == SYN_SENSOR_IMU ? static_cast<const SynImu*>(s.data) : nullptr;
}
inline const SynWheelSpeeds* wheel_speeds(const SynSample& s) {
    return s.kind == SYN_SENSOR_WHEEL_SPEED ? static_cast<const SynWheelSpeeds*>(s.data) : nullptr;
}
inline const SynSteeringAngle* steering_angle(const SynSample& s) {
    return s.kind == SYN_SENSOR_STEERING ? static_cast<const SynSteeringAngle*>(s.data) : nullptr;
}
inline const SynMotion* true_state(const SynSample& s) {
    return s.kind == SYN_SENSOR_STATE ? static_cast<const SynMotion*>(s.data) : nullptr;
}
inline const SynPointCloud* point_cloud(const SynSample& s) {
    return s.kind == SYN_SENSOR_LIDAR ? static_cast<const SynPointCloud*>(s.data) : nullptr;
}
inline const SynRadarScan* radar_scan(const SynSample& s) {
    return s.kind == SYN_SENSOR_RADAR ? static_cast<const SynRadarScan*>(s.data) : nullptr;
}
inline const SynCamera* camera(const SynSample& s) {
    return s.kind == SYN_SENSOR_CAMERA ? static_cast<const SynCamera*>(s.data) : nullptr;
}
inline const SynObjects* object_list(const SynSample& s) {
    return s.kind == SYN_SENSOR_OBJECTS ? static_cast<const SynObjects*>(s.data) : nullptr;
}

/// The lists of the C structures, to be looped over.
inline std::span<const double> speeds(const SynWheelSpeeds& w) { return {w.speeds_rad_s, w.count}; }
inline std::span<const SynPoint> points(const SynPointCloud& c) { return {c.points, c.count}; }
inline std::span<const SynRadarDetection> detections(const SynRadarScan& s) {
    return {s.detections, s.count};
}
inline std::span<const SynObject> objects(const SynObjects& o) { return {o.objects, o.count}; }
/// A row of an image, counted from the top: Pixel is std::uint8_t of colours (red, green, blue, and so on)
/// and of classes, float of depths. Requires that the camera makes this image.
template <typename Pixel>
std::span<const Pixel> row(const SynImage& image, std::uint32_t number) {
    const auto* first = static_cast<const std::byte*>(image.pixels) + std::size_t{number} * image.row_bytes;
    return {reinterpret_cast<const Pixel*>(first), image.row_bytes / sizeof(Pixel)};
}

/// The sensors of the pilot's agent, during a step. An agent without any has none that tell nothing.
/// Threading: as the pilot.  Borrows: the C structure.
class Sensors {
  public:
    Sensors() = default;
    explicit Sensors(const SynSensors* sensors) : sensors_(sensors) {}

    /// Whether the agent has any.
    explicit operator bool() const { return sensors_ != nullptr; }
    /// All that are mounted, the same at every step.
    std::span<const SynSensor> mounted() const {
        if (sensors_ == nullptr) return {};
        return {sensors_->sensors, sensors_->sensors_count};
    }
    /// Null where none has that name.
    const SynSensor* find(std::string_view name) const {
        for (const SynSensor& sensor : mounted())
            if (sensor.name == name) return &sensor;
        return nullptr;
    }
    /// What has arrived since the last step, of all sensors: by arrival, then sensor, then index.
    std::span<const SynSample> samples() const {
        if (sensors_ == nullptr) return {};
        return {sensors_->samples, sensors_->samples_count};
    }
    /// Requires a sample of these sensors.
    const SynSensor& of(const SynSample& sample) const { return sensors_->sensors[sample.sensor]; }

  private:
    const SynSensors* sensors_ = nullptr;
};

}  // namespace synchrono::pcp
