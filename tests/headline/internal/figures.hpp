/// Runs a scenario with the real programs as a user does, and reads the figures of its report.
#pragma once

#include <cstddef>
#include <filesystem>
#include <json/json.h>
#include <string>
#include <vector>

namespace synchrono::testing {

/// A run of `synchrono run` that has ended.
struct HeadlineRun {
    std::string exit;      // "exit 0"
    Json::Value report;    // its report.json
    std::string progress;  // what it wrote to standard error
};
/// Runs `synchrono run SCENARIO` with these options into `folder`, which must not exist. The caller
/// checks `exit`.
HeadlineRun run_headline(const std::string& scenario, const std::filesystem::path& folder,
                         const std::vector<std::string>& options);

/// The figures of one run, or the sums over several runs, that pages state and tests expect.
struct Figures {
    std::size_t runs = 0;
    std::size_t vehicles = 0, arrived = 0, collisions = 0, conflicts = 0, hard_brakings = 0;
    std::size_t red_lights_run = 0, passages = 0;
    double smallest_ttc_s = 1e9;  // of all runs
    double delay_s = 0;           // the sum of the runs' means

    /// Adds a run.
    void add(const Json::Value& report);
    double mean_delay_s() const { return delay_s / static_cast<double>(runs); }
    /// Returns one line for the output of a test.
    std::string text() const;
};

}  // namespace synchrono::testing
