#include "tools/run/run_folder.hpp"

#include <chrono>
#include <fmt/chrono.h>
#include <fmt/format.h>
#include <system_error>

namespace synchrono::tools::run {
namespace fs = std::filesystem;
namespace {
constexpr int kFolderTriesMax = 1000;
}

Result<fs::path> make_run_folder(const fs::path& wish, const std::string& name) {
    std::error_code error;
    if (!wish.empty()) {
        fs::create_directories(wish, error);
        if (error) return fail(fmt::format("cannot make {}: {}", wish.string(), error.message()));
        if (!fs::is_empty(wish, error) || error) {
            return fail(fmt::format("{} is not empty; expected a new or empty folder", wish.string()));
        }
        return fs::absolute(wish);
    }
    const auto now = std::chrono::time_point_cast<std::chrono::seconds>(std::chrono::system_clock::now());
    const std::string dated = fmt::format("{:%Y%m%dT%H%M%SZ}-{}", fmt::gmtime(now), name);
    fs::create_directories("runs", error);
    for (int i = 1; i < kFolderTriesMax && !error; ++i) {
        const fs::path folder = fs::path("runs") / (i == 1 ? dated : fmt::format("{}-{}", dated, i));
        if (fs::create_directory(folder, error)) return fs::absolute(folder);
    }
    return fail(fmt::format("cannot make runs/{}: {}", dated,
                            error ? error.message() : "too many folders have this name"));
}

}  // namespace synchrono::tools::run
