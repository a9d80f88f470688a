// Proves, on made-up machines, that the doctor finds no fault on a good machine, and finds each fault on a
// machine that has it. It says which faults prevent exit 0. Also proves that text and JSON say the same.
#include "tools/doctor/doctor.hpp"

#include <fstream>
#include <gmock/gmock.h>
#include <iterator>
#include <json/json.h>
#include <map>
#include <sstream>
#include <string>
#include <sys/resource.h>

namespace synchrono::tools::doctor {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A machine on which all is well, unless a test changes something.
class FakeMachine final : public Machine {
  public:
    std::optional<std::string> file(const std::filesystem::path& path) const override {
        const auto found = files.find(path.string());
        return found == files.end() ? std::nullopt : std::optional(found->second);
    }
    bool exists(const std::filesystem::path& path) const override { return files.contains(path.string()); }
    std::optional<std::string> output(const std::vector<std::string>& command) const override {
        if (command.front() == "node") return node;
        if (command.front() != "dpkg-query" || !dpkg) return std::nullopt;
        asked.assign(command.begin() + 4, command.end());
        std::string text;
        for (std::size_t i = 4; i < command.size(); ++i) {
            const auto status = packages.find(command[i]);
            if (status == packages.end()) {
                text += command[i] + " installed\n";
            } else if (!status->second.empty()) {
                text += command[i] + " " + status->second + "\n";
            }
        }
        return text;
    }
    std::uint64_t limit(int resource) const override {
        return resource == RLIMIT_NOFILE ? open_files : rtprio;
    }
    unsigned cores() const override { return core_count; }
    std::string chrono_version() const override { return chrono; }

    std::map<std::string, std::string> files = {
        {"/proc/sys/net/core/rmem_max", "4194304\n"},
        {"/proc/sys/net/core/wmem_max", "8388608\n"},
        {"/proc/self/status", "Name:\tx\nCapEff:\t0000000000000000\nCapBnd:\t0\n"},
        {"/sys/devices/system/clocksource/clocksource0/current_clocksource", "tsc\n"},
        {"/usr/local/lib/cmake/Chrono/ChronoConfig.cmake", ""},
    };
    // Answers of dpkg about some packages; empty: dpkg does not know the package.
    std::map<std::string, std::string> packages;
    mutable std::vector<std::string> asked;
    bool dpkg = true;
    std::optional<std::string> node = "v18.19.0\n";
    std::uint64_t open_files = 1024;
    std::uint64_t rtprio = 50;
    unsigned core_count = 2;
    std::string chrono = "10.0.0";
};

Finding find(const Machine& machine, const std::string& subject) {
    for (const auto& finding : examine(machine)) {
        if (finding.subject == subject) return finding;
    }
    ADD_FAILURE() << "no finding " << subject;
    return {};
}

TEST(Doctor, FindsNoFaultOnAGoodMachine) {
    const auto findings = examine(FakeMachine());
    for (const auto& finding : findings) {
        EXPECT_TRUE(finding.ok) << finding.subject;
        EXPECT_EQ(finding.mend, "") << finding.subject;
        EXPECT_NE(finding.found, "") << finding.subject;
    }
    EXPECT_TRUE(has_all_needed(findings));
    EXPECT_THAT(to_text(findings), Not(HasSubstr("missing ")));
}

TEST(Doctor, NamesMissingAndHalfRemovedPackages) {
    FakeMachine machine;
    machine.packages = {{"libsodium-dev", ""}, {"cmake", "config-files"}};
    const auto finding = find(machine, "packages to build with");
    EXPECT_FALSE(finding.ok);
    EXPECT_EQ(finding.found, "missing: cmake libsodium-dev");
    EXPECT_EQ(finding.mend, "sudo apt-get install cmake libsodium-dev");
    EXPECT_FALSE(has_all_needed(examine(machine)));
}

TEST(Doctor, AsksForThePackagesThatTheSetUpScriptInstalls) {
    std::ostringstream script;
    script << std::ifstream(SYN_SOURCE_DIR "/scripts/setup").rdbuf();
    const std::string text = script.str(), start = "\npackages=(";
    const auto from = text.find(start);
    ASSERT_NE(from, std::string::npos);
    std::istringstream words(text.substr(from + start.size(), text.find(')', from) - from - start.size()));
    const std::vector<std::string> installs{std::istream_iterator<std::string>(words), {}};
    const FakeMachine machine;
    examine(machine);
    EXPECT_THAT(machine.asked, ::testing::UnorderedElementsAreArray(installs));
}

TEST(Doctor, DoesNotCheckPackagesWithoutDpkg) {
    FakeMachine machine;
    machine.dpkg = false;
    EXPECT_THAT(find(machine, "packages to build with").found, HasSubstr("no dpkg-query"));
    EXPECT_TRUE(has_all_needed(examine(machine)));
}

struct WantedCase {
    const char* subject;
    void (*spoil)(FakeMachine&);
    const char* found;
    const char* mend;
};

TEST(Doctor, NamesWantedSettingsAndTheirRemedies) {
    const WantedCase cases[] = {
        {"net.core.rmem_max", [](FakeMachine& m) { m.files["/proc/sys/net/core/rmem_max"] = "212992\n"; },
         "212992 bytes; expected at least 4194304", "sysctl -w net.core.rmem_max=4194304"},
        {"net.core.wmem_max", [](FakeMachine& m) { m.files["/proc/sys/net/core/wmem_max"] = "4194303\n"; },
         "4194303 bytes; expected at least 4194304", "sysctl -w net.core.wmem_max=4194304"},
        {"real-time priority", [](FakeMachine& m) { m.rtprio = 0; }, "may not be used", "rtprio"},
        {"processor cores", [](FakeMachine& m) { m.core_count = 1; }, "1", "two"},
        {"clock source",
         [](FakeMachine& m) {
             m.files["/sys/devices/system/clocksource/clocksource0/current_clocksource"] = "hpet\n";
         },
         "hpet", "echo tsc"},
        {"Project Chrono", [](FakeMachine& m) { m.chrono.clear(); },
         "in /usr/local/lib/cmake/Chrono/ChronoConfig.cmake, but this build", "-DSYNCHRONO_CHRONO=ON"},
        {"Project Chrono",
         [](FakeMachine& m) {
             m.chrono.clear();
             m.files.erase("/usr/local/lib/cmake/Chrono/ChronoConfig.cmake");
         },
         "not found", "projectchrono.org"},
        {"Node.js", [](FakeMachine& m) { m.node.reset(); }, "not found", "scripts/setup test"},
    };
    for (const auto& c : cases) {
        FakeMachine machine;
        c.spoil(machine);
        const auto finding = find(machine, c.subject);
        EXPECT_FALSE(finding.ok) << c.subject;
        EXPECT_THAT(finding.found, HasSubstr(c.found));
        EXPECT_THAT(finding.mend, HasSubstr(c.mend));
        EXPECT_TRUE(has_all_needed(examine(machine))) << c.subject << " is wanted, not needed";
    }
}

TEST(Doctor, NamesTheVersionOfChrono) {
    EXPECT_EQ(find(FakeMachine(), "Project Chrono").found, "10.0.0: this build has its vehicles");
}

TEST(Doctor, NeedsEnoughOpenFiles) {
    FakeMachine machine;
    machine.open_files = 1023;
    EXPECT_FALSE(find(machine, "open files").ok);
    EXPECT_FALSE(has_all_needed(examine(machine)));
    machine.open_files = RLIM_INFINITY;
    EXPECT_EQ(find(machine, "open files").found, "no limit");
}

TEST(Doctor, AcceptsTheCapabilityForRealTimePriority) {
    FakeMachine machine;
    machine.rtprio = 0;
    machine.files["/proc/self/status"] = "Name:\tx\nCapEff:\t0000000000800000\n";
    EXPECT_TRUE(find(machine, "real-time priority").ok);
}

TEST(Doctor, UnreadableFactsDoNotCountAsMissing) {
    FakeMachine machine;
    machine.files.clear();
    for (const char* subject : {"net.core.rmem_max", "net.core.wmem_max", "clock source"}) {
        EXPECT_TRUE(find(machine, subject).ok) << subject;
        EXPECT_THAT(find(machine, subject).found, HasSubstr("cannot be read here"));
    }
}

TEST(Doctor, JsonHasTheContentOfTheText) {
    FakeMachine machine;
    machine.packages = {{"cmake", ""}};
    machine.core_count = 1;
    const auto findings = examine(machine);
    Json::Value json;
    std::istringstream(to_json(findings)) >> json;
    EXPECT_FALSE(json["ok"].asBool());
    ASSERT_EQ(json["findings"].size(), findings.size());
    const std::string text = to_text(findings);
    for (const auto& finding : json["findings"]) {
        EXPECT_THAT(text, HasSubstr(finding["subject"].asString()));
        EXPECT_THAT(text, HasSubstr(finding["found"].asString()));
        EXPECT_THAT(text, HasSubstr(finding["mend"].asString()));
    }
    EXPECT_THAT(text, HasSubstr("missing "));
}

TEST(Doctor, ReadsThisMachine) {
    const auto& machine = this_machine();
    EXPECT_GE(machine.cores(), 1u);
    EXPECT_GT(machine.limit(RLIMIT_NOFILE), 0u);
    EXPECT_TRUE(machine.exists("/proc/self/status"));
    EXPECT_THAT(machine.file("/proc/self/status").value_or(""), HasSubstr("CapEff:\t"));
    EXPECT_EQ(machine.file("/nonexistent"), std::nullopt);
    EXPECT_EQ(machine.output({"nonexistent-command"}), std::nullopt);
    EXPECT_EQ(machine.output({"echo", "a b"}), "a b\n");
}

}  // namespace
}  // namespace synchrono::tools::doctor
