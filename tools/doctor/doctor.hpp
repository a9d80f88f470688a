/// Finds what this machine lacks for building and running Synchrono, and says how to mend it. The machine
/// is behind an interface, so that a test can produce every finding on any machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace synchrono::tools::doctor {

/// The facts about a machine that the doctor examines.
class Machine {
  public:
    virtual ~Machine() = default;
    /// Returns the text of a file, or nothing when it cannot be read.
    virtual std::optional<std::string> file(const std::filesystem::path& path) const = 0;
    virtual bool exists(const std::filesystem::path& path) const = 0;
    /// Returns what a command writes to standard output, whatever its exit code, or nothing when the
    /// command cannot be started.
    virtual std::optional<std::string> output(const std::vector<std::string>& command) const = 0;
    /// Returns the soft limit of a resource, as getrlimit(2) does.
    virtual std::uint64_t limit(int resource) const = 0;
    virtual unsigned cores() const = 0;
    /// Returns the version of Project Chrono in this build, or "" for a build without it.
    virtual std::string chrono_version() const = 0;
};

/// Returns the machine on which this program runs.
const Machine& this_machine();

/// One thing that was examined.
struct Finding {
    enum class Need { needed, wanted };  ///< `wanted`: Synchrono works without it, but less well or in part
    std::string subject;
    bool ok = false;
    Need need = Need::wanted;
    std::string found;   ///< in one line
    std::string mend{};  ///< what the user can do; empty when all is well
};

/// Returns the findings, always the same number and in the same order.
std::vector<Finding> examine(const Machine& machine);

/// Returns whether everything that is needed was found.
bool has_all_needed(const std::vector<Finding>& findings);
std::string to_text(const std::vector<Finding>& findings);
std::string to_json(const std::vector<Finding>& findings);

/// Adds the command `synchrono doctor` to the program. When the command line names it, parsing runs it and
/// writes the program's exit code to `exit_code`, which must outlive the parsing.
void add_doctor_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools::doctor
