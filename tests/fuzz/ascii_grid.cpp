// Reads any text as a height grid, without a crash or undefined behaviour. A refusal is one line that names
// the text, and an accepted grid is a surface that has a height everywhere.
#include "common/geo/ascii_grid.hpp"

#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

void require(bool holds) {
    if (!holds) std::abort();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    const auto field = synchrono::geo::read_ascii_grid(text, "g.asc");
    if (!field) {
        require(field.error().text.starts_with("g.asc:"));
        require(field.error().text.find('\n') == std::string::npos);
        return 0;
    }
    const auto& grid = field->grid();
    const double reach_m = grid.spacing_m * 8;
    for (int i = -4; i <= 12; ++i) {
        const auto rise = field->at(grid.x_m + reach_m * i / 8, grid.y_m + reach_m * (i % 5) / 8);
        require(std::abs(rise.height_m) <= 2e5 && std::isfinite(rise.slope_x) && std::isfinite(rise.slope_y));
    }
    return 0;
}
