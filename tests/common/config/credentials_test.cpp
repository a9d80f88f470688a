// Proves that credentials are read as they were written, that a file which other users may read is refused,
// and that the error for each mistake in a file has no secret in it.
#include "common/config/credentials.hpp"

#include <filesystem>
#include <fstream>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "common/base/limits.hpp"

namespace synchrono::config {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr std::size_t kAgents = 5;
const std::string kHex(64, 'a');

class CredentialsTest : public ::testing::Test {
  protected:
    CredentialsTest() {
        std::string name = ::testing::TempDir() + "credentials_XXXXXX";
        folder_ = ::mkdtemp(name.data());
    }
    ~CredentialsTest() override { fs::remove_all(folder_); }
    fs::path file() const { return folder_ / "credentials.json"; }
    void write(const std::string& text, mode_t mode = 0600) const {
        std::ofstream(file()) << text;
        EXPECT_EQ(::chmod(file().c_str(), mode), 0);
    }
    std::string refusal() const {
        const auto read = load_credentials(file(), kAgents);
        return read ? "" : read.error().text;
    }
    /// Returns the error with which a file with this one entry is refused.
    std::string refusal_of(const std::string& entry) const {
        write(R"({"credentials": [)" + entry + "]}");
        return refusal();
    }
    fs::path folder_;
};

TEST_F(CredentialsTest, AreReadAsTheyWereWritten) {
    const Credentials all{{.name = "cars",
                           .secret = make_secret(),
                           .agents = {AgentId{0}, AgentId{1}, AgentId{4}},
                           .watch = false},
                          {.name = "watcher", .secret = make_secret(), .agents = {}, .watch = true}};
    ASSERT_TRUE(write_credentials(file(), all));
    struct stat facts {};
    ASSERT_EQ(::stat(file().c_str(), &facts), 0);
    EXPECT_EQ(facts.st_mode & 07777, 0600u);
    const auto read = load_credentials(file(), kAgents);
    ASSERT_TRUE(read) << read.error().text;
    ASSERT_EQ(read->size(), 2u);
    for (std::size_t i = 0; i < 2; ++i) {
        EXPECT_EQ((*read)[i].name, all[i].name);
        EXPECT_EQ((*read)[i].secret, all[i].secret);
        EXPECT_EQ((*read)[i].agents, all[i].agents);
        EXPECT_EQ((*read)[i].watch, all[i].watch);
    }
    EXPECT_TRUE((*read)[0].owns(AgentId{4}));
    EXPECT_FALSE((*read)[0].owns(AgentId{2}));
    EXPECT_EQ(find_credential(*read, "watcher"), &(*read)[1]);
    EXPECT_EQ(find_credential(*read, "nobody"), nullptr);
    EXPECT_EQ(*find_secret(*read, "cars"), all[0].secret);
    EXPECT_EQ(find_secret(*read, "nobody"), nullptr);
    EXPECT_THAT(write_credentials(file(), all).error().text, HasSubstr("File exists"));
    const Credential odd{.name = "../a\x1b[31m", .secret = make_secret(), .agents = {}, .watch = true};
    EXPECT_THAT(write_credentials(folder_ / "odd", {&odd, 1}).error().text,
                HasSubstr("\"../a\\u001b[31m\" is not a name: expected a name"));
}

TEST_F(CredentialsTest, SayWhoseTheyAre) {
    Credentials all{{.name = "own", .secret = make_secret(), .agents = {AgentId{0}}},
                    {.name = "radio", .secret = make_secret(), .agents = {}}};
    EXPECT_EQ(radio_credential(all), nullptr);
    all[0].started_by_run = all[1].radio = true;
    ASSERT_TRUE(write_credentials(file(), all));
    const auto read = load_credentials(file(), kAgents);
    ASSERT_TRUE(read) << read.error().text;
    EXPECT_TRUE((*read)[0].started_by_run && !(*read)[1].started_by_run);
    EXPECT_EQ(radio_credential(*read), &(*read)[1]);
}

TEST(LeastRate, IsTheScenariosOrThatOfExternalClients) {
    Credential own{.name = "own", .secret = {}, .agents = {AgentId{0}}}, guest = own;
    own.started_by_run = true;
    guest.name = "guest";
    const Credentials all{own, guest};
    Scenario scenario;
    EXPECT_EQ(least_rate(scenario, all, "own"), std::nullopt);
    EXPECT_EQ(least_rate(scenario, all, "guest"), limits::kLeastRateExternal);
    EXPECT_EQ(least_rate(scenario, all, "stranger"), limits::kLeastRateExternal);
    scenario.least_rate = 0.2;
    EXPECT_EQ(least_rate(scenario, all, "own"), 0.2);
    EXPECT_EQ(least_rate(scenario, all, "guest"), 0.2);
}

TEST_F(CredentialsTest, AClientsOwnFileHasOneEntry) {
    const Credential one{.name = "one", .secret = make_secret(), .agents = {AgentId{3}}, .watch = false};
    ASSERT_TRUE(write_credentials(file(), {&one, 1}));
    const auto own = load_own_credential(file(), kAgents);
    ASSERT_TRUE(own) << own.error().text;
    EXPECT_EQ(own->secret, one.secret);
    fs::remove(file());
    const Credentials two{one, {.name = "two", .secret = {}, .agents = {}, .watch = false}};
    ASSERT_TRUE(write_credentials(file(), two));
    EXPECT_EQ(load_own_credential(file(), kAgents).error().text,
              "credentials " + file().string() + ": expected one credential, the client's own, not 2");
}

TEST_F(CredentialsTest, FilesThatOthersMayReadAreRefused) {
    const std::string good = R"({"credentials": [{"name": "a", "secret": ")" + kHex + R"("}]})";
    for (const mode_t mode : {0640u, 0604u, 0620u, 0602u, 0601u}) {
        write(good, mode);
        EXPECT_THAT(refusal(), HasSubstr("other users may read or write it")) << mode;
        EXPECT_THAT(refusal(), HasSubstr("run chmod 600 on it"));
    }
    write(good, 0400);
    EXPECT_EQ(refusal(), "");
    fs::remove(file());
    EXPECT_THAT(refusal(), HasSubstr("No such file"));
    fs::create_directory(file());
    EXPECT_THAT(refusal(), HasSubstr("not a regular file"));
    fs::remove(file());
    ASSERT_EQ(::mkfifo(file().c_str(), 0600), 0);
    EXPECT_THAT(refusal(), HasSubstr("not a regular file")) << "a pipe must not block";
}

TEST_F(CredentialsTest, MistakesAreNamedWithFileLineAndKey) {
    const std::string secret = R"("secret": ")" + kHex + "\"";
    EXPECT_THAT(refusal_of("{" + secret + "}"),
                HasSubstr("credentials.json:1: key 'credentials[0].name': missing"));
    EXPECT_THAT(refusal_of(R"({"name": "a"})"), HasSubstr("key 'credentials[0].secret': missing"));
    EXPECT_THAT(refusal_of(R"({"name": "a b", )" + secret + "}"),
                HasSubstr("key 'credentials[0].name': expected a name"));
    EXPECT_THAT(
        refusal_of(R"({"name": "a", "agents": "0-5", )" + secret + "}"),
        HasSubstr("key 'credentials[0].agents': '0-5' is not a list of agents such as 0-9,12: the last agent "
                  "is 4, not 5"));
    EXPECT_THAT(refusal_of(R"({"name": "a", "watch": 1, )" + secret + "}"),
                HasSubstr("expected true or false"));
    EXPECT_THAT(refusal_of(R"({"name": "a", "agents": "0", "radio": true, )" + secret + "}"),
                HasSubstr("key 'credentials[0].radio': the communication server has no agents"));
    EXPECT_THAT(refusal_of(R"({"name": "a", "admin": true, )" + secret + "}"),
                HasSubstr("key 'credentials[0].admin': unknown"));
    EXPECT_THAT(refusal_of(R"({"name": "a", )" + secret + R"(}, {"name": "a", )" + secret + "}"),
                HasSubstr("two credentials are named 'a'"));
    EXPECT_THAT(refusal_of(R"({"name": "a", )" + secret + R"(}, {"name": "b", )" + secret + "}"),
                HasSubstr("the credentials 'a' and 'b' have the same secret"));
    write("{}");
    EXPECT_THAT(refusal(), HasSubstr("key 'credentials': missing"));
    write("{\"credentials\": []}");
    EXPECT_THAT(refusal(), HasSubstr("expected 1 to 4096 objects"));
    write("nonsense");
    EXPECT_THAT(refusal(), HasSubstr("credentials.json:1"));
}

TEST_F(CredentialsTest, AWrongSecretIsNotPrinted) {
    for (const std::string& wrong : {kHex.substr(1), kHex + "a", "x" + kHex.substr(1), std::string()}) {
        const std::string text = refusal_of(R"({"name": "a", "secret": ")" + wrong + "\"}");
        EXPECT_THAT(text, HasSubstr("key 'credentials[0].secret': expected 64 hexadecimal digits"));
        if (!wrong.empty()) {
            EXPECT_THAT(text, Not(HasSubstr(wrong)));
        }
    }
}

}  // namespace
}  // namespace synchrono::config
