// Proves that each message of a sensor becomes its rows with all digits, and that an invalid message becomes
// no rows.
#include "tools/sensors/sensor_rows.hpp"

#include <gtest/gtest.h>

#include "client/sensors/sensor_messages.hpp"

namespace synchrono::tools::sensors {
namespace {

constexpr SimTime kTime = SimTime::nanoseconds(1'500'000'000);

template <typename Message>
std::string csv(const Message& message) {
    const auto rows =
        rows_of(Message::descriptor()->full_name(), as_byte_view(message.SerializeAsString()), kTime);
    return rows ? rows->head + rows->rows : "none";
}

TEST(SensorRows, HaveTheColumnsOfGps) {
    SynGps gps{};
    gps.latitude_deg = 43.1;
    gps.longitude_deg = -89.25;
    gps.altitude_m = 0.1 + 0.2;
    gps.accuracy_m = 0.5;
    gps.accuracy_up_m = 2;
    gps.position = {1, 2, 3};
    gps.yaw_rad = std::numeric_limits<double>::quiet_NaN();
    gps.satellites = 9;
    gps.fix = 3;
    gps.hdop = 0.75;
    foxglove::LocationFix fix;
    client::sensors::fill(fix, gps);
    EXPECT_EQ(csv(fix),
              "time_ns,latitude_deg,longitude_deg,altitude_m,variance_east_m2,variance_north_m2,"
              "variance_up_m2,fix,satellites,hdop,vdop,x_m,y_m,z_m,speed_m_s,yaw_rad\n"
              "1500000000,43.1,-89.25,0.30000000000000004,0.25,0.25,4,3,9,0.75,0,1,2,3,0,nan\n");
    fix.clear_position_covariance();
    EXPECT_EQ(csv(fix), "none");
}

TEST(SensorRows, HaveTheColumnsOfSensorsOfTheVehicleItself) {
    ImuSample imu;
    client::sensors::fill(imu, SynImu{{1, 2, 3}, {4, 5, 6}, 8, 0});
    EXPECT_EQ(csv(imu),
              "time_ns,ax_m_s2,ay_m_s2,az_m_s2,wx_rad_s,wy_rad_s,wz_rad_s,saturated\n"
              "1500000000,1,2,3,4,5,6,8\n");
    const double speeds[] = {40.5, 41};
    WheelSpeeds wheels;
    client::sensors::fill(wheels, SynWheelSpeeds{speeds, 2, 0, 0.25});
    EXPECT_EQ(csv(wheels), "time_ns,radius_m,wheel0_rad_s,wheel1_rad_s\n1500000000,0.25,40.5,41\n");
    SteeringAngle steering;
    client::sensors::fill(steering, SynSteeringAngle{-0.5});
    EXPECT_EQ(csv(steering), "time_ns,angle_rad\n1500000000,-0.5\n");
    SynMotion motion{};
    motion.position = {1, 2, 3};
    motion.orientation = {0.5, -0.5, 0.25, 0};
    motion.velocity = {4, 5, 6};
    motion.angular_velocity = {7, 8, 9};
    motion.acceleration = {10, 11, 12};
    TrueState state;
    client::sensors::fill(state, motion);
    EXPECT_EQ(csv(state),
              "time_ns,x_m,y_m,z_m,qw,qx,qy,qz,vx_m_s,vy_m_s,vz_m_s,wx_rad_s,wy_rad_s,wz_rad_s,ax_m_s2,"
              "ay_m_s2,az_m_s2\n"
              "1500000000,1,2,3,0.5,-0.5,0.25,0,4,5,6,7,8,9,10,11,12\n");
}

TEST(SensorRows, AreOneForEachObject) {
    SynObject objects[2]{};
    objects[0].id = 7;
    objects[0].position = {1, 2, 3};
    objects[0].velocity = {-1, 0, 0.5};
    objects[0].length_m = 4;
    objects[1].id = 8;
    objects[1].kind = SYN_OTHER_PEDESTRIAN;
    objects[1].visible = 0.5;
    std::string bytes;
    std::vector<std::uint32_t> shown;
    client::sensors::write_scene(bytes, {objects, 2, 0, 0, 0, 0}, kTime, SimDuration::seconds(1), "car/seen",
                                 shown);
    const auto rows = rows_of("foxglove.SceneUpdate", as_byte_view(bytes), kTime);
    ASSERT_TRUE(rows);
    EXPECT_EQ(rows->count, 2u);
    EXPECT_EQ(rows->head,
              "time_ns,id,kind,x_m,y_m,z_m,yaw_rad,length_m,width_m,height_m,vx_m_s,vy_m_s,vz_m_s,visible\n");
    EXPECT_EQ(rows->rows,
              "1500000000,7,vehicle,1,2,3,0,4,0,0,-1,0,0.5,0\n"
              "1500000000,8,pedestrian,0,0,0,0,0,0,0,0,0,0,0.5\n");
    const auto none = rows_of("foxglove.SceneUpdate", {}, kTime);
    ASSERT_TRUE(none);
    EXPECT_EQ(none->rows, "");
    EXPECT_EQ(none->head, rows->head);
}

TEST(SensorRows, HaveTheColumnsOfFrames) {
    foxglove::FrameTransforms frames;
    client::sensors::fill(*frames.add_transforms(), "world", "car", {1, 2, 3}, {0.5, 0.5, 0.5, 0.5});
    EXPECT_EQ(csv(frames),
              "time_ns,parent,child,x_m,y_m,z_m,qw,qx,qy,qz\n1500000000,world,car,1,2,3,0.5,0.5,0.5,0.5\n");
}

TEST(SensorRows, RejectInvalidMessagesAndTypesWithoutATable) {
    EXPECT_FALSE(rows_of("synchrono.ImuSample", as_byte_view("\x0a\x7f no"), kTime));
    foxglove::SceneUpdate scene;
    scene.add_entities();
    EXPECT_EQ(csv(scene), "none") << "the entity has no cube";
    EXPECT_EQ(table_of("synchrono.ImuSample"), "imu");
    EXPECT_EQ(table_of("foxglove.PointCloud"), "");
    scene.mutable_entities(0)->add_cubes();
    scene.mutable_entities(0)->set_id("a,b\nc");
    EXPECT_NE(csv(scene).find("1500000000,\"a,b\nc\",,"), std::string::npos) << "the name must be quoted";
}

}  // namespace
}  // namespace synchrono::tools::sensors
