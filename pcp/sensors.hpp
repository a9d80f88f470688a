/// The C++ face of synchrono_sensors.h: the sensors of a pilot's agent and their samples.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>

#include "pcp/synchrono_sensors.h"

namespace synchrono::pcp {

/// Return the data of a sample of the named kind; null for a sample of another kind.
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

/// Return the lists of the C structures as spans.
inline std::span<const double> speeds(const SynWheelSpeeds& w) { return {w.speeds_rad_s, w.count}; }
inline std::span<const SynPoint> points(const SynPointCloud& c) { return {c.points, c.count}; }
inline std::span<const SynRadarDetection> detections(const SynRadarScan& s) {
    return {s.detections, s.count};
}
inline std::span<const SynObject> objects(const SynObjects& o) { return {o.objects, o.count}; }
/// Returns a row of an image; row 0 is at the top. Pixel is std::uint8_t for colours (red, green, blue, then
/// those of the next pixel) and for classes, float for depths. Requires that the camera makes this image.
template <typename Pixel>
std::span<const Pixel> row(const SynImage& image, std::uint32_t number) {
    const auto* first = static_cast<const std::byte*>(image.pixels) + std::size_t{number} * image.row_bytes;
    return {reinterpret_cast<const Pixel*>(first), image.row_bytes / sizeof(Pixel)};
}

/// The sensors of the pilot's agent, valid during a step. Empty for an agent that has none.
/// Threading: as the pilot.  Borrows: the C structure.
class Sensors {
  public:
    Sensors() = default;
    explicit Sensors(const SynSensors* sensors) : sensors_(sensors) {}

    /// Returns whether the agent has any sensor.
    explicit operator bool() const { return sensors_ != nullptr; }
    /// Returns all sensors of the agent, the same at every step.
    std::span<const SynSensor> mounted() const {
        if (sensors_ == nullptr) return {};
        return {sensors_->sensors, sensors_->sensors_count};
    }
    /// Returns the sensor of that name, or null.
    const SynSensor* find(std::string_view name) const {
        for (const SynSensor& sensor : mounted())
            if (sensor.name == name) return &sensor;
        return nullptr;
    }
    /// Returns the samples of all sensors that arrived since the last step: by arrival, then sensor, then
    /// index.
    std::span<const SynSample> samples() const {
        if (sensors_ == nullptr) return {};
        return {sensors_->samples, sensors_->samples_count};
    }
    /// Returns the sensor that made a sample. Requires that the sample comes from samples().
    const SynSensor& of(const SynSample& sample) const { return sensors_->sensors[sample.sensor]; }

  private:
    const SynSensors* sensors_ = nullptr;
};

}  // namespace synchrono::pcp
