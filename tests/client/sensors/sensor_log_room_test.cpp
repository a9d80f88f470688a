// Proves that the length of the longest message of each kind of sensor is known before the run, so that the
// log has room for the message. Also proves that a sample that is too long for any log is refused.
#include <algorithm>
#include <gtest/gtest.h>
#include <limits>
#include <string>

#include "client/sensors/sensor_log.hpp"
#include "common/base/limits.hpp"
#include "tests/common/log/log_fixture.hpp"
#include "tests/support/sensor_samples.hpp"

namespace synchrono::client::sensors {
namespace {

using testing::SensorSamples;

constexpr SimTime kTime = SimTime::nanoseconds(8'999'999'999'999'999'999);  // has many digits

/// Returns a name of the greatest length, which ends with `end`.
std::string long_name(const std::string& end = "") {
    return std::string(limits::kNameBytesMax - end.size(), 'n') + end;
}

struct SensorLogRoomTest : log::testing::LogTest {
    std::size_t bytes_max() const { return log_payload_bytes_max(samples.scenario, samples.agents()); }
    /// Returns the length of the longest message that `write` writes to a log with room for bytes_max().
    template <typename Write>
    std::size_t longest(Write write) {
        {
            auto log = log::RunLog::open(path("a.mcap"),
                                         {.file = {}, .ring_bytes = log::ring_bytes_for(bytes_max())});
            EXPECT_TRUE(log);
            SensorLog to(**log, samples.scenario, samples.agents());
            write(to);
            EXPECT_TRUE((*log)->close());
        }
        const auto reader = log::LogReader::open(path("a.mcap"));
        EXPECT_TRUE(reader);
        std::size_t bytes = 0;
        for (const auto& one : log::testing::messages_of(*reader))
            bytes = std::max(bytes, one.payload.size());
        return bytes;
    }
    config::AgentSpec& car() { return samples.scenario.agents[0]; }

    SensorSamples samples;
};

TEST_F(SensorLogRoomTest, TheLengthOfTheLongestSampleIsKnownBefore) {
    auto& lidar = std::get<config::LidarSpec>(samples.scenario.sensors.at("roof").model);
    lidar.columns = 8192;
    lidar.elevations_deg.assign(100, 0.0);
    const std::size_t bytes = log_payload_bytes_max(samples.scenario, samples.agents());
    EXPECT_GE(bytes, 8192u * 100 * sizeof(SynPoint));
    EXPECT_LT(bytes, 8192u * 100 * sizeof(SynPoint) + 10'000);
    EXPECT_EQ(objection_to_log(samples.scenario, samples.scenario.agents[0]), std::nullopt);
    lidar.elevations_deg.assign(512, 0.0);
    EXPECT_EQ(objection_to_log(samples.scenario, samples.scenario.agents[0]),
              "a sample of sensor 'roof' may take 97 MiB, but a log takes at most 32 MiB; mount it with "
              "\"log\": false");
    samples.scenario.agents[0].sensors[SensorSamples::kLidar].log = false;
    EXPECT_EQ(objection_to_log(samples.scenario, samples.scenario.agents[0]), std::nullopt);
}

TEST_F(SensorLogRoomTest, IncompressiblePicturesFit) {
    auto& camera = std::get<config::CameraSpec>(samples.scenario.sensors.at("eye").model);
    camera.width = 2000;  // its pictures are too large for a ring of the usual size
    camera.height = 1000;
    std::vector<std::uint8_t> pixels(std::size_t{3} * camera.width * camera.height);
    std::uint32_t noise = 1;
    for (auto& pixel : pixels) pixel = static_cast<std::uint8_t>((noise = noise * 1664525 + 1) >> 24);
    SynCamera images{};
    images.colour = {camera.width, camera.height, SYN_IMAGE_RGB8, 3 * camera.width, pixels.data()};
    const std::size_t bytes = longest([&](SensorLog& to) {
        to.write(AgentId{0}, SensorSamples::kCamera,
                 {SensorSamples::kCamera, SYN_SENSOR_CAMERA, 0, 5, 5, &images}, samples.body, {});
    });
    EXPECT_LE(bytes, bytes_max());
    EXPECT_GT(bytes, 5'000'000u) << "noise cannot be compressed";
}

TEST_F(SensorLogRoomTest, TheLongestListOfObjectsFits) {
    car().name = car().sensors[SensorSamples::kObjects].name = long_name();
    samples.scenario.statics.assign(4400, {});
    constexpr double kDigits = -1.7976931348623157e+308;
    SynObject object{.id = 0,
                     .kind = SYN_OTHER_PEDESTRIAN,
                     .position = {kDigits, kDigits, kDigits},
                     .velocity = {kDigits, kDigits, kDigits},
                     .yaw_rad = -2.2250738585072014e-308,
                     .length_m = kDigits,
                     .width_m = kDigits,
                     .height_m = kDigits,
                     .visible = 0.12345678901234567};
    const std::size_t count =
        samples.scenario.agents.size() + samples.scenario.statics.size() + kFalseObjectsMax;
    const std::size_t bytes = longest([&](SensorLog& to) {
        for (object.id = 4'000'000'000; object.id < 4'000'000'000 + 2 * count;) {
            samples.objects.clear();  // new objects: the ones of the sample before are gone
            for (; samples.objects.size() < count; ++object.id) samples.objects.push_back(object);
            samples.write(to, kTime);
        }
    });
    EXPECT_LE(bytes, bytes_max());
    EXPECT_GT(bytes, bytes_max() / 2);
}

TEST_F(SensorLogRoomTest, TheMostDetectionsOfARadarFit) {
    constexpr std::uint32_t kMost = 4096;
    std::get<config::RadarSpec>(samples.scenario.sensors.at("bumper").model).detections_max = kMost;
    for (auto& mounted : car().sensors) mounted.log = mounted.name == "bumper";
    car().name = car().sensors[SensorSamples::kRadar].name = long_name();
    samples.detections.assign(kMost, {});
    const std::size_t bytes = longest([&](SensorLog& to) { samples.write(to, kTime); });
    EXPECT_LE(bytes, bytes_max());
    EXPECT_GT(bytes, kMost * sizeof(RadarPoint));
}

TEST_F(SensorLogRoomTest, TheFramesOfManyCamerasFit) {
    car().name = long_name();
    config::MountedSensor eye = car().sensors[SensorSamples::kCamera];
    eye.yaw_deg = 30;
    eye.pitch_deg = eye.roll_deg = 20;
    car().sensors.clear();
    for (int i = 0; i < 32; ++i) {
        eye.name = long_name(std::to_string(i));
        car().sensors.push_back(eye);
    }
    const SynCamera dark{};
    const std::size_t bytes = longest([&](SensorLog& to) {
        to.write(AgentId{0}, 0, {0, SYN_SENSOR_CAMERA, 0, kTime.count_ns(), kTime.count_ns(), &dark},
                 samples.body, {});
    });
    EXPECT_LE(bytes, bytes_max());
    EXPECT_GT(bytes, 10'000u);
}

}  // namespace
}  // namespace synchrono::client::sensors
