/// Converts point clouds of a log to binary files of the Point Cloud Data format (PCD 0.7), which PCL,
/// Open3D and CloudCompare can open.
#pragma once

#include <string>

#include "common/base/result.hpp"
#include "proto/foxglove.pb.h"

namespace synchrono::tools::sensors {

/// Returns the bytes of the file. The fields of each point follow each other without the gaps that the log
/// may have between them. The cloud need not be valid; the error says what is wrong with it.
Result<std::string> pcd_of(const foxglove::PointCloud& cloud);

}  // namespace synchrono::tools::sensors
