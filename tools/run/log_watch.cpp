#include "tools/run/log_watch.hpp"

#include <fmt/format.h>
#include <fstream>
#include <sys/statvfs.h>
#include <system_error>

#include "tools/run/log_line.hpp"

namespace synchrono::tools::run {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kToldOf = UINT64_MAX;
constexpr std::uint64_t kFull_bytes = 64 << 10;  // less free space than this holds no second of a run

bool is_full(const fs::path& folder) {
    struct statvfs facts {};
    return ::statvfs(folder.c_str(), &facts) == 0 && facts.f_bavail * facts.f_frsize < kFull_bytes;
}

}  // namespace

bool LogWatch::has_told_of(const std::string& program) const {
    const auto read_to = read_to_.find(program);
    return read_to != read_to_.end() && read_to->second == kToldOf;
}

std::vector<std::string> LogWatch::news(const std::vector<std::string>& programs) {
    std::vector<std::string> lines;
    if (!told_of_disk_ && is_full(folder_)) {
        told_of_disk_ = true;
        lines.push_back(
            fmt::format("the disk of {} is full; what happens now is not recorded", folder_.string()));
    }
    for (const std::string& program : programs) {
        std::uint64_t& read_to = read_to_[program];
        const fs::path log = folder_ / (program + ".log");
        std::error_code error;
        const std::uintmax_t size = fs::file_size(log, error);
        if (error || read_to == kToldOf || size <= read_to) continue;
        std::ifstream in(log, std::ios::binary);
        in.seekg(static_cast<std::streamoff>(read_to));
        for (std::string line; std::getline(in, line) && !in.eof();) {
            read_to += line.size() + 1;
            if (!is_level(line, "error")) continue;
            lines.push_back(line.substr(0, kLogLineChars));
            read_to = kToldOf;
            break;
        }
    }
    return lines;
}

}  // namespace synchrono::tools::run
