/// Watches what goes wrong while a run goes on and ends no program: a full disk, and errors in the programs'
/// logs.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

namespace synchrono::tools::run {

/// Threading: one thread.  Owns: how far it has read each log.
class LogWatch {
  public:
    explicit LogWatch(std::filesystem::path folder) : folder_(std::move(folder)) {}

    /// Returns lines that say what has gone wrong since the last call: the first error of each of these
    /// programs, once, and that the disk of the folder is full, once.
    std::vector<std::string> news(const std::vector<std::string>& programs);

    /// Returns whether an error of the program was among the news.
    bool has_told_of(const std::string& program) const;

  private:
    std::filesystem::path folder_;
    std::map<std::string, std::uint64_t>
        read_to_;  // bytes of each program's log; kToldOf after its first error
    bool told_of_disk_ = false;
};

}  // namespace synchrono::tools::run
