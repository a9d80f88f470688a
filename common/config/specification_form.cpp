#include "common/config/specification_form.hpp"

namespace synchrono::config {

Error error_of_specification(const Diagnostics& diagnostics) {
    std::string line;
    for (const char c : diagnostics.error().text) c == '\n' ? line += "; " : line += c;
    return Error{std::move(line)};
}

}  // namespace synchrono::config
