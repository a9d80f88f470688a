// Exports any bytes as messages of sensors, without a crash or undefined behaviour. If a cloud is accepted,
// the header of its file has the right number of points. The rows of a table have as many columns as the
// table's head.
#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

#include "tools/sensors/cloud_file.hpp"
#include "tools/sensors/sensor_rows.hpp"

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace synchrono;
    const ByteView bytes(reinterpret_cast<const std::byte*>(data), size);
    foxglove::PointCloud cloud;
    if (cloud.ParseFromArray(data, static_cast<int>(size))) {
        const auto file = tools::sensors::pcd_of(cloud);
        if (file) {
            const std::string points = std::to_string(cloud.data().size() / cloud.point_stride());
            require(file->find("\nPOINTS " + points + "\nDATA binary\n") != file->npos);
        } else {
            require(!file.error().text.empty() && file.error().text.find('\n') == std::string::npos);
        }
    }
    for (const std::string_view type :
         {"foxglove.LocationFix", "synchrono.ImuSample", "synchrono.WheelSpeeds", "synchrono.SteeringAngle",
          "synchrono.TrueState", "foxglove.SceneUpdate", "foxglove.FrameTransforms"}) {
        const auto rows = tools::sensors::rows_of(type, bytes, SimTime::nanoseconds(1));
        if (!rows) continue;
        require(rows->head.ends_with('\n') && (rows->count == 0) == rows->rows.empty());
        if (rows->count != 1 || rows->rows.find('"') != std::string::npos) continue;
        require(std::count(rows->head.begin(), rows->head.end(), ',') ==
                std::count(rows->rows.begin(), rows->rows.end(), ','));
    }
    return 0;
}
