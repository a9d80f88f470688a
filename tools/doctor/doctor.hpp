/// What this machine lacks for building and running Synchrono, and how to mend it. The machine is asked
/// through an interface, so that every finding can be shown without having such a machine.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace synchrono::tools {

/// The machine as the doctor sees it.
class Machine {
  public:
    virtual ~Machine() = default;
    /// A file's text; nothing when it cannot be read.
    virtual std::optional<std::string> file(const std::filesystem::path& path) const = 0;
    virtual bool exists(const std::filesystem::path& path) const = 0;
    /// What a command writes to standard output, whatever its exit code; nothing when there is no such
    /// command.
    virtual std::optional<std::string> output(const std::vector<std::string>& command) const = 0;
    /// The soft limit that getrlimit(2) tells.
    virtual std::uint64_t limit(int resource) const = 0;
    virtual unsigned cores() const = 0;
    /// Of Project Chrono as this build has it; empty without.
    virtual std::string chrono_version() const = 0;
};

/// The machine we run on.
const Machine& this_machine();

struct Finding {
    enum class Need { needed, wanted };  ///< `wanted`: all works without it, but less well or less of it
    std::string subject;
    bool ok = false;
    Need need = Need::wanted;
    std::string found;   ///< one line
    std::string mend{};  ///< what to do; empty when all is well
};

/// In a fixed order, whatever is found.
std::vector<Finding> examine(const Machine& machine);

bool lacks_nothing_needed(const std::vector<Finding>& findings);
std::string to_text(const std::vector<Finding>& findings);
std::string to_json(const std::vector<Finding>& findings);

/// Adds the command `synchrono doctor`; parsing runs it and leaves the exit code in `exit_code`.
void add_doctor_command(CLI::App& app, int& exit_code);

}  // namespace synchrono::tools
