#include "tools/text/text.hpp"

#include <fmt/format.h>
#include <json/json.h>

#include "common/j2735/hex.hpp"

namespace synchrono::tools::text {

std::string seconds_text(std::int64_t ns) {
    return fmt::format("{}.{:09}", ns / 1'000'000'000, ns % 1'000'000'000);
}

std::string milliseconds_text(std::int64_t ns) {
    return fmt::format("{:.3f}", static_cast<double>(ns) * 1e-6);
}

std::string hex_text(std::string_view bytes) { return j2735::to_hex(as_byte_view(bytes)); }

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

}  // namespace synchrono::tools::text
