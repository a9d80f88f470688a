/// Writes a sensor's sample as bytes, so that tests can compare runs. Also reads numbers out of bytes.
#pragma once

#include <cstddef>
#include <cstring>
#include <stdexcept>
#include <string>

#include "pcp/synchrono_sensors.h"

namespace synchrono::testing {

template <typename T>
T number_at(const std::string& bytes, std::size_t offset) {
    T number;
    std::memcpy(&number, bytes.data() + offset, sizeof number);
    return number;
}

inline void append_bytes(std::string& out, const SynSample& sample) {
    const auto add = [&out](const auto* first, std::size_t count) {
        out.append(reinterpret_cast<const char*>(first), count * sizeof *first);
    };
    const auto add_image = [&out](const SynImage& image) {
        if (image.pixels != nullptr)
            out.append(static_cast<const char*>(image.pixels), std::size_t{image.row_bytes} * image.height);
    };
    add(&sample.sensor, 1);
    add(&sample.index, 1);
    add(&sample.time_ns, 1);
    switch (sample.kind) {
        case SYN_SENSOR_GPS:
            return add(static_cast<const SynGps*>(sample.data), 1);
        case SYN_SENSOR_IMU:
            return add(static_cast<const SynImu*>(sample.data), 1);
        case SYN_SENSOR_WHEEL_SPEED: {
            const auto& wheels = *static_cast<const SynWheelSpeeds*>(sample.data);
            return add(wheels.speeds_rad_s, wheels.count);
        }
        case SYN_SENSOR_STEERING:
            return add(static_cast<const SynSteeringAngle*>(sample.data), 1);
        case SYN_SENSOR_STATE:
            return add(static_cast<const SynMotion*>(sample.data), 1);
        case SYN_SENSOR_LIDAR: {
            const auto& cloud = *static_cast<const SynPointCloud*>(sample.data);
            return add(cloud.points, cloud.count);
        }
        case SYN_SENSOR_RADAR: {
            const auto& scan = *static_cast<const SynRadarScan*>(sample.data);
            return add(scan.detections, scan.count);
        }
        case SYN_SENSOR_CAMERA: {
            const auto& camera = *static_cast<const SynCamera*>(sample.data);
            add_image(camera.colour);
            add_image(camera.depth);
            return add_image(camera.classes);
        }
        case SYN_SENSOR_OBJECTS: {
            const auto& list = *static_cast<const SynObjects*>(sample.data);
            return add(list.objects, list.count);
        }
    }
    throw std::logic_error("append_bytes() does not know this kind of sensor");
}

}  // namespace synchrono::testing
