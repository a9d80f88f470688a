#include "tools/radio/text.hpp"

#include <fmt/format.h>
#include <json/json.h>

namespace synchrono::tools {

std::string seconds_text(std::int64_t ns) {
    return fmt::format("{}.{:09}", ns / 1'000'000'000, ns % 1'000'000'000);
}

std::string milliseconds_text(std::int64_t ns) {
    return fmt::format("{:.3f}", static_cast<double>(ns) * 1e-6);
}

std::string hex_text(std::string_view bytes) {
    constexpr char kDigits[] = "0123456789ABCDEF";
    std::string text;
    text.reserve(2 * bytes.size());
    for (const char c : bytes) {
        const auto byte = static_cast<unsigned char>(c);
        text += kDigits[byte >> 4];
        text += kDigits[byte & 15];
    }
    return text;
}

std::string csv_field(std::string_view text) {
    if (text.find_first_of(",\"\r\n") == text.npos) return std::string(text);
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + "\"";
}

std::string json_string(std::string_view text) {
    return Json::valueToQuotedString(std::string(text).c_str());
}

}  // namespace synchrono::tools
