#include "tools/text/command_failure.hpp"

#include <exception>

namespace synchrono::tools::text {

int report_failure(std::string_view command, const Error& error) {
    fmt::print(stderr, "synchrono {}: {}\n", command, error.text);
    return kFailed;
}

int guarded(const std::function<int()>& body) {
    try {
        return body();
    } catch (const std::exception& error) {
        // fputs() throws nothing, unlike fmt::print() when standard error cannot be written.
        std::fputs("synchrono: ", stderr);
        std::fputs(error.what(), stderr);
        std::fputs("\n", stderr);
        return kFailed;
    }
}

}  // namespace synchrono::tools::text
