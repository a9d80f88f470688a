/// Numbers of things in lines for people.
#pragma once

#include <cstdint>
#include <fmt/format.h>
#include <string>
#include <string_view>

namespace synchrono::tools {

/// "1 client", "2 clients".
inline std::string counted(std::int64_t number, std::string_view thing) {
    return fmt::format("{} {}{}", number, thing, number == 1 ? "" : "s");
}
inline std::string counted(std::size_t number, std::string_view thing) {
    return counted(static_cast<std::int64_t>(number), thing);
}

}  // namespace synchrono::tools
