/// Clouds of a log as files of the Point Cloud Data format (PCD 0.7), binary: what PCL, Open3D and
/// CloudCompare open.
#pragma once

#include <string>

#include "common/base/result.hpp"
#include "proto/foxglove.pb.h"

namespace synchrono::tools {

/// The file's bytes: the fields of each point one behind the other, without what is between them in the log.
/// The cloud may come from anywhere; the error says what is wrong with it.
Result<std::string> pcd_of(const foxglove::PointCloud& cloud);

}  // namespace synchrono::tools
