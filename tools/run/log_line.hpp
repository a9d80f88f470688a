/// Recognises the lines that our programs write to their logs: "12:34:56.789 error client0: ...".
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace synchrono::tools::run {

inline constexpr std::size_t kLogLineChars = 400;  // of a line that is shown

/// Returns whether the line was written at this level, such as "error".
inline bool is_level(std::string_view line, std::string_view level) {
    constexpr std::size_t kTimeChars = 12;
    return line.size() > kTimeChars + level.size() + 1 && line[kTimeChars] == ' ' &&
           line.substr(kTimeChars + 1, level.size()) == level && line[kTimeChars + 1 + level.size()] == ' ';
}

}  // namespace synchrono::tools::run
