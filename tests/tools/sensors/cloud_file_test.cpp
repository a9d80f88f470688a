// Proves that a cloud becomes a PCD file as the format says: the numbers are where the header says, with
// nothing between them. A cloud that contradicts itself is refused with the reason.
#include "tools/sensors/cloud_file.hpp"

#include <functional>
#include <gtest/gtest.h>

#include "client/sensors/sensor_messages.hpp"
#include "tests/support/sample_bytes.hpp"

namespace synchrono::tools::sensors {
namespace {

using testing::number_at;

foxglove::PointCloud two_points() {
    foxglove::PointCloud cloud = client::sensors::lidar_cloud();
    const SynPoint points[2] = {{1, 2, 3, 0.5F, -1000, 4, 0xffff}, {5, 6, 7, 0.25F, 0, 8, 0xffff}};
    cloud.set_data(points, sizeof points);
    return cloud;
}

TEST(CloudFile, IsAPcdWithTheFieldsOfTheCloud) {
    const auto file = pcd_of(two_points());
    ASSERT_TRUE(file) << file.error().text;
    const std::string head =
        "# .PCD v0.7 - Point Cloud Data file format\n"
        "VERSION 0.7\n"
        "FIELDS x y z intensity t beam\n"
        "SIZE 4 4 4 4 4 2\n"
        "TYPE F F F F I U\n"
        "COUNT 1 1 1 1 1 1\n"
        "WIDTH 2\n"
        "HEIGHT 1\n"
        "VIEWPOINT 0 0 0 1 0 0 0\n"
        "POINTS 2\n"
        "DATA binary\n";
    constexpr std::size_t kPoint = 22;
    ASSERT_EQ(file->substr(0, head.size()), head);
    ASSERT_EQ(file->size(), head.size() + 2 * kPoint);
    EXPECT_EQ(number_at<float>(*file, head.size() + 8), 3);
    EXPECT_EQ(number_at<float>(*file, head.size() + 12), 0.5F);
    EXPECT_EQ(number_at<std::int32_t>(*file, head.size() + 16), -1000);
    EXPECT_EQ(number_at<std::uint16_t>(*file, head.size() + 20), 4);
    EXPECT_EQ(number_at<float>(*file, head.size() + kPoint), 5);
    EXPECT_EQ(number_at<std::uint16_t>(*file, head.size() + kPoint + 20), 8);
}

TEST(CloudFile, AnEmptyCloudGivesAFileWithoutPoints) {
    auto cloud = two_points();
    cloud.clear_data();
    const auto file = pcd_of(cloud);
    ASSERT_TRUE(file);
    EXPECT_NE(file->find("\nPOINTS 0\nDATA binary\n"), file->npos);
    EXPECT_TRUE(file->ends_with("binary\n"));
}

TEST(CloudFile, RefusesContradictoryClouds) {
    struct Case {
        const char* why;
        std::function<void(foxglove::PointCloud&)> spoil;
    };
    const Case cases[] = {
        {"point_stride is 0", [](auto& cloud) { cloud.set_point_stride(0); }},
        {"data has 48 bytes, which is not a multiple of point_stride 23",
         [](auto& cloud) { cloud.set_point_stride(23); }},
        {"its points have 0 fields, expected 1 to 64", [](auto& cloud) { cloud.clear_fields(); }},
        {"its points have 70 fields, expected 1 to 64",
         [](auto& cloud) {
             while (cloud.fields_size() < 70) *cloud.add_fields() = cloud.fields(0);
         }},
        {"the name of a field is not a word of 1 to 64 ASCII characters",
         [](auto& cloud) { cloud.mutable_fields(1)->set_name("y z"); }},
        {"the name of a field is not a word of 1 to 64 ASCII characters",
         [](auto& cloud) { cloud.mutable_fields(1)->set_name(""); }},
        {"field 'z' is of an unknown type",
         [](auto& cloud) { cloud.mutable_fields(2)->set_type(foxglove::PackedElementField::UNKNOWN); }},
        {"field 'z' lies outside of its point", [](auto& cloud) { cloud.mutable_fields(2)->set_offset(21); }},
        {"field 'z' lies outside of its point",
         [](auto& cloud) { cloud.mutable_fields(2)->set_offset(0xffff'ffff); }},
        {"field 'z' lies outside of its point",
         [](auto& cloud) {
             cloud.mutable_fields(2)->set_type(foxglove::PackedElementField::FLOAT64);
             cloud.mutable_fields(2)->set_offset(17);
         }},
        {"two fields lie on byte 0 of a point", [](auto& cloud) { cloud.mutable_fields(2)->set_offset(0); }},
        {"two fields lie on byte 7 of a point", [](auto& cloud) { cloud.mutable_fields(2)->set_offset(7); }},
    };
    for (const Case& one : cases) {
        auto cloud = two_points();
        one.spoil(cloud);
        const auto file = pcd_of(cloud);
        ASSERT_FALSE(file) << one.why;
        EXPECT_EQ(file.error().text, one.why);
    }
}

}  // namespace
}  // namespace synchrono::tools::sensors
