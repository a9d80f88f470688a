// Proves that a server learns from its command line where clients reach it and what they must know, or
// refuses.
#include "common/program/server_arguments.hpp"

#include <gmock/gmock.h>

#include "tests/common/log/log_fixture.hpp"

namespace synchrono::program {
namespace {

using ::testing::HasSubstr;

struct ServerArgumentsTest : log::testing::LogTest {
    ServerArgumentsTest() {
        arguments.token_file = path("token");
        EXPECT_TRUE(net::write_token_file(path("token"), token));
    }
    const net::Token token = net::make_token();
    ServerArguments arguments;
};

TEST_F(ServerArgumentsTest, AServerListensOnItsOwnHostUnlessItIsToldOtherwise) {
    auto entrance = resolve_entrance(arguments);
    ASSERT_TRUE(entrance) << entrance.error().text;
    EXPECT_EQ(entrance->listen, net::Endpoint::loopback(0));
    EXPECT_EQ(entrance->token, token);
    arguments.listen = "[::1]:4000";
    entrance = resolve_entrance(arguments);
    ASSERT_TRUE(entrance) << entrance.error().text;
    EXPECT_EQ(entrance->listen.to_string(), "[::1]:4000");
}

TEST_F(ServerArgumentsTest, WhatCannotBeReadOrResolvedIsRefused) {
    arguments.listen = "nowhere";
    auto entrance = resolve_entrance(arguments);
    ASSERT_FALSE(entrance);
    EXPECT_THAT(entrance.error().text, HasSubstr("nowhere"));
    arguments.token_file = path("none");
    entrance = resolve_entrance(arguments);
    ASSERT_FALSE(entrance);
    EXPECT_THAT(entrance.error().text, HasSubstr(path("none").string()));
}

TEST_F(ServerArgumentsTest, WhoStartedItHearsWhereItListens) {
    ::testing::internal::CaptureStdout();
    tell_listening("127.0.0.1:4000");
    EXPECT_EQ(::testing::internal::GetCapturedStdout(),
              "{\"address\":\"127.0.0.1:4000\",\"event\":\"listening\"}\n");
}

}  // namespace
}  // namespace synchrono::program
