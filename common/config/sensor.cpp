#include "common/config/sensor.hpp"

#include <algorithm>
#include <cmath>
#include <fmt/format.h>

#include "common/config/internal/form.hpp"
#include "common/config/internal/sensor_json.hpp"
#include "common/geo/angle.hpp"

namespace synchrono::config {

namespace {

constexpr Range kSigma{0, 1e6}, kTime_s{0, 1e6, true}, kShare{0, 1}, kRange{0, 10'000, true};
constexpr Range kTurn{0, 360, true}, kHalfTurn{0, 180, true}, kRate{1e-3, 1e6};
/// Returns the range of a step to which numbers are rounded. 0 means no rounding; steps below `least` are
/// refused, since they would be finer than the precision of the numbers.
constexpr Range step(double least, double most) { return {.low = least, .high = most, .or_zero = true}; }
constexpr std::size_t kBeamsMax = 512;
constexpr std::uint64_t kColumnsMax = 8'192, kRaysMax = 4'000'000;  // of one sample
constexpr SimDuration kSweepMax = SimDuration::seconds(2);
constexpr std::uint64_t kImageSideMax = 8'192, kSamplesMax = 64;
constexpr Words<LidarSpec::Scan, 3> kScans{{{"spinning", LidarSpec::Scan::spinning},
                                            {"raster", LidarSpec::Scan::raster},
                                            {"flash", LidarSpec::Scan::flash}}};

}  // namespace

template <typename Form>
static void describe(Form& form, GpsSpec& gps) {
    form.number("noise_sigma_m", gps.noise_sigma_m, kSigma, Need::optional);
    form.number("noise_up_sigma_m", gps.noise_up_sigma_m, kSigma, Need::optional);
    form.number("bias_sigma_m", gps.bias_sigma_m, kSigma, Need::optional);
    form.number("bias_up_sigma_m", gps.bias_up_sigma_m, kSigma, Need::optional);
    form.number("bias_correlation_s", gps.bias_correlation_s, kTime_s, Need::optional);
    form.number("multipath_sigma_m", gps.multipath_sigma_m, kSigma, Need::optional);
    form.number("multipath_correlation_s", gps.multipath_correlation_s, kTime_s, Need::optional);
    form.number("speed_sigma_m_s", gps.speed_sigma_m_s, kSigma, Need::optional);
    form.number("elevation_mask_deg", gps.elevation_mask_deg, {0, 90}, Need::optional);
    form.number("quantum_deg", gps.quantum_deg, step(1e-12, 1), Need::optional);
    form.number("quantum_m", gps.quantum_m, step(1e-6, 1'000), Need::optional);
    form.number("dropout_every_s", gps.dropout_every_s, {0, 1e6}, Need::optional);
    form.number("dropout_s", gps.dropout_s, kTime_s, Need::optional);
}

template <typename Form>
static void describe(Form& form, AccelerometerSpec& a) {
    form.number("noise_ug_rt_hz", a.noise_ug_rt_hz, kSigma, Need::optional);
    form.number("bias_instability_ug", a.bias_instability_ug, kSigma, Need::optional);
    form.number("random_walk_ug_rt_h", a.random_walk_ug_rt_h, kSigma, Need::optional);
    form.number("bias_mg", a.bias_mg, kSigma, Need::optional);
    form.number("scale_ppm", a.scale_ppm, kSigma, Need::optional);
    form.number("misalignment_mrad", a.misalignment_mrad, {0, 100}, Need::optional);
    form.number("range_g", a.range_g, {0, 1e4, true}, Need::optional);
    form.number("resolution_mg", a.resolution_mg, step(1e-6, 1e3), Need::optional);
}

template <typename Form>
static void describe(Form& form, GyroscopeSpec& g) {
    form.number("noise_deg_rt_h", g.noise_deg_rt_h, kSigma, Need::optional);
    form.number("bias_instability_deg_h", g.bias_instability_deg_h, kSigma, Need::optional);
    form.number("random_walk_deg_h_rt_h", g.random_walk_deg_h_rt_h, kSigma, Need::optional);
    form.number("bias_deg_h", g.bias_deg_h, kSigma, Need::optional);
    form.number("scale_ppm", g.scale_ppm, kSigma, Need::optional);
    form.number("misalignment_mrad", g.misalignment_mrad, {0, 100}, Need::optional);
    form.number("range_deg_s", g.range_deg_s, {0, 1e5, true}, Need::optional);
    form.number("resolution_deg_s", g.resolution_deg_s, step(1e-6, 1e3), Need::optional);
}

template <typename Form>
static void describe(Form& form, ImuSpec& imu) {
    form.optional_object("accelerometer", imu.accelerometer, Written::unless_default);
    form.optional_object("gyroscope", imu.gyroscope, Written::unless_default);
}

template <typename Form>
static void describe(Form& form, WheelSpeedSpec& wheels) {
    form.number("noise_sigma_rad_s", wheels.noise_sigma_rad_s, kSigma, Need::optional);
    form.number("scale_sigma", wheels.scale_sigma, {0, 0.1}, Need::optional);
    form.whole("ticks_per_turn", wheels.ticks_per_turn, 0, 1'000'000, Need::optional);
}

template <typename Form>
static void describe(Form& form, SteeringSpec& steering) {
    form.number("noise_sigma_deg", steering.noise_sigma_deg, {0, 90}, Need::optional);
    form.number("bias_sigma_deg", steering.bias_sigma_deg, {0, 90}, Need::optional);
    form.number("resolution_deg", steering.resolution_deg, step(1e-6, 90), Need::optional);
}

template <typename Form>
static void describe(Form&, StateSpec&) {}

template <typename Form>
static void describe(Form& form, LidarSpec& lidar) {
    form.choice("scan", lidar.scan, kScans, Need::optional);
    form.list("elevations_deg", lidar.elevations_deg, {-90, 90}, {1, kBeamsMax});
    form.list("azimuths_deg", lidar.azimuths_deg, {-180, 180}, {1, kBeamsMax}, Need::optional);
    form.whole("columns", lidar.columns, 1, kColumnsMax);
    form.number("view_deg", lidar.view_deg, kTurn, Need::optional);
    form.number("range_min_m", lidar.range_min_m, kRange, Need::optional);
    form.number("range_max_m", lidar.range_max_m, kRange, Need::optional);
    form.number("range_at_10_percent_m", lidar.range_at_10_percent_m, kRange, Need::optional);
    form.number("range_sigma_m", lidar.range_sigma_m, {0, 100}, Need::optional);
    form.number("range_resolution_m", lidar.range_resolution_m, step(1e-6, 100), Need::optional);
    form.number("intensity_sigma", lidar.intensity_sigma, kShare, Need::optional);
    form.number("dropout_probability", lidar.dropout_probability, kShare, Need::optional);
}

template <typename Form>
static void describe(Form& form, RadarSpec& radar) {
    form.number("azimuth_view_deg", radar.azimuth_view_deg, kTurn, Need::optional);
    form.number("elevation_view_deg", radar.elevation_view_deg, kHalfTurn, Need::optional);
    form.number("range_min_m", radar.range_min_m, kRange, Need::optional);
    form.number("range_max_m", radar.range_max_m, kRange, Need::optional);
    form.number("range_at_10_dbsm_m", radar.range_at_10_dbsm_m, kRange, Need::optional);
    form.number("range_resolution_m", radar.range_resolution_m, {0.01, 100}, Need::optional);
    form.number("azimuth_resolution_deg", radar.azimuth_resolution_deg, {0.1, 90}, Need::optional);
    form.number("speed_resolution_m_s", radar.speed_resolution_m_s, {0.01, 100}, Need::optional);
    form.number("speed_max_m_s", radar.speed_max_m_s, {0, 1'000, true}, Need::optional);
    form.number("range_sigma_m", radar.range_sigma_m, {0, 100}, Need::optional);
    form.number("azimuth_sigma_deg", radar.azimuth_sigma_deg, {0, 90}, Need::optional);
    form.number("speed_sigma_m_s", radar.speed_sigma_m_s, {0, 100}, Need::optional);
    form.number("cross_section_sigma_db", radar.cross_section_sigma_db, {0, 100}, Need::optional);
    form.number("miss_probability", radar.miss_probability, kShare, Need::optional);
    form.number("false_per_scan", radar.false_per_scan, {0, 100}, Need::optional);
    form.whole("detections_max", radar.detections_max, 1, 4'096, Need::optional);
}

template <typename Form>
static void describe(Form& form, CameraSpec& camera) {
    form.whole("width", camera.width, 1, kImageSideMax, Need::optional);
    form.whole("height", camera.height, 1, kImageSideMax, Need::optional);
    form.number("view_deg", camera.view_deg, {1, 170}, Need::optional);
    form.numbers("distortion", camera.distortion, {-10, 10}, Need::optional);
    form.number("exposure_ms", camera.exposure_ms, {0, 10'000}, Need::optional);
    form.number("rolling_shutter_ms", camera.rolling_shutter_ms, {0, 10'000}, Need::optional);
    form.whole("samples", camera.samples, 1, kSamplesMax, Need::optional);
    form.number("noise_sigma", camera.noise_sigma, {0, 255}, Need::optional);
    form.number("shot_noise", camera.shot_noise, {0, 255}, Need::optional);
    form.number("range_max_m", camera.range_max_m, kRange, Need::optional);
    form.flag("colour", camera.colour);
    form.flag("depth", camera.depth);
    form.flag("classes", camera.classes);
}

template <typename Form>
static void describe(Form& form, ObjectsSpec& objects) {
    form.number("azimuth_view_deg", objects.azimuth_view_deg, kTurn, Need::optional);
    form.number("elevation_view_deg", objects.elevation_view_deg, kHalfTurn, Need::optional);
    form.number("range_max_m", objects.range_max_m, kRange, Need::optional);
    form.number("visible_min", objects.visible_min, kShare, Need::optional);
    form.number("miss_probability", objects.miss_probability, kShare, Need::optional);
    form.number("false_per_scan", objects.false_per_scan, {0, 100}, Need::optional);
    form.number("position_sigma_m", objects.position_sigma_m, {0, 100}, Need::optional);
    form.number("position_sigma_per_m", objects.position_sigma_per_m, kShare, Need::optional);
    form.number("speed_sigma_m_s", objects.speed_sigma_m_s, {0, 100}, Need::optional);
    form.number("yaw_sigma_deg", objects.yaw_sigma_deg, {0, 180}, Need::optional);
    form.number("size_sigma_m", objects.size_sigma_m, {0, 10}, Need::optional);
}

namespace {

// Checks that concern several keys.

void check_range(double low_m, double high_m, const JsonNode& node) {
    if (low_m >= high_m)
        node.problem_at("range_max_m", fmt::format("expected more than range_min_m, which is {}", low_m));
}

void check(const LidarSpec& lidar, SimDuration period, const JsonNode& node) {
    check_range(lidar.range_min_m, lidar.range_max_m, node);
    if (period > kSweepMax)  // the time of a point within its sweep has 32 bits
        node.problem_at("rate_hz", fmt::format("expected at least {}: a sweep lasts at most {} s",
                                               1 / kSweepMax.to_seconds(), kSweepMax.to_seconds()));
    if (!std::is_sorted(lidar.elevations_deg.rbegin(), lidar.elevations_deg.rend()))
        node.problem_at("elevations_deg", "expected the highest first");
    if (!lidar.azimuths_deg.empty() && lidar.azimuths_deg.size() != lidar.elevations_deg.size())
        node.problem_at("azimuths_deg", fmt::format("expected as many numbers as elevations_deg, {}",
                                                    lidar.elevations_deg.size()));
    if (lidar.columns * lidar.elevations_deg.size() > kRaysMax)
        node.problem_at("columns", fmt::format("expected at most {} rays a sample", kRaysMax));
}

void check(const RadarSpec& radar, SimDuration, const JsonNode& node) {
    check_range(radar.range_min_m, radar.range_max_m, node);
}

void check(const CameraSpec& camera, SimDuration period, const JsonNode& node) {
    if (std::uint64_t{camera.width} * camera.height * camera.samples > 4 * kRaysMax)
        node.problem_at("width", fmt::format("expected at most {} rays (width, height, samples) a picture",
                                             4 * kRaysMax));
    const double open_ms = camera.exposure_ms + camera.rolling_shutter_ms,
                 period_ms = period.to_seconds() * 1e3;
    if (period > SimDuration{} && open_ms > period_ms)
        node.problem_at("exposure_ms",
                        fmt::format("expected exposure and rolling shutter, {} ms together, within "
                                    "the period of {} ms",
                                    open_ms, period_ms));
    if (!camera.colour && !camera.depth && !camera.classes)
        node.problem_at("colour", "expected colour, depth or classes to be true");
    if (!camera.undistortion())  // some pixels would have no ray
        node.problem_at("distortion", "this distortion folds the picture over within its corners");
}

template <typename Spec>
void check(const Spec&, SimDuration, const JsonNode&) {}

template <std::size_t index = 0>
SensorModel model_at(std::size_t wanted) {
    if constexpr (index + 1 < std::variant_size_v<SensorModel>) {
        if (wanted != index) return model_at<index + 1>(wanted);
    }
    return SensorModel(std::in_place_index<index>);
}

/// The words for the kinds. The value of a word is the index of the kind in SensorModel.
constexpr auto kKinds = [] {
    Words<std::size_t, kSensorKinds.size()> words{};
    for (std::size_t i = 0; i < words.size(); ++i) words[i] = {kSensorKinds[i], i};
    return words;
}();

}  // namespace

template <typename Form>
static void describe(Form& form, SensorSpec& sensor) {
    form.given("$schema");  // for editors
    std::size_t kind = sensor.model.index();
    const bool known = form.kind("kind", kind, kKinds);
    if (Form::kReads && known) sensor.model = model_at(kind);
    double rate_hz = Form::kReads ? 0 : 1 / sensor.period.to_seconds();
    if (form.number("rate_hz", rate_hz, kRate))
        sensor.period = SimDuration::nanoseconds(std::llround(1e9 / rate_hz));
    form.time("delay_ms", sensor.delay, {0, 10'000}, Need::optional);
    if (known) std::visit([&](auto& model) { describe(form, model); }, sensor.model);
}

double CameraSpec::focal_px() const { return width / 2.0 / std::tan(view_deg / 2 * geo::kRad); }

std::optional<geo::Undistortion> CameraSpec::undistortion() const {
    return geo::Undistortion::make(distortion, std::hypot(width + 1, height + 1) / 2 / focal_px());
}

SensorSpec read_sensor_object(const JsonNode& node, std::string name) {
    SensorSpec sensor;
    sensor.name = std::move(name);
    const std::size_t problems = node.diagnostics().count();
    FormReader::read(node, sensor);
    if (node.diagnostics().count() == problems)
        std::visit([&](const auto& model) { check(model, sensor.period, node); }, sensor.model);
    return sensor;
}

Json::Value sensor_to_json(const SensorSpec& sensor) {
    SensorSpec copy = sensor;
    return FormWriter::write(copy);
}

Result<SensorSpec> load_sensor(const std::filesystem::path& file) {
    const auto text = read_text_file(file);
    if (!text) return tl::unexpected(text.error());
    return read_sensor(*text, file);
}

Result<SensorSpec> read_sensor(std::string_view text, const std::filesystem::path& file) {
    Diagnostics diagnostics;
    const auto json = JsonText::parse(text, file.string(), diagnostics);
    if (!json) return tl::unexpected(diagnostics.error());
    SensorSpec sensor = read_sensor_object(JsonNode(*json), file.stem().string());
    if (const auto problem = check_name(sensor.name); !problem.empty())
        diagnostics.add(file.string(), {}, "a sensor's name is that of its file: " + problem);
    if (!diagnostics.empty()) return tl::unexpected(diagnostics.error());
    return sensor;
}

}  // namespace synchrono::config
