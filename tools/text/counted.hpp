/// Writes a number and its noun, in the singular or the plural, for people.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace synchrono::tools::text {

/// Returns "1 client" or "2 clients" for the thing "client".
inline std::string counted(std::int64_t number, std::string_view thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}
inline std::string counted(std::size_t number, std::string_view thing) {
    return counted(static_cast<std::int64_t>(number), thing);
}

}  // namespace synchrono::tools::text
