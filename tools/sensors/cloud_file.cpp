#include "tools/sensors/cloud_file.hpp"

#include <algorithm>
#include <cstddef>
#include <fmt/format.h>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace synchrono::tools::sensors {
namespace {

using Field = foxglove::PackedElementField;

constexpr int kFieldsMax = 64;

/// A type of number as a PCD file describes it.
struct Number {
    std::size_t bytes;
    char type;
};
std::optional<Number> number_of(Field::NumericType type) {
    switch (type) {
        case Field::UINT8:
            return Number{1, 'U'};
        case Field::INT8:
            return Number{1, 'I'};
        case Field::UINT16:
            return Number{2, 'U'};
        case Field::INT16:
            return Number{2, 'I'};
        case Field::UINT32:
            return Number{4, 'U'};
        case Field::INT32:
            return Number{4, 'I'};
        case Field::FLOAT32:
            return Number{4, 'F'};
        case Field::FLOAT64:
            return Number{8, 'F'};
        default:
            return std::nullopt;
    }
}

bool is_word(std::string_view name) {
    return !name.empty() && name.size() <= 64 &&
           std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c <= '~'; });
}

}  // namespace

Result<std::string> pcd_of(const foxglove::PointCloud& cloud) {
    const std::size_t stride = cloud.point_stride();
    const std::string& data = cloud.data();
    if (stride == 0) return fail("point_stride is 0");
    if (data.size() % stride != 0)
        return fail(fmt::format("data has {} bytes, which is not a multiple of point_stride {}", data.size(),
                                stride));
    if (cloud.fields_size() == 0 || cloud.fields_size() > kFieldsMax)
        return fail(
            fmt::format("its points have {} fields, expected 1 to {}", cloud.fields_size(), kFieldsMax));
    std::string names, sizes, types, counts;
    std::size_t point_bytes = 0;
    std::vector<std::pair<std::size_t, std::size_t>> byte_ranges;
    for (const Field& field : cloud.fields()) {
        const auto number = number_of(field.type());
        if (!is_word(field.name()))
            return fail("the name of a field is not a word of 1 to 64 ASCII characters");
        if (!number) return fail(fmt::format("field '{}' is of an unknown type", field.name()));
        if (field.offset() > stride || number->bytes > stride - field.offset())
            return fail(fmt::format("field '{}' lies outside of its point", field.name()));
        names += " " + field.name();
        sizes += fmt::format(" {}", number->bytes);
        types += fmt::format(" {}", number->type);
        counts += " 1";
        point_bytes += number->bytes;
        byte_ranges.emplace_back(field.offset(), field.offset() + number->bytes);
    }
    // Refuses fields that overlap, since with them the file could be many times as long as the cloud.
    std::sort(byte_ranges.begin(), byte_ranges.end());
    for (std::size_t i = 1; i < byte_ranges.size(); ++i) {
        if (byte_ranges[i].first < byte_ranges[i - 1].second)
            return fail(fmt::format("two fields lie on byte {} of a point", byte_ranges[i].first));
    }
    const std::size_t points = data.size() / stride;
    std::string file = fmt::format(
        "# .PCD v0.7 - Point Cloud Data file format\nVERSION 0.7\nFIELDS{}\nSIZE{}\nTYPE{}\nCOUNT{}\n"
        "WIDTH {}\nHEIGHT 1\nVIEWPOINT 0 0 0 1 0 0 0\nPOINTS {}\nDATA binary\n",
        names, sizes, types, counts, points, points);
    file.reserve(file.size() + points * point_bytes);
    for (std::size_t point = 0; point < data.size(); point += stride) {
        for (const Field& field : cloud.fields())
            file.append(data, point + field.offset(), number_of(field.type())->bytes);
    }
    return file;
}

}  // namespace synchrono::tools::sensors
