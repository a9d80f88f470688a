#include "tools/text/command_end.hpp"

namespace synchrono::tools {

int cannot(std::string_view command, const Error& error) {
    fmt::print(stderr, "synchrono {}: {}\n", command, error.text);
    return kCannot;
}

}  // namespace synchrono::tools
