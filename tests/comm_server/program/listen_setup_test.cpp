// Proves that the communication server reads from its command line the address to listen on and the token
// that clients must know, and refuses a line in which one of them is wrong.
#include "comm_server/program/listen_setup.hpp"

#include <gmock/gmock.h>

#include "tests/common/log/log_fixture.hpp"

namespace synchrono::comm_server {
namespace {

using ::testing::HasSubstr;

struct ListenSetupTest : log::testing::LogTest {
    ListenSetupTest() {
        arguments.token_file = path("token");
        EXPECT_TRUE(net::write_token_file(path("token"), token));
    }
    const net::Token token = net::make_token();
    program::ServerArguments arguments;
};

TEST_F(ListenSetupTest, AServerListensOnLoopbackByDefault) {
    auto entrance = resolve_listen_setup(arguments);
    ASSERT_TRUE(entrance) << entrance.error().text;
    EXPECT_EQ(entrance->listen, net::Endpoint::loopback(0));
    EXPECT_EQ(entrance->token, token);
    arguments.listen = "[::1]:4000";
    entrance = resolve_listen_setup(arguments);
    ASSERT_TRUE(entrance) << entrance.error().text;
    EXPECT_EQ(entrance->listen.to_string(), "[::1]:4000");
}

TEST_F(ListenSetupTest, InvalidAddressesAndTokenFilesAreRefused) {
    arguments.listen = "nowhere";
    auto entrance = resolve_listen_setup(arguments);
    ASSERT_FALSE(entrance);
    EXPECT_THAT(entrance.error().text, HasSubstr("nowhere"));
    arguments.token_file = path("none");
    entrance = resolve_listen_setup(arguments);
    ASSERT_FALSE(entrance);
    EXPECT_THAT(entrance.error().text, HasSubstr(path("none").string()));
}

}  // namespace
}  // namespace synchrono::comm_server
