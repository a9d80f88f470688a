/// The content of a sensor file: how often a sensor measures, how late its samples arrive, and how large its
/// errors are. Each member has the name of its key in the file; if the value has a unit, the name ends with
/// the unit. docs/sensors.md explains the keys. A name with `_sigma` is a standard deviation. Angles are
/// measured from the sensor: azimuth is positive to the left, elevation is positive upwards.
#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "common/base/result.hpp"
#include "common/geo/lens.hpp"
#include "common/geo/vector.hpp"
#include "common/time/sim_time.hpp"

namespace synchrono::config {

/// Errors of satellite positions under an open sky. Where buildings hide satellites, the errors grow with
/// the dilution of precision.
struct GpsSpec {
    double noise_sigma_m = 0.5;     // of each fix separately, on each horizontal axis
    double noise_up_sigma_m = 0.8;  // the same, vertically
    double bias_sigma_m = 1;        // of an error that varies slowly (first-order Gauss-Markov), on each axis
    double bias_up_sigma_m = 1.5;
    double bias_correlation_s = 120;  // time constant of that error
    double multipath_sigma_m = 4;     // of a second slow error, for the case that the whole sky is hidden
    double multipath_correlation_s = 15;
    double speed_sigma_m_s = 0.1;
    double elevation_mask_deg = 10;  // lower satellites are not used
    double quantum_deg = 1e-7;       // steps of latitude and longitude; 0: none
    double quantum_m = 0.01;         // steps of altitude
    double dropout_every_s = 0;      // mean time from the end of an outage to the next; 0: never
    double dropout_s = 2;            // mean duration of an outage

    friend bool operator==(const GpsSpec&, const GpsSpec&) = default;
};

/// Errors of an accelerometer on each of three axes, in the units of data sheets.
struct AccelerometerSpec {
    double noise_ug_rt_hz = 0;       // white noise at 1 s: micro-g per root hertz
    double bias_instability_ug = 0;  // lowest point of the Allan deviation, divided by 0.664
    double random_walk_ug_rt_h = 0;  // of the bias: micro-g per root hour
    double bias_mg = 0;              // sigma of the error that is constant for a run
    double scale_ppm = 0;            // sigma
    double misalignment_mrad = 0;    // sigma, of each axis towards each other axis
    double range_g = 16;
    double resolution_mg = 0;  // 0: not rounded

    friend bool operator==(const AccelerometerSpec&, const AccelerometerSpec&) = default;
};
/// Errors of a gyroscope on each of three axes, in the units of data sheets.
struct GyroscopeSpec {
    double noise_deg_rt_h = 0;  // angle random walk
    double bias_instability_deg_h = 0;
    double random_walk_deg_h_rt_h = 0;  // of the bias
    double bias_deg_h = 0;
    double scale_ppm = 0;
    double misalignment_mrad = 0;
    double range_deg_s = 500;
    double resolution_deg_s = 0;

    friend bool operator==(const GyroscopeSpec&, const GyroscopeSpec&) = default;
};
struct ImuSpec {
    AccelerometerSpec accelerometer;
    GyroscopeSpec gyroscope;

    friend bool operator==(const ImuSpec&, const ImuSpec&) = default;
};

struct WheelSpeedSpec {
    double noise_sigma_rad_s = 0;
    double scale_sigma = 0;            // of a constant relative error of each wheel; its radius is inexact
    std::uint32_t ticks_per_turn = 0;  // of the encoder, which counts whole ticks; 0: no encoder

    friend bool operator==(const WheelSpeedSpec&, const WheelSpeedSpec&) = default;
};

struct SteeringSpec {
    double noise_sigma_deg = 0;
    double bias_sigma_deg = 0;
    double resolution_deg = 0;

    friend bool operator==(const SteeringSpec&, const SteeringSpec&) = default;
};

/// A sensor without errors: the true state.
struct StateSpec {
    friend bool operator==(const StateSpec&, const StateSpec&) = default;
};

struct LidarSpec {
    enum class Scan {
        spinning,  // all beams at once, column after column around the whole circle, to the right
        raster,    // all beams at once, column after column across the field of view, left to right
        flash,     // all rays at the same time
    };
    Scan scan = Scan::spinning;
    std::vector<double> elevations_deg;  // of the beams, highest first
    std::vector<double> azimuths_deg;    // of the beams, added to that of the column; empty: all 0
    std::uint32_t columns = 0;           // in one turn or one sweep
    double view_deg = 360;               // of raster and flash: the width of the field of view
    double range_min_m = 0.5, range_max_m = 100;
    // The distance up to which a ray detects a surface that reflects ten per cent and that it meets at right
    // angles.
    double range_at_10_percent_m = 60;
    double range_sigma_m = 0.02;
    double range_resolution_m = 0;
    double intensity_sigma = 0.02;   // full scale is 1
    double dropout_probability = 0;  // for each ray, whatever it meets

    friend bool operator==(const LidarSpec&, const LidarSpec&) = default;
};

struct RadarSpec {
    double azimuth_view_deg = 120, elevation_view_deg = 20;  // full angles, centred on straight ahead
    double range_min_m = 0.5, range_max_m = 150;
    double range_at_10_dbsm_m = 120;  // up to here a target of ten square metres is detected
    double range_resolution_m = 0.5;  // targets that differ by less in range, azimuth and speed become one
    double azimuth_resolution_deg = 3;
    double speed_resolution_m_s = 0.2;
    double speed_max_m_s = 70;
    double range_sigma_m = 0.1, azimuth_sigma_deg = 0.3, speed_sigma_m_s = 0.05, cross_section_sigma_db = 1;
    double miss_probability = 0;
    double false_per_scan = 0;  // mean
    std::uint32_t detections_max = 128;

    friend bool operator==(const RadarSpec&, const RadarSpec&) = default;
};

struct CameraSpec {
    std::uint32_t width = 640, height = 360;
    double view_deg = 90;                // horizontal, ignoring distortion
    std::array<double, 5> distortion{};  // k1, k2, p1, p2, k3 of Brown and Conrady
    double exposure_ms = 8;              // time in which moving things blur
    double rolling_shutter_ms = 0;       // from the exposure of the first row to that of the last row
    std::uint32_t samples = 1;           // rays for each pixel
    double noise_sigma = 0.2;            // of each pixel and channel in the dark; unit: 1/255 of full light
    double shot_noise = 0.025;           // variance per unit of light: 255 / electrons in a full pixel
    double range_max_m = 300;            // beyond this distance the picture shows sky
    bool colour = true, depth = false, classes = false;  // the images that the camera makes

    SimDuration exposure() const { return SimDuration::nanoseconds(std::llround(exposure_ms * 1e6)); }
    SimDuration rolling_shutter() const {
        return SimDuration::nanoseconds(std::llround(rolling_shutter_ms * 1e6));
    }
    double focal_px() const;
    /// Returns the inverse of the distortion for all pixels and a border of one pixel. Returns nothing if,
    /// within that area, the lens folds the picture over or squeezes it too strongly.
    std::optional<geo::Undistortion> undistortion() const;

    friend bool operator==(const CameraSpec&, const CameraSpec&) = default;
};

struct ObjectsSpec {
    double azimuth_view_deg = 360, elevation_view_deg = 60;
    double range_max_m = 100;
    double visible_min = 0.15;  // share of a body that must be visible
    double miss_probability = 0;
    double false_per_scan = 0;  // mean
    // Horizontal, on each axis: a constant part, and a part for each metre of distance.
    double position_sigma_m = 0, position_sigma_per_m = 0;
    double speed_sigma_m_s = 0;  // on each axis
    double yaw_sigma_deg = 0;
    double size_sigma_m = 0;

    friend bool operator==(const ObjectsSpec&, const ObjectsSpec&) = default;
};

using SensorModel = std::variant<GpsSpec, ImuSpec, WheelSpeedSpec, SteeringSpec, StateSpec, LidarSpec,
                                 RadarSpec, CameraSpec, ObjectsSpec>;
/// Names of the kinds in files, in the order of SensorModel. The number SYN_SENSOR_... of a kind is its index
/// here plus 1.
inline constexpr std::array<std::string_view, 9> kSensorKinds{
    "gps", "imu", "wheel_speed", "steering", "state", "lidar", "radar", "camera", "objects"};

struct SensorSpec {
    std::string name;    // the file's name without ".json"
    SimDuration period;  // 1 / rate_hz, in whole nanoseconds
    SimDuration delay;   // from the measurement until the sample may be used
    SensorModel model;

    /// Returns whether the sensor casts rays at the world around it and so measures at heartbeats only.
    bool has_rays() const {
        return std::holds_alternative<LidarSpec>(model) || std::holds_alternative<RadarSpec>(model) ||
               std::holds_alternative<CameraSpec>(model) || std::holds_alternative<ObjectsSpec>(model);
    }
    std::string_view kind() const { return kSensorKinds[model.index()]; }
    friend bool operator==(const SensorSpec&, const SensorSpec&) = default;
};

/// A sensor as an agent carries it.
struct MountedSensor {
    std::string name;    // unique among the agent's sensors
    std::string sensor;  // a key of Scenario::sensors
    geo::Vec3 position;  // in m: ahead and left of the centre of gravity, and above the ground at rest
    double yaw_deg = 0, pitch_deg = 0, roll_deg = 0;  // about z, then y (positive is down), then x
    bool log = true;

    friend bool operator==(const MountedSensor&, const MountedSensor&) = default;
};

/// Reads a sensor file. The error lists the problems, at most twenty, one per line: "file:line: key '...':
/// what is wrong".
Result<SensorSpec> load_sensor(const std::filesystem::path& file);

/// Reads the same from memory; `file` names the text in errors and gives the sensor its name.
Result<SensorSpec> read_sensor(std::string_view text, const std::filesystem::path& file);

}  // namespace synchrono::config
