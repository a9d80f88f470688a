// Proves that the communication server reads the address to listen on and the credentials of its clients, and
// refuses a command line in which either is wrong.
#include "comm_server/program/listen_setup.hpp"

#include <gmock/gmock.h>

#include "tests/common/log/log_fixture.hpp"
#include "tests/support/proven_stream.hpp"

namespace synchrono::comm_server {
namespace {

using ::testing::HasSubstr;

struct ListenSetupTest : log::testing::LogTest {
    ListenSetupTest() {
        arguments.credentials = path("credentials");
        EXPECT_TRUE(config::write_credentials(path("credentials"), {&credential, 1}));
    }
    const config::Credential credential = synchrono::testing::credential_of("one", {AgentId{0}});
    program::ServerArguments arguments;
};

TEST_F(ListenSetupTest, AServerListensOnLoopbackByDefault) {
    auto entrance = resolve_listen_setup(arguments, "", 1);
    ASSERT_TRUE(entrance) << entrance.error().text;
    EXPECT_EQ(entrance->listen, net::Endpoint::loopback(0));
    ASSERT_EQ(entrance->credentials.size(), 1u);
    EXPECT_EQ(entrance->credentials[0].secret, credential.secret);
    arguments.listen = "[::1]:4000";
    entrance = resolve_listen_setup(arguments, "", 1);
    ASSERT_TRUE(entrance) << entrance.error().text;
    EXPECT_EQ(entrance->listen.to_string(), "[::1]:4000");
}

TEST_F(ListenSetupTest, InvalidAddressesAndCredentialsAreRefused) {
    arguments.listen = "nowhere";
    auto entrance = resolve_listen_setup(arguments, "", 1);
    ASSERT_FALSE(entrance);
    EXPECT_THAT(entrance.error().text, HasSubstr("nowhere"));
    arguments.credentials = path("none");
    entrance = resolve_listen_setup(arguments, "", 1);
    ASSERT_FALSE(entrance);
    EXPECT_THAT(entrance.error().text, HasSubstr(path("none").string()));
}

TEST_F(ListenSetupTest, TheDynamicsServerNeedsACredentialOfTheRadio) {
    auto setup = resolve_listen_setup(arguments, "127.0.0.1:4000", 1);
    ASSERT_FALSE(setup);
    EXPECT_EQ(setup.error().text, arguments.credentials +
                                      ": no credential has \"radio\": true, so the dynamics server would not "
                                      "listen to the radio");
    config::Credential own = synchrono::testing::credential_of("radio", {});
    own.radio = true;
    arguments.credentials = path("with_radio");
    ASSERT_TRUE(config::write_credentials(arguments.credentials, {{credential, own}}));
    setup = resolve_listen_setup(arguments, "127.0.0.1:4000", 1);
    ASSERT_TRUE(setup) << setup.error().text;
    EXPECT_EQ(setup->world, std::vector{net::Endpoint::loopback(4000)});
    EXPECT_FALSE(resolve_listen_setup(arguments, "nowhere", 1));
}

}  // namespace
}  // namespace synchrono::comm_server
