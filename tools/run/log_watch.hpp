/// Watches what goes wrong while a run goes on and ends no program: a full disk, and errors in the programs'
/// logs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace synchrono::tools::run {

/// Returns whether the disk of a folder has too little room for a second of a run.
bool is_full(const std::filesystem::path& folder);

/// Threading: one thread.  Owns: how far it has read each log.
class LogWatch {
  public:
    /// `is_full` says whether a disk is full.
    explicit LogWatch(std::filesystem::path folder,
                      bool (*is_full)(const std::filesystem::path&) = run::is_full)
        : folder_(std::move(folder)), is_full_(is_full) {}

    /// Returns lines that say what has gone wrong since the last call: the first error of each of these
    /// programs, once, and that the disk of the folder is full, once. Reads a bounded part of each log.
    std::vector<std::string> news(const std::vector<std::string>& programs);
    /// Returns whether the line was among the news.
    bool has_told(const std::string& line) const { return told_.contains(line); }

  private:
    struct Log {
        std::uint64_t read_to = 0;  // bytes of whole lines, and of the parts of a very long one
        bool has_erred = false;
    };
    void read(const std::string& program, Log& log, std::vector<std::string>& lines);

    std::filesystem::path folder_;
    bool (*is_full_)(const std::filesystem::path&);
    std::map<std::string, Log> logs_;  // by program
    std::set<std::string> told_;
    bool told_of_disk_ = false;
};

}  // namespace synchrono::tools::run
