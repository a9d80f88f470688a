#include "common/config/internal/diagnostics.hpp"

#include <fmt/format.h>

namespace synchrono::config {

namespace {
constexpr std::size_t kLinesMax = 20;
}

void Diagnostics::add(std::string_view where, std::string_view key, std::string_view what) {
    if (left_out_.contains(what) || ++count_ > kLinesMax) return;
    const std::string place = where.empty() ? std::string() : fmt::format("{}: ", where);
    lines_.push_back(key.empty() ? fmt::format("{}{}", place, what)
                                 : fmt::format("{}key '{}': {}", place, key, what));
}

Error Diagnostics::error() const {
    std::string text = fmt::format("{}", fmt::join(lines_, "\n"));
    if (count_ > kLinesMax) text += fmt::format("\nand {} more problems", count_ - kLinesMax);
    return Error{std::move(text)};
}

}  // namespace synchrono::config
