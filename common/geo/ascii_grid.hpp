/// Reads heights from an ESRI ASCII grid, the plain text that map programs commonly write: "ncols", "nrows",
/// "xllcorner" or "xllcenter", "yllcorner" or "yllcenter", "cellsize", optionally "nodata_value", then the
/// heights row by row from the north. x and y are those of the world frame, in metres. The text may come
/// from anywhere: its size is limited, and no input crashes the reader.
#pragma once

#include <string>
#include <string_view>

#include "common/base/result.hpp"
#include "common/geo/height_field.hpp"

namespace synchrono::geo {

inline constexpr std::size_t kGridNodesMax = 16'000'000;

/// Returns the field of heights; nodes without data are filled from their surroundings, see fill_gaps(). An
/// error is one line: "name:line: ...".
Result<HeightField> read_ascii_grid(std::string_view text, const std::string& name);

}  // namespace synchrono::geo
