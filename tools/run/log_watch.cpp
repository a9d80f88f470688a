#include "tools/run/log_watch.hpp"

#include <algorithm>
#include <fmt/format.h>
#include <fstream>
#include <string_view>
#include <sys/statvfs.h>

#include "tools/run/log_line.hpp"

namespace synchrono::tools::run {
namespace fs = std::filesystem;
namespace {

constexpr std::uint64_t kRoom_bytes = 64 << 10;
constexpr std::size_t kReadMax_bytes = 64 << 10;  // at a time, of one log

}  // namespace

bool is_full(const fs::path& folder) {
    struct statvfs facts {};
    return ::statvfs(folder.c_str(), &facts) == 0 && facts.f_bavail * facts.f_frsize < kRoom_bytes;
}

std::vector<std::string> LogWatch::news(const std::vector<std::string>& programs) {
    std::vector<std::string> lines;
    if (!told_of_disk_ && is_full_(folder_)) {
        told_of_disk_ = true;
        lines.push_back(
            fmt::format("the disk of {} is full; what happens now is not recorded", folder_.string()));
    }
    for (const std::string& program : programs) {
        Log& log = logs_[program];
        if (!log.has_erred) read(program, log, lines);
    }
    return lines;
}

void LogWatch::read(const std::string& program, Log& log, std::vector<std::string>& lines) {
    std::ifstream in(folder_ / (program + ".log"), std::ios::binary);
    in.seekg(static_cast<std::streamoff>(log.read_to));
    std::string text(kReadMax_bytes, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(in.gcount()));
    std::string_view rest = text;
    for (std::size_t end; (end = rest.find('\n')) != rest.npos; rest.remove_prefix(end + 1)) {
        const std::string line(rest.substr(0, std::min(end, kLogLineChars)));
        if (!is_level(line, "error")) continue;
        log.has_erred = true;
        told_.insert(line);
        lines.push_back(line);
        return;
    }
    // The end of the last line may not be written yet. A line that is longer than what is read is passed
    // over.
    log.read_to += rest.size() == kReadMax_bytes ? rest.size() : text.size() - rest.size();
}

}  // namespace synchrono::tools::run
