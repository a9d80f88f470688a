#include "tools/doctor/doctor.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <fmt/format.h>
#include <fstream>
#include <iostream>
#include <json/json.h>
#include <set>
#include <sstream>
#include <string_view>
#include <sys/resource.h>
#include <thread>

#include "common/base/limits.hpp"
#include "tools/process/process.hpp"

namespace synchrono::tools::doctor {
namespace {

/// The buffer size that our programs request for their sockets. The kernel silently grants less when its
/// own limit is lower.
constexpr std::uint64_t kSocketBufferBytes = 4 << 20;
/// The fewest open files that must be allowed: enough for a server with several hundred clients.
constexpr std::uint64_t kOpenFilesMin = 1024;

/// The packages that `scripts/setup build` installs.
constexpr std::array kPackages = {
    "g++",
    "cmake",
    "ninja-build",
    "pkg-config",
    "libboost-dev",
    "libcli11-dev",
    "libembree-dev",
    "libexpected-dev",
    "libfmt-dev",
    "libgeographiclib-dev",
    "libgmock-dev",
    "libgtest-dev",
    "libirrlicht-dev",
    "libjsoncpp-dev",
    "libprotobuf-dev",
    "libprotozero-dev",
    "libpugixml-dev",
    "libsodium-dev",
    "libspdlog-dev",
    "libsqlite3-dev",
    "libssl-dev",
    "libx11-dev",
    "libzstd-dev",
    "protobuf-compiler",
    "zlib1g-dev",
};

std::string first_line(const std::string& text) { return text.substr(0, text.find('\n')); }

std::optional<std::uint64_t> number(std::string_view text, int base = 10) {
    std::uint64_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value, base);
    if (error != std::errc() || (end != text.data() + text.size() && *end != '\n')) return std::nullopt;
    return value;
}

Finding packages(const Machine& machine) {
    Finding finding{
        .subject = "packages to build with", .ok = true, .need = Finding::Need::needed, .found = {}};
    std::vector<std::string> command{"dpkg-query", "-W", "-f", "${Package} ${db:Status-Status}\n"};
    command.insert(command.end(), kPackages.begin(), kPackages.end());
    const auto answer = machine.output(command);
    if (!answer) {
        finding.need = Finding::Need::wanted;
        finding.found = "not checked: this system has no dpkg-query";
        return finding;
    }
    std::set<std::string> installed;
    std::istringstream lines(*answer);
    for (std::string package, status; lines >> package >> status;) {
        if (status == "installed") installed.insert(package);
    }
    std::string missing;
    for (const std::string package : kPackages) {
        if (!installed.contains(package)) missing += " " + package;
    }
    finding.ok = missing.empty();
    finding.found = finding.ok ? fmt::format("all {} are installed", kPackages.size()) : "missing:" + missing;
    if (!finding.ok) finding.mend = "sudo apt-get install" + missing;
    return finding;
}

Finding socket_buffer(const Machine& machine, const char* key) {
    Finding finding{.subject = fmt::format("net.core.{}", key), .found = {}};
    const auto text = machine.file(fmt::format("/proc/sys/net/core/{}", key));
    const auto bytes = text ? number(*text) : std::nullopt;
    if (!bytes) {
        finding.ok = true;
        finding.found = "cannot be read here, for example in a container";
        return finding;
    }
    finding.ok = *bytes >= kSocketBufferBytes;
    finding.found = fmt::format("{} bytes; expected at least {}", *bytes, kSocketBufferBytes);
    if (!finding.ok) {
        finding.found += ": bursts of datagrams may be lost and have to be repeated";
        finding.mend = fmt::format(
            "sudo sysctl -w net.core.{0}={1}; to keep it: echo net.core.{0}={1} | sudo tee -a "
            "/etc/sysctl.d/60-synchrono.conf",
            key, kSocketBufferBytes);
    }
    return finding;
}

Finding open_files(const Machine& machine) {
    const auto limit = machine.limit(RLIMIT_NOFILE);
    Finding finding{
        .subject = "open files", .ok = limit >= kOpenFilesMin, .need = Finding::Need::needed, .found = {}};
    const auto spare = limits::kPendingHandshakesMax + 64;
    finding.found = limit == RLIM_INFINITY ? "no limit"
                                           : fmt::format("limit {}, enough for a server with {} clients",
                                                         limit, limit > spare ? limit - spare : 0);
    if (!finding.ok) finding.mend = fmt::format("ulimit -n {}", kOpenFilesMin);
    return finding;
}

Finding real_time(const Machine& machine) {
    Finding finding{.subject = "real-time priority", .found = {}};
    constexpr std::uint64_t kCapSysNice = 1ULL << 23;
    std::uint64_t capabilities = 0;
    const std::string status = machine.file("/proc/self/status").value_or("");
    if (const auto at = status.find("CapEff:\t"); at != std::string::npos) {
        capabilities = number(first_line(status.substr(at + 8)), 16).value_or(0);
    }
    const auto limit = machine.limit(RLIMIT_RTPRIO);
    finding.ok = limit > 0 || (capabilities & kCapSysNice) != 0;
    finding.found = finding.ok ? "may be used" : "may not be used: runs at real time are late more often";
    if (!finding.ok) {
        finding.mend =
            "echo \"$USER - rtprio 50\" | sudo tee /etc/security/limits.d/60-synchrono.conf; log in again";
    }
    return finding;
}

Finding cores(const Machine& machine) {
    const unsigned count = machine.cores();
    Finding finding{.subject = "processor cores", .ok = count >= 2, .found = fmt::format("{}", count)};
    if (!finding.ok)
        finding.mend = "give the machine at least two: servers and clients should run at the same time";
    return finding;
}

Finding clock_source(const Machine& machine) {
    Finding finding{.subject = "clock source", .ok = true, .found = {}};
    const auto text = machine.file("/sys/devices/system/clocksource/clocksource0/current_clocksource");
    finding.found = text ? first_line(*text) : "cannot be read here";
    // A program reads the usual clock sources without a system call. These two need one, and are slow.
    if (finding.found == "hpet" || finding.found == "acpi_pm") {
        finding.ok = false;
        finding.found += ": each reading of the clock takes a microsecond";
        finding.mend = "echo tsc | sudo tee /sys/devices/system/clocksource/clocksource0/current_clocksource";
    }
    return finding;
}

Finding chrono(const Machine& machine) {
    if (const std::string version = machine.chrono_version(); !version.empty()) {
        return {.subject = "Project Chrono",
                .ok = true,
                .found = fmt::format("{}: this build has its vehicles", version)};
    }
    for (const char* prefix : {"/usr/local", "/usr", "/opt/chrono", "/opt/projectchrono"}) {
        for (const char* folder :
             {"lib/cmake/Chrono", "lib64/cmake/Chrono", "lib/x86_64-linux-gnu/cmake/Chrono",
              "lib/aarch64-linux-gnu/cmake/Chrono", "lib/cmake", "lib64/cmake", "share/cmake/Chrono"}) {
            for (const char* name : {"ChronoConfig.cmake", "chrono-config.cmake"}) {
                const auto path = std::filesystem::path(prefix) / folder / name;
                if (machine.exists(path))
                    return {
                        .subject = "Project Chrono",
                        .ok = false,
                        .found = fmt::format("in {}, but this build was made without it", path.string()),
                        .mend = "build again with -DSYNCHRONO_CHRONO=ON, which says what is wrong with it"};
            }
        }
    }
    return {.subject = "Project Chrono",
            .ok = false,
            .found = "not found in the usual places: its vehicles are not available, the embedded ones are",
            .mend = "build and install it from https://projectchrono.org, with its Vehicle module"};
}

Finding node(const Machine& machine) {
    const auto version = machine.output({"node", "--version"});
    Finding finding{.subject = "Node.js", .ok = version && version->starts_with("v"), .found = {}};
    finding.found = finding.ok ? first_line(*version)
                               : "not found: the test that reads logs with another reader is left out";
    if (!finding.ok) finding.mend = "scripts/setup test";
    return finding;
}

class ThisMachine final : public Machine {
  public:
    std::optional<std::string> file(const std::filesystem::path& path) const override {
        const std::ifstream in(path);
        if (!in) return std::nullopt;
        std::ostringstream text;
        text << in.rdbuf();
        return text.str();
    }
    bool exists(const std::filesystem::path& path) const override {
        std::error_code error;
        return std::filesystem::exists(path, error);
    }
    std::optional<std::string> output(const std::vector<std::string>& command) const override {
        for (const char* folder : {"/usr/local/bin", "/usr/bin", "/bin"}) {
            const auto program = std::filesystem::path(folder) / command.front();
            if (!exists(program)) continue;
            auto child = process::ChildProcess::spawn({.program = program,
                                                       .arguments = {command.begin() + 1, command.end()},
                                                       .log = "/dev/null",
                                                       .output = process::ProcessSpec::Output::pipe});
            if (!child) return std::nullopt;
            std::string text;
            while (const auto line = child->read_line(WallDuration::seconds(10))) text += *line + "\n";
            return text;
        }
        return std::nullopt;
    }
    std::uint64_t limit(int resource) const override {
        rlimit limits{};
        return ::getrlimit(static_cast<__rlimit_resource>(resource), &limits) == 0 ? limits.rlim_cur : 0;
    }
    unsigned cores() const override { return std::thread::hardware_concurrency(); }
    std::string chrono_version() const override { return SYNCHRONO_CHRONO_VERSION; }
};

}  // namespace

const Machine& this_machine() {
    static const ThisMachine machine;
    return machine;
}

std::vector<Finding> examine(const Machine& machine) {
    return {packages(machine),
            socket_buffer(machine, "rmem_max"),
            socket_buffer(machine, "wmem_max"),
            open_files(machine),
            real_time(machine),
            cores(machine),
            clock_source(machine),
            chrono(machine),
            node(machine)};
}

bool has_all_needed(const std::vector<Finding>& findings) {
    return std::none_of(findings.begin(), findings.end(),
                        [](const Finding& f) { return !f.ok && f.need == Finding::Need::needed; });
}

std::string to_text(const std::vector<Finding>& findings) {
    std::string text;
    for (const auto& f : findings) {
        text += fmt::format("{:<8} {:<23} {}\n", f.ok ? "ok" : "missing", f.subject, f.found);
        if (!f.mend.empty()) text += fmt::format("{:<8} {:<23} to fix: {}\n", "", "", f.mend);
    }
    const bool good = has_all_needed(findings);
    return text + (good ? "Everything that is needed is there.\n" : "Something that is needed is missing.\n");
}

std::string to_json(const std::vector<Finding>& findings) {
    Json::Value json;
    json["ok"] = has_all_needed(findings);
    json["findings"] = Json::arrayValue;
    for (const auto& f : findings) {
        Json::Value entry;
        entry["subject"] = f.subject;
        entry["ok"] = f.ok;
        entry["needed"] = f.need == Finding::Need::needed;
        entry["found"] = f.found;
        entry["mend"] = f.mend;
        json["findings"].append(entry);
    }
    Json::StreamWriterBuilder builder;
    builder["indentation"] = "  ";
    return Json::writeString(builder, json) + "\n";
}

void add_doctor_command(CLI::App& app, int& exit_code) {
    auto* command = app.add_subcommand("doctor", "List what this machine lacks, and how to fix it");
    command->add_flag("--json")->description("Write JSON instead of text");
    command->callback([command, &exit_code] {
        const auto findings = examine(this_machine());
        std::cout << (command->count("--json") > 0 ? to_json(findings) : to_text(findings));
        exit_code = has_all_needed(findings) ? 0 : 1;
    });
}

}  // namespace synchrono::tools::doctor
