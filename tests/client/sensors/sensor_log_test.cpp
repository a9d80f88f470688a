// Proves that every number of a sample is in the log, under the topic, the time and the coordinate frame that
// docs/logs.md lists. Pictures come out of their PNG as they went in. An agent without logged sensors adds
// nothing to the log, and writing allocates nothing.
#include "client/sensors/sensor_log.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <json/json.h>

#include "tests/common/log/allocation_watch.hpp"
#include "tests/common/log/log_fixture.hpp"
#include "tests/common/log/mcap_core.hpp"
#include "tests/common/picture/png_reader.hpp"
#include "tests/support/sample_bytes.hpp"
#include "tests/support/sensor_samples.hpp"

namespace synchrono::client::sensors {
namespace {

using log::testing::Seen;
using ::testing::ElementsAre;
using testing::number_at;
using testing::SensorSamples;

constexpr SimTime kTime = SimTime::nanoseconds(2'100'000'005);

struct SensorLogTest : log::testing::LogTest {
    /// Returns all messages that `write` has written to a log.
    template <typename Write>
    std::vector<Seen> logged(Write write) {
        {
            auto log = log::RunLog::open(path("a.mcap"));
            EXPECT_TRUE(log);
            SensorLog sensors(**log, samples.scenario, samples.agents());
            write(sensors);
            EXPECT_TRUE((*log)->close());
        }
        const auto reader = log::LogReader::open(path("a.mcap"));
        EXPECT_TRUE(reader);
        channels = reader->channels().size();
        return log::testing::messages_of(*reader);
    }
    std::vector<Seen> logged_once() {
        return logged([&](SensorLog& to) { samples.write(to, kTime, WallTime::nanoseconds(9)); });
    }
    static const Seen& on(const std::vector<Seen>& all, const std::string& topic) {
        const auto found =
            std::find_if(all.begin(), all.end(), [&](const Seen& one) { return one.topic == topic; });
        if (found == all.end()) throw std::runtime_error("nothing on " + topic);
        return *found;
    }
    /// Returns the first message of a topic, and expects kTime both in the log and in the message.
    template <typename Message>
    Message message_on(const std::vector<Seen>& all, const std::string& topic) {
        const Seen& seen = on(all, topic);
        EXPECT_EQ(seen.log_ns, kTime.count_ns());
        EXPECT_EQ(seen.publish_ns, 9);
        Message message;
        EXPECT_TRUE(message.ParseFromString(seen.payload));
        if constexpr (requires { message.timestamp(); }) {
            EXPECT_EQ(message.timestamp().seconds(), 2) << topic;
            EXPECT_EQ(message.timestamp().nanos(), 100'000'005) << topic;
        }
        return message;
    }

    SensorSamples samples;
    std::size_t channels = 0;
};

TEST_F(SensorLogTest, EachSensorHasItsTopics) {
    std::vector<std::string> topics;
    for (const Seen& one : logged_once()) topics.push_back(one.topic);
    EXPECT_THAT(topics, ElementsAre("/frames/car/sensors", "/frames/car", "/agents/car/gps",
                                    "/agents/car/imu", "/agents/car/wheels", "/agents/car/steering",
                                    "/agents/car/truth", "/agents/car/roof", "/agents/car/bumper",
                                    "/agents/car/eye/calibration", "/agents/car/eye", "/agents/car/eye/depth",
                                    "/agents/car/eye/classes", "/agents/car/seen"));
}

TEST_F(SensorLogTest, GpsIsALocationFixWithItsAccuracy) {
    const auto fix = message_on<foxglove::LocationFix>(logged_once(), "/agents/car/gps");
    EXPECT_EQ(fix.frame_id(), "car/gps");
    EXPECT_EQ(fix.latitude(), 43.0731);
    EXPECT_EQ(fix.longitude(), -89.4012);
    EXPECT_EQ(fix.altitude(), 262.5);
    EXPECT_THAT(fix.position_covariance(), ElementsAre(0.25, 0, 0, 0, 0.25, 0, 0, 0, 4));
    EXPECT_EQ(fix.position_covariance_type(), foxglove::LocationFix::DIAGONAL_KNOWN);
    EXPECT_NEAR(fix.heading(), 2.5 * std::acos(-1.0) - 2, 1e-12) << "2 rad from east is west of north";
    std::string facts;
    for (const auto& fact : fix.metadata()) facts += fact.key() + "=" + fact.value() + " ";
    EXPECT_EQ(facts,
              "fix=3 satellites=11 hdop=0.75 vdop=1.5 x_m=1.5 y_m=-2.5 z_m=0.25 speed_m_s=13.25 yaw_rad=2 ");
}

TEST_F(SensorLogTest, GpsWithoutFixIsNotANumber) {
    constexpr double kNone = std::numeric_limits<double>::quiet_NaN();
    samples.gps = {kNone, kNone, kNone, {kNone, kNone, kNone}, kNone, kNone, kNone, kNone, kNone,
                   kNone, 0,     0};
    const auto fix = message_on<foxglove::LocationFix>(logged_once(), "/agents/car/gps");
    EXPECT_TRUE(std::isnan(fix.latitude()) && std::isnan(fix.longitude()));
    EXPECT_EQ(fix.position_covariance_type(), foxglove::LocationFix::UNKNOWN);
    EXPECT_FALSE(fix.has_heading());
    EXPECT_EQ(fix.metadata(0).value(), "0");
    EXPECT_EQ(fix.metadata(1).value(), "0");
}

TEST_F(SensorLogTest, AFlatFixHasItsAccuracyButNoHeight) {
    samples.gps.altitude_m = samples.gps.accuracy_up_m = std::numeric_limits<double>::quiet_NaN();
    samples.gps.fix = 2;
    const auto fix = message_on<foxglove::LocationFix>(logged_once(), "/agents/car/gps");
    EXPECT_EQ(fix.latitude(), 43.0731);
    EXPECT_TRUE(std::isnan(fix.altitude()));
    EXPECT_EQ(fix.position_covariance_type(), foxglove::LocationFix::APPROXIMATED);
    ASSERT_EQ(fix.position_covariance_size(), 9);
    EXPECT_EQ(fix.position_covariance(0), 0.25);
    EXPECT_EQ(fix.position_covariance(4), 0.25);
    EXPECT_TRUE(std::isnan(fix.position_covariance(8)));
}

TEST_F(SensorLogTest, SensorsOfTheVehicleItselfAreLoggedNumberByNumber) {
    const auto all = logged_once();
    const auto imu = message_on<ImuSample>(all, "/agents/car/imu");
    EXPECT_EQ(imu.frame_id(), "car/imu");
    EXPECT_EQ(imu.acceleration_m_s2().x(), 0.125);
    EXPECT_EQ(imu.acceleration_m_s2().z(), 9.81);
    EXPECT_EQ(imu.angular_velocity_rad_s().y(), -0.5);
    EXPECT_EQ(imu.saturated(), 1u << 4);
    const auto wheels = message_on<::synchrono::WheelSpeeds>(all, "/agents/car/wheels");
    EXPECT_THAT(wheels.speed_rad_s(), ElementsAre(40, 41, 42, 43));
    EXPECT_EQ(wheels.radius_m(), 0.3125);
    EXPECT_EQ(message_on<::synchrono::SteeringAngle>(all, "/agents/car/steering").angle_rad(), -0.125);
    const auto state = message_on<TrueState>(all, "/agents/car/truth");
    EXPECT_EQ(state.frame_id(), "world");
    EXPECT_EQ(state.pose().position().y(), 2);
    EXPECT_EQ(state.pose().orientation().w(), 1);
    EXPECT_EQ(state.velocity_m_s().z(), 6);
    EXPECT_EQ(state.angular_velocity_rad_s().x(), 0.1);
    EXPECT_EQ(state.acceleration_m_s2().y(), 8);
}

TEST_F(SensorLogTest, PointsKeepTheLayoutOfTheSensor) {
    const auto cloud = message_on<foxglove::PointCloud>(logged_once(), "/agents/car/roof");
    EXPECT_EQ(cloud.frame_id(), "car/roof");
    EXPECT_EQ(cloud.pose().orientation().w(), 1);
    EXPECT_EQ(cloud.point_stride(), sizeof(SynPoint));
    EXPECT_EQ(cloud.data(), std::string(reinterpret_cast<const char*>(samples.points.data()),
                                        samples.points.size() * sizeof(SynPoint)));
    std::string fields;
    for (const auto& field : cloud.fields()) {
        fields += field.name() + "@" + std::to_string(field.offset()) + ":" +
                  foxglove::PackedElementField::NumericType_Name(field.type()) + " ";
    }
    EXPECT_EQ(fields, "x@0:FLOAT32 y@4:FLOAT32 z@8:FLOAT32 intensity@12:FLOAT32 t@16:INT32 beam@20:UINT16 ");
}

TEST_F(SensorLogTest, RadarDetectionsArePointsWithSpeed) {
    samples.detections = {{.range_m = 10,
                           .azimuth_rad = 0.5F,
                           .elevation_rad = 0.25F,
                           .speed_m_s = -3,
                           .cross_section_dbsm = 12,
                           .signal_db = 20}};
    const auto cloud = message_on<foxglove::PointCloud>(logged_once(), "/agents/car/bumper");
    ASSERT_EQ(cloud.data().size(), cloud.point_stride());
    ASSERT_EQ(cloud.fields_size(), 6);
    std::map<std::string, float> point;
    for (const auto& field : cloud.fields()) {
        EXPECT_EQ(field.type(), foxglove::PackedElementField::FLOAT32);
        point[field.name()] = number_at<float>(cloud.data(), field.offset());
    }
    EXPECT_NEAR(point["x"], 10 * std::cos(0.25) * std::cos(0.5), 1e-5);
    EXPECT_NEAR(point["y"], 10 * std::cos(0.25) * std::sin(0.5), 1e-5);
    EXPECT_NEAR(point["z"], 10 * std::sin(0.25), 1e-5);
    EXPECT_EQ(point["speed"], -3);
    EXPECT_EQ(point["rcs"], 12);
    EXPECT_EQ(point["signal"], 20);
}

TEST_F(SensorLogTest, PicturesAreLoggedWithoutLoss) {
    const auto all = logged_once();
    const auto picture = [&](const std::string& topic) {
        const auto image = message_on<foxglove::CompressedImage>(all, topic);
        EXPECT_EQ(image.format(), "png");
        EXPECT_EQ(image.frame_id(), "car/eye/optical");
        return picture::testing::read_png(image.data());
    };
    const auto colour = picture("/agents/car/eye");
    EXPECT_EQ(colour.width, SensorSamples::kWidth);
    EXPECT_EQ(colour.height, SensorSamples::kHeight);
    EXPECT_TRUE(std::equal(colour.pixels.begin(), colour.pixels.end(), samples.colours.begin(),
                           samples.colours.end()));
    const auto depth = picture("/agents/car/eye/depth");
    EXPECT_EQ(depth.bits, 16);
    std::vector<int> millimetres;
    for (std::size_t i = 0; i < depth.pixels.size(); i += 2)
        millimetres.push_back(depth.pixels[i] << 8 | depth.pixels[i + 1]);
    EXPECT_THAT(millimetres,
                ElementsAre(500, 1235, 65'534, 65'535, 65'535, 0, 2000, 3000, 4000, 5000, 6000, 7000));
    const auto classes = picture("/agents/car/eye/classes");
    EXPECT_TRUE(std::equal(classes.pixels.begin(), classes.pixels.end(), samples.classes.begin(),
                           samples.classes.end()));
    EXPECT_EQ(classes.palette.size(), 3u * (SYN_CLASS_SIGNAL + 1)) << "a colour for each class";
}

TEST_F(SensorLogTest, CalibrationDescribesTheLens) {
    const auto calibration =
        message_on<foxglove::CameraCalibration>(logged_once(), "/agents/car/eye/calibration");
    EXPECT_EQ(calibration.frame_id(), "car/eye/optical");
    EXPECT_EQ(calibration.width(), SensorSamples::kWidth);
    EXPECT_EQ(calibration.height(), SensorSamples::kHeight);
    EXPECT_EQ(calibration.distortion_model(), "plumb_bob");
    EXPECT_THAT(calibration.d(), ElementsAre(-0.25, 0, 0, 0, 0));
    EXPECT_THAT(calibration.k(), ElementsAre(2, 0, 1.75, 0, 2, 1.25, 0, 0, 1));
    EXPECT_THAT(calibration.r(), ElementsAre(1, 0, 0, 0, 1, 0, 0, 0, 1));
    EXPECT_THAT(calibration.p(), ElementsAre(2, 0, 1.75, 0, 0, 2, 1.25, 0, 0, 0, 1, 0));
}

TEST_F(SensorLogTest, AnImageThatACameraLacksHasNoTopic) {
    std::get<config::CameraSpec>(samples.scenario.sensors.at("eye").model).depth = false;
    std::size_t depths = 0;
    logged([](SensorLog&) {});
    const auto reader = log::LogReader::open(path("a.mcap"));
    for (const auto& [id, channel] : reader->channels()) depths += channel.topic.ends_with("/depth");
    EXPECT_EQ(depths, 0u);
}

TEST_F(SensorLogTest, ObjectsAreCubesThatAreDeletedWhenNoLongerSeen) {
    const auto all = logged([&](SensorLog& to) {
        samples.write(to, kTime, WallTime::nanoseconds(9));
        samples.objects.erase(samples.objects.begin());
        samples.write(to, kTime + SimDuration::milliseconds(100));
    });
    std::vector<foxglove::SceneUpdate> updates;
    for (const Seen& one : all) {
        if (one.topic != "/agents/car/seen") continue;
        ASSERT_TRUE(updates.emplace_back().ParseFromString(one.payload));
    }
    ASSERT_EQ(updates.size(), 2u);
    ASSERT_EQ(updates[0].entities_size(), 2);
    EXPECT_EQ(updates[0].deletions_size(), 0);
    const auto& car = updates[0].entities(0);
    EXPECT_EQ(car.id(), "7");
    EXPECT_EQ(car.frame_id(), "car/seen");
    EXPECT_EQ(car.timestamp().nanos(), 100'000'005);
    EXPECT_EQ(car.lifetime().nanos(), 100'000'000);
    ASSERT_EQ(car.cubes_size(), 1);
    const auto& cube = car.cubes(0);
    EXPECT_EQ(cube.pose().position().x(), 20);
    EXPECT_NEAR(cube.pose().orientation().z(), std::sqrt(0.5), 1e-12);
    EXPECT_EQ(cube.size().x(), 4.5);
    EXPECT_EQ(cube.size().y(), 1.75);
    EXPECT_EQ(cube.size().z(), 1.5);
    EXPECT_EQ(car.texts(0).text(), "7");
    const auto& walker = updates[0].entities(1).cubes(0);
    EXPECT_NE(walker.color().SerializeAsString(), cube.color().SerializeAsString()) << "by kind";
    std::string facts;
    for (const auto& fact : car.metadata()) {
        if (fact.key() != "yaw_rad") facts += fact.key() + "=" + fact.value() + " ";
    }
    EXPECT_EQ(facts, "kind=vehicle vx_m_s=-2 vy_m_s=0.5 vz_m_s=0 visible=0.75 ");
    ASSERT_EQ(updates[1].deletions_size(), 1);
    EXPECT_EQ(updates[1].deletions(0).id(), "7");
    EXPECT_EQ(updates[1].deletions(0).type(), foxglove::SceneEntityDeletion::MATCHING_ID);
    EXPECT_EQ(updates[1].deletions(0).timestamp().nanos(), 200'000'005);
    ASSERT_EQ(updates[1].entities_size(), 1);
}

TEST_F(SensorLogTest, FramesLeadFromTheWorldToEachSensor) {
    samples.scenario.agents[0].sensors[SensorSamples::kCamera].yaw_deg = 90;
    const auto all = logged_once();
    const auto world = message_on<foxglove::FrameTransforms>(all, "/frames/car");
    ASSERT_EQ(world.transforms_size(), 1);
    const auto& body = world.transforms(0);
    EXPECT_EQ(body.parent_frame_id() + ">" + body.child_frame_id(), "world>car");
    EXPECT_EQ(body.timestamp().nanos(), 100'000'005);
    EXPECT_EQ(body.translation().y(), 200);
    EXPECT_NEAR(body.rotation().z(), std::sqrt(0.5), 1e-12);
    const auto mounts = message_on<foxglove::FrameTransforms>(all, "/frames/car/sensors");
    ASSERT_EQ(mounts.transforms_size(), 10);
    const auto& eye = mounts.transforms(SensorSamples::kCamera);
    EXPECT_EQ(eye.parent_frame_id() + ">" + eye.child_frame_id(), "car>car/eye");
    EXPECT_EQ(eye.translation().x(), 0.5);
    EXPECT_NEAR(eye.translation().z(), 1.5 - config::height_of_cg_m(sedan()), 1e-12);
    EXPECT_NEAR(eye.rotation().z(), std::sqrt(0.5), 1e-12) << "it points to the left";
    const auto& optical = mounts.transforms(SensorSamples::kCamera + 1);
    EXPECT_EQ(optical.parent_frame_id() + ">" + optical.child_frame_id(), "car/eye>car/eye/optical");
    const auto& q = optical.rotation();
    const geo::Quaternion rotation{q.w(), q.x(), q.y(), q.z()};
    EXPECT_NEAR(length(rotation.rotate({0, 0, 1}) - geo::Vec3{1, 0, 0}), 0, 1e-12) << "z is ahead";
    EXPECT_NEAR(length(rotation.rotate({1, 0, 0}) - geo::Vec3{0, -1, 0}), 0, 1e-12) << "x is right";
    EXPECT_NEAR(length(rotation.rotate({0, 1, 0}) - geo::Vec3{0, 0, -1}), 0, 1e-12) << "y is down";
}

TEST_F(SensorLogTest, FramesAreWrittenOncePerTimeAndMountsOncePerSecond) {
    const auto all = logged([&](SensorLog& to) {
        for (int i = 0; i <= 25; ++i) samples.write(to, kTime + SimDuration::milliseconds(100) * i);
    });
    std::map<std::string, int> counts;
    for (const Seen& one : all) ++counts[one.topic];
    EXPECT_EQ(counts["/frames/car"], 26);
    EXPECT_EQ(counts["/frames/car/sensors"], 3);
}

TEST_F(SensorLogTest, SensorsThatAreNotLoggedLeaveNoTrace) {
    for (auto& mounted : samples.scenario.agents[0].sensors) mounted.log = mounted.name == "imu";
    std::vector<std::string> topics;
    for (const Seen& one : logged_once()) topics.push_back(one.topic);
    EXPECT_THAT(topics, ElementsAre("/frames/car/sensors", "/frames/car", "/agents/car/imu"));
    EXPECT_EQ(channels, 3u);
    samples.scenario.agents[0].sensors[SensorSamples::kImu].log = false;
    std::filesystem::remove(path("a.mcap"));
    EXPECT_TRUE(logged_once().empty());
    EXPECT_EQ(channels, 0u);
    EXPECT_EQ(log_payload_bytes_max(samples.scenario, samples.agents()), 0u);
}

TEST_F(SensorLogTest, WritingAllocatesNothingOnceItRuns) {
    auto log = log::RunLog::open(path("a.mcap"));
    ASSERT_TRUE(log);
    SensorLog to(**log, samples.scenario, samples.agents());
    SimTime now = kTime;
    const auto write = [&](int times) {
        for (int i = 0; i < times; ++i, now = now + SimDuration::milliseconds(100)) samples.write(to, now);
    };
    write(30);
    const std::uint64_t before = log::testing::allocations_of_this_thread();
    write(30);
    EXPECT_EQ(log::testing::allocations_of_this_thread(), before);
    ASSERT_TRUE((*log)->close());
}

TEST_F(SensorLogTest, AnotherReaderUnderstandsItByItsSchemas) {
    if (const std::string lacking = log::testing::mcap_core_lacks(); !lacking.empty())
        GTEST_SKIP() << lacking;
    logged_once();
    Json::Value found;
    ASSERT_TRUE(Json::Reader().parse(log::testing::read_with_mcap_core(path("a.mcap")), found));
    std::map<std::string, Json::Value> values;
    for (const Json::Value& message : found["messages"])
        values[message["topic"].asString()] = message["value"];
    EXPECT_EQ(values.size(), 14u);
    EXPECT_EQ(values["/agents/car/gps"]["latitude"].asDouble(), 43.0731);
    EXPECT_EQ(values["/agents/car/roof"]["fields"][4]["type"].asString(), "INT32");
    EXPECT_EQ(values["/agents/car/roof"]["timestamp"]["seconds"].asString(), "2");
    EXPECT_EQ(values["/agents/car/eye"]["format"].asString(), "png");
    EXPECT_EQ(values["/agents/car/eye/calibration"]["K"][0].asDouble(), 2);
    EXPECT_EQ(values["/agents/car/seen"]["entities"][0]["cubes"][0]["size"]["x"].asDouble(), 4.5);
    EXPECT_EQ(values["/agents/car/wheels"]["speed_rad_s"][3].asDouble(), 43);
    EXPECT_EQ(values["/frames/car"]["transforms"][0]["child_frame_id"].asString(), "car");
}

}  // namespace
}  // namespace synchrono::client::sensors
