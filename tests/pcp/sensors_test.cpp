/// Proves the C++ interface to the sensors: each sample is found as its own kind and no other, lists and rows
/// lie where the C structures say, and a pilot gets none if its agent has no sensors or its client is older
/// than this interface.

#include "pcp/sensors.hpp"

#include <array>
#include <gtest/gtest.h>

#include "pcp/pilot.hpp"

namespace synchrono::pcp {
namespace {

template <typename... Finders>
int found(const SynSample& sample, Finders... finders) {
    return (0 + ... + (finders(sample) != nullptr ? 1 : 0));
}
int found_of_all(const SynSample& s) {
    return found(s, gps, imu, wheel_speeds, steering_angle, true_state, point_cloud, radar_scan, camera,
                 object_list);
}

TEST(Sensors, AreEmptyForAnAgentWithoutSensors) {
    const Sensors none;
    EXPECT_FALSE(none);
    EXPECT_TRUE(none.mounted().empty());
    EXPECT_TRUE(none.samples().empty());
    EXPECT_EQ(none.find("gps"), nullptr);
}

TEST(Sensors, ASampleHasExactlyOneKind) {
    const double something = 0;
    SynSample sample{};
    sample.data = &something;
    for (std::uint32_t kind = SYN_SENSOR_GPS; kind <= SYN_SENSOR_OBJECTS; ++kind) {
        sample.kind = kind;
        EXPECT_EQ(found_of_all(sample), 1) << kind;
    }
    for (const std::uint32_t kind : {0u, SYN_SENSOR_OBJECTS + 1u}) {  // no kind, and one of a later version
        sample.kind = kind;
        EXPECT_EQ(found_of_all(sample), 0) << kind;
    }
    sample.kind = SYN_SENSOR_GPS;
    EXPECT_EQ(gps(sample), sample.data);
    sample.kind = SYN_SENSOR_OBJECTS;
    EXPECT_EQ(object_list(sample), sample.data);
}

TEST(Sensors, AreFoundByNameAndBySample) {
    std::array<SynSensor, 2> mounted{};
    mounted[0].name = "front";
    mounted[1].name = "roof";
    SynSample sample{};
    sample.sensor = 1;
    const SynSensors all{sizeof(SynSensors), 2, mounted.data(), &sample, 1, 0};
    const Sensors sensors(&all);
    ASSERT_TRUE(sensors);
    EXPECT_EQ(sensors.mounted().size(), 2u);
    EXPECT_EQ(sensors.find("roof"), &mounted[1]);
    EXPECT_EQ(sensors.find("rear"), nullptr);
    ASSERT_EQ(sensors.samples().size(), 1u);
    EXPECT_EQ(&sensors.samples()[0], &sample);
    EXPECT_EQ(&sensors.of(sample), &mounted[1]);
}

TEST(Sensors, RowsOfImagesRespectThePadding) {
    const std::array<float, 8> depths{1, 2, 3, 0, 4, 5, 6, 0};  // rows of three, each padded to four
    const SynImage image{3, 2, SYN_IMAGE_DEPTH_F32, 4 * sizeof(float), depths.data()};
    EXPECT_EQ(row<float>(image, 1).data(), depths.data() + 4);
    EXPECT_EQ(row<float>(image, 1)[2], 6);
}

class Counts final : public Pilot {
  public:
    explicit Counts(const Setup&) {}
    DriverInputs step(const Input& input) override { return {.throttle = input.sensors ? 1.0 : 0.0}; }
};

TEST(Sensors, AreAbsentInAnOlderProgram) {
    SynPilotSetup setup{};
    Counts pilot(setup);
    const SynSensors all{};
    SynPilotInput input{};
    input.sensors = &all;
    const auto sees = [&](std::size_t bytes) {
        input.struct_size = static_cast<std::uint32_t>(bytes);
        SynPilotOutput output{};
        EXPECT_EQ(internal::step(static_cast<Pilot*>(&pilot), &input, &output, nullptr, 0), 0);
        return output.throttle == 1;
    };
    EXPECT_TRUE(sees(sizeof input));
    EXPECT_TRUE(sees(sizeof input + 8));  // a later version
    EXPECT_FALSE(sees(offsetof(SynPilotInput, sensors)));
}

}  // namespace
}  // namespace synchrono::pcp
